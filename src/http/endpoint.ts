import type { z } from "zod";
import type { read } from "#db/read.ts";
import type { Bindings } from "#env.ts";
import type { FieldError } from "#http/problem.ts";
import { canonicalPath, canonicalSearch, parseQuery } from "#http/query.ts";
import type { Site } from "./context.ts";

/** What a fill may use. `read` is its ONE round trip to DB; it also tells under which revision the answer is kept. */
export type Fill = {
	env: Bindings;
	site: Site;
	read: <T extends Parameters<typeof read>[1][]>(...selects: T) => Promise<Awaited<ReturnType<typeof read<T>>>["rows"]>;
};

/**
 * What a fill found. `known` says that the resource exists, so that searches and unknown slugs cannot push the hot set
 * out of memory.
 */
export type Found =
	| { kind: "json"; body: unknown; known: boolean }
	| { kind: "text"; contentType: string; body: string }
	| { kind: "moved"; to: string }
	| { kind: "archived" }
	| { kind: "missing" };

/** A request whose parameters are good: its one canonical address, and how to fill it. */
export type Prepared = { key: string; asksIndex: boolean; fill: (fill: Fill) => Promise<Found> };

/** A public address as it is described: OpenAPI and the docs page are made from it. */
export type Address = {
	/** Hono's pattern below /api/v1. */
	path: string;
	summary: string;
	description: string;
	/** An address for the docs, below /api/v1. */
	example: string;
	params: z.ZodType;
	query: z.ZodType;
	/** The schema of a 200, or the media type of one that is not JSON. */
	reply: z.ZodType | string;
	/** Statuses besides 200 that its resource may have. */
	also: readonly (301 | 403 | 404 | 410 | 503)[];
};

/** A public address that comes out of the cache, and how it is filled. */
export type Endpoint = Address & {
	/** Checks an address: what is ready to be filled, or the errors; undefined when no resource can have it. */
	prepare: (params: unknown, search: URLSearchParams) => Prepared | FieldError[] | undefined;
};

type Declaration<P, Q> = Pick<Endpoint, "path" | "summary" | "description" | "example" | "reply"> & {
	params: z.ZodType<P>;
	query: z.ZodType<Q>;
	also?: Endpoint["also"];
	/** Query parameters that may stand more than once. */
	repeatable?: readonly string[];
	/** Values that mean the same as leaving the parameter out. */
	defaults?: Record<string, unknown>;
	/** Whether this query asks the search index, so that its answer also depends on the index's revision. */
	asksIndex?: (query: Q) => boolean;
	fill: (fill: Fill, input: { params: P; query: Q }) => Promise<Found>;
};

/** Declares a public address. */
export function endpoint<P, Q>(of: Declaration<P, Q>): Endpoint {
	const { path, summary, description, example, params, query, reply, also = [] } = of;
	const prepare: Endpoint["prepare"] = (rawParams, search) => {
		const place = params.safeParse(rawParams);
		if (!place.success) return undefined;
		const asked = parseQuery(query, search, of.repeatable ?? []);
		if (!asked.ok) return asked.errors;
		const input = { params: place.data, query: asked.value };
		return {
			key: canonicalPath(path, Object(place.data)) + canonicalSearch(Object(asked.value), of.defaults ?? {}),
			asksIndex: of.asksIndex?.(asked.value) ?? false,
			fill: (fill: Fill) => of.fill(fill, input),
		};
	};
	return { path, summary, description, example, params, query, reply, also, prepare };
}

import type { z } from "zod";
import type { read } from "#db/read.ts";
import type { Bindings } from "#env.ts";
import type { FieldError } from "#http/problem.ts";
import { canonicalPath, canonicalSearch, parseQuery } from "#http/query.ts";
import type { Site } from "./context.ts";

/**
 * What a fill gets; a fill is the function that makes an answer which no cache has. `read` is its only round trip to
 * DB, and also determines the revision under which the answer is cached.
 */
export type Fill = {
	env: Bindings;
	site: Site;
	/** The groups of words that a search takes for one another. */
	synonyms: readonly (readonly string[])[];
	read: <T extends Parameters<typeof read>[1][]>(...selects: T) => Promise<Awaited<ReturnType<typeof read<T>>>["rows"]>;
};

/**
 * The result of a fill. `known` says that the resource exists, so that answers to searches and unknown slugs cannot
 * push frequently read answers out of memory. `as` is the body's schema where the address answers with one of several.
 */
export type Found =
	| { kind: "json"; body: unknown; known: boolean; as?: z.ZodType }
	| { kind: "text"; contentType: string; body: string }
	| { kind: "moved"; to: string }
	| { kind: "archived" }
	| { kind: "missing" };

/**
 * A request whose parameters are valid: its canonical address, which is the cache key, whether its answer depends on
 * the search index, and the function that makes the answer.
 */
export type Prepared = { key: string; asksIndex: boolean; fill: (fill: Fill) => Promise<Found> };

/** The description of a public address, from which the OpenAPI document and the documentation page are made. */
export type Address = {
	/** Hono's pattern of the address, below /api/v1. */
	path: string;
	summary: string;
	description: string;
	/** An example address for the docs, below /api/v1. */
	example: string;
	params: z.ZodType;
	query: z.ZodType;
	/** The schema of a 200 answer, or its media type when it is not JSON. */
	reply: z.ZodType | string;
	/** The statuses besides 200 with which the address may answer. */
	also: readonly (301 | 403 | 404 | 410 | 503)[];
};

/** A public address whose answers are cached, and the check of a request to it. */
export type Endpoint = Address & {
	/**
	 * Checks a request's parameters: returns the prepared request, or the errors of the query; undefined when no
	 * resource can have this address.
	 */
	prepare: (params: unknown, search: URLSearchParams) => Prepared | FieldError[] | undefined;
};

type Declaration<P, Q> = Pick<Endpoint, "path" | "summary" | "description" | "example" | "reply"> & {
	params: z.ZodType<P>;
	query: z.ZodType<Q>;
	also?: Endpoint["also"];
	/** The query parameters that may occur more than once. */
	repeatable?: readonly string[];
	/** The values that mean the same as leaving the parameter out. */
	defaults?: Record<string, unknown>;
	/** Returns whether this query reads the search index, so that its answer also depends on the index's revision. */
	asksIndex?: (query: Q) => boolean;
	fill: (fill: Fill, input: { params: P; query: Q }) => Promise<Found>;
};

/**
 * Turns the declaration of a public address into an Endpoint, whose `prepare` checks the parameters by the declared
 * schemas.
 */
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

import type { Context } from "hono";
import { MinRev } from "#domain/content/index.ts";
import type { FieldError } from "#http/problem.ts";
import type { App } from "./context.ts";

/** A public request: its address and query without `min_rev`, and the revision that its answer must have reached. */
export type Asked = {
	address: string;
	search: URLSearchParams;
	minRev: number | undefined;
	/**
	 * The JSON pointer to where the request states the minimum revision (query or header), for an entry in the list of
	 * errors.
	 */
	pointer: string;
	errors: FieldError[];
};

export const MIN_REV = "min_rev";
export const MIN_REV_HEADER = "X-Min-Rev";

/**
 * The values of a request without a query and without a minimum revision, as most are. It is shared, so nobody may
 * change it.
 */
const NOTHING: Omit<Asked, "address"> = { search: new URLSearchParams(), minRev: undefined, pointer: "", errors: [] };

/** Reads a public request. The minimum revision may stand in query and header; then the higher one counts. */
export function askedBy(c: Context<App>): Asked {
	const address = addressOf(c.req.url);
	const end = address.indexOf("?");
	const header = c.req.header(MIN_REV_HEADER);
	if (end < 0 && header === undefined) return { address, ...NOTHING };
	const search = new URLSearchParams(end < 0 ? "" : address.slice(end));
	const given = search.getAll(MIN_REV);
	const pointer = given.length > 0 ? `#/query/${MIN_REV}` : `#/header/${MIN_REV_HEADER}`;
	if (given.length === 0 && header === undefined) return { address, search, minRev: undefined, pointer, errors: [] };

	const errors = given.length > 1 ? [{ pointer, detail: "give this parameter once" }] : [];
	if (header !== undefined) given.push(header);
	const revs = given.map((text) => {
		const { data = 0, error } = MinRev.safeParse(text);
		if (error) errors.push(...error.issues.map((issue) => ({ pointer, detail: issue.message })));
		return data;
	});
	search.delete(MIN_REV);
	const rest = search.size > 0 ? `?${search}` : "";
	return {
		address: end < 0 ? address : address.slice(0, end) + rest,
		search,
		minRev: Math.max(...revs),
		pointer,
		errors,
	};
}

/** Returns path and query of an absolute address, exactly as they were requested. */
export const addressOf = (url: string): string => url.slice(url.indexOf("/", url.indexOf("//") + 2));

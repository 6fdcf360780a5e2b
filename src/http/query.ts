import type * as z from "zod";
import { paths } from "#http/paths.ts";
import type { FieldError } from "#http/problem.ts";

/** The result of reading a query: the values, or all errors. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] };

type Schema<T> = z.ZodType<T>;

/**
 * Reads the query of an address strictly: an unknown parameter, a repeated parameter or an invalid value is an error
 * and is never silently corrected. `repeatable` names the parameters that may occur more than once.
 */
export function parseQuery<T>(schema: Schema<T>, search: URLSearchParams, repeatable: readonly string[]): Parsed<T> {
	const values: [string, string | string[]][] = [];
	const errors: FieldError[] = [];
	for (const name of new Set(search.keys())) {
		const all = search.getAll(name);
		const [first = ""] = all;
		if (repeatable.includes(name)) values.push([name, all]);
		else if (all.length > 1) errors.push({ pointer: pointer([name]), detail: "give this parameter once" });
		else values.push([name, first]);
	}
	const result = schema.safeParse(Object.fromEntries(values));
	if (!result.success) errors.push(...result.error.issues.flatMap(explain));
	return result.success && errors.length === 0 ? { ok: true, value: result.data } : { ok: false, errors };
}

const pointer = (path: PropertyKey[]): string => `#/query/${path.slice(0, 1).map(String).join("/")}`;

function explain(issue: z.core.$ZodIssue): FieldError[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => ({ pointer: pointer([key]), detail: "unknown parameter" }));
	}
	return [{ pointer: pointer(issue.path), detail: issue.message }];
}

/**
 * Writes the canonical query of a request: known parameters only, sorted, without those at their default, and encoded
 * in one way. Two requests that mean the same thus share a cache entry.
 */
export function canonicalSearch(value: Record<string, unknown>, defaults: Record<string, unknown>): string {
	const pairs = Object.entries(value)
		.filter(([name, given]) => given !== undefined && given !== defaults[name])
		.map(([name, given]): [string, string] => [name, Array.isArray(given) ? given.join(",") : String(given)])
		.toSorted(([a], [b]) => (a < b ? -1 : 1));
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/**
 * Fills the parameters into an address pattern, encoded in one way however the client encoded them. A slash inside a
 * parameter stays encoded, so that one resource never answers under another's key; only a `{.+}` parameter is a whole
 * path.
 */
export function canonicalPath(pattern: string, params: Record<string, unknown>): string {
	const path = pattern.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string, rest?: string) => {
		const value = String(params[name]);
		return rest ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
	});
	return paths.api.root + path;
}

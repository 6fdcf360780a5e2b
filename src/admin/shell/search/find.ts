import { readRows, type Select } from "#db/read.ts";
import type { Bindings } from "#env.ts";
import type { Found, Source, Wanted } from "./source.ts";

/** A source with its results. */
export type Group = { source: Source; found: Found };

/**
 * Searches the sources: one round trip to each database needed, in parallel. When `kind` is given, the other kinds are
 * only counted.
 */
export async function findAll(
	env: Pick<Bindings, "DB" | "SEARCH">,
	sources: readonly Source[],
	{ kind, ...wanted }: Wanted & { kind?: string | undefined },
): Promise<Group[]> {
	const looks = sources.map((source) => {
		const isShown = kind === undefined || kind === source.kind;
		return { source, look: source.look(isShown ? wanted : { ...wanted, limit: 0, page: 1 }) };
	});
	const asksOf = (database: "DB" | "SEARCH") =>
		looks.map(({ look }) => ("in" in look && look.in === database ? look.asks : []));
	const [db, search] = await Promise.all([answers(env.DB, asksOf("DB")), answers(env.SEARCH, asksOf("SEARCH"))]);
	return looks.map(({ source, look }, at) => ({
		source,
		found: "in" in look ? look.found((look.in === "DB" ? db : search)[at] ?? []) : look,
	}));
}

/**
 * Reads the rows of several lists of statements in one round trip; makes no round trip when there are no statements.
 */
async function answers(database: D1Database, lists: Select<unknown>[][]): Promise<unknown[][][]> {
	const asks = lists.flat();
	const rows = asks.length > 0 ? await readRows(database, ...asks) : [];
	let at = 0;
	return lists.map((list) => {
		at += list.length;
		return rows.slice(at - list.length, at);
	});
}

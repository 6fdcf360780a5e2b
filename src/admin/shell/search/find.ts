import { readRows, type Select } from "#db/read.ts";
import type { Bindings } from "#env.ts";
import type { Found, Source, Wanted } from "./source.ts";
import { sourcesFor } from "./sources.ts";

/** A kind of thing with what was found of it. */
export type Group = { source: Source; found: Found };

/**
 * Everything that this person may find, by kind: one round trip to each database that has to be asked, both at once. Where one
 * `kind` is asked for, the others are counted alone.
 */
export async function findAll(
	env: Pick<Bindings, "DB" | "SEARCH">,
	{ kind, ...wanted }: Wanted & { kind?: string | undefined },
): Promise<Group[]> {
	const looks = sourcesFor(wanted.who).map((source) => {
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

/** The rows of lists of statements, asked in one round trip; none where there is nothing to ask. */
async function answers(database: D1Database, lists: Select<unknown>[][]): Promise<unknown[][][]> {
	const asks = lists.flat();
	const rows = asks.length > 0 ? await readRows(database, ...asks) : [];
	let at = 0;
	return lists.map((list) => {
		at += list.length;
		return rows.slice(at - list.length, at);
	});
}

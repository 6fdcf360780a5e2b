import { readRows, type Select } from "#db/read.ts";
import type { Bindings } from "#env.ts";
import type { Found, Source, Wanted } from "./source.ts";
import { sourcesFor } from "./sources.ts";

/** A kind of thing with what was found of it. */
export type Group = { source: Source; found: Found };

/** Everything that this person may find, by kind: one round trip to each database that has to be asked, both at once. */
export async function findAll(env: Pick<Bindings, "DB" | "SEARCH">, wanted: Wanted): Promise<Group[]> {
	const looks = sourcesFor(wanted.who).map((source) => ({ source, look: source.look(wanted) }));
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

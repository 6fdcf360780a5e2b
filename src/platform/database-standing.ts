import { plainSql, type Standing } from "#domain/health/structure.ts";
import { sha256Hex } from "#platform/crypto.ts";

type Made = { type: string; name: string; sql: string | null };

/** How a database is made, from its sqlite_master: the words of triggers, views and indexes as their hashes. */
export async function standingOf({
	made,
	migrations,
}: {
	made: readonly Made[];
	migrations: readonly string[];
}): Promise<Standing> {
	const others = made.filter(({ type }) => type !== "table");
	const hashes = await Promise.all(
		others.map(async ({ name, sql }) => [name, (await sha256Hex(plainSql(sql ?? ""))).slice(0, 8)] as const),
	);
	return {
		migrations,
		tables: made.filter(({ type }) => type === "table").map(({ name }) => name),
		objects: new Map(hashes),
	};
}

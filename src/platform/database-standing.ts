import { isOurs, plainSql, type Standing } from "#domain/system/index.ts";
import { sha256Hex } from "#platform/crypto.ts";

type Made = { type: string; name: string; sql: string | null };

/**
 * Returns the structure of a database: the names of its migrations as given, and from the rows `made` of its
 * sqlite_master the SQL of this program's own tables, triggers, views and indexes as hashes of 8 hexadecimal digits.
 */
export async function standingOf({
	made,
	migrations,
}: {
	made: readonly Made[];
	migrations: readonly string[];
}): Promise<Standing> {
	const hashes = await Promise.all(
		made
			.filter(({ name }) => isOurs(name))
			.map(
				async ({ type, name, sql }) => [`${type} ${name}`, (await sha256Hex(plainSql(sql ?? ""))).slice(0, 8)] as const,
			),
	);
	return { migrations, objects: new Map(hashes) };
}

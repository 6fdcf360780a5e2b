import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { POINTERS } from "#db/personal.ts";

type Named = { table: string; column: string };
const nameOf = ({ table, column }: Named): string => `${table}.${column}`;
const rows = async <Row>(sql: string): Promise<Row[]> => (await env.DB.prepare(sql).all<Row>()).results;

/** Every table of the migrations. */
const tables = async (): Promise<string[]> =>
	(
		await rows<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
		)
	).map(({ name }) => name);
const columnsOf = async (table: string): Promise<string[]> =>
	(await rows<{ name: string }>(`PRAGMA table_info(${table})`)).map(({ name }) => name);

/** What names a member by a foreign key, or by its name alone. */
async function pointing(): Promise<string[]> {
	const found = new Set<string>();
	for (const table of await tables()) {
		const keys = await rows<{ table: string; from: string }>(`PRAGMA foreign_key_list(${table})`);
		for (const { table: to, from } of keys) if (to === "members") found.add(`${table}.${from}`);
		for (const column of await columnsOf(table)) if (/(^|_)member_id$/.test(column)) found.add(`${table}.${column}`);
	}
	return [...found].sort();
}

/** Columns for records of every kind: `x_id` beside `x_type`. */
async function ofEveryKind(): Promise<string[]> {
	const found: string[] = [];
	for (const table of await tables()) {
		const columns = await columnsOf(table);
		for (const column of columns) {
			const type = column.replace(/_id$/, "_type");
			if (type !== column && columns.includes(type)) found.push(`${table}.${column}`);
		}
	}
	return found.sort();
}

/** Columns for records of every kind that never name a member. */
const OF_OTHERS = ["files.subject_id"];
/** Ids of members in a text. */
const IN_TEXTS = ["link_requests.candidates"];

test("a merge knows every column that names a member: each moves, or stays for a reason", async () => {
	const listed = POINTERS.map(nameOf).sort();
	expect(listed).toEqual([...new Set(listed)]);
	const generic = (await ofEveryKind()).filter((one) => !OF_OTHERS.includes(one));
	expect(listed).toEqual([...new Set([...(await pointing()), ...generic, ...IN_TEXTS])].sort());
	for (const pointer of POINTERS) expect("moves" in pointer || pointer.stays.length > 10).toBe(true);
});

test("what is for records of every kind is told apart by its kind", async () => {
	for (const pointer of POINTERS.filter((one) => ["notes", "audit_log"].includes(one.table)))
		expect(pointer.where).toMatch(/_type = 'member'$/);
	const kinds = await rows<{ subject_type: string }>(
		"SELECT DISTINCT subject_type FROM files WHERE subject_type = 'member'",
	);
	expect(kinds).toEqual([]);
});

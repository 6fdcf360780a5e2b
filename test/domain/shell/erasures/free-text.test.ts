import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { NO_FREE_TEXT } from "#db/personal.ts";
import { readRows } from "#db/read.ts";
import { type FoundRow, keepPlaces, MOST_TOLD, nameStands, placesKept } from "#db/shell/free-text.ts";
import { PLACE_NAMES, PLACES, type Place } from "#db/shell/free-text-places.ts";
import { shareOf } from "../../../support/chances.ts";
import { db } from "../../../support/logins.ts";
import { member } from "../../../support/members.ts";
import { rows } from "../../../support/users.ts";

const NAME = "臺大 綠川";
/** As others write it. */
const SPELLINGS = [
	"昨天台大綠川來電",
	"臺大　綠川",
	"臺大綠川",
	"打 0912-345 678 找她",
	"+886 912 345 678",
	"寄 Green@Example.org",
];
const found = async (id: number, former: string[] = []): Promise<FoundRow[]> =>
	(await readRows(env.DB, ...nameStands({ type: "member", id }, former))).flat();

/** Held by a CHECK to codes, days or hashes, or to the ids of another table. */
const isCoded = (column: string, sql: string): boolean =>
	new RegExp(
		`\\b${column} (IN \\(|GLOB|IS date\\()|\\b${column} IS NULL OR ${column} |length\\(${column}\\) = \\d|\\b${column} TEXT[^,]*REFERENCES`,
	).test(sql);

test("every column of text is looked through, or said to hold no free text, or held to codes by the database", async () => {
	const columns = await rows<{ table: string; column: string; sql: string }>(
		`SELECT m.name AS "table", c.name AS "column", m.sql FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND c.type = 'TEXT' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\'
			AND m.name NOT LIKE 'd1\\_%' ESCAPE '\\' ORDER BY 1, 2`,
	);
	const declared = PLACE_NAMES.flatMap((name) =>
		PLACES[name].columns.map((column) => `${PLACES[name].table}.${column}`),
	);
	const excepted = Object.entries(NO_FREE_TEXT).flatMap(([table, { columns }]) =>
		columns.split(" ").map((column) => `${table}.${column}`),
	);
	const all = columns.map(({ table, column }) => `${table}.${column}`);
	const open = columns
		.filter(({ column, sql }) => !isCoded(column, sql))
		.map(({ table, column }) => `${table}.${column}`);
	expect(open.filter((one) => !declared.includes(one) && !excepted.includes(one))).toEqual([]);
	// Nothing is said of what is not there, or twice.
	expect([...declared, ...excepted].filter((one) => !all.includes(one))).toEqual([]);
	expect(declared.filter((one) => excepted.includes(one))).toEqual([]);
	expect(new Set(declared).size).toBe(declared.length);
});

const TABLES = [...new Set(PLACE_NAMES.map((name) => PLACES[name].table))];
const run = (...statements: string[]) => env.DB.batch(statements.map((one) => env.DB.prepare(one)));

/** Does something while each table has its columns without what makes a row a right one: so each column takes any text. */
async function bare(work: () => Promise<void>): Promise<void> {
	const taken = await rows<{ name: string; type: string; sql: string }>(
		"SELECT name, type, sql FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type DESC",
	);
	await run(...taken.toReversed().map(({ name, type }) => `DROP ${type} "${name}"`));
	for (const table of TABLES) {
		const columns = await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
		await run(
			`CREATE TABLE bare AS SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} FROM ${table}`,
			`ALTER TABLE ${table} RENAME TO ${table}_whole`,
			`ALTER TABLE bare RENAME TO ${table}`,
		);
	}
	try {
		await work();
	} finally {
		for (const table of TABLES) await run(`DROP TABLE ${table}`, `ALTER TABLE ${table}_whole RENAME TO ${table}`);
		await run(...taken.map(({ sql }) => sql));
	}
}

/** A row with this text in one column, and what tells it from others in every column that is part of a key. */
async function put(place: Place, column: string, text: string): Promise<void> {
	const { table } = place;
	const columns = await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
	const keys = columns
		.map((one) => one.name)
		.filter((name) => /^(id|rev|.*_id|number|seq|revision|month|role|slot|key)$/.test(name));
	const given = Object.fromEntries(keys.map((name) => [name, /^(month|role|slot|key)$/.test(name) ? "x9" : 900_000]));
	const row = {
		...given,
		...(columns.some(({ name }) => name === "resource") ? { resource: "article" } : {}),
		[column]: text,
	};
	const names = Object.keys(row);
	await env.DB.prepare(
		`INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
	)
		.bind(...Object.values(row))
		.run();
}

test("a name in a raw row is found in each of the columns, however it is written, and another's is not", async () => {
	const { id } = await member({ name: NAME, phone: "0912345678", email: "green@example.org", status: "active" });
	const columns = PLACE_NAMES.flatMap((name) => PLACES[name].columns.map((column) => ({ name, column })));
	const missed: string[] = [];
	await bare(async () => {
		for (const [nth, { name, column }] of shareOf([...columns.entries()], 4)) {
			const place: Place = PLACES[name];
			const text = SPELLINGS[nth % SPELLINGS.length] ?? NAME;
			for (const [said, many] of [
				[text, 1],
				["大綠川與台大 0912-345-679", 0],
			] as const) {
				await put(place, column, said);
				const hits = (await found(id)).filter((one) => one.place === name);
				if (hits.length !== many) missed.push(`${name} ${column} ${said}: ${hits.length}`);
				await env.DB.prepare(`DELETE FROM ${place.table} WHERE "${column}" = ?`).bind(said).run();
			}
		}
	});
	expect(missed).toEqual([]);
});

test("who was called otherwise before is found by that; many are told as at least so many; what was done since is told", async () => {
	const { id } = await member({ name: "新名字", status: "active" });
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
		INSERT INTO categories (id, slug, name, created_at, updated_at) SELECT 800000 + i, 'c' || i, '找舊名' || i, 1, 1 FROM n`,
	).run();
	expect(await found(id)).toEqual([]);
	expect(await found(id, ["舊名", "", "x"])).toHaveLength(MOST_TOLD + 1);
	await commit(db, keepPlaces({ type: "member", id }, ["舊名"], 5));
	const kept = async () => (await readRows(env.DB, ...placesKept({ type: "member", id }))).flat();
	expect(await kept()).toHaveLength(MOST_TOLD + 1);
	expect((await kept())[0]).toEqual({
		place: "categories",
		key: "800030",
		kind: "category",
		link: "800030",
		number: null,
		fate: "edit",
		is_gone: 0,
		is_changed: 0,
	});
	await run("DELETE FROM categories WHERE id = 800030", "UPDATE categories SET updated_at = 6 WHERE id = 800031");
	expect((await kept()).slice(0, 3).map(({ is_gone, is_changed }) => [is_gone, is_changed])).toEqual([
		[1, 0],
		[0, 1],
		[0, 0],
	]);
});

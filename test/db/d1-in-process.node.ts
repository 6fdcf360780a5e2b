/** The D1 in this process answers as the real one in workerd does, for all that the data layer asks of it. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { sql } from "drizzle-orm";
import { commit, databaseMessage, guard, open, refusalIn, refuseWhere } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { Refusal } from "#kernel/refusal.ts";
import { Database } from "../../scripts/asked-database.ts";
import { openLocal } from "../../scripts/local-databases.ts";
import { InProcess } from "../support/d1-in-process.ts";
import { migratedInMemory } from "../support/migrated-at-once.ts";
import { dataFolder } from "../support/prepared-data.ts";

const folder = await dataFolder("migrated");
const own = new InProcess(migratedInMemory());
const inProcess = new Database("DB", async (asked) => own.run(asked));
let real: D1Database;
let dispose: () => Promise<void>;
before(async () => {
	const local = await openLocal(folder);
	real = local.env.DB;
	dispose = local.dispose;
});
after(async () => {
	own.sqlite.close();
	await dispose();
	rmSync(folder, { recursive: true });
});

/** What both answer, which must be one thing; an error is what the program makes of it. */
async function both(ask: (db: D1Database) => Promise<unknown>): Promise<unknown> {
	const [here, there] = await Promise.all(
		[inProcess, real].map((db) =>
			ask(db).catch((error: unknown) =>
				error instanceof Refusal ? `refused ${error.code}` : [refusalIn(error)?.code, databaseMessage(error)],
			),
		),
	);
	assert.deepEqual(here, there);
	return here;
}
const resultsOf = async (db: D1Database, ...statements: readonly [string, ...unknown[]][]) =>
	(await db.batch(statements.map(([text, ...params]) => db.prepare(text).bind(...params)))).map(
		({ results }) => results,
	);

test("values: numbers are REAL, what is stored in an INTEGER column is whole, NULL, words, truths and bytes", async () => {
	const types = "SELECT ? AS v, typeof(?1) AS type";
	for (const value of [1, 0, 1.5, 2 ** 52, null, "字", "", true, false, new Uint8Array([0, 1, 255])])
		await both((db) => resultsOf(db, [types, value]));
	assert.deepEqual(await both((db) => resultsOf(db, [types, 3])), [[{ v: 3, type: "real" }]]);
	await both((db) =>
		resultsOf(db, ["SELECT ? = 1 AS a, ?2 || '' AS b, 7 / 2 AS c, ?1 / 2 AS d, CAST(?2 AS INTEGER) AS e", 1, 12]),
	);
	await both((db) => resultsOf(db, ["SELECT ?2 AS a, ?1 AS b, ?2 AS c", "x", "y"]));
	await both((db) =>
		resultsOf(
			db,
			[
				"INSERT INTO tags (slug, name, created_at, updated_at) VALUES ('zahl', 'Zahl', ?, ?) RETURNING id, created_at, typeof(created_at) AS t",
				5,
				6,
			],
			["DELETE FROM tags WHERE slug = ?", "zahl"],
		),
	);
	await both((db) =>
		resultsOf(db, ["INSERT INTO tags (slug, name, created_at, updated_at) VALUES ('a', 'A', ?, 1)", 1.5]),
	);
	const many = Array.from({ length: 101 }, () => 1);
	const tooMany = (db: D1Database) => resultsOf(db, [`SELECT 1 IN (${many.map(() => "?")}) AS a`, ...many]);
	for (const db of [inProcess, real]) await assert.rejects(() => tooMany(db), /too many SQL variables/);
});

test("rows: the first, one column, arrays with and without names, none", async () => {
	const statement = (db: D1Database) => db.prepare("SELECT 1 AS a, 'x' AS b, 2 AS a");
	await both((db) =>
		statement(db)
			.all()
			.then(({ results }) => results),
	);
	await both((db) => statement(db).raw());
	await both((db) => statement(db).raw({ columnNames: true }));
	await both((db) => statement(db).first());
	await both((db) => statement(db).first("b"));
	await both((db) => db.prepare("SELECT 1 AS a WHERE 0").first());
	await both((db) =>
		db
			.prepare("SELECT 1 AS a WHERE 0")
			.all()
			.then(({ results }) => results),
	);
	await both((db) => db.withSession("first-primary").prepare("SELECT count(*) AS n FROM roles").first("n"));
});

test("batches: changes and ids are those of the statement before, and a refused one leaves nothing", async () => {
	const tag = "INSERT INTO tags (slug, name, created_at, updated_at) VALUES (?, ?, 1, 1)";
	const counts = "SELECT changes() AS changed, last_insert_rowid() AS id";
	await both((db) =>
		resultsOf(
			db,
			[tag, "eins", "Eins"],
			[counts],
			["UPDATE tags SET name = name || '!' WHERE slug = ?", "keins"],
			[counts],
		),
	);
	const write = (name: string) =>
		sql`INSERT INTO tags (slug, name, created_at, updated_at) VALUES (${name}, ${name}, 1, 1)`;
	const tags = (db: D1Database) => resultsOf(db, ["SELECT slug, name FROM tags ORDER BY slug"]);
	const nothing = sql`UPDATE tags SET name = name WHERE slug = 'keins'`;
	assert.equal(
		await both((db) => commit(open(db), [write("zwei"), nothing, guard("payment.moved")])),
		"refused payment.moved",
	);
	assert.equal(
		await both((db) => commit(open(db), [write("zwei"), refuseWhere("bank.stale", sql`1`)])),
		"refused bank.stale",
	);
	assert.equal(await both((db) => commit(open(db), [write("drei"), write("eins")])), "refused tag.taken");
	await both((db) => commit(open(db), [write("drei"), sql`INSERT INTO nowhere VALUES (1)`]));
	await both((db) => commit(open(db), [write("drei"), sql`INSERT INTO tags (slug) VALUES (NULL)`]));
	await both((db) =>
		commit(open(db), [write("drei"), sql`UPDATE users SET id = 7 WHERE name = ${null}`, sql`SELECT json('{')`]),
	);
	assert.deepEqual(await both(tags), [[{ slug: "eins", name: "Eins" }]]);
	await both((db) => commit(open(db), [write("drei"), guard("payment.moved")]));
	await both(tags);
});

test("keys that must hold, now and at the batch's end; triggers that refuse; a form that is sent twice", async () => {
	const item = sql`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
		VALUES (999, 'annual', 2026, 1000, 1000, 1, 1)`;
	await both((db) => commit(open(db), [item]));
	// What only fails at the end of a batch is an internal error of D1, and undoes the batch there, too.
	const late = (db: D1Database) => commit(open(db), [sql`PRAGMA defer_foreign_keys = TRUE`, item]);
	for (const db of [inProcess, real]) await assert.rejects(() => late(db));
	await both((db) => resultsOf(db, ["SELECT count(*) AS n FROM dues_items"]));
	await both((db) => commit(open(db), [sql`DELETE FROM audit_log`]));
	await both((db) =>
		commit(open(db), [
			sql`INSERT OR REPLACE INTO vouchers (id, source, date, description, created_at, updated_at) VALUES (1, 'manual', '2026-01-01', 'x', 1, 1)`,
		]),
	);
	await both((db) => commit(open(db), [sql`DELETE FROM vouchers`]));
	const once = (name: string, key: string) => (db: D1Database) =>
		commitOnce(open(db), { key, at: 1 }, [
			sql`INSERT INTO tags (slug, name, created_at, updated_at) VALUES (${name}, ${name}, 1, 1)`,
		]);
	assert.equal(await both(once("vier", "key")), await both(once("vier", "key")));
	await both(once("vier", "other key"));
});

test("what the migrations need of SQLite", async () => {
	await both((db) =>
		resultsOf(db, [
			"SELECT json_group_array(value ORDER BY value DESC) AS a, row_number() OVER () AS n FROM json_each(?)",
			"[1,2,3]",
		]),
	);
	await both((db) =>
		resultsOf(db, [
			"SELECT name, type, trim(sql, char(10)) AS sql FROM sqlite_master WHERE name NOT LIKE 'd1_%' AND name NOT LIKE '_cf_%' ORDER BY type, name",
		]),
	);
	for (const pragma of ["foreign_keys", "recursive_triggers"])
		await both((db) => resultsOf(db, [`SELECT * FROM pragma_${pragma}`]));
});

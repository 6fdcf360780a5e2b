/** Local databases as scripts have them: what D1 promises of its statements, and migrations that are made whole or not at all. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { sql } from "drizzle-orm";
import { commit, open, refuseWhere } from "#db/commit.ts";
import { openLocal } from "../../scripts/local-databases.ts";
import { migrateLocally } from "../../scripts/local-migrations.ts";
import { dataFolder } from "../support/prepared-data.ts";

const folder = await dataFolder("migrated");
let env: Awaited<ReturnType<typeof openLocal>>["env"];
let dispose: () => Promise<void>;
before(async () => {
	({ env, dispose } = await openLocal(folder));
});
after(async () => {
	await dispose();
	rmSync(folder, { recursive: true });
});

test("what was bound comes back: words, numbers, bytes, nothing", async () => {
	const bound = ["字", 1.5, new Uint8Array([0, 255]).subarray(1), null];
	const row = await env.DB.prepare("SELECT ? AS a, ? AS b, ? AS c, ? AS d")
		.bind(...bound)
		.first();
	assert.deepEqual(row, { a: "字", b: 1.5, c: [255], d: null });
	assert.throws(() => env.DB.prepare("SELECT ?").bind(undefined), TypeError);
});

test("rows without names keep columns of one name apart; of no rows the first is null", async () => {
	const statement = env.DB.prepare("SELECT 1 AS a, 2 AS a");
	assert.deepEqual(await statement.raw(), [[1, 2]]);
	assert.deepEqual(await statement.raw({ columnNames: true }), [
		["a", "a"],
		[1, 2],
	]);
	assert.equal(await env.DB.prepare("SELECT 1 AS a WHERE 0").first("a"), null);
	await assert.rejects(() => statement.first("b"), /no column b/);
});

test("a batch is whole or nothing, and what is refused in it is a refusal", async () => {
	const add = (code: string) =>
		env.DB.prepare("INSERT INTO roles (code, name, created_at, updated_at) VALUES (?1, ?1, 0, 0)").bind(code);
	await assert.rejects(() => env.DB.batch([add("first"), add("first")]), /UNIQUE constraint failed: roles.code/);
	assert.equal(await env.DB.prepare("SELECT 1 FROM roles WHERE code = 'first'").first(), null);
	await assert.rejects(() => commit(open(env.DB), [refuseWhere("article.stale", sql`1`)]), { code: "article.stale" });
});

test("a migration that fails is named and leaves nothing of itself; those before it stay", async () => {
	const names = (await env.DB.prepare("SELECT name FROM d1_migrations ORDER BY name").all<{ name: string }>()).results;
	const [, second] = names;
	const other = await dataFolder("migrated");
	const { env: half, dispose: close } = await openLocal(other);
	const last = names.at(-1)?.name ?? "";
	await half.DB.prepare("DELETE FROM d1_migrations WHERE name IN (?, ?)").bind(second?.name, last).run();
	const tables = () => half.DB.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all();
	const { results: before } = await tables();
	await close();
	await assert.rejects(() => migrateLocally(other), new RegExp(`${second?.name}.* failed: .*already exists`));
	const { env: after, dispose: end } = await openLocal(other);
	const { results } = await after.DB.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all();
	assert.deepEqual(results, before);
	assert.equal(await after.DB.prepare("SELECT 1 FROM d1_migrations WHERE name = ?").bind(second?.name).first(), null);
	await end();
	rmSync(other, { recursive: true });
});

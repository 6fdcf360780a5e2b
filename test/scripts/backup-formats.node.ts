/** What a copy's database.sql is: what any SQLite loads, what 0.1.0 wrote, and a database at one moment beside writers. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { migrationFiles } from "../../scripts/assets/structure.ts";
import { acceptCopy } from "../../scripts/backup/accept.ts";
import { checkCopy } from "../../scripts/backup/checks.ts";
import { loadDump, rowCounts } from "../../scripts/backup/dump.ts";
import { sha256 } from "../../scripts/backup/manifest.ts";
import { copyLocal, databaseFile } from "../../scripts/backup/snapshot.ts";
import { statementsFor, writeSql } from "../../scripts/backup/written-sql.ts";
import { dataFolder } from "../support/prepared-data.ts";

const root = mkdtempSync(join(tmpdir(), "formats-"));
const writers: ChildProcess[] = [];
after(() => {
	for (const child of writers) child.kill();
	rmSync(root, { recursive: true });
});

/** As wrangler exported the released version's database. */
const RELEASED = gunzipSync(readFileSync("test/fixtures/0.1.0.sql.gz")).toString();

test("any SQLite loads it: as it is, from top to end, long texts, NUL and bytes included", async () => {
	const source = new DatabaseSync(join(root, "source.sqlite"));
	source.exec(`CREATE TABLE odd (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB, number REAL, big INTEGER) STRICT;
		CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent (id)); CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT);
		INSERT INTO parent (id) VALUES (7); INSERT INTO child VALUES (7);
		CREATE TRIGGER none AFTER INSERT ON odd BEGIN SELECT CASE WHEN 1 THEN raise(ABORT, 'none; END') END; END;
		DROP TRIGGER none`);
	const add = source.prepare("INSERT INTO odd (text, bytes, number, big) VALUES (?, ?, ?, ?)");
	for (const text of ["", "'';\n--", "a\0b\\n", "\n.quit\n;", "臺灣🎗️".repeat(40_000), `${"\0🎗️'".repeat(30_000)}`])
		add.run(text, new Uint8Array(120_000).fill(text.length), 1 / 3, 9_007_199_254_740_993n);
	source.exec("CREATE TRIGGER none BEFORE UPDATE ON odd BEGIN SELECT raise(ABORT, 'none; END'); END");
	const sql = join(root, "source.sql");
	await writeSql(source, sql, "sqlite");

	const plain = new DatabaseSync(join(root, "plain.sqlite"));
	plain.exec(readFileSync(sql, "utf8"));
	const all =
		"SELECT id, hex(text) AS text, length(bytes), hex(bytes), number, CAST(big AS TEXT) AS big FROM odd ORDER BY id";
	assert.deepEqual(plain.prepare(all).all(), source.prepare(all).all());
	assert.deepEqual([...statementsFor(plain)], [...statementsFor(source)]);
	assert.deepEqual([...statementsFor(loadDump(sql, join(root, "loaded.sqlite")))], [...statementsFor(source)]);
	assert.throws(() => plain.exec("UPDATE odd SET number = 0"), /none; END/);
	const longest = [...statementsFor(source)].map((one) => Buffer.byteLength(one)).sort((a, b) => b - a)[0] ?? 0;
	assert.ok(longest < 100_000, String(longest));
});

test("a copy that 0.1.0 made is taken, and brought up to date", async () => {
	const folder = join(root, "released");
	mkdirSync(folder);
	writeFileSync(join(folder, "database.sql"), RELEASED);
	writeFileSync(join(folder, "objects.jsonl"), "");
	const before = rowCounts(loadDump(join(folder, "database.sql"), join(root, "before.sqlite")));
	const migrations = migrationFiles(process.cwd())
		.map((file) => basename(file))
		.filter((name) => RELEASED.includes(`'${name}'`));
	const manifest = {
		format: 1,
		madeAt: 1,
		from: "remote",
		migrations,
		database: { file: "database.sql", bytes: statSync(join(folder, "database.sql")).size, sha256: sha256(RELEASED) },
		rows: before,
		objects: { file: "objects.jsonl", count: 0, bytes: 0, sha256: sha256("") },
		missing: [],
		seal: null,
		keys: { SEALING_KEY: {}, PASSWORD_PEPPER: {} },
		faults: [],
	};
	writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
	const into = join(root, "accepted.sqlite");
	assert.deepEqual((await acceptCopy(folder, { into })).faults, []);
	const applied = new DatabaseSync(into).prepare("SELECT name FROM d1_migrations ORDER BY id").all();
	assert.equal(applied.length, migrationFiles(process.cwd()).length);
	assert.ok(migrations.length >= 35);
});

test("a copy beside writers is the database at one moment", async () => {
	const live = await dataFolder("demo");
	const demo = new DatabaseSync(databaseFile(live, "DB"));
	demo.exec(
		"INSERT INTO members (name, status, phone, created_at, updated_at) VALUES ('王小明', 'active', '0912000111', 5, 5)",
	);
	demo.close();
	const run = (nth: number): Promise<ChildProcess> => {
		const child = spawn(process.execPath, ["scripts/prove/backup/writer.ts", String(nth)], {
			env: { ...process.env, DATA_DIR: live },
			stdio: ["pipe", "pipe", "ignore"],
		});
		writers.push(child);
		return new Promise((resolve, reject) => {
			child.stdout?.once("data", () => resolve(child));
			child.once("close", (code) => reject(new Error(`the writer ended with ${code}`)));
		});
	};
	const running = await Promise.all([run(1), run(2)]);
	for (let nth = 0; nth < 3; nth++) {
		const file = join(root, `moment-${nth}.sqlite`);
		await copyLocal(live, file);
		const database = new DatabaseSync(file);
		assert.deepEqual((await checkCopy(database, { SEALING_KEY: "", objects: [] })).faults, []);
		const wrote = (sql: string) => Number(database.prepare(sql).get()?.n);
		const vouchers = wrote("SELECT count(*) AS n FROM vouchers WHERE description LIKE 'writer %' AND state = 'posted'");
		assert.equal(wrote("SELECT count(*) AS n FROM audit_log WHERE action = 'voucher.post'"), vouchers);
		assert.ok(vouchers > 0);
	}
	const ended = running.map((child) => new Promise((resolve) => child.once("close", resolve)));
	for (const child of running) child.stdin?.end();
	assert.deepEqual(await Promise.all(ended), [0, 0]);
	assert.equal(
		new DatabaseSync(databaseFile(live, "DB")).prepare("PRAGMA integrity_check").get()?.integrity_check,
		"ok",
	);
	rmSync(live, { recursive: true });
});

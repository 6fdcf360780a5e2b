/** `npm run backup` and `npm run restore`: the drill, an older copy after an erasure, and copies that somebody damaged. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit, open } from "#db/commit.ts";
import { sealDocuments } from "#domain/books/document-seals/actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { anchorHeads, verifySeals } from "#domain/shell/seals/anchor-actions.ts";
import { sealTail } from "#domain/system/audit/actions.ts";
import { trueReturns } from "#domain/system/audit/anchors.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { registerErasures } from "#platform/erasure-register.ts";
import { listAnchors } from "#platform/seal-anchors.ts";
import { signer } from "#platform/seal-macs.ts";
import { acceptCopy } from "../../scripts/backup/accept.ts";
import { checkCopy } from "../../scripts/backup/checks.ts";
import { loadDump } from "../../scripts/backup/dump.ts";
import { copyLocal } from "../../scripts/backup/snapshot.ts";
import { statementsFor } from "../../scripts/backup/written-sql.ts";
import { type OperatorBindings, openBindings } from "../../scripts/bindings.ts";
import { REAL } from "../support/pictures.ts";
import { dataFolder, readSecrets } from "../support/prepared-data.ts";

const root = mkdtempSync(join(tmpdir(), "backup-"));
const live = await dataFolder("demo");
const [first, second] = [join(root, "copies", "first"), join(root, "copies", "second")];
const AT = Date.UTC(2026, 10, 22);
/** Longer than D1 takes a statement, and full of what a careless reader of SQL falls over. */
const ODD = `'';END;\nCREATE TRIGGER x\n"引號" -- 註解 /* */ 🎗️\\ 臺灣 `.repeat(6_000);
const FILE = { DB: "database.sql", MANIFEST: "manifest.json" };
after(() => {
	for (const folder of [root, live]) rmSync(folder, { recursive: true });
});

let files = 0;
const newFile = (): string => join(root, `${files++}.sqlite`);

type Ended = { code: number | null; out: string; err: string };
function run(
	script: "backup" | "restore",
	folder: string,
	args: string[],
	more: Record<string, string> = {},
): Promise<Ended> {
	const env = { ...process.env, ...more, DATA_DIR: folder };
	const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], { env });
	const ended = { out: "", err: "" };
	child.stdout.on("data", (chunk) => (ended.out += chunk));
	child.stderr.on("data", (chunk) => (ended.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...ended, code }));
	});
}

async function within<T>(folder: string, use: (env: OperatorBindings) => Promise<T>): Promise<T> {
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		return await use(env);
	} finally {
		await dispose();
	}
}

let erased: { member_id: number; member_created_at: number; user_id: number | null; at: number };
before(async () => {
	await within(live, async ({ DB, FILES }) => {
		const [db, by] = [open(DB), byOperator(AT)];
		const upload = { filename: "證明.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
		await storeFile({ FILES, ...readSecrets() }, db, { purpose: "certificate", upload, by: { ...by, userId: 1 } });
		const lines = [debit("1130", 500, ""), credit("1110", 500, "")];
		await commit(
			db,
			postVoucher({ source: "bank_line", id: 1, date: "2026-11-22", description: ODD.slice(0, 60), lines }, by),
		);
		await DB.batch([
			DB.prepare(
				`INSERT INTO articles (slug, type, state, title, body_markdown, body_html, published_at, created_at, updated_at)
					VALUES ('long', 'news', 'published', '長文', ?1, ?1, ?2, ?2, ?2)`,
			).bind(ODD, AT),
			DB.prepare(
				"INSERT INTO revisions (resource, resource_id, number, snapshot, reason, actor, created_at) VALUES ('article', 1, 9, ?, 'save', 'user:1', 1)",
			).bind(JSON.stringify({ body: ODD })),
			DB.prepare("INSERT INTO notifications (id, kind, data, created_at) VALUES ('m1', 'mail_test', '{}', 1)"),
			DB.prepare(
				"INSERT INTO mail_messages (id, template, to_address, to_name, data, due_at, created_at) VALUES ('m1', 'mail_test', 'a@example.org', '甲', '{}', 1, 1)",
			),
			DB.prepare(
				`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at)
					VALUES ('s1', 1, 1, 1, 1, 1, ${AT * 2}, 1)`,
			),
			DB.prepare(
				"INSERT INTO one_time_links (id, purpose, user_id, created_at, expires_at) VALUES ('l1', 'password_reset', 1, 1, 9)",
			),
		]);
		const sign = await signer(readSecrets());
		await sealTail(db, sign, AT);
		await sealDocuments(db, sign, AT);
		await anchorHeads({ FILES }, db, { sign, at: AT });
		const member = await DB.prepare(
			"INSERT INTO members (name, status, phone, created_at, updated_at) VALUES ('王小明', 'resigned', '0912000111', 5, 5) RETURNING id",
		).first<{ id: number }>();
		assert(member);
		erased = { member_id: member.id, member_created_at: 5, user_id: null, at: AT };
	});
	const made = await run("backup", live, [first]);
	assert.deepEqual([made.code, made.err], [0, ""]);
	// Somebody was erased between the two copies: only the second one, and the register beside both, know it.
	await within(live, (env) => registerErasures(env, [erased]));
	assert.equal((await run("backup", live, [second])).code, 0);
});

/** All rows of all tables, but those that restoring changes. */
const SETTLED =
	/^(sessions|one_time_links|mail_messages|content_revision|audit_log|backup_runs|erasures|members|member_\w+|users|cron_tasks|sqlite_sequence|record_\w+|user_roles|content_changes)$/;
function contents(database: DatabaseSync): string[] {
	return [...statementsFor(database)].filter((statement) => {
		const [, table = ""] = /^INSERT INTO "(\w+)"/.exec(statement) ?? [];
		return !SETTLED.test(table);
	});
}

test("the drill: all of a copy comes back, byte for byte, and is fit to be served", async () => {
	const place = join(root, "drill");
	const ended = await run("restore", place, [first]);
	assert.deepEqual([ended.code, ended.err], [0, ""], ended.out);
	assert.match(ended.out, /A sealed file opens: private\//);
	assert.match(ended.out, /1 people were erased again/);
	const again = join(root, "again.sqlite");
	await copyLocal(place, again);
	assert.deepEqual(contents(new DatabaseSync(again)), contents(loadDump(join(first, FILE.DB), newFile())));
	await within(place, async ({ DB }) => {
		const one = async (sql: string) => Object.values((await DB.prepare(sql).first()) ?? {});
		assert.deepEqual(await one("SELECT body_markdown FROM articles WHERE slug = 'long'"), [ODD]);
		assert.deepEqual(await one("SELECT count(*) FROM sessions"), [0]);
		assert.deepEqual(await one("SELECT count(*) FROM one_time_links"), [0]);
		assert.deepEqual(await one("SELECT state FROM mail_messages WHERE template = 'mail_test'"), ["failed"]);
		assert.deepEqual(await one("SELECT kind, object_count > 0 FROM backup_runs WHERE kind = 'restore'"), [
			"restore",
			1,
		]);
		const gone = `SELECT phone, pseudonymised_at IS NOT NULL FROM members WHERE id = ${erased.member_id}`;
		assert.deepEqual(await one(gone), [null, 1]);
		await assert.rejects(
			DB.prepare("UPDATE vouchers SET description = '' WHERE state = 'posted'").run(),
			/voucher\.is_posted/,
		);
	});
	// The seals came along with their MACs and anchors, and the bucket says that a restore took the chains back.
	await within(place, async ({ DB, FILES }) => {
		const [sign, kept] = [await signer(readSecrets()), await listAnchors({ FILES })];
		assert.deepEqual(
			kept.anchors.map(({ chain }) => chain),
			["audit", "documents"],
		);
		assert.equal(trueReturns(kept.returns, sign).length, 2);
		const { faults } = await verifySeals(open(DB), { sign, anchors: async () => kept });
		assert.deepEqual(faults, []);
	});
	// The place is not empty any more, and nothing is put over it.
	const twice = await run("restore", place, [first]);
	assert.equal(twice.code, 1);
	assert.match(twice.err, /a copy goes into an empty one only\nNothing was written\./);
});

/** Writes the hashes of the manifest anew, as somebody would who damages more than bytes. */
function adjust(folder: string): void {
	const path = join(folder, FILE.MANIFEST);
	const manifest = JSON.parse(readFileSync(path, "utf8"));
	const dump = readFileSync(join(folder, FILE.DB));
	manifest.database = {
		...manifest.database,
		bytes: dump.length,
		sha256: createHash("sha256").update(dump).digest("hex"),
	};
	writeFileSync(path, JSON.stringify(manifest));
}
const flip = (path: string): void => {
	const bytes = readFileSync(path);
	const middle = Math.floor(bytes.length / 2);
	bytes[middle] = (bytes[middle] ?? 0) ^ 1;
	writeFileSync(path, bytes);
};
const someObject = (folder: string): string =>
	join(folder, "objects", readdirSync(join(folder, "objects")).find((name) => name.startsWith("private")) ?? "");
const cutTo = (path: string, text: string): void => {
	const whole = readFileSync(path);
	truncateSync(path, whole.lastIndexOf(text, Math.floor(whole.length / 2)) + text.length);
};

const DAMAGE: [what: string, damage: (folder: string) => void, says: RegExp, more?: Record<string, string>][] = [
	["a flipped byte in the database", (folder) => flip(join(folder, FILE.DB)), /database\.sql is not what was copied/],
	[
		"a flipped byte in an object",
		(folder) => flip(someObject(folder)),
		/the object private\/\w+ is not what was copied/,
	],
	["a missing object", (folder) => rmSync(someObject(folder)), /the object private\/\w+ is missing/],
	["a copy that was never finished", (folder) => rmSync(join(folder, FILE.MANIFEST)), /never finished/],
	[
		"a manifest that is cut off",
		(folder) => truncateSync(join(folder, FILE.MANIFEST), 200),
		/manifest\.json is cut off/,
	],
	[
		"an export that is cut off within a statement",
		(folder) => {
			cutTo(join(folder, FILE.DB), "INSERT INTO");
			adjust(folder);
		},
		/the text is cut off|incomplete input/,
	],
	[
		"an export that is cut off between two statements",
		(folder) => {
			cutTo(join(folder, FILE.DB), ");\n");
			adjust(folder);
		},
		/has (no|\d+) rows, not \d+/,
	],
	[
		"a row that was taken out",
		(folder) => {
			const path = join(folder, FILE.DB);
			writeFileSync(path, readFileSync(path, "utf8").replace(/^INSERT INTO "sessions".*\n/m, ""));
			adjust(folder);
		},
		/sessions has 0 rows, not 1/,
	],
	[
		"a reference that leads nowhere",
		(folder) => {
			const path = join(folder, FILE.DB);
			const text = readFileSync(path, "utf8");
			writeFileSync(path, text.replace(/^(INSERT INTO "sessions" \("id", "user_id".* VALUES \('s1', )1,/m, "$199999,"));
			adjust(folder);
		},
		/references: 1 \(sessions\)/,
	],
	[
		"another key",
		() => undefined,
		/things lie under the SEALING_KEY \w{8}, the one in hand is 66687aad/,
		{ SEALING_KEY: Buffer.alloc(32).toString("base64") },
	],
];

for (const [what, damage, says, more] of DAMAGE)
	test(`${what} is found before anything is written`, async () => {
		const folder = join(root, "damaged", "copy");
		rmSync(folder, { recursive: true, force: true });
		cpSync(second, folder, { recursive: true });
		damage(folder);
		await assert.rejects(acceptCopy(folder, { into: newFile(), keys: { ...readSecrets(), ...more } }), says);
	});

test("the commands refuse such a copy and leave the place empty; a manifest is known by its hash", async () => {
	const folder = join(root, "damaged", "copy");
	rmSync(folder, { recursive: true, force: true });
	cpSync(second, folder, { recursive: true });
	rmSync(someObject(folder));
	const place = join(root, "untouched");
	const [restored, verified] = [
		await run("restore", place, [folder]),
		await run("backup", place, ["--verify", folder]),
	];
	assert.match(restored.err, /^WRONG the object private\/\w+ is missing\nNothing was written\.$/m);
	assert.deepEqual([restored.code, verified.code, existsSync(place)], [1, 1, false]);
	await assert.rejects(
		acceptCopy(second, { into: newFile(), expect: "0".repeat(64) }),
		/manifest\.json has the hash [0-9a-f]{64}, not 0{64}/,
	);
	assert.deepEqual((await acceptCopy(second, { into: newFile() })).faults, []);
});

test("an anchor that does not fit a copy is told, and so is a voucher that was changed in it", async () => {
	const into = newFile();
	const { copy } = await acceptCopy(second, { into });
	const database = new DatabaseSync(into);
	const objects = copy.objects.map(({ key }) => ({ key: key.replace(/^(anchors.audit.\d+-)..../, "$10000") }));
	const others = (await checkCopy(database, { SEALING_KEY: "", objects })).faults;
	assert.deepEqual(others, [
		"seals: seal 1: it is not the one that was anchored",
		"seals: seal 1: its anchor is gone from the bucket",
	]);
	database.exec("DROP TRIGGER vouchers_posted_are_final; UPDATE vouchers SET description = '別的'");
	const [fault] = (await checkCopy(database, { SEALING_KEY: "", objects: copy.objects })).faults;
	assert.match(fault ?? "", /^seals: document seal 1 \(voucher:\w+ \d+, 1 to \d+\): a document, or/);
});

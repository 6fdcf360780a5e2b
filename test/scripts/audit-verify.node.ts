/** `npm run audit:verify` against a database file that somebody has really tampered with. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { open } from "#db/commit.ts";
import { sealTail } from "#domain/system/audit/actions.ts";
import { signer } from "#platform/seal-macs.ts";
import { heldKeys } from "../../scripts/backup/operator-keys.ts";
import { openBindings } from "../../scripts/bindings.ts";
import { dataFolder } from "../support/prepared-data.ts";

const root = mkdtempSync(join(tmpdir(), "audit-"));
const whole = await dataFolder("migrated");
const AT = Date.UTC(2026, 2, 5);
let newest = "";
after(() => {
	for (const folder of [root, whole]) rmSync(folder, { recursive: true });
});

/** Four seals over three rows each, and two rows that no seal covers. */
before(async () => {
	process.env.DATA_DIR = whole;
	const { env, dispose } = await openBindings({ remote: false });
	const write = (count: number) =>
		env.DB.batch(
			Array.from({ length: count }, (_, n) =>
				env.DB.prepare(
					`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, changes)
					VALUES (?, 3, 'user:3', 'receipt.void', 'receipt', ?, '115-000001', '{"reason":"抬頭錯誤"}')`,
				).bind(AT, String(n)),
			),
		);
	for (let seal = 0; seal < 4; seal++) {
		await write(3);
		newest = (await sealTail(open(env.DB), await signer(heldKeys(false)), AT + seal))?.hash ?? "";
	}
	await write(2);
	await dispose();
});

type Ended = { code: number | null; out: string[]; err: string[] };
const lines = (text: string): string[] => text.split("\n").filter(Boolean);

function verify(folder: string, ...args: string[]): Promise<Ended> {
	const env = { ...process.env, DATA_DIR: folder };
	const child = spawn(process.execPath, ["scripts/audit-verify.ts", ...args], { env });
	const texts = { out: "", err: "" };
	child.stdout.on("data", (chunk) => (texts.out += chunk));
	child.stderr.on("data", (chunk) => (texts.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, out: lines(texts.out), err: lines(texts.err) }));
	});
}

let copies = 0;
/** A copy of the data with these statements run on its file, behind every trigger's back; returns what the check says. */
async function tampered(...statements: string[]): Promise<Ended> {
	const folder = tamperedCopy(statements);
	const ended = await verify(folder);
	rmSync(folder, { recursive: true });
	return ended;
}

function tamperedCopy(statements: string[]): string {
	const folder = join(root, `copy${++copies}`);
	cpSync(whole, folder, { recursive: true });
	for (const file of globSync(join(folder, "v3/d1/**/*.sqlite"))) {
		const db = new DatabaseSync(file);
		const isMain = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_seals'").get() !== undefined;
		if (isMain) tamper(db, statements);
		db.close();
	}
	return folder;
}

/** The triggers are dropped, and made again as they were unless the statements make one of their own. */
function tamper(db: DatabaseSync, statements: string[]): void {
	const triggers = db
		.prepare(
			"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit_log', 'audit_seals', 'seal_macs')",
		)
		.all();
	assert.equal(triggers.length, 10);
	for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
	for (const text of statements) db.exec(text);
	if (!statements.some((text) => text.startsWith("CREATE TRIGGER")))
		for (const { sql } of triggers) db.exec(String(sql));
}

test("what nobody touched holds", async () => {
	assert.deepEqual(await verify(whole), {
		code: 0,
		out: [
			"4 seals over 12 rows; 2 rows not sealed yet.",
			`The newest seal is 4, to row 12: ${newest}`,
			"MACs from seal 1 on.",
			"0 seals over 0 receipts and vouchers.",
			"The audit log, receipts and vouchers hold.",
		],
		err: [],
	});
});

test("a seal that was noted is found, another one is not, and what is no seal is said", async () => {
	assert.equal((await verify(whole, "--expect", newest.toUpperCase())).code, 0);
	const other = "0".repeat(64);
	const missed = await verify(whole, "--expect", other);
	assert.deepEqual([missed.code, missed.err], [1, [`WRONG no seal has the hash ${other}`]]);
	const typo = await verify(whole, "--expect", "abc");
	assert.deepEqual([typo.code, typo.err], [2, ["--expect takes the 64 hexadecimal digits of a seal."]]);
	assert.match((await verify(whole, "--help")).out.join("\n"), /--expect HASH/);
});

test("found: a row that was changed, one that is gone, a seal that is gone", async () => {
	const { code, err, out } = await tampered(
		"UPDATE audit_log SET description = 'x' WHERE id = 2",
		"DELETE FROM audit_log WHERE id IN (5, 13)",
		"DELETE FROM audit_seals WHERE id = 3",
	);
	assert.deepEqual(
		[code, err],
		[
			1,
			[
				"WRONG seal 1 (rows 1 to 3): a row, or the seal itself, is not what was sealed",
				"WRONG seal 2 (rows 4 to 6): row 5 missing",
				"WRONG seal 4 (rows 10 to 12): seal 3 missing",
				"WRONG unsealed: row 13 missing",
			],
		],
	);
	assert.equal(out.at(-1), "They do NOT hold: see docs/operations.md, Audit log.");
});

test("found: triggers that are gone, and one that does nothing", async () => {
	const ended = await tampered(
		"CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log WHEN 0 BEGIN SELECT RAISE(ABORT, 'audit.append_only'); END",
	);
	assert.equal(ended.code, 1);
	assert.deepEqual(ended.err.toSorted(), [
		"WRONG the trigger audit_log_has_no_gaps is missing",
		"WRONG the trigger audit_log_is_never_deleted is not that of the migrations",
		"WRONG the trigger audit_log_is_never_replaced is missing",
		"WRONG the trigger audit_log_is_never_updated is missing",
		"WRONG the trigger audit_seals_are_a_chain is missing",
		"WRONG the trigger audit_seals_are_never_deleted is missing",
		"WRONG the trigger audit_seals_are_never_updated is missing",
		"WRONG the trigger seal_macs_are_never_deleted is missing",
		"WRONG the trigger seal_macs_are_never_replaced is missing",
		"WRONG the trigger seal_macs_are_never_updated is missing",
	]);
});

test("a chain that was written anew has other MACs; without any it holds by itself, but has not the seal that was noted", async () => {
	const anew = [
		"UPDATE audit_log SET description = 'x' WHERE id = 5",
		"DELETE FROM audit_seals",
		"DELETE FROM sqlite_sequence WHERE name = 'audit_seals'",
	];
	const sealed = async (statements: string[]) => {
		const folder = tamperedCopy(statements);
		process.env.DATA_DIR = folder;
		const { env, dispose } = await openBindings({ remote: false });
		await sealTail(open(env.DB), await signer(heldKeys(false)), AT);
		await dispose();
		return folder;
	};
	assert.deepEqual((await verify(await sealed(anew))).err, ["WRONG seal 1: MAC is not that of the key"]);
	const bare = await sealed([...anew, "DELETE FROM seal_macs"]);
	assert.equal((await verify(bare)).code, 0);
	assert.equal((await verify(bare, "--expect", newest)).code, 1);
});

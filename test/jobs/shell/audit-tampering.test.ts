/** What `verifyChain` says when somebody has dropped the triggers and changed the tables. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { sealTail, verifyChain } from "#domain/system/audit/actions.ts";
import { signer } from "#platform/seal-macs.ts";

const db = open(env.DB);
const sign = await signer(env);
const AT = Date.UTC(2026, 2, 5);
const run = (...statements: string[]) => env.DB.batch(statements.map((text) => env.DB.prepare(text)));

const { results: triggers } = await env.DB.prepare(
	"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit_log', 'audit_seals', 'seal_macs')",
).all<{ name: string; sql: string }>();
const tamper = (...statements: string[]) =>
	run(...triggers.map(({ name }) => `DROP TRIGGER ${name}`), ...statements, ...triggers.map(({ sql }) => sql));

/** Four seals over three rows each, and two rows that no seal covers. */
beforeEach(async () => {
	await tamper(
		"DELETE FROM audit_log",
		"DELETE FROM audit_seals",
		"DELETE FROM seal_macs",
		"DELETE FROM sqlite_sequence WHERE name = 'audit_seals'",
	);
	const row = `INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, changes)
		VALUES (${AT}, 3, 'user:3', 'receipt.void', 'receipt', hex(randomblob(4)), '115-000001', '{"reason":"抬頭錯誤"}')`;
	for (let seal = 0; seal < 4; seal++) {
		await run(row, row, row);
		await sealTail(db, sign, AT + seal);
	}
	await run(row, row);
});

test("what nobody touched holds", async () => {
	expect(await verifyChain(db, { sign })).toMatchObject({ seals: 4, rows: 12, tail: 2, faults: [] });
});

const KEY = "MAC is not that of the key";
const OTHER = "a row, or the seal itself, is not what was sealed";
const WAYS: [string, string[], string[]][] = [
	["a description", ["UPDATE audit_log SET description = 'x' WHERE id = 5"], [`seal 2 (rows 4 to 6): ${OTHER}`]],
	["a person", ["UPDATE audit_log SET user_id = 4 WHERE id = 7"], [`seal 3 (rows 7 to 9): ${OTHER}`]],
	["who it was done for", ["UPDATE audit_log SET on_behalf_of = 1 WHERE id = 1"], [`seal 1 (rows 1 to 3): ${OTHER}`]],
	[
		"one change in two rows",
		["UPDATE audit_log SET at = at + 1 WHERE id IN (2, 12)"],
		[`seal 1 (rows 1 to 3): ${OTHER}`, `seal 4 (rows 10 to 12): ${OTHER}`],
	],
	["a row that is gone", ["DELETE FROM audit_log WHERE id = 5"], ["seal 2 (rows 4 to 6): row 5 missing"]],
	[
		"the rows of two seals that are gone",
		["DELETE FROM audit_log WHERE id BETWEEN 3 AND 4"],
		["seal 1 (rows 1 to 3): row 3 missing", "seal 2 (rows 4 to 6): row 4 missing"],
	],
	["a row that is gone before it was sealed", ["DELETE FROM audit_log WHERE id = 13"], ["unsealed: row 13 missing"]],
	[
		"two rows that changed places",
		[
			"UPDATE audit_log SET id = 99 WHERE id = 4",
			"UPDATE audit_log SET id = 4 WHERE id = 5",
			"UPDATE audit_log SET id = 5 WHERE id = 99",
		],
		[`seal 2 (rows 4 to 6): ${OTHER}`],
	],
	["a seal that is gone", ["DELETE FROM audit_seals WHERE id = 2"], ["seal 3 (rows 7 to 9): seal 2 missing"]],
	["the newest seal that is gone", ["DELETE FROM audit_seals WHERE id = 4"], ["seal 4 taken away"]],
	["all seals that are gone", ["DELETE FROM audit_seals"], ["seals 1 to 4 taken away"]],
	[
		"a seal's hash",
		["UPDATE audit_seals SET hash = printf('%064d', 1) WHERE id = 2"],
		[
			`seal 2 (rows 4 to 6): ${OTHER}`,
			"seal 3 (rows 7 to 9): it does not stand on the seal before it",
			`seal 2: ${KEY}`,
		],
	],
	[
		"a seal's time",
		["UPDATE audit_seals SET sealed_at = 1 WHERE id = 2"],
		[`seal 2 (rows 4 to 6): ${OTHER}`, `seal 2: ${KEY}`],
	],
	[
		"a seal over fewer rows",
		["UPDATE audit_seals SET to_id = 5 WHERE id = 2"],
		[`seal 2 (rows 4 to 5): ${OTHER}`, "seal 3 (rows 7 to 9): it begins at row 7, not at row 6", `seal 2: ${KEY}`],
	],
];

test.each(WAYS)("found: %s", async (_, statements, faults) => {
	await tamper(...statements);
	expect((await verifyChain(db, { sign })).faults).toEqual(faults);
});

test("the newest seal that is gone is found once the tail is sealed anew, for its MAC stayed", async () => {
	const noted = (await verifyChain(db, { sign })).newest?.hash;
	await tamper("DELETE FROM audit_seals WHERE id = 4");
	await sealTail(db, sign, AT + 10);
	const { hashes, ...verified } = await verifyChain(db, { sign });
	expect(verified).toMatchObject({ faults: ["seal 4: MAC is not that of the key"], tail: 0 });
	expect([...hashes.values()]).not.toContain(noted);
});

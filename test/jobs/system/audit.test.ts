import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { readTail } from "#db/system/audit-seals.ts";
import { ROWS_PER_SEAL, sealTail, verifyChain } from "#domain/system/audit/actions.ts";
import { sealAudit } from "#jobs/shell/audit.ts";
import { signer } from "#platform/seal-macs.ts";

const db = open(env.DB);
const sign = await signer(env);
const AT = Date.UTC(2026, 2, 5);
const rows = async (text: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(text)
			.bind(...params)
			.all()
	).results;
const write = (count: number) =>
	rows(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description)
		SELECT ${AT}, 'cron', 'a.b', 'a', i, '說明 ' || i FROM n WHERE i <= ?1`,
		count,
	);
const seals = () => rows("SELECT id, from_id, to_id, count, prev, hash, sealed_at FROM audit_seals ORDER BY id");

/** Everything is sealed; returns how many seals and rows there are. */
async function sealed(): Promise<{ seals: number; rows: number }> {
	await sealTail(db, sign, AT);
	const verified = await verifyChain(db, { sign });
	expect([verified.tail, verified.faults]).toEqual([0, []]);
	return verified;
}

let before = { seals: 0, rows: 0 };
beforeEach(async () => {
	before = await sealed();
});

test("each minute what is new gets a seal that stands on the one before; nothing new, no seal", async () => {
	await write(3);
	await sealAudit(env, AT + 60_000);
	await sealAudit(env, AT + 120_000);
	await write(1);
	await sealAudit(env, AT + 180_000);
	const [last, ...more] = (await seals()).toReversed();
	expect(last).toEqual({
		id: before.seals + 2,
		from_id: before.rows + 4,
		to_id: before.rows + 4,
		count: 1,
		prev: more[0]?.hash,
		hash: last?.hash,
		sealed_at: AT + 180_000,
	});
	expect((await verifyChain(db, { sign })).faults).toEqual([]);
});

test("the hash is what somebody else computes from the documented text", async () => {
	await write(2);
	const seal = await sealTail(db, sign, AT);
	const text = [
		["audit_seals", 1, seal?.id, seal?.from_id, seal?.to_id, 2, AT, seal?.prev],
		...[1, 2].map((n) => [before.rows + n, AT, null, "cron", "a.b", "a", String(n), `說明 ${n}`, null, "{}", null]),
	]
		.map((line) => JSON.stringify(line))
		.join("\n");
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	expect(seal?.hash).toBe(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""));
});

test("a long tail is sealed to its end, a thousand rows at a time", async () => {
	await write(2 * ROWS_PER_SEAL + 5);
	await sealTail(db, sign, AT);
	const counts = (await seals()).slice(before.seals).map(({ count }) => count);
	expect(counts).toEqual([ROWS_PER_SEAL, ROWS_PER_SEAL, 5]);
	expect(await sealed()).toMatchObject({ seals: before.seals + 3, rows: before.rows + 2 * ROWS_PER_SEAL + 5 });
});

test("sealed by many at once, while rows are written, it is one chain without a gap", async () => {
	const writers = Array.from({ length: 20 }, (_, n) => write(n + 1));
	const sealers = Array.from({ length: 10 }, (_, n) => sealTail(db, sign, AT + n));
	await Promise.all([...writers, ...sealers]);
	expect((await sealed()).rows).toBe(before.rows + 210);
	expect((await readTail(env.DB, 10)).rows).toEqual([]);
});

test("no seal is changed, removed, replaced, or put in another place than the end", async () => {
	await write(2);
	await sealTail(db, sign, AT);
	await write(4);
	const all = await seals();
	const last = all.at(-1);
	if (!last) throw new Error("no seal");
	const next = {
		id: Number(last.id) + 1,
		from_id: Number(last.to_id) + 1,
		to_id: Number(last.to_id) + 3,
		count: 3,
		prev: last.hash,
		hash: "0".repeat(64),
		sealed_at: 1,
	};
	const insert = (verb: string, seal: Record<string, unknown>) =>
		rows(
			`${verb} INTO audit_seals (${Object.keys(seal)}) VALUES (${Object.keys(seal).map(() => "?")})`,
			...Object.values(seal),
		);
	const refused = (code: string) => `${code}: SQLITE_CONSTRAINT`;
	await expect(rows("UPDATE audit_seals SET hash = prev")).rejects.toThrow(refused("audit.append_only"));
	await expect(rows("DELETE FROM audit_seals WHERE id = 1")).rejects.toThrow(refused("audit.append_only"));
	for (const wrong of [
		{ ...last, id: 1 },
		{ ...next, id: next.id + 1 },
		{ ...next, id: null },
		{ ...next, prev: "" },
		{ ...next, from_id: next.from_id + 1, count: 2 },
		{ ...next, from_id: next.from_id - 1, count: 4 },
		{ ...next, to_id: next.to_id + 5 },
		{ ...next, count: 2 },
	])
		for (const verb of ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
			await expect(insert(verb, wrong)).rejects.toThrow(refused("audit.not_next"));
	expect(await seals()).toEqual(all);
	await sealTail(db, sign, AT);
	expect((await verifyChain(db, { sign })).faults).toEqual([]);
});

test("a check looks for a hash that was once noted", async () => {
	await write(1);
	const noted = await sealTail(db, sign, AT);
	await write(1);
	await sealTail(db, sign, AT);
	const { hashes } = await verifyChain(db, { sign });
	expect([...hashes.values()].filter((hash) => hash === noted?.hash)).toHaveLength(1);
});

test("from one o'clock UTC on the day's newest seal is mailed to whoever may see the log, once however often it runs", async () => {
	await rows(`INSERT INTO users (id, name, email, phone, status, password_hash, created_at, updated_at) VALUES
		(1, '監事', 'auditor@example.org', NULL, 'active', 'x', 1, 1),
		(2, '管理員', 'admin@example.org', NULL, 'active', 'x', 1, 1),
		(3, '無信箱', NULL, '0912345678', 'active', 'x', 1, 1),
		(4, '停用', 'gone@example.org', NULL, 'disabled', 'x', 1, 1),
		(5, '編輯', 'editor@example.org', NULL, 'active', 'x', 1, 1)`);
	await rows(`INSERT INTO user_roles SELECT u.id, r.id FROM users u JOIN roles r
		ON r.code = CASE u.id WHEN 2 THEN 'admin' WHEN 5 THEN 'editor' ELSE 'auditor' END`);
	const mails = () => rows("SELECT id, template, user_id, to_address, data, due_at FROM mail_messages ORDER BY id");
	await rows("DELETE FROM mail_messages");
	await rows("DELETE FROM notifications");
	await write(1);
	const seal = await sealTail(db, sign, AT);
	const HOUR = 3_600_000;
	await Promise.all(Array.from({ length: 5 }, () => sealAudit(env, AT + HOUR)));
	await sealAudit(env, AT + 24 * HOUR);
	const data = JSON.stringify({ sealId: seal?.id, toId: seal?.to_id, hash: seal?.hash, sealedAt: AT });
	const mail = (day: string, user: number, address: string, due: number) => ({
		id: `audit_seal_${day}_${user}`,
		template: "audit_seal",
		user_id: user,
		to_address: address,
		data,
		due_at: due,
	});
	const first = [
		mail("2026-03-05", 1, "auditor@example.org", AT + HOUR),
		mail("2026-03-05", 2, "admin@example.org", AT + HOUR),
	];
	expect(await mails()).toEqual(first);
	await sealAudit(env, AT + 25 * HOUR);
	expect(await mails()).toEqual([
		...first,
		mail("2026-03-06", 1, "auditor@example.org", AT + 25 * HOUR),
		mail("2026-03-06", 2, "admin@example.org", AT + 25 * HOUR),
	]);
});

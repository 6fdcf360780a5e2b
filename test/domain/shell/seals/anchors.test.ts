/** Chains that somebody with SQL wrote anew, keys that change, anchors that are gone, and restores. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { noteReturn, signHeads, signReturns, verifySeals, verifySome } from "#domain/shell/seals/anchor-actions.ts";
import { sealTail } from "#domain/system/audit/actions.ts";
import { sealedText } from "#domain/system/audit/chain.ts";
import { anchorSeals, sealAudit } from "#jobs/shell/audit.ts";
import { keyId, sha256Hex } from "#platform/crypto.ts";
import { listAnchors } from "#platform/seal-anchors.ts";
import { signer } from "#platform/seal-macs.ts";
import { brokenStore } from "../../../support/broken.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const HOUR = 3_600_000;
const AT = Date.UTC(2026, 2, 5);
const OLD = env.SEALING_KEY;
const NEW = btoa("a-new-sealing-key-of-32-bytes-!!");
const [sign, both, renewed] = await Promise.all(
	[OLD, `${NEW},${OLD}`, NEW].map((SEALING_KEY) => signer({ SEALING_KEY })),
);
const [old, fresh] = [await keyId(OLD), await keyId(NEW)];

const TABLES = "'audit_log', 'audit_seals', 'seal_macs', 'seal_anchors'";
async function tamper(...statements: string[]): Promise<void> {
	const triggers = await rows<{ name: string; sql: string }>(
		`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (${TABLES})`,
	);
	const all = [...triggers.map(({ name }) => `DROP TRIGGER ${name}`), ...statements, ...triggers.map(({ sql }) => sql)];
	await env.DB.batch(all.map((text) => env.DB.prepare(text)));
}
const write = (n = 1) =>
	env.DB.batch(
		Array.from({ length: n }, () =>
			env.DB.prepare(`INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description)
				VALUES (${AT}, 'user:3', 'receipt.void', 'receipt', '1', '115-000001')`),
		),
	);
const faults = async (by = sign) =>
	(await verifySeals(db, { sign: by ?? (() => []), anchors: () => listAnchors(env) })).faults;
const macs = () => rows<{ seal_id: number; key_id: string }>("SELECT seal_id, key_id FROM seal_macs ORDER BY 1, 2");

/** Somebody with SQL changes a row and makes all seals anew from the first on, as anybody can. */
async function rewrite(...also: string[]): Promise<void> {
	const seals = await rows<Parameters<typeof sealedText>[0]>("SELECT * FROM audit_seals ORDER BY id");
	const log = await rows<Parameters<typeof sealedText>[1][number]>("SELECT * FROM audit_log ORDER BY id");
	const statements = ["UPDATE audit_log SET description = '別的' WHERE id = 2"];
	let prev = "";
	for (const { from_id, to_id, ...seal } of seals) {
		const covered = log
			.filter(({ id }) => id >= from_id && id <= to_id)
			.map((row) => (row.id === 2 ? { ...row, description: "別的" } : row))
			.map(
				({
					id,
					at,
					user_id,
					actor,
					action,
					auditable_type,
					auditable_id,
					description,
					ip_address,
					changes,
					...more
				}) => ({
					...{ id, at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes },
					on_behalf_of: more.on_behalf_of,
				}),
			);
		const hash = await sha256Hex(sealedText({ ...seal, from_id, to_id, prev }, covered));
		statements.push(`UPDATE audit_seals SET prev = '${prev}', hash = '${hash}' WHERE id = ${seal.id}`);
		prev = hash;
	}
	await tamper(...statements, ...also);
}

/** Three seals over two rows each; the second is anchored. */
beforeEach(async () => {
	await tamper(
		...["audit_log", "audit_seals", "seal_macs", "seal_anchors", "seal_turns"].map((table) => `DELETE FROM ${table}`),
		"DELETE FROM sqlite_sequence WHERE name = 'audit_seals'",
	);
	const { objects } = await env.FILES.list({ prefix: "anchors/" });
	await env.FILES.delete(objects.map(({ key }) => key));
	for (let nth = 1; nth <= 3; nth++) {
		await write(2);
		await sealAudit(env, AT + nth);
		if (nth === 2) await anchorSeals(env, AT + nth);
	}
	expect(await faults()).toEqual([]);
});

test("a chain that SQL wrote anew is found by its MACs and by its anchor, also once the service went on", async () => {
	await rewrite();
	const found = ["seals 1 to 3: MAC is not that of the key", "seal 2: it is not the one that was anchored"];
	const gone = "seal 2: its anchor is gone from the bucket";
	expect(await faults()).toEqual([...found, gone]);
	await write();
	await sealAudit(env, AT + 10);
	expect(await faults()).toEqual([...found, gone]);
	expect((await faults(() => [])).length).toBe(2);
});

test("and with its MACs and every note of anchors taken away it is found by the anchor", async () => {
	await rewrite("DELETE FROM seal_macs", "DELETE FROM seal_anchors");
	await write();
	await sealAudit(env, AT + 10);
	expect(await faults()).toEqual(["seal 2: it is not the one that was anchored"]);
	await anchorSeals(env, AT + HOUR);
	expect(await faults()).toEqual(["seal 2: it is not the one that was anchored"]);
});

test("MACs that are taken away, or by a key that nobody has, are missed", async () => {
	await tamper("DELETE FROM seal_macs WHERE seal_id = 2");
	expect(await faults()).toEqual(["seal 2: no MAC"]);
	await tamper("DELETE FROM seal_macs WHERE seal_id < 3");
	expect(await faults()).toEqual(["seal 2: no MAC"]);
	await tamper("UPDATE seal_macs SET key_id = 'deadbeef'", "DELETE FROM seal_anchors");
	expect(await faults()).toEqual(["seal 3: no MAC by a key in hand", "seal 2: anchored with a MAC, and has none"]);
	await write();
	await sealTail(db, () => [], AT);
	expect(await faults()).toContain("seal 4: no MAC");
});

test("the end that was cut off is missed by its anchor, whatever the database says", async () => {
	await tamper(
		"DELETE FROM audit_seals WHERE id > 1",
		"DELETE FROM audit_log WHERE id > 2",
		"DELETE FROM seal_macs WHERE seal_id > 1",
		"DELETE FROM seal_anchors",
		"UPDATE sqlite_sequence SET seq = 1 WHERE name = 'audit_seals'",
	);
	expect(await faults()).toEqual(["seal 2: gone, and there was the one that was anchored"]);
});

test("an anchor that is gone is missed; once an hour there is one, of the newest seal; none is ever replaced", async () => {
	const { anchors } = await listAnchors(env);
	const [seal] = await rows<{ hash: string }>("SELECT hash FROM audit_seals WHERE id = 2");
	const key = `anchors/audit/000000000002-${seal?.hash}.json`;
	expect(anchors).toEqual([{ chain: "audit", id: 2, hash: seal?.hash, at: expect.any(Number) }]);
	const body = await (await env.FILES.get(key))?.json();
	const [mac] = await rows<{ mac: string }>("SELECT mac FROM seal_macs WHERE seal_id = 2");
	expect(body).toEqual({ chain: "audit", id: 2, hash: seal?.hash, at: AT + 2, key_id: old, mac: mac?.mac });

	await anchorSeals(env, AT + HOUR);
	expect((await listAnchors(env)).anchors).toHaveLength(1);
	await Promise.all([1, 2, 3].map((n) => anchorSeals(env, AT + HOUR + 2 + n)));
	expect((await listAnchors(env)).anchors.map(({ id }) => id)).toEqual([2, 3]);
	await anchorSeals(env, AT + 9 * HOUR);
	expect((await listAnchors(env)).anchors.map(({ id }) => id)).toEqual([2, 3]);

	await env.FILES.delete(key);
	expect(await faults()).toEqual(["seal 2: its anchor is gone from the bucket"]);
	await env.FILES.put(`anchors/audit/000000000002-${"0".repeat(64)}.json`, "{}");
	expect(await faults()).toContain("seal 2: it is not the one that was anchored");
});

test("a bucket that takes nothing stops no seal, and the anchor is made up for", async () => {
	await write();
	const broken = { ...env, FILES: brokenStore("before") };
	await sealAudit(broken, AT + 2 * HOUR);
	await expect(anchorSeals(broken, AT + 2 * HOUR)).rejects.toThrow();
	expect((await rows("SELECT id FROM audit_seals")).length).toBe(4);
	expect(await faults()).toEqual([]);
	await expect(anchorSeals({ ...env, FILES: brokenStore("after") }, AT + 2 * HOUR)).rejects.toThrow();
	await anchorSeals(env, AT + 2 * HOUR + 60_000);
	expect((await listAnchors(env)).anchors.map(({ id }) => id)).toEqual([2, 4]);
	expect(await faults()).toEqual([]);
});

test("while the key is changed the newest seal and new ones have a MAC by both; then the new key alone is enough", async () => {
	await sealAudit({ ...env, SEALING_KEY: `${NEW},${OLD}` }, AT + 10);
	await write();
	await sealAudit({ ...env, SEALING_KEY: `${NEW},${OLD}` }, AT + 11);
	await write();
	await sealAudit({ ...env, SEALING_KEY: NEW }, AT + 12);
	const keys = Map.groupBy(await macs(), ({ seal_id }) => seal_id);
	expect([...keys].map(([id, all]) => [id, all.map(({ key_id }) => key_id)])).toEqual([
		[1, [old]],
		[2, [old]],
		[3, [old, fresh].sort()],
		[4, [old, fresh].sort()],
		[5, [fresh]],
	]);
	for (const by of [both, renewed]) expect(await faults(by)).toEqual([]);
	expect(await faults(sign)).toEqual(["seal 5: no MAC by a key in hand"]);
	await rewrite();
	expect(await faults(renewed)).toContain("seals 3 to 5: MAC is not that of the key");
});

test("a newest seal that has no true MAC gets none while the key is changed", async () => {
	await rewrite();
	await signHeads(db, both ?? (() => []));
	expect((await macs()).map(({ key_id }) => key_id)).toEqual([old, old, old]);
});

test("a restore takes the chain back: anchors of later seals are no fault, of earlier ones they are, and only with the key", async () => {
	await anchorSeals(env, AT + HOUR + 2);
	await tamper(
		"DELETE FROM audit_seals WHERE id = 3",
		"DELETE FROM seal_macs WHERE seal_id = 3",
		"DELETE FROM seal_anchors WHERE seal_id = 3",
		"UPDATE sqlite_sequence SET seq = 2 WHERE name = 'audit_seals'",
	);
	expect(await faults()).toEqual(["seal 3: gone, and there was the one that was anchored"]);
	const forged = `anchors/restored/audit-000000000002-${AT}-${old}-${"0".repeat(64)}.json`;
	await env.FILES.put(forged, "{}");
	expect((await faults()).length).toBe(1);
	await noteReturn(env, db, { sign: sign ?? (() => []), at: AT + 2 * HOUR });
	expect(await faults()).toEqual([]);
	await write();
	await sealAudit(env, AT + 3 * HOUR);
	expect(await faults()).toEqual([]);
	await signReturns(env, both ?? (() => []));
	const kept = await listAnchors(env);
	expect(kept.returns.map(({ key_id }) => key_id).sort()).toEqual([old, old, old, fresh, fresh].sort());
});

test("the hourly look finds what is wrong at the end and, in turn, everywhere, and stays there until it is mended", async () => {
	for (let nth = 0; nth < 57; nth++) {
		await write();
		await sealTail(db, sign ?? (() => []), AT + nth);
	}
	const look = () => verifySome(env, db, sign ?? (() => []));
	const next = async () => (await rows<{ next_id: number }>("SELECT next_id FROM seal_turns WHERE chain = 'audit'"))[0];
	expect([await look(), await next()]).toEqual([[], { next_id: 26 }]);
	const wrong = "seal 30 (rows 33 to 33): a row, or the seal itself, is not what was sealed";
	await tamper("UPDATE audit_log SET description = 'x' WHERE id = 33");
	expect([await look(), await look(), await next()]).toEqual([[wrong], [wrong], { next_id: 26 }]);
	await tamper("UPDATE audit_log SET description = '115-000001' WHERE id = 33");
	expect([await look(), await next()]).toEqual([[], { next_id: 51 }]);
	expect([await look(), await next()]).toEqual([[], { next_id: 76 }]);
	await tamper("UPDATE audit_log SET description = 'x' WHERE id = 63");
	expect((await look()).length).toBe(1);
	expect(await next()).toEqual({ next_id: 1 + 35 });
	await tamper("DELETE FROM audit_seals WHERE id = 25");
	await rows("UPDATE seal_turns SET next_id = 26");
	expect(await look()).toContain("seal 25 missing");
});

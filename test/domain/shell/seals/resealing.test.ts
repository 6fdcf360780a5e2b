import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { countSealed, SEALED, sealedText } from "#db/people/sealed.ts";
import { readRows } from "#db/read.ts";
import { fileByKey } from "#db/system/files.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { rehashAll, resealAll } from "#domain/shell/seals/key-actions.ts";
import { openFile } from "#domain/system/files/actions.ts";
import { startTotp, waitingSetup } from "#domain/system/sign-in/second-factor-actions.ts";
import { keyId, seal, unseal } from "#platform/crypto.ts";
import { nationalIdHash, openMember } from "#platform/member-seals.ts";
import { insert } from "../../../support/content.ts";
import { by, db, insertUploader, NOW, store } from "../../../support/files.ts";
import { donor } from "../../../support/income.ts";
import { member, storedNow } from "../../../support/members.ts";
import { payee } from "../../../support/payees.ts";
import { REAL } from "../../../support/pictures.ts";

const OLD = env.SEALING_KEY;
const NEW = btoa("a-new-sealing-key-of-32-bytes-!!");
const BOTH = { ...env, SEALING_KEY: `${NEW},${OLD}` };
const ONLY = { ...env, SEALING_KEY: NEW };
const run = (sql: string, ...values: (string | number)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
let memberId = 0;

/** Something in every column that is sealed, and two files. */
beforeAll(async () => {
	await insertUploader();
	await insert("users", { id: 1, name: "出納", email: "one@example.org", created_at: 1, updated_at: 1 });
	memberId = (await member({ national_id: "A123456789", diagnosis_note: "罕見疾病", health_consent: true })).id;
	await donor({ nationalId: "F131104093" });
	await payee({ nationalId: "B123456780" });
	await createEndpoint(db, env, { url: "https://www.example.org/hook", events: [], ...by });
	await run("UPDATE webhook_endpoints SET previous_secret = secret");
	await startTotp(db, env, { userId: 7, by });
	await run(
		"INSERT INTO link_requests (user_id, seal_id, profile, created_at) VALUES (7, 's', ?, 1)",
		await seal(OLD, "{}", "link_requests.profile:s"),
	);
	for (const purpose of ["certificate", "certificate", "certificate"] as const) await store(purpose);
});

/** How much lies under each key. */
async function under(): Promise<Record<string, number>> {
	const answers = await env.DB.batch<{ key_id: string; count: number }>(
		countSealed().map((sql) => env.DB.prepare(sql)),
	);
	const sums: Record<string, number> = {};
	for (const { key_id, count } of answers.flatMap(({ results }) => results)) sums[key_id] = (sums[key_id] ?? 0) + count;
	return sums;
}

test("everything is sealed anew, opens under the new key alone, and where it was stopped it goes on", async () => {
	const [old, anew] = [await keyId(OLD), await keyId(NEW)];
	const total = (await under())[old] ?? 0;
	expect(total).toBe(2 + 1 + 3 + 2 + 2 + 1 + 3);
	let slices = 0;
	const stopped = resealAll(BOTH, db, () => {
		slices += 1;
		if (slices === 4) throw new Error("killed");
	});
	await expect(stopped).rejects.toThrow("killed");
	const between = await under();
	expect([(between[old] ?? 0) > 0, (between[anew] ?? 0) > 0]).toEqual([true, true]);
	const done = await resealAll(BOTH, db, () => undefined);
	expect(done.lost).toEqual([]);
	expect(await under()).toEqual({ [anew]: total });
	expect(await resealAll(BOTH, db, () => undefined)).toEqual({ texts: 0, files: 0, lost: [] });

	expect(await openMember(ONLY, await storedNow(memberId))).toEqual({
		national_id: "A123456789",
		diagnosis_note: "罕見疾病",
	});
	expect(await waitingSetup(db, ONLY, 7)).toBeDefined();
	for (const column of SEALED) {
		const [rows] = await readRows(env.DB, {
			sql: `SELECT ${column.place} AS place, ${sealedText(column)} AS sealed FROM ${column.table} WHERE ${sealedText(column)} LIKE '________.%'`,
			params: [],
		});
		for (const { place, sealed } of rows as { place: string; sealed: string }[]) {
			expect(await unseal(NEW, sealed, place)).not.toBe("");
			await expect(unseal(OLD, sealed, place)).rejects.toThrow("was sealed with key");
		}
	}
});

test("files open under the new key as new objects, and the old ones are gone", async () => {
	const { results } = await env.DB.prepare("SELECT id, object_key, key_id FROM files WHERE is_sealed = 1").all<{
		id: number;
		object_key: string;
		key_id: string;
	}>();
	expect(results).toHaveLength(3);
	for (const { object_key } of results) {
		const opened = await openFile(ONLY, db, { file: await fileByKey(db, object_key), by });
		expect(opened?.body).toEqual(REAL.png);
	}
	const objects = (await env.FILES.list({ prefix: "private/" })).objects.map(({ key }) => key).sort();
	expect(objects).toEqual(results.map(({ object_key }) => object_key).sort());
});

test("national ids are found under the new key after their hashes were made anew, once", async () => {
	const hashOf = () =>
		env.DB.prepare("SELECT national_id_hash FROM members WHERE id = ?").bind(memberId).first("national_id_hash");
	// While both keys are there, what is typed meets what is stored.
	expect(await nationalIdHash(BOTH, "A123456789")).toBe(await hashOf());
	expect(await rehashAll(ONLY, db)).toBe(3);
	expect(await hashOf()).toBe(await nationalIdHash(ONLY, "A123456789"));
	expect(await rehashAll(ONLY, db)).toBe(0);
});

test("a file whose object is missing is told, and does not keep the others", async () => {
	await store("certificate", NOW + 1);
	const lost = await env.DB.prepare("SELECT id, object_key FROM files ORDER BY id DESC LIMIT 1").first<{
		id: number;
		object_key: string;
	}>();
	await env.FILES.delete(lost?.object_key ?? "");
	await store("certificate", NOW + 2);
	const done = await resealAll(BOTH, db, () => undefined);
	expect([done.files, done.lost]).toEqual([1, [lost?.id]]);
});

test("no other change of a file's object is let through", async () => {
	const refused = (sql: string) => expect(run(sql)).rejects.toThrow("file.is_final");
	await refused("UPDATE files SET object_key = 'private/x' WHERE id = 1");
	await refused("UPDATE files SET key_id = '00000000' WHERE id = 1");
	await refused(
		"UPDATE files SET object_key = 'private/x', key_id = '00000000', sha256 = printf('%064d', 0) WHERE id = 1",
	);
	await refused(
		"UPDATE OR REPLACE files SET object_key = (SELECT object_key FROM files WHERE id = 2), key_id = '00000000' WHERE id = 1",
	);
	await run("UPDATE files SET deleted_at = 5 WHERE id = 1");
	await refused("UPDATE files SET object_key = 'private/x', key_id = '00000000' WHERE id = 1");
});

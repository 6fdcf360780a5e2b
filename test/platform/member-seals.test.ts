import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import {
	nationalIdHash,
	newMemberKeys,
	openForPerson,
	openMember,
	sealForPerson,
	sealMember,
} from "#platform/member-seals.ts";

const OTHER = { SEALING_KEY: btoa("another-sealing-key-of-32-bytes!") };
const SAID = { national_id: "A123456789", diagnosis_note: "氣喘" };

test("what lies sealed opens in its own record alone", async () => {
	const [own, other] = [await newMemberKeys(env), await newMemberKeys(env)];
	const sealed = await sealMember(env, own.seal_id, SAID);
	const row = { national_id: sealed.national_id ?? null, diagnosis_note: sealed.diagnosis_note ?? null };
	expect(await openMember(env, { ...row, seal_id: own.seal_id })).toEqual(SAID);
	await expect(openMember(env, { ...row, seal_id: other.seal_id })).rejects.toThrow(/altered or belongs elsewhere/);
	const swapped = { national_id: row.diagnosis_note, diagnosis_note: row.national_id };
	await expect(openMember(env, { ...swapped, seal_id: own.seal_id })).rejects.toThrow(/altered or belongs elsewhere/);
	await expect(openMember(OTHER, { ...row, seal_id: own.seal_id })).rejects.toThrow(/was sealed with key/);
});

test("only what is said is sealed; nothing empties its columns", async () => {
	const { seal_id } = await newMemberKeys(env);
	expect(await sealMember(env, seal_id, {})).toEqual({});
	expect(await sealMember(env, seal_id, { national_id: null, diagnosis_note: null })).toEqual({
		national_id: null,
		national_id_hash: null,
		national_id_mask: null,
		diagnosis_note: null,
	});
});

test("an id's hash finds the same id, and none without the key", async () => {
	const hash = await nationalIdHash(env, "A123456789");
	expect(hash).toMatch(/^[0-9a-f]{64}$/);
	expect(await nationalIdHash(env, "A123456789")).toBe(hash);
	expect(await nationalIdHash(env, "F131104093")).not.toBe(hash);
	expect(await nationalIdHash(OTHER, "A123456789")).not.toBe(hash);
});

test("values in the log open with the person's key; without it they are gone, and the fields' names stay", async () => {
	const [own, other] = [await newMemberKeys(env), await newMemberKeys(env)];
	const { fields, sealed = "" } = await sealForPerson(env, own, { phone: { from: null, to: "0912345678" } });
	expect([fields, sealed.includes("0912345678")]).toEqual([["phone"], false]);
	expect(await openForPerson(env, own, [sealed, "", "tampered"])).toEqual([
		{ phone: { from: null, to: "0912345678" } },
		undefined,
		undefined,
	]);
	expect(await openForPerson(env, other, [sealed])).toEqual([undefined]);
	const gone = { seal_id: own.seal_id, person_key: null };
	expect(await openForPerson(env, gone, [sealed])).toEqual([undefined]);
	expect(await sealForPerson(env, gone, { phone: 1 })).toEqual({ fields: ["phone"] });
});

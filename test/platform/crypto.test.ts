import { expect, test } from "vitest";
import { keyId, keyIds, newMessageId, newWebhookSecret, seal, unseal } from "#platform/crypto.ts";

const KEY = "dGVzdC1zZWFsaW5nLWtleS0zMi1ieXRlcy1sb25nISE=";
const OTHER = btoa("another-sealing-key-of-32-bytes!");
const CONTEXT = "webhook_endpoints.secret:3";

test("what is sealed opens again, and never looks the same twice", async () => {
	const sealed = await seal(KEY, "whsec_秘密", CONTEXT);
	expect(await unseal(KEY, sealed, CONTEXT)).toBe("whsec_秘密");
	expect(await seal(KEY, "whsec_秘密", CONTEXT)).not.toBe(sealed);
	expect(sealed.split(".")[0]).toBe(await keyId(KEY));
});

test("the key's id is the beginning of its SHA-256", async () => {
	expect(await keyId(btoa("\0".repeat(32)))).toBe("66687aad"); // sha256 of 32 zero bytes
});

test("another key, another place and every altered character are refused", async () => {
	const sealed = await seal(KEY, "secret", CONTEXT);
	const message = (promise: Promise<string>) => promise.catch((error: Error) => error.message);
	const [id, payload = ""] = sealed.split(".");
	expect(await message(unseal(OTHER, sealed, CONTEXT))).toBe(
		`${CONTEXT} was sealed with key ${id}, SEALING_KEY is ${await keyId(OTHER)}`,
	);
	expect(await message(unseal(OTHER, `${await keyId(OTHER)}.${payload}`, CONTEXT))).toBe(
		`${CONTEXT} was altered or belongs elsewhere`,
	);
	const elsewhere = "webhook_endpoints.secret:4";
	expect(await message(unseal(KEY, sealed, elsewhere))).toBe(`${elsewhere} was altered or belongs elsewhere`);
	const bytes = atob(payload);
	for (let at = 0; at < bytes.length; at++) {
		const altered = bytes.slice(0, at) + String.fromCharCode(bytes.charCodeAt(at) ^ 1) + bytes.slice(at + 1);
		expect(await message(unseal(KEY, `${id}.${btoa(altered)}`, CONTEXT))).toBe(
			`${CONTEXT} was altered or belongs elsewhere`,
		);
	}
	expect(await message(unseal(KEY, "secret", CONTEXT))).toBe(`${CONTEXT} is not a sealed text`);
	expect(await message(seal(btoa("short"), "secret", CONTEXT))).toBe("SEALING_KEY must be the base64 of 32 bytes");
});

test("secrets are 32 random bytes, message ids never repeat", () => {
	expect(atob(newWebhookSecret().slice("whsec_".length)).length).toBe(32);
	const ids = new Set(Array.from({ length: 1_000 }, newMessageId));
	expect(ids.size).toBe(1_000);
	expect([...ids].filter((id) => !/^msg_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toEqual([]);
});

test("while a key is being changed the new one seals and both open; a third opens nothing", async () => {
	const both = `${OTHER}, ${KEY}`;
	const [old, anew] = [await seal(KEY, "舊", CONTEXT), await seal(both, "新", CONTEXT)];
	expect([await unseal(both, old, CONTEXT), await unseal(both, anew, CONTEXT)]).toEqual(["舊", "新"]);
	expect(anew.split(".")[0]).toBe(await keyId(OTHER));
	expect(await keyIds(both)).toEqual([await keyId(OTHER), await keyId(KEY)]);
	await expect(unseal(KEY, anew, CONTEXT)).rejects.toThrow(
		`${CONTEXT} was sealed with key ${await keyId(OTHER)}, SEALING_KEY is ${await keyId(KEY)}`,
	);
});

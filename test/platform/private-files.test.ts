import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { sealBytes, sha256Hex, unsealBytes } from "#platform/crypto.ts";
import { getPrivate, newObjectKey, putPrivate } from "#platform/private-files.ts";

const bytes = new TextEncoder().encode("診斷");

test("a key that is taken is never written again, sealed or not", async () => {
	const sha256 = await sha256Hex(bytes);
	for (const isSealed of [true, false]) {
		const objectKey = newObjectKey();
		const keyId = await putPrivate(env, objectKey, { bytes, sha256, isSealed });
		const second = { bytes: bytes.slice(1), sha256: await sha256Hex(bytes.slice(1)), isSealed };
		await expect(putPrivate(env, objectKey, second)).rejects.toThrow(`R2 holds an object ${objectKey} already`);
		const body = await getPrivate(env, { objectKey, size: bytes.length, sha256, keyId });
		expect(await new Response(body).bytes()).toEqual(bytes);
	}
});

test("of ten at once under one key one is stored", async () => {
	const objectKey = newObjectKey();
	const sha256 = await sha256Hex(bytes);
	const ends = await Promise.allSettled(
		Array.from({ length: 10 }, () => putPrivate(env, objectKey, { bytes, sha256, isSealed: false })),
	);
	expect(ends.filter((end) => end.status === "fulfilled").length).toBe(1);
});

test("R2 refuses bytes that are not those of the checksum", async () => {
	const objectKey = newObjectKey();
	const sha256 = await sha256Hex(bytes.slice(1));
	await expect(putPrivate(env, objectKey, { bytes, sha256, isSealed: false })).rejects.toThrow("10037");
	expect(await env.FILES.head(objectKey)).toBe(null);
});

test("keys never repeat and tell nothing", () => {
	const keys = new Set(Array.from({ length: 1_000 }, newObjectKey));
	expect(keys.size).toBe(1_000);
	expect([...keys].filter((key) => !/^private\/[0-9a-f]{32}$/.test(key))).toEqual([]);
});

test("10 MB are sealed and opened, and a nonce never comes twice", async () => {
	const large = new Uint8Array(10 * 1024 * 1024).fill(7);
	const sealed = await sealBytes(env.SEALING_KEY, large, "here");
	expect([sealed.bytes.length - large.length, (await unsealBytes(env.SEALING_KEY, sealed, "here")).length]).toEqual([
		28,
		large.length,
	]);
	const again = await sealBytes(env.SEALING_KEY, large.slice(0, 16), "here");
	expect(again.bytes.slice(0, 12)).not.toEqual(sealed.bytes.slice(0, 12));
	await expect(unsealBytes(env.SEALING_KEY, sealed, "there")).rejects.toThrow("there was altered or belongs elsewhere");
});

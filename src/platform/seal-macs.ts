import { createHmac, hkdfSync } from "node:crypto";
import type { Sign } from "#domain/system/index.ts";
import { keyId, keysOf } from "#platform/crypto.ts";

/**
 * Returns a function that computes the MACs of audit seals under each key of SEALING_KEY, the one in use first:
 * HMAC-SHA-256, in hexadecimal, under a derived key (HKDF-SHA-256 of the key's 32 bytes, no salt, "audit-seals"). It
 * computes no MACs when SEALING_KEY is ''.
 */
export async function signer({ SEALING_KEY }: { SEALING_KEY: string }): Promise<Sign> {
	const keys = await Promise.all(
		keysOf(SEALING_KEY)
			.filter((key) => key !== "")
			.map(async (key) => ({
				key_id: await keyId(key),
				own: new Uint8Array(hkdfSync("sha256", Buffer.from(key, "base64"), "", "audit-seals", 32)),
			})),
	);
	return (text) =>
		keys.map(({ key_id, own }) => ({ key_id, mac: createHmac("sha256", own).update(text).digest("hex") }));
}

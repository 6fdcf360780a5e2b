import type { Bindings } from "#env.ts";
import { keyIds, keysOf, sha256Hex } from "#platform/crypto.ts";

/** The secrets whose fingerprints are stored (migration 0033). */
export const KEY_NAMES = ["SEALING_KEY", "PREVIEW_KEY", "SESSION_KEY", "PASSWORD_PEPPER", "LINK_KEY"] as const;
export type KeyName = (typeof KEY_NAMES)[number];
export type KeyIds = Record<KeyName, string[]>;
type Keys = Pick<Bindings, KeyName | "PASSWORD_PEPPER_BEFORE">;

/**
 * Returns the fingerprints of the Worker's keys, by the names of their secrets: 8 hexadecimal digits each, those in use
 * first.
 */
export async function fingerprints(keys: Keys): Promise<KeyIds> {
	const { PASSWORD_PEPPER, PASSWORD_PEPPER_BEFORE = "" } = keys;
	const peppers = [PASSWORD_PEPPER, PASSWORD_PEPPER_BEFORE].filter((key) => key !== "");
	return {
		SEALING_KEY: await keyIds(keys.SEALING_KEY),
		// PREVIEW_KEY may be any text, so its fingerprint is that of the text.
		PREVIEW_KEY: [(await sha256Hex(keysOf(keys.PREVIEW_KEY)[0])).slice(0, 8)],
		SESSION_KEY: await keyIds(keys.SESSION_KEY),
		PASSWORD_PEPPER: (await Promise.all(peppers.map((pepper) => keyIds(pepper)))).flat(),
		LINK_KEY: await keyIds(keys.LINK_KEY),
	};
}

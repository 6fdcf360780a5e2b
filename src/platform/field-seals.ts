import { blindIndex } from "#platform/member-seals.ts";
import { seal, unseal } from "./crypto.ts";

type Keys = { SEALING_KEY: string };

const contextOf = (sealId: string): string => `member_field_values.value:${sealId}`;

/** A sealed value of an own field, and the id that it is bound to. */
export type SealedValue = { value: string; seal_id: string };

export async function sealValue({ SEALING_KEY }: Keys, text: string): Promise<SealedValue> {
	const seal_id = crypto.randomUUID();
	return { seal_id, value: await seal(SEALING_KEY, text, contextOf(seal_id)) };
}

/** Opens what `sealValue` sealed. Throws when it was sealed with another key or for another place, or was altered. */
export const openValue = ({ SEALING_KEY }: Keys, { seal_id, value }: SealedValue): Promise<string> =>
	unseal(SEALING_KEY, value, contextOf(seal_id));

/**
 * Returns the token by which a single value of a sealed field is found and counted: an HMAC of field and value, so that
 * the same value of two fields has two tokens.
 */
export const fieldToken = (keys: Keys, field: number, value: string): string =>
	blindIndex(keys, "member-fields", `${field}:${value}`);

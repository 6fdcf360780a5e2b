import { createHmac, hkdfSync } from "node:crypto";
import { maskNationalId, type SealedInput, type SealedNumber } from "#domain/people/index.ts";
import { keysOf, seal, unseal } from "#platform/crypto.ts";

type Keys = { SEALING_KEY: string };

/**
 * `seal_id` is the id to which the sealed columns of a member's record are bound; `person_key` is the person's own key
 * as it is stored, itself sealed.
 */
export type MemberKeys = { seal_id: string; person_key: string };
/** The sealed columns of a member's record: national id and note on the diagnosis; null when there is no value. */
export type Sensitive = { national_id: string | null; diagnosis_note: string | null };

const contextOf = (column: string, sealId: string): string => `members.${column}:${sealId}`;

/**
 * Returns the keys of a new member's record. The person's own key (256 bits) opens the person's values in the audit
 * log: once the key is deleted, these values are lost.
 */
export async function newMemberKeys({ SEALING_KEY }: Keys): Promise<MemberKeys> {
	const seal_id = crypto.randomUUID();
	const own = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
	return { seal_id, person_key: await seal(SEALING_KEY, own, contextOf("person_key", seal_id)) };
}

/** Returns the sealed columns of sensitive values; a value that is not given (undefined) is left out. */
export async function sealMember(
	{ SEALING_KEY }: Keys,
	sealId: string,
	given: { national_id?: string | null | undefined; diagnosis_note?: string | null | undefined },
): Promise<SealedInput> {
	const sealed = async (column: keyof Sensitive, value: string | null) =>
		value === null ? null : seal(SEALING_KEY, value, contextOf(column, sealId));
	const { national_id: id, diagnosis_note: note } = given;
	return {
		...(id === undefined
			? {}
			: {
					national_id: await sealed("national_id", id),
					national_id_hash: id === null ? null : await nationalIdHash({ SEALING_KEY }, id),
					national_id_mask: id === null ? null : maskNationalId(id),
				}),
		...(note === undefined ? {} : { diagnosis_note: await sealed("diagnosis_note", note) }),
	};
}

/**
 * Returns the opened values of a row's sealed columns. Throws when a value was sealed with another key or for another
 * record, or was altered.
 */
export async function openMember(
	{ SEALING_KEY }: Keys,
	row: { seal_id: string | null } & Sensitive,
): Promise<Sensitive> {
	const opened = async (column: keyof Sensitive) => {
		const sealed = row[column];
		return sealed === null ? null : unseal(SEALING_KEY, sealed, contextOf(column, row.seal_id ?? ""));
	};
	return { national_id: await opened("national_id"), diagnosis_note: await opened("diagnosis_note") };
}

/** Returns the sealed fields that an edit really changes: a value equal to the stored one is no change. */
export async function unlikeSealed(
	keys: Keys,
	before: { seal_id: string | null } & Sensitive,
	input: { [column in keyof Sensitive]?: string | null | undefined },
): Promise<Partial<Sensitive>> {
	if (input.national_id === undefined && input.diagnosis_note === undefined) return {};
	const now = await openMember(keys, before);
	return Object.fromEntries(
		(["national_id", "diagnosis_note"] as const)
			.filter((column) => input[column] !== undefined && input[column] !== now[column])
			.map((column) => [column, input[column]]),
	);
}

/** Returns a national id as its columns store it: sealed, hashed and masked; all null for null. */
export async function sealNationalId(keys: Keys, sealId: string, nationalId: string | null): Promise<SealedNumber> {
	const sealed = await sealMember(keys, sealId, { national_id: nationalId });
	return { national_id: null, national_id_hash: null, national_id_mask: null, ...sealed };
}

/** Returns the opened national id of a row; null without one. Throws what `openMember` throws. */
export const openNationalId = async (
	keys: Keys,
	{ seal_id, national_id }: { seal_id: string | null; national_id: string | null },
): Promise<string | null> => (await openMember(keys, { seal_id, national_id, diagnosis_note: null })).national_id;

/**
 * Returns the HMAC-SHA-256 of a national id, in hexadecimal, under a key derived for this use: equal ids have equal
 * hashes, so a stored id is found without opening any.
 */
export const nationalIdHash = async (keys: Keys, id: string): Promise<string> => blindIndex(keys, "national-id", id);

/**
 * Returns the HMAC-SHA-256 of a text, in hexadecimal, under a key derived for one use (HKDF-SHA-256, no salt): equal
 * texts have equal indexes, and nobody without the key can tell which. The key is derived from the oldest key of
 * SEALING_KEY: while SEALING_KEY is being changed, indexes of stored and new texts still match.
 */
export function blindIndex({ SEALING_KEY }: Keys, use: string, text: string): string {
	const key = hkdfSync("sha256", Buffer.from(keysOf(SEALING_KEY).at(-1) ?? "", "base64"), "", use, 32);
	return createHmac("sha256", new Uint8Array(key)).update(text).digest("hex");
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

const auditContext = (sealId: string): string => `audit_log.changes:${sealId}`;

/**
 * Returns personal values as the audit log stores them: the names of the fields, and the values sealed under the
 * person's own key. Without a key (pseudonymised) it returns the names only.
 */
export async function sealForPerson(
	{ SEALING_KEY }: Keys,
	{ seal_id, person_key }: Nullable<MemberKeys>,
	changes: Record<string, unknown>,
): Promise<{ fields: string[]; sealed?: string }> {
	const fields = Object.keys(changes);
	if (seal_id === null || person_key === null) return { fields };
	const own = await unseal(SEALING_KEY, person_key, contextOf("person_key", seal_id));
	return { fields, sealed: await seal(own, JSON.stringify(changes), auditContext(seal_id)) };
}

/** Opens texts that `sealForPerson` sealed; undefined for each that cannot be opened (any more). */
export async function openForPerson(
	{ SEALING_KEY }: Keys,
	{ seal_id, person_key }: Nullable<MemberKeys>,
	sealed: readonly string[],
): Promise<unknown[]> {
	if (seal_id === null || person_key === null || sealed.length === 0) return sealed.map(() => undefined);
	const own = await unseal(SEALING_KEY, person_key, contextOf("person_key", seal_id));
	const opened = (text: string): Promise<unknown> =>
		unseal(own, text, auditContext(seal_id)).then(
			(json): unknown => JSON.parse(json),
			// The text came from a record that was merged into this one.
			() => undefined,
		);
	return Promise.all(sealed.map(opened));
}

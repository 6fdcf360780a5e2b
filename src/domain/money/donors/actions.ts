import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/money/donor-writes.ts";
import { type StoredDonor, storedDonor } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import type { SealedNumber } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newMemberKeys, sealForPerson, sealNationalId } from "#platform/member-seals.ts";
import type { DonorInput } from "./form.ts";

/** The Worker binding that donors need: the key that seals their identification numbers (證號). */
type Keys = { SEALING_KEY: string };

/**
 * Returns a donor's identification number (證號) as its columns store it. An organisation's number is public, so its mask
 * column holds the whole number.
 */
async function sealedNumber(
	env: Keys,
	sealId: string,
	{ kind, nationalId }: Pick<DonorInput, "kind"> & { nationalId: string | null },
): Promise<SealedNumber> {
	const sealed = await sealNationalId(env, sealId, nationalId);
	return kind === "organisation" ? { ...sealed, national_id_mask: nationalId } : sealed;
}

/**
 * Inserts a donor, once per form `key`; returns the id. Refuses `donor.national_id_taken` when another donor has the
 * number, and `donor.no_member` when no member has the given member number.
 */
export async function createDonor(
	env: Keys,
	db: Db,
	{ input, key, by }: { input: DonorInput; key: string; by: By },
): Promise<number> {
	const keys = await newMemberKeys(env);
	const { kind, nationalId = null } = input;
	const sealed = await sealedNumber(env, keys.seal_id, { kind, nationalId });
	const changes = await sealForPerson(env, keys, said(input));
	return commitOnce(db, { key, at: by.at, checks: [stored.refuseUnknownMember(input.memberNo)] }, [
		stored.insertDonor(input, { keys, sealed, at: by.at }),
		...stored.auditDonor(db, "create", { id: madeBy(key), changes }, by),
	]);
}

/**
 * Changes a donor. Refuses what `createDonor` refuses, `donor.stale` when the donor changed meanwhile or was
 * pseudonymised, and `donor.kind_number` when the kind changes but the identification number stays, as it was checked
 * for the old kind.
 */
export async function editDonor(
	env: Keys,
	db: Db,
	{ ref, input, by }: { ref: stored.DonorRef; input: DonorInput; by: By },
): Promise<void> {
	const [[before]] = await readRows(db.$client, storedDonor(ref.id));
	if (!before || before.version !== ref.version || before.pseudonymised_at !== null) throw new Refusal("donor.stale");
	// A number that stays unchanged was checked by the rules of the old kind.
	if (input.kind !== before.kind && input.nationalId === undefined && before.national_id !== null)
		throw new Refusal("donor.kind_number");
	const { kind, nationalId } = input;
	const sealed = nationalId === undefined ? undefined : await sealedNumber(env, before.seal_id, { kind, nationalId });
	const changes = await sealForPerson(env, before, changed(before, input));
	await commit(db, [
		stored.refuseUnknownMember(input.memberNo),
		...stored.updateDonor(ref, input, { sealed, at: by.at }),
		...stored.auditDonor(db, "edit", { id: ref.id, changes }, by),
	]);
}

/**
 * Returns a donor's fields for the audit log, by column name. An identification number that is changed or removed is
 * shown as "***"; an unchanged one is left out.
 */
const said = ({ nationalId, memberNo, publicName, ...plain }: DonorInput): Record<string, unknown> => ({
	...plain,
	member_no: memberNo,
	public_name: publicName,
	...(nationalId === undefined ? {} : { national_id: "***" }),
});

function changed(before: StoredDonor, input: DonorInput): Record<string, unknown> {
	const now: Record<string, unknown> = { ...before };
	return Object.fromEntries(
		Object.entries(said(input))
			.filter(([name, value]) => name === "national_id" || (now[name] ?? null) !== value)
			.map(([name, to]) => [name, name === "national_id" ? to : [now[name] ?? null, to]]),
	);
}

import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { memberNumbered } from "#db/people/index.ts";
import type { DonorInput } from "#domain/money/donors/form.ts";
import type { SealedNumber } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";

export type DonorRef = { id: number; version: number };
type Keys = { seal_id: string; person_key: string };

/** The value of `is_published`, by which the released version knows whom it may name. */
const isNamed = ({ naming }: DonorInput): number => (naming === "name" || naming === "other" ? 1 : 0);

/** Refuses with `donor.no_member` a member number that no member has. */
export const refuseUnknownMember = (no: string | null): Write =>
	refuseWhere("donor.no_member", sql`${no} IS NOT NULL AND ${memberNumbered(no)} IS NULL`);

/**
 * Inserts a donor. A trigger refuses with `donor.national_id_taken` when another donor has the same national id
 * (migration 0029).
 */
export const insertDonor = (
	input: DonorInput,
	{ keys, sealed, at }: { keys: Keys; sealed: SealedNumber; at: number },
): Write =>
	sql`INSERT INTO donors (kind, name, seal_id, person_key, national_id, national_id_hash, national_id_mask, email, phone, address,
			member_id, naming, public_name, is_published, note, created_at, updated_at)
		VALUES (${input.kind}, ${input.name}, ${keys.seal_id}, ${keys.person_key}, ${sealed.national_id}, ${sealed.national_id_hash},
			${sealed.national_id_mask}, ${input.email}, ${input.phone}, ${input.address}, ${memberNumbered(input.memberNo)},
			${input.naming}, ${input.publicName}, ${isNamed(input)}, ${input.note}, ${at}, ${at})`;

/**
 * Changes a donor; the national id stays as it is when no new one is given. Refuses with `donor.stale` when the donor
 * changed after the user saw `version` or was erased, and with `donor.national_id_taken` when another donor has the new
 * national id.
 */
export const updateDonor = (
	{ id, version }: DonorRef,
	input: DonorInput,
	{ sealed, at }: { sealed: SealedNumber | undefined; at: number },
): Write[] => [
	sql`UPDATE donors SET kind = ${input.kind}, name = ${input.name}, email = ${input.email}, phone = ${input.phone},
			address = ${input.address}, member_id = ${memberNumbered(input.memberNo)}, naming = ${input.naming},
			public_name = ${input.publicName}, is_published = ${isNamed(input)},
			note = ${input.note}, ${sealed ? sql`national_id = ${sealed.national_id}, national_id_hash = ${sealed.national_id_hash}, national_id_mask = ${sealed.national_id_mask},` : sql``}
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND pseudonymised_at IS NULL`,
	guard("donor.stale"),
];

/** Writes a row about a donor into the audit log; the changed personal data in it is sealed. */
export const auditDonor = (
	db: Db,
	step: string,
	{ id, changes = {} }: { id: number | SQL<number> | ""; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `donor.${step}`,
		auditableType: "donor",
		auditableId: id,
		description: typeof id === "number" ? `donor ${id}` : "donor",
		changes,
	});

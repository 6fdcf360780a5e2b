import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { memberNumbered } from "#db/people/index.ts";
import { isStaff, refuseFamily, refuseFamilyLogins } from "#db/system/index.ts";
import type { AccountInput, ExemptionInput, PayeeInput } from "#domain/books/payees/form.ts";
import type { SealedNumber } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { foldName } from "#kernel/names.ts";

type Id = number | SQL<number>;
export type PayeeRef = { id: number; version: number };
type Keys = { seal_id: string; person_key: string };

/**
 * Refuses what cannot be linked or is another payee's already, each with its own code: `payee.no_member`,
 * `payee.no_user` (not staff), `payee.national_id_taken`, `payee.tax_id_taken`, `payee.user_taken`,
 * `payee.member_taken`; and with `payee.own` the acting user and their family. `id` is the payee itself, 0 for a new one.
 */
export const refuseTaken = (
	id: number,
	{ input, sealed }: { input: PayeeInput; sealed: SealedNumber | undefined },
	by: By,
): Write[] => {
	const { userId, memberNo, taxId } = input;
	const another = (condition: SQL): SQL => sql`EXISTS (SELECT 1 FROM payees WHERE id <> ${id} AND ${condition})`;
	return [
		refuseWhere("payee.no_member", sql`${memberNo} IS NOT NULL AND ${memberNumbered(memberNo)} IS NULL`),
		refuseWhere(
			"payee.no_user",
			sql`${userId} IS NOT NULL AND ${userId} IS NOT (SELECT user_id FROM payees WHERE id = ${id})
				AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.status = 'active' AND ${sql.raw(isStaff("u.id"))})`,
		),
		refuseFamily(sql`SELECT ${memberNumbered(memberNo)}`, by, "payee.own"),
		refuseFamilyLogins([userId], by, "payee.own"),
		refuseWhere("payee.national_id_taken", another(sql`national_id_hash = ${sealed?.national_id_hash ?? null}`)),
		refuseWhere("payee.tax_id_taken", another(sql`tax_id = ${taxId}`)),
		refuseWhere("payee.user_taken", another(sql`user_id = ${userId}`)),
		refuseWhere("payee.member_taken", another(sql`member_id = ${memberNumbered(memberNo)}`)),
	];
};

/**
 * Refuses with `payee.own` a payee who is the acting user or of the user's family, or has the name of one of them:
 * `names` are theirs. Whom a record is linked to does not matter, because a link would free them.
 */
export const refuseOwnPayee = (id: number, by: By, names: readonly string[]): Write[] => [
	refuseWhere(
		"payee.own",
		sql`EXISTS (SELECT 1 FROM payees p JOIN json_each(${JSON.stringify(names.map(foldName))}) j ON j.value = p.name_folded
			WHERE p.id = ${id})`,
	),
	refuseFamily(
		sql`SELECT member_id FROM payees WHERE id = ${id} UNION SELECT merged_member_id FROM payees WHERE id = ${id}`,
		by,
		"payee.own",
	),
	refuseFamilyLogins(sql`SELECT user_id FROM payees WHERE id = ${id}`, by, "payee.own"),
];

/** Inserts a payee. A trigger refuses with `payee.taken` one who is there already. */
export const insertPayee = (
	input: PayeeInput,
	{ keys, sealed, at }: { keys: Keys; sealed: SealedNumber; at: number },
): Write =>
	sql`INSERT INTO payees (kind, name, name_folded, seal_id, person_key, national_id, national_id_hash, national_id_mask, tax_id,
			is_resident, user_id, member_id, email, phone, address, note, created_at, updated_at)
		VALUES (${input.kind}, ${input.name}, ${foldName(input.name)}, ${keys.seal_id}, ${keys.person_key}, ${sealed.national_id},
			${sealed.national_id_hash}, ${sealed.national_id_mask}, ${input.taxId}, ${Number(input.isResident)}, ${input.userId},
			${memberNumbered(input.memberNo)}, ${input.email}, ${input.phone}, ${input.address}, ${input.note}, ${at}, ${at})`;

/** SQL: the id of the payee with this seal, for writes that stand behind `insertPayee` in the same batch. */
export const payeeSealedBy = (sealId: string): SQL<number> =>
	sql<number>`(SELECT id FROM payees WHERE seal_id = ${sealId})`;

/**
 * Changes a payee; the national id stays as it is when no new one is given. A record that is linked to a member is no
 * second record of a merged one any more. Refuses with `payee.stale` when the payee
 * changed after the user saw `version`, was erased, or is of another kind.
 */
export const updatePayee = (
	{ id, version }: PayeeRef,
	input: PayeeInput,
	{ isActive, sealed, at }: { isActive: boolean; sealed: SealedNumber | undefined; at: number },
): Write[] => [
	sql`UPDATE payees SET name = ${input.name}, name_folded = ${foldName(input.name)}, tax_id = ${input.taxId},
			is_resident = ${Number(input.isResident)}, user_id = ${input.userId}, member_id = ${memberNumbered(input.memberNo)},
			merged_member_id = iif(${memberNumbered(input.memberNo)} IS NULL, merged_member_id, NULL),
			email = ${input.email}, phone = ${input.phone}, address = ${input.address}, note = ${input.note},
			${sealed ? sql`national_id = ${sealed.national_id}, national_id_hash = ${sealed.national_id_hash}, national_id_mask = ${sealed.national_id_mask},` : sql``}
			is_active = ${Number(isActive)}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND kind = ${input.kind} AND pseudonymised_at IS NULL`,
	guard("payee.stale"),
];

/** Raises the version of a payee whose accounts or exemptions change. Refuses with `payee.stale` as `updatePayee`. */
export const touchPayee = ({ id, version }: PayeeRef, at: number): Write[] => [
	sql`UPDATE payees SET version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND pseudonymised_at IS NULL`,
	guard("payee.stale"),
];

/** Inserts an account, whose holder is the payee when none is given. A trigger refuses `payee.account_taken`. */
export const insertAccount = (payeeId: Id, { bankCode, branch, account, holder }: AccountInput, at: number): Write =>
	sql`INSERT INTO payee_accounts (payee_id, bank_code, branch, account, holder, created_at)
		SELECT p.id, ${bankCode}, ${branch}, ${account}, coalesce(nullif(${holder}, ''), p.name), ${at} FROM payees p WHERE p.id = ${payeeId}`;

/** Switches an account off or on. Refuses with `payee.stale` an account that the payee does not have. */
export const switchAccount = (payeeId: number, accountId: number, isActive: boolean): Write[] => [
	sql`UPDATE payee_accounts SET is_active = ${Number(isActive)} WHERE id = ${accountId} AND payee_id = ${payeeId}`,
	guard("payee.stale"),
];

export const insertExemption = (payeeId: number, { kind, paper, shownOn }: ExemptionInput, at: number): Write =>
	sql`INSERT INTO payee_exemptions (payee_id, kind, paper, shown_on, created_at) VALUES (${payeeId}, ${kind}, ${paper}, ${shownOn}, ${at})`;

/** Ends an exemption by its last day. Refuses with `payee.until_refused` a last day before the first. */
export const endExemption = (payeeId: number, exemptionId: number, until: string): Write[] => [
	sql`UPDATE payee_exemptions SET until = ${until} WHERE id = ${exemptionId} AND payee_id = ${payeeId} AND shown_on <= ${until}`,
	guard("payee.until_refused"),
];

/** Writes a row about a payee into the audit log; the changed personal data in it is sealed. */
export const auditPayee = (
	db: Db,
	step: string,
	{ id, changes = {} }: { id: Id; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `payee.${step}`,
		auditableType: "payee",
		auditableId: id,
		description: typeof id === "number" ? `payee ${id}` : "payee",
		changes,
	});

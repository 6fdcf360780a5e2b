import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ERASED } from "#kernel/erased.ts";

/**
 * SQL: whether a payee (SQL of the id) stands in a request that was sent, or in a register. Of such a payee the name, the
 * numbers and the address stay, because vouchers and the withholding of taxes need them.
 */
export const isPaid = (
	id: string,
): string => `(EXISTS (SELECT 1 FROM finance_documents f WHERE f.payee_id = ${id} AND f.state <> 'draft')
	OR EXISTS (SELECT 1 FROM finance_shares s WHERE s.payee_id = ${id}))`;
const PAID = sql.raw(isPaid("payees.id"));

/**
 * Erases payees: contacts, accounts, note, and the keys that open what the audit log says of them; of those who were never
 * paid also the name, the national id and the address. Nobody is found by the national id any more, so that who comes
 * back can be a payee again. `ids` is a query of the payees' ids.
 */
export const erasePayees = (ids: SQL, at: number): Write[] => [
	sql`DELETE FROM payee_accounts WHERE payee_id IN (SELECT id FROM payees WHERE pseudonymised_at IS NULL AND id IN ${ids})`,
	sql`UPDATE payees SET name = iif(${PAID}, name, ${ERASED} || ' ' || id), name_folded = iif(${PAID}, name_folded, ${ERASED} || id),
			national_id = iif(${PAID}, national_id, NULL), national_id_hash = NULL,
			national_id_mask = iif(${PAID}, national_id_mask, NULL), address = iif(${PAID}, address, ''), person_key = NULL,
			email = NULL, phone = NULL, note = '', is_active = 0, pseudonymised_at = ${at}, version = version + 1, updated_at = ${at}
		WHERE pseudonymised_at IS NULL AND id IN ${ids}`,
];

/**
 * Returns the conditions that block the erasure of a payee who is no member, as SQL of the payee's id, each under its
 * refusal code.
 */
const BLOCKS = (id: string) => ({
	"payee.is_member": `EXISTS (SELECT 1 FROM payees WHERE id = ${id} AND coalesce(member_id, merged_member_id) IS NOT NULL)`,
	"payee.is_staff": `EXISTS (SELECT 1 FROM payees p JOIN users u ON u.id = p.user_id WHERE p.id = ${id} AND u.status <> 'disabled')`,
	"payee.open_finance": `EXISTS (SELECT 1 FROM finance_documents WHERE (payee_id = ${id}
			OR id IN (SELECT document_id FROM finance_shares WHERE payee_id = ${id}))
		AND state NOT IN ('posted', 'rejected', 'withdrawn', 'voided'))`,
});
export type PayeeBlock = keyof ReturnType<typeof BLOCKS>;
export const PAYEE_BLOCKS: readonly PayeeBlock[] = ["payee.is_member", "payee.is_staff", "payee.open_finance"];

/**
 * What the erasure of a payee would meet: 1 under each refusal code that would refuse it; the numbers of the payee's
 * accounts and requests, and whether vouchers need the name, the number and the address.
 */
export type PayeeErasureRow = Record<PayeeBlock, 0 | 1> & { accounts: number; payments: number; is_paid: 0 | 1 };
export const payeeErasure = (id: number): Select<PayeeErasureRow> =>
	selectOne(
		`SELECT ${PAYEE_BLOCKS.map((code) => `${BLOCKS("?1")[code]} AS "${code}"`).join(", ")},
			(SELECT count(*) FROM payee_accounts WHERE payee_id = ?1) AS accounts,
			(SELECT count(*) FROM finance_documents WHERE state <> 'draft' AND (payee_id = ?1
				OR id IN (SELECT document_id FROM finance_shares WHERE payee_id = ?1))) AS payments,
			${isPaid("?1")} AS is_paid`,
		id,
	);

/**
 * Refuses the erasure with the code of a block that holds, and with `payee.stale` when the payee changed after the user
 * saw `version`, is no person, or is erased already. Raises the version.
 */
export const refusePayeeBlocks = (id: number, version: number): Write[] => [
	...PAYEE_BLOCKS.map((code) => refuseWhere(code, sql.raw(BLOCKS(String(Math.trunc(id)))[code]))),
	sql`UPDATE payees SET version = version + 1 WHERE id = ${id} AND version = ${version} AND kind = 'person' AND pseudonymised_at IS NULL`,
	guard("payee.stale"),
];

/** An entry for a payee in the register of erasures: the id together with the record's creation time identifies the payee. */
export type PayeeErasure = { id: number; created_at: number; at: number };

/** Selects the entries of the register whose payees are not erased in this database. */
export const payeesToEraseAgain = (register: readonly PayeeErasure[]): Select<PayeeErasure> =>
	select(
		`SELECT p.id, p.created_at, j.value ->> '$.at' AS at FROM json_each(?) j
			JOIN payees p ON p.id = j.value ->> '$.id' AND p.created_at = j.value ->> '$.created_at'
		WHERE p.pseudonymised_at IS NULL`,
		JSON.stringify(register),
	);
export const erasedPayees = (): Select<PayeeErasure> =>
	select(
		`SELECT id, created_at, pseudonymised_at AS at FROM payees
		WHERE pseudonymised_at IS NOT NULL AND coalesce(member_id, merged_member_id) IS NULL`,
	);

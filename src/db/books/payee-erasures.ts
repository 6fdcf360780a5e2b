import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
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

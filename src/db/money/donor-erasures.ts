import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ERASED } from "#kernel/erased.ts";

/**
 * Returns the conditions that block the erasure of a donor who is not a member, as SQL of the donor's id, each under
 * its refusal code.
 */
const BLOCKS = (id: string) => ({
	"donor.is_member": `EXISTS (SELECT 1 FROM donors WHERE id = ${id} AND member_id IS NOT NULL)`,
	"donor.open_income": `EXISTS (SELECT 1 FROM income_records WHERE donor_id = ${id}
		AND (state = 'draft' OR state = 'recorded' AND amount IS NOT NULL))`,
});
export type DonorBlock = keyof ReturnType<typeof BLOCKS>;
const CODES: readonly DonorBlock[] = ["donor.is_member", "donor.open_income"];

/**
 * What the erasure of a donor would meet: 1 under each refusal code that would refuse it; the numbers of the donor's
 * gifts, receipts and mails; and how many gifts (`recent`) there are since a day in Taipei, which still have to be
 * declared.
 */
export type DonorErasureRow = Record<DonorBlock, 0 | 1> & {
	gifts: number;
	receipts: number;
	mails: number;
	recent: number;
};

/** Returns SQL for the mails to a donor. Old mails name only an address, so those are found by address and name. */
const MAILS = (
	id: string,
): string => `user_id IS NULL AND to_address <> '' AND (id IN (SELECT n.id FROM notifications n WHERE n.donor_id = ${id})
	OR to_address = (SELECT email FROM donors WHERE id = ${id}) AND to_name = (SELECT name FROM donors WHERE id = ${id}))`;

export const donorErasure = (id: number, since: string): Select<DonorErasureRow> =>
	selectOne(
		`SELECT ${CODES.map((code) => `${BLOCKS("?1")[code]} AS "${code}"`).join(", ")},
			(SELECT count(*) FROM income_records WHERE donor_id = ?1) AS gifts,
			(SELECT count(*) FROM receipts WHERE income_id IN (SELECT id FROM income_records WHERE donor_id = ?1)) AS receipts,
			(SELECT count(*) FROM mail_messages WHERE ${MAILS("?1")}) AS mails,
			(SELECT count(*) FROM income_records WHERE donor_id = ?1 AND state IN ('recorded', 'posted') AND received_on >= ?2) AS recent`,
		id,
		since,
	);

/**
 * Refuses the erasure with `donor.is_member` or `donor.open_income` when that block holds, and with `donor.stale` when
 * the donor changed after the user saw `version`, or is erased already. Raises the version.
 */
export const refuseDonorBlocks = (id: number, version: number): Write[] => [
	...CODES.map((code) => refuseWhere(code, sql.raw(BLOCKS(String(Math.trunc(id)))[code]))),
	sql`UPDATE donors SET version = version + 1 WHERE id = ${id} AND version = ${version} AND pseudonymised_at IS NULL`,
	guard("donor.stale"),
];

/**
 * Erases who the donors are: names, contacts, national ids and the keys that they are sealed with. The records of their
 * gifts stay, with the title on each receipt. `ids` is a query of the donors' ids.
 */
export const eraseDonors = (ids: SQL, at: number): Write[] => [
	sql`UPDATE donors SET name = ${ERASED} || ' ' || id, person_key = NULL, national_id = NULL, national_id_hash = NULL,
			national_id_mask = NULL, email = NULL, phone = NULL, address = '', is_published = 0, naming = NULL, public_name = '', note = '', pseudonymised_at = ${at},
			version = version + 1, updated_at = ${at}
		WHERE pseudonymised_at IS NULL AND id IN ${ids}`,
	sql`UPDATE gift_list_rows SET name = ${ERASED} WHERE source = 'income' AND name <> ''
		AND gift_id IN (SELECT i.id FROM income_records i WHERE i.donor_id IN ${ids})`,
	sql`UPDATE income_records SET note = '', reason = iif(reason IS NULL, NULL, ${ERASED}), version = version + 1, updated_at = ${at}
		WHERE donor_id IN ${ids}`,
	sql`UPDATE receipts SET payer_id_mask = NULL WHERE payer_id_mask IS NOT NULL
		AND income_id IN (SELECT id FROM income_records WHERE donor_id IN ${ids})`,
];

/**
 * Erases one donor who is not a member, together with the mails to this donor and the texts of the bank lines of the
 * donor's transfers.
 */
export const eraseDonor = (id: number, at: number): Write[] => [
	sql`UPDATE notifications SET data = '{}' WHERE donor_id = ${id}
		OR id IN (SELECT m.id FROM mail_messages m WHERE ${sql.raw(MAILS(String(Math.trunc(id))))})`,
	sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1,
			state = iif(settled_at IS NULL, 'failed', state), settled_at = coalesce(settled_at, ${at})
		WHERE ${sql.raw(MAILS(String(Math.trunc(id))))}`,
	sql`UPDATE bank_lines SET memo = '', words = '[]', last5 = NULL, version = version + 1, updated_at = ${at}
		WHERE id IN (SELECT x.line_id FROM bank_line_parts x JOIN income_records i ON x.kind = 'income' AND i.id = x.record_id WHERE i.donor_id = ${id})`,
	...eraseDonors(sql`(${id})`, at),
];

/**
 * An entry for a donor in the register of erasures: the id together with the record's creation time identifies the
 * donor.
 */
export type DonorErasure = { id: number; created_at: number; at: number };

/** Selects the entries of the register whose donor records are not erased in this database. */
export const donorsToEraseAgain = (register: readonly DonorErasure[]): Select<DonorErasure> =>
	select(
		`SELECT d.id, d.created_at, j.value ->> '$.at' AS at FROM json_each(?) j
			JOIN donors d ON d.id = j.value ->> '$.id' AND d.created_at = j.value ->> '$.created_at'
		WHERE d.pseudonymised_at IS NULL`,
		JSON.stringify(register),
	);
export const erasedDonors = (): Select<DonorErasure> =>
	select("SELECT id, created_at, pseudonymised_at AS at FROM donors WHERE pseudonymised_at IS NOT NULL");

import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ERASED } from "#domain/people/privacy/rules.ts";

/** What stands in the way of erasing a donor who is no member, as SQL of the donor's id: each by its refusal. */
const BLOCKS = (id: string) => ({
	"donor.is_member": `EXISTS (SELECT 1 FROM donors WHERE id = ${id} AND member_id IS NOT NULL)`,
	"donor.open_income": `EXISTS (SELECT 1 FROM income_records WHERE donor_id = ${id}
		AND (state = 'draft' OR state = 'recorded' AND amount IS NOT NULL))`,
});
export type DonorBlock = keyof ReturnType<typeof BLOCKS>;
const CODES: readonly DonorBlock[] = ["donor.is_member", "donor.open_income"];

/** What an erasure would find: what hinders it (1), and since which day of Taipei gifts are still to be declared. */
export type DonorErasureRow = Record<DonorBlock, 0 | 1> & {
	gifts: number;
	receipts: number;
	mails: number;
	recent: number;
};

/** Their mails; old ones say an address alone. */
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

/** Refuses what hinders it, and `donor.stale`. */
export const refuseDonorBlocks = (id: number, version: number): Write[] => [
	...CODES.map((code) => refuseWhere(code, sql.raw(BLOCKS(String(Math.trunc(id)))[code]))),
	sql`UPDATE donors SET version = version + 1 WHERE id = ${id} AND version = ${version} AND pseudonymised_at IS NULL`,
	guard("donor.stale"),
];

/**
 * Who some donors are goes, the keys with it; what was recorded of their gifts stays, with the title of its receipt. `ids` is a
 * query of their ids.
 */
export const eraseDonors = (ids: SQL, at: number): Write[] => [
	sql`UPDATE donors SET name = ${ERASED} || ' ' || id, person_key = NULL, national_id = NULL, national_id_hash = NULL,
			national_id_mask = NULL, email = NULL, phone = NULL, address = '', is_published = 0, note = '', pseudonymised_at = ${at},
			version = version + 1, updated_at = ${at}
		WHERE pseudonymised_at IS NULL AND id IN ${ids}`,
	sql`UPDATE income_records SET note = '', reason = iif(reason IS NULL, NULL, ${ERASED}), version = version + 1, updated_at = ${at}
		WHERE donor_id IN ${ids}`,
	sql`UPDATE receipts SET payer_id_mask = NULL WHERE payer_id_mask IS NOT NULL
		AND income_id IN (SELECT id FROM income_records WHERE donor_id IN ${ids})`,
];

/** The same for one who is no member, with the mails they got and what the bank said of their transfers. */
export const eraseDonor = (id: number, at: number): Write[] => [
	sql`UPDATE notifications SET data = '{}' WHERE donor_id = ${id}
		OR id IN (SELECT m.id FROM mail_messages m WHERE ${sql.raw(MAILS(String(Math.trunc(id))))})`,
	sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1,
			state = iif(settled_at IS NULL, 'failed', state), settled_at = coalesce(settled_at, ${at})
		WHERE ${sql.raw(MAILS(String(Math.trunc(id))))}`,
	sql`UPDATE bank_lines SET memo = '', words = '[]', last5 = NULL, version = version + 1, updated_at = ${at}
		WHERE id IN (SELECT bank_line_id FROM income_records WHERE donor_id = ${id})`,
	...eraseDonors(sql`(${id})`, at),
];

/** A donor who was erased, of the register: the time of the record says, with the id, which one it was. */
export type DonorErasure = { donor_id: number; created_at: number; at: number };

/** Of those the ones whose record stands here as it was. */
export const donorsToEraseAgain = (register: readonly DonorErasure[]): Select<DonorErasure> =>
	select(
		`SELECT d.id AS donor_id, d.created_at, j.value ->> '$.at' AS at FROM json_each(?) j
			JOIN donors d ON d.id = j.value ->> '$.donor_id' AND d.created_at = j.value ->> '$.created_at'
		WHERE d.pseudonymised_at IS NULL`,
		JSON.stringify(register),
	);
export const erasedDonors = (): Select<DonorErasure> =>
	select("SELECT id AS donor_id, created_at, pseudonymised_at AS at FROM donors WHERE pseudonymised_at IS NOT NULL");

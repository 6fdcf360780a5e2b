import { APPROVED_OTHER } from "#db/books/index.ts";
import { relatedToIncome, relatedToPayment } from "#db/money/index.ts";
import { type Select, select } from "#db/read.ts";

/**
 * An active member of the staff with the permissions of their own roles, or of the user they are the deputy of today
 * (JSON).
 */
export type Holding = {
	user_id: number;
	name: string;
	instead_of: number | null;
	instead_of_name: string | null;
	permissions: string;
};

/** Selects who has each permission on a day in Taipei (`today`); users who have it in person come first. */
export const holdingToday = (today: string): Select<Holding> =>
	select(
		`SELECT h.user_id, u.name, h.person AS instead_of, p.name AS instead_of_name, json_group_array(DISTINCT h.permission) AS permissions
		FROM permission_holders h JOIN users u ON u.id = h.user_id LEFT JOIN users p ON p.id = h.person
		WHERE ?1 BETWEEN h.starts_on AND h.ends_on AND h.permission <> 'member.own' GROUP BY h.user_id, h.person
		ORDER BY h.person IS NOT NULL, u.name, h.user_id, h.person`,
		today,
	);

const ofMember = (member: string): string => `SELECT user_id FROM related_users WHERE member_id IN (${member})`;
const columnsOf = (table: string, columns: string): string =>
	`SELECT j.value FROM ${table} t, json_each(json_array(${columns})) j WHERE t.id = ?1`;
/** The query of the users who closed a month or a year last, and for whom as a deputy. */
const CLOSER = `SELECT j.value FROM period_events e, json_each(json_array(e.user_id, e.on_behalf_of)) j
	WHERE e.id = (SELECT max(id) FROM period_events WHERE period = ?1 AND step = 'close')`;

/**
 * For the beginning of an address, the query of the users whom the record ?1 concerns, on the day ?2, when a form is
 * sent to an address behind the gate ?3 (a named access rule of auth/permissions.ts, such as `finance_review`).
 */
export const CONCERNED: Record<string, string> = {
	certificates: `${ofMember("SELECT member_id FROM disability_certificates WHERE id = ?1")}
		UNION SELECT uploaded_by FROM disability_certificates WHERE id = ?1`,
	dues: ofMember("SELECT member_id FROM dues_items WHERE id = ?1"),
	finance: `SELECT user_id FROM finance_related WHERE document_id = ?1
		UNION SELECT user_id FROM (${APPROVED_OTHER}) WHERE ?3 IN ('finance_review', 'finance_payment')
		UNION SELECT j.value FROM finance_events e, json_each(json_array(e.user_id, e.on_behalf_of)) j
			WHERE e.document_id = ?1 AND e.step = 'unpay_ask' AND ?3 = 'finance'`,
	income: `${relatedToIncome("?1")} UNION ${columnsOf("income_records", "recorded_by, posted_by, posted_for")}`,
	"ledger/opening":
		"SELECT posted_by FROM vouchers WHERE source <> 'manual' AND source = 'opening' AND state = 'posted'",
	"ledger/periods": CLOSER,
	"ledger/vouchers":
		"SELECT iif(state = 'draft', coalesce(edited_by, created_by), posted_by) FROM vouchers WHERE id = ?1",
	"ledger/years": CLOSER,
	members: ofMember("?1"),
	payments: `${relatedToPayment("?1")} UNION ${columnsOf("payments", "verified_by, on_behalf_of")}`,
	receipts: `${ofMember("SELECT member_id FROM receipt_members WHERE receipt_id = ?1")}
		UNION SELECT asked_by FROM receipt_asks WHERE receipt_id = ?1`,
	users: ofMember("SELECT member_id FROM member_logins WHERE user_id = ?1"),
};

type Sent = { path: string; gate: string; today: string };

/**
 * Selects the users whom the record of an address concerns, who therefore cannot act on it either; no row when the
 * address names no known record.
 */
export function concernedBy({ path, gate, today }: Sent): Select<{ user_id: number | null }> {
	const [, place = "", id = ""] = /^\/admin\/(ledger\/[a-z]+|[a-z]+)(?:\/([\d-]+))?/.exec(path) ?? [];
	const key = /^\d+$/.test(id) && !place.startsWith("ledger/y") ? Number(id) : id;
	return select(
		`WITH sent(id, today, gate) AS (SELECT ?1, ?2, ?3) SELECT user_id FROM (SELECT NULL AS user_id FROM sent UNION ${CONCERNED[place] ?? "SELECT NULL"})`,
		key,
		today,
		gate,
	);
}

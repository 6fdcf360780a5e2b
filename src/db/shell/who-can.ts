import { asOne } from "#db/books/finance.ts";
import { relatedToIncome } from "#db/money/income.ts";
import { relatedToPayment } from "#db/money/payments.ts";
import { type Select, select } from "#db/read.ts";
import { isStaff } from "#db/system/staff.ts";

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

const HELD = `(SELECT json_group_array(DISTINCT p.permission) FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
	WHERE x.user_id = u.id) AS permissions`;

/** Selects the active staff with their permissions, and the deputies of a day in Taipei; own permissions come first. */
export const holdingToday = (today: string): Select<Holding> =>
	select(
		`SELECT * FROM (SELECT u.id AS user_id, u.name, NULL AS instead_of, NULL AS instead_of_name, ${HELD}
			FROM users u WHERE u.status = 'active' AND ${isStaff("u.id")}
		UNION ALL SELECT v.id, v.name, u.id, u.name, ${HELD} FROM deputies d
			JOIN users u ON u.id = d.user_id AND u.status = 'active' JOIN users v ON v.id = d.deputy_id AND v.status = 'active'
			WHERE d.ended_at IS NULL AND ?1 BETWEEN d.starts_on AND d.ends_on)
		ORDER BY instead_of IS NOT NULL, name, user_id, instead_of`,
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
 * sent behind the gate ?3.
 */
export const CONCERNED: Record<string, string> = {
	certificates: `${ofMember("SELECT member_id FROM disability_certificates WHERE id = ?1")}
		UNION SELECT uploaded_by FROM disability_certificates WHERE id = ?1`,
	dues: ofMember("SELECT member_id FROM dues_items WHERE id = ?1"),
	finance: `SELECT user_id FROM finance_related WHERE document_id = ?1
		UNION SELECT e.user_id FROM finance_documents d JOIN finance_events e ON e.document_id = d.id AND e.revision = d.revision
			WHERE d.id = ?1 AND e.stands_in = 0 AND e.step LIKE 'approve_%' AND (?3 = 'finance_review'
				OR ?3 = 'finance_payment' AND e.step = 'approve_accountant' AND NOT (${asOne({ step: "'pay'", person: "NULL", user: "e.user_id", day: "?2" })}))
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

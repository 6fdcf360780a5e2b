import { mayTakeListed } from "#db/books/index.ts";
import { isPaymentStranded, relatedToPayment } from "#db/money/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { HELD_ONCE, heldOnce } from "#db/system/index.ts";
import { FINANCE_PERMISSIONS, NEXT_STEP } from "#domain/books/index.ts";

/**
 * Money that waits for its second person and that the chair (理事長) and the supervisors (監事) may decide here: a
 * large voucher, or income that nobody else can post. A payment or an expense request (支出申請) that nobody else can
 * decide is decided on its own page.
 */
export type MoneyAct = {
	kind: "voucher" | "income" | "payment" | "finance";
	id: number;
	version: number;
	/** The text of the voucher or document, or the name of the payer; '' for income. */
	description: string;
	amount: number;
	/** The day in Taipei, YYYY-MM-DD. */
	date: string;
	by_name: string;
};

/**
 * Selects a dual-office resolution (one person is cashier and accountant) that waits for the chair's confirmation; only
 * for a user with `finance.review.chair` who is not that person and did not record the resolution.
 */
export const waitingPost = (userId: number): Select<{ name: string }> =>
	select(
		`SELECT u.name FROM concurrent_posts c JOIN users u ON u.id = c.user_id
		WHERE c.confirmed_at IS NULL AND c.ended_at IS NULL AND ?1 NOT IN (c.user_id, c.created_by) AND EXISTS (SELECT 1 FROM user_roles x
			JOIN role_permissions p ON p.role_id = x.role_id WHERE x.user_id = ?1 AND p.permission = 'finance.review.chair')`,
		userId,
	);

const LIMIT =
	"coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'ledger.second_person_above'), 100000)";
const TOTAL = "(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id)";
const MOST = 100;
const WAITING_STATES = Object.keys(NEXT_STEP)
	.map((state) => `'${state}'`)
	.join(", ");

/**
 * Selects drafts of vouchers above the amount of the settings that other users wrote, recorded income that only its
 * recorder could post, and payments and documents of others whose next step none of its holders can take on a day in
 * Taipei. `userId` is the reading user; income that is the user's own or their family's is refused by the action.
 */
export const moneyActs = (userId: number, today: string): Select<MoneyAct> =>
	select(
		`WITH ${heldOnce("?2", [...FINANCE_PERMISSIONS, "payments.verify"])}
		SELECT 'voucher' AS kind, v.id, v.version, v.description, ${TOTAL} AS amount, v.date, u.name AS by_name
			FROM vouchers v INDEXED BY vouchers_drafts
			JOIN users u ON u.id = coalesce(v.edited_by, v.created_by)
			WHERE v.state = 'draft' AND v.source = 'manual' AND ${TOTAL} > ${LIMIT} AND u.id <> ?1
		UNION ALL SELECT 'income', i.id, i.version, '', coalesce(i.amount, 0), i.received_on, u.name
			FROM income_records i JOIN users u ON u.id = i.recorded_by
			WHERE i.state = 'recorded' AND i.recorded_by <> ?1 AND NOT EXISTS (SELECT 1 FROM role_permissions p
				JOIN user_roles x ON x.role_id = p.role_id JOIN users o ON o.id = x.user_id AND o.status = 'active'
				WHERE p.permission = 'ledger.post' AND o.id <> i.recorded_by)
		UNION ALL SELECT 'payment', p.id, p.version, p.payer_title, p.amount, p.paid_on, coalesce(u.name, '')
			FROM payments p LEFT JOIN users u ON u.id = p.submitted_by
			WHERE p.status = 'submitted' AND ${isPaymentStranded("p.id", "?2", HELD_ONCE)}
				AND NOT EXISTS (SELECT 1 FROM (${relatedToPayment("p.id")}) k WHERE k.user_id = ?1)
		UNION ALL SELECT 'finance', d.id, d.version, d.title, d.net, date(d.state_since / 1000, 'unixepoch', '+8 hours'), u.name
			FROM finance_documents d JOIN users u ON u.id = d.applicant_id
				JOIN (SELECT '' AS step, ?1 AS user_id, NULL AS person, 1 AS stands_in) h
			WHERE d.stage IN (${WAITING_STATES}) AND ${mayTakeListed("?2")}
		ORDER BY 6, 1, 2 ${limitTo(MOST)}`,
		userId,
		today,
	);

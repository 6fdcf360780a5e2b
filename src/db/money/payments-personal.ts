import { type SQL, sql } from "drizzle-orm";
import { among, blank, movesAll, personal } from "#db/personal-data.ts";
import { OWN_PAYMENT_STATUS_LABELS, PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { DISABILITY_LABELS } from "#domain/people/index.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";

const PAYMENT_PARTS = { entrance: "入會費", annual: "常年會費", donation: "捐款", credit: "溢繳款" };
/**
 * SQL: whether the member paid a payment `p` or sent it in; payments that a member of the staff recorded for others are
 * not theirs.
 */
const OWN_PAYMENTS = `(p.payer_member_id IN (SELECT id FROM own)
	OR p.source = 'member' AND p.submitted_by IN (SELECT user_id FROM own))`;
/** FROM and WHERE of the payments that the person of `own` (ownOf in src/db/personal-data.ts) paid or sent in as a member. */
export const PAYMENTS = `FROM payments p WHERE (p.payer_member_id IN (SELECT id FROM own) OR p.source = 'member' AND p.submitted_by IN (
	SELECT m.user_id FROM members m JOIN own USING (id)))`;
/** Returns the query of the ids of the payments that a member paid or sent in. */
const theirs = (id: number): SQL => among(id, `SELECT p.id ${PAYMENTS}`);
/** SQL for the ids of those payments, for the conditions of free text. */
export const PAID = `(SELECT p.id ${PAYMENTS})`;

export const payments = personal({
	copy: {
		payments: {
			place: 100,
			title: "繳費",
			fields: [
				text("id", "收款編號"),
				text("paid_on", "繳費日期"),
				code("method", "方式", PAYMENT_METHOD_LABELS),
				text("amount", "金額"),
				text("fee_amount", "手續費"),
				text("last5", "帳號末五碼"),
				text("payer_title", "抬頭"),
				text("remark", "說明"),
				code("status", "狀態", OWN_PAYMENT_STATUS_LABELS),
				text("reason", "原因"),
				text("old_receipt_no", "舊收據號碼"),
				time("submitted_at", "送出時間"),
				time("verified_at", "核對時間"),
				time("reversed_at", "沖銷時間"),
				text("proof", "繳費證明"),
			],
			rows: `SELECT p.id, p.paid_on, p.method, p.amount, p.fee_amount, p.last5, p.payer_title, p.remark, p.status, p.reason,
				p.old_receipt_no, p.submitted_at, p.verified_at, p.reversed_at, p.proof_file_id AS file_id,
				iif(f.deleted_at IS NULL, f.filename, '已刪除') AS proof
			FROM payments p LEFT JOIN files f ON f.id = p.proof_file_id WHERE ${OWN_PAYMENTS} ORDER BY p.id`,
		},
		payment_parts: {
			place: 110,
			title: "每筆繳費用在哪裡",
			fields: [
				text("payment_id", "收款編號"),
				text("paid_on", "繳費日期"),
				code("kind", "用途", PAYMENT_PARTS),
				text("dues_year", "年度（西元）"),
				text("amount", "金額"),
				code("disability_status", "當時的身心障礙證明", DISABILITY_LABELS),
			],
			rows: `SELECT a.payment_id, p.paid_on, coalesce(d.kind, a.kind) AS kind, d.dues_year, a.amount, iif(d.discount_percent > 0, 'approved', a.disability_status) AS disability_status
			FROM payment_allocations a JOIN payments p ON p.id = a.payment_id LEFT JOIN dues_items d ON d.id = a.dues_item_id
			WHERE a.member_id IN (SELECT id FROM own) ORDER BY a.payment_id, a.id`,
		},
	},
	inCopy: {
		"payment_allocations.member_id": "payment_parts",
		"payments.payer_member_id": "payments",
		"payments.submitted_by": "payments",
	},
	leftOut: {
		"payment_events.on_behalf_of": "staff stay unnamed",
		"payment_events.user_id": "staff stay unnamed; a member's own steps are in the history",
		"payments.on_behalf_of": "staff stay unnamed",
		"payments.reversed_by": "staff stay unnamed",
		"payments.titled_by": "staff stay unnamed",
		"payments.verified_by": "staff stay unnamed",
	},
	erased: {
		payment_events: "the reasons; who did what and when stays",
		payments:
			"remark, last digits, proof, reasons, and the title of what was not verified; amounts, days and the title of what was stay: the books",
	},
	kept: {
		payment_allocations: "which due or donation an amount was for: the books",
	},
	erases: [
		{
			place: 90,
			run: ({ id }) => [sql`UPDATE payment_events SET ${blank("reason")} WHERE payment_id IN ${theirs(id)}`],
		},
		{
			place: 110,
			run: ({ id, at }) => [
				sql`UPDATE payments SET remark = '', last5 = NULL, ${blank("reason")}, version = version + 1, updated_at = ${at},
				payer_title = iif(status IN ('verified', 'reversed'), payer_title, ${ERASED})
			WHERE id IN ${theirs(id)}`,
			],
		},
	],
	files: [
		`SELECT f.id FROM files f WHERE f.subject_type = 'payment' AND f.subject_id IN (SELECT CAST(p.id AS TEXT) ${PAYMENTS})`,
		`SELECT p.proof_file_id ${PAYMENTS} AND p.proof_file_id IS NOT NULL`,
	],
	merges: [
		{
			table: "payments",
			column: "payer_member_id",
			// Payments by others for this member get a new version too: a verifier who has seen the merged record is refused.
			place: 90,
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE payments SET payer_member_id = iif(payer_member_id = ${other}, ${kept}, payer_member_id),
					version = version + 1, updated_at = ${at}
				WHERE payer_member_id = ${other} OR id IN (SELECT payment_id FROM payment_allocations WHERE member_id = ${other})`,
			],
		},
		movesAll(100, ["payment_allocations", "member_id"]),
	],
	audited: {
		payment: `SELECT CAST(p.id AS TEXT) FROM payments p WHERE ${OWN_PAYMENTS}`,
	},
	freeText: {
		payments: { goes: `t.id IN ${PAID}`, kept: "true" },
		payment_titles: { goes: `t.status NOT IN ('verified', 'reversed') AND t.id IN ${PAID}`, kept: "true" },
		payment_events: {
			link: "t.payment_id",
			key: "t.payment_id || ':' || t.seq",
			goes: `t.payment_id IN ${PAID}`,
			kept: "true",
		},
	},
	noFreeText: {
		allocation_targets: { columns: "code label", why: "what a payment may be for, and its word" },
		payment_allocations: { columns: "kind disability_status", why: "codes" },
		payment_methods: { columns: "code label", why: "ways to pay, and their words" },
		payments: { columns: "method", why: "a code" },
	},
});

import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { tasksAbout } from "#db/office/index.ts";
import { type HistoryRow, LOG, OWN, readsOf } from "#db/people/index.ts";
import { type Select, select } from "#db/read.ts";
import { financeNumberOf, incomeNumberOf, receiptNumberOf } from "#db/record-numbers.ts";
import { LOG_SHOWN } from "#domain/shell/personal-copies/document.ts";

type Row = Record<string, string | number | null>;

const about = (sql: string, memberId: number): Select<Row> => select(`WITH ${OWN} ${sql}`, memberId);

/**
 * SQL: whether the member paid a payment `p` or sent it in; payments that a member of the staff recorded for others are
 * not theirs.
 */
const OWN_PAYMENTS = `(p.payer_member_id IN (SELECT id FROM own)
	OR p.source = 'member' AND p.submitted_by IN (SELECT user_id FROM own))`;

/** FROM and WHERE of what the member gave as a donor. */
const OWN_GIFTS = `FROM income_records r WHERE r.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))`;

const RECEIPTS = `SELECT ${receiptNumberOf("receipts")} AS number, payer_title, amount, items, paid_on, issued_on, status, reason
	FROM receipts`;
const DONOR = `SELECT kind, name, seal_id, person_key, national_id, email, phone, address, is_published, note, created_at
	FROM donors`;
const GIFTS = `SELECT ${incomeNumberOf("r")} AS number, r.received_on, r.kind, r.payer_title, r.amount,
	r.items, r.method, r.purpose, r.state, r.note, r.reason`;

/** The query of notifications, with or without a mail. Old mails name only an address and a name. */
const TOLD = `SELECT n.kind AS template, n.data, coalesce(m.to_address, '') AS to_address, coalesce(m.state, 'none') AS state,
		n.created_at FROM notifications n LEFT JOIN mail_messages m ON m.id = n.id`;

/** Returns the queries of everything that is stored about a donor who is no member, by the sections of a copy. */
export const donorCopySelects = (id: number) => ({
	donor: select<Row>(`${DONOR} WHERE id = ? AND pseudonymised_at IS NULL AND member_id IS NULL`, id),
	gifts: select<Row>(`${GIFTS} FROM income_records r WHERE r.donor_id = ? ORDER BY r.received_on, r.id`, id),
	receipts: select<Row>(
		`${RECEIPTS} WHERE income_id IN (SELECT id FROM income_records WHERE donor_id = ?) ORDER BY id`,
		id,
	),
	mails: select<Row>(
		`${TOLD} WHERE n.donor_id = ?1 OR m.user_id IS NULL AND EXISTS (SELECT 1 FROM donors d
			WHERE d.id = ?1 AND d.email = m.to_address AND d.name = m.to_name) ORDER BY n.created_at`,
		id,
	),
	history: select<Row>(
		`SELECT at, iif(user_id IS NULL, 'system', 'staff') AS reader, action, changes, NULL AS ip_address FROM audit_log
		WHERE auditable_type = 'donor' AND auditable_id = ? ORDER BY id`,
		String(id),
	),
});

/**
 * Selects everything that is stored about a member, for one round trip (of the audit log the newest LOG_SHOWN rows).
 * Sealed (encrypted) values are returned sealed.
 */
export const copySelects = (memberId: number) =>
	({
		record: about("SELECT m.* FROM members m JOIN own USING (id) ORDER BY m.merged_into IS NOT NULL, m.id", memberId),
		numbers: about(
			"SELECT member_no, at FROM member_numbers WHERE member_id IN (SELECT id FROM own) ORDER BY at, member_no",
			memberId,
		),
		family: about(
			`SELECT '監護人' AS relation, g.name FROM members g WHERE g.id IN (SELECT guardian_member_id FROM own)
			UNION ALL SELECT '受監護會員', d.name FROM members d WHERE d.guardian_member_id IN (SELECT id FROM own)`,
			memberId,
		),
		notes: about(
			`SELECT content, '工作人員' AS author, created_at, updated_at, hidden_at, hidden_reason FROM notes
			WHERE notable_type = 'member' AND notable_id IN (SELECT id FROM own) ORDER BY created_at, id`,
			memberId,
		),
		tasks: about(
			`SELECT t.title, t.body, t.status, t.due_on, t.created_at, t.closed_at,
				(SELECT group_concat(n.content, char(10) || char(10)) FROM notes n WHERE n.notable_type = 'task' AND n.notable_id = t.id) AS notes
			FROM tasks t WHERE t.id IN (${tasksAbout("SELECT id FROM own")}) ORDER BY t.id`,
			memberId,
		),
		certificates: about(
			`SELECT c.id, c.created_at, c.status, c.is_revoked, c.valid_until, c.reviewed_at, c.reason, c.on_paper, c.file_id,
				iif(f.deleted_at IS NULL, f.filename, '已刪除') AS file
			FROM disability_certificates c LEFT JOIN files f ON f.id = c.file_id
			WHERE c.member_id IN (SELECT id FROM own) ORDER BY c.id`,
			memberId,
		),
		consents: about(
			"SELECT kind, text_version, given, channel, signed_on, at FROM consents WHERE member_id IN (SELECT id FROM own) ORDER BY id",
			memberId,
		),
		requests: about(
			`SELECT kind, content, channel, status, received_on, due_on, extension_reason, grounds, answer, closed_at
			FROM privacy_requests WHERE member_id IN (SELECT id FROM own) ORDER BY id`,
			memberId,
		),
		dues: about(
			`SELECT kind, dues_year, base_amount, discount_percent, amount, paid_amount, status, source, reason, created_at
			FROM dues_items WHERE member_id IN (SELECT id FROM own) ORDER BY dues_year, id`,
			memberId,
		),
		payments: about(
			`SELECT p.id, p.paid_on, p.method, p.amount, p.fee_amount, p.last5, p.payer_title, p.remark, p.status, p.reason,
				p.old_receipt_no, p.submitted_at, p.verified_at, p.reversed_at, p.proof_file_id AS file_id,
				iif(f.deleted_at IS NULL, f.filename, '已刪除') AS proof
			FROM payments p LEFT JOIN files f ON f.id = p.proof_file_id WHERE ${OWN_PAYMENTS} ORDER BY p.id`,
			memberId,
		),
		payment_parts: about(
			`SELECT a.payment_id, p.paid_on, coalesce(d.kind, a.kind) AS kind, d.dues_year, a.amount, a.disability_status
			FROM payment_allocations a JOIN payments p ON p.id = a.payment_id LEFT JOIN dues_items d ON d.id = a.dues_item_id
			WHERE a.member_id IN (SELECT id FROM own) ORDER BY a.payment_id, a.id`,
			memberId,
		),
		receipts: about(
			`${RECEIPTS} WHERE member_id IN (SELECT id FROM own) OR income_id IN (SELECT r.id ${OWN_GIFTS}) ORDER BY id`,
			memberId,
		),
		donor: about(`${DONOR} WHERE member_id IN (SELECT id FROM own) ORDER BY id`, memberId),
		gifts: about(`${GIFTS} ${OWN_GIFTS} ORDER BY r.received_on, r.id`, memberId),
		finance: about(
			`SELECT ${financeNumberOf("finance_documents")} AS number, title, payee_name, pay_by, payee_bank, payee_account,
				gross, income_tax, nhi, net, state, paid_on, created_at
			FROM finance_documents WHERE payee_member_id IN (SELECT id FROM own) OR payee_user_id IN (SELECT user_id FROM own) ORDER BY id`,
			memberId,
		),
		dues_notices: about(
			"SELECT kind, channel, period_end, amount, at FROM dues_notices WHERE member_id IN (SELECT id FROM own) ORDER BY id",
			memberId,
		),
		login: about(
			`SELECT name, email, phone, status, created_at, last_sign_in_at, password_changed_at, totp_enabled_at
			FROM users WHERE id IN (SELECT user_id FROM own)`,
			memberId,
		),
		roles: about(
			"SELECT r.name FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id IN (SELECT user_id FROM own)",
			memberId,
		),
		sessions: about(
			`SELECT created_at, last_seen_at, ended_at, ip_address, user_agent FROM sessions
			WHERE user_id IN (SELECT user_id FROM own) ORDER BY created_at`,
			memberId,
		),
		failed_sign_ins: about(
			`SELECT at, way, network, device FROM failed_sign_ins WHERE user_id IN (SELECT user_id FROM own) ORDER BY id`,
			memberId,
		),
		links: about(
			`SELECT purpose, email, created_at, expires_at, used_at FROM one_time_links WHERE user_id IN (SELECT user_id FROM own)
			UNION ALL SELECT purpose, NULL, created_at, expires_at, used_at FROM one_time_codes
			WHERE user_id IN (SELECT user_id FROM own) ORDER BY 3`,
			memberId,
		),
		deputies: about(
			`SELECT iif(user_id IN (SELECT user_id FROM own), 'principal', 'deputy') AS role, starts_on, ends_on FROM deputies
			WHERE user_id IN (SELECT user_id FROM own) OR deputy_id IN (SELECT user_id FROM own) ORDER BY starts_on`,
			memberId,
		),
		link_requests: about(
			`SELECT status, reason, created_at, closed_at, seal_id, profile FROM link_requests
			WHERE user_id IN (SELECT user_id FROM own) OR member_id IN (SELECT id FROM own) ORDER BY id`,
			memberId,
		),
		mails: about(
			`${TOLD}
			WHERE n.user_id IN (SELECT user_id FROM own) OR n.member_id IN (SELECT id FROM own)
				OR n.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))
				OR m.user_id IS NULL AND EXISTS (SELECT 1 FROM members o
					WHERE o.id IN (SELECT id FROM own) AND o.email = m.to_address AND o.name = m.to_name)
			ORDER BY n.created_at`,
			memberId,
		),
		unsubscriptions: about(
			`SELECT kind, at FROM mail_unsubscriptions
			WHERE user_id IN (SELECT user_id FROM own) OR member_id IN (SELECT id FROM own) ORDER BY id`,
			memberId,
		),
		announcements: about(
			`SELECT n.title, r.at FROM announcement_reads r JOIN announcements n ON n.id = r.announcement_id
			WHERE r.user_id IN (SELECT user_id FROM own) ORDER BY r.at`,
			memberId,
		),
		files: about(
			`SELECT filename, purpose, size, created_at, deleted_at FROM files
			WHERE uploaded_by IN (SELECT user_id FROM own) OR subject_type = 'certificate' AND subject_id IN (
				SELECT CAST(id AS TEXT) FROM disability_certificates WHERE member_id IN (SELECT id FROM own)) ORDER BY id`,
			memberId,
		),
		imports: about(
			`SELECT i.filename, r.outcome, i.applied_at, r.before FROM roster_import_rows r JOIN roster_imports i ON i.id = r.import_id
			WHERE r.member_id IN (SELECT id FROM own) ORDER BY r.import_id, r.row`,
			memberId,
		),
		reads: readsOf(memberId, LOG_SHOWN),
		history: select<HistoryRow>(
			`WITH ${OWN} SELECT ${LOG} FROM audit_log a WHERE a.id IN (
				SELECT id FROM audit_log WHERE auditable_type = 'member' AND auditable_id IN (SELECT CAST(id AS TEXT) FROM own)
				UNION SELECT id FROM audit_log WHERE auditable_type = 'certificate' AND auditable_id IN (
					SELECT CAST(id AS TEXT) FROM disability_certificates WHERE member_id IN (SELECT id FROM own))
				UNION SELECT id FROM audit_log WHERE auditable_type = 'privacy_request' AND auditable_id IN (
						SELECT CAST(id AS TEXT) FROM privacy_requests WHERE member_id IN (SELECT id FROM own))
					OR auditable_type = 'payment' AND auditable_id IN (SELECT CAST(p.id AS TEXT) FROM payments p WHERE ${OWN_PAYMENTS})
				UNION SELECT id FROM audit_log WHERE auditable_type = 'user' AND auditable_id IN (
					SELECT CAST(user_id AS TEXT) FROM own WHERE user_id IS NOT NULL)
				UNION SELECT id FROM audit_log WHERE actor IN (SELECT 'user:' || user_id FROM own WHERE user_id IS NOT NULL))
			ORDER BY a.at DESC, a.id DESC LIMIT ${LOG_SHOWN}`,
			memberId,
		),
	}) as const;

/**
 * Refuses with `privacy.too_often` a copy when `most` copies of the member were made since a time (UTC milliseconds).
 */
export const refuseMore = (memberId: number, { most, since }: { most: number; since: number }): Write =>
	refuseWhere(
		"privacy.too_often",
		sql`(SELECT count(*) FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ${String(memberId)}
			AND action = 'member.copy' AND at > ${since}) >= ${most}` satisfies SQL,
	);

import { tasksAbout } from "#db/office/task-records.ts";
import { FREE_TEXT_FIELDS } from "#domain/people/members/fields.ts";
import { FILES, PAYMENTS, TOLD } from "./erasures.ts";

/** What an erasure does with a text that names the person: it erases it, staff can edit it before, or it stays. */
export type Fate = "goes" | "edit" | "kept";

type Rows = {
	/** SQL for the id of the record whose page shows the text; by default the row's own id. */
	link?: string;
	/** SQL that identifies the row in its table. */
	key?: string;
	/**
	 * Conditions of the rows that the erasure erases, and of those that nobody may change; all others are to be edited.
	 */
	goes?: string;
	kept?: string;
	/** The condition of the rows that are searched. */
	where?: string;
	/** Set for tables of long texts, of which fewer rows are searched. */
	isLong?: true;
};
/**
 * Columns of free text. `kind` and the fields of Rows are SQL over the row `t`, the erased records `own`, and the
 * donors `givers`.
 */
export type Place = Rows & { table: string; columns: readonly string[]; kind: string };

/** Makes a place from "table column column" and the kind of record that shows it: a name, or SQL in brackets. */
function place(columns: string, kind: string, rows: Rows = {}): Place {
	const [table = "", ...rest] = columns.split(" ");
	return { table, columns: rest, kind: kind.startsWith("(") ? kind : `'${kind}'`, ...rows };
}

const OWN = "(SELECT id FROM own)";
const PAID = `(SELECT p.id ${PAYMENTS})`;
const LOGINS = "(SELECT user_id FROM members JOIN own USING (id))";
const GIVERS = "(SELECT id FROM givers)";
/** The condition of an erasure of a donor who is no member: only such an erasure erases these rows by the donor. */
const GIVEN_BY_NO_MEMBER = `NOT EXISTS ${OWN}`;
const ABOUT = `(${tasksAbout("SELECT id FROM own")})`;
const CONTENT = "title slug excerpt seo_title seo_description body_markdown";
const kept = "true";
const isDone = "t.state <> 'draft'";
const isLong = true;

/**
 * The complete list of the columns of free text, by the name of the place. A test reads the schema and fails for a text
 * column that is neither here nor in src/domain/shell/erasures/free-text.ts.
 */
export const PLACES = {
	notes: place("notes content hidden_reason", "(t.notable_type)", {
		link: "t.notable_id",
		goes: `(t.notable_type = 'member' AND t.notable_id IN ${OWN} OR t.notable_type = 'task' AND t.notable_id IN ${ABOUT})`,
	}),
	tasks: place("tasks title body", "task", { goes: `t.id IN ${ABOUT}` }),
	members: place(["members", ...FREE_TEXT_FIELDS].join(" "), "member", {
		where: `t.id NOT IN ${OWN} AND t.merged_into IS NULL`,
	}),
	donors: place("donors name email phone address note", "donor", { where: `t.id NOT IN ${GIVERS}` }),
	certificates: place("disability_certificates reason", "certificate", { goes: `t.member_id IN ${OWN}`, kept }),
	link_requests: place("link_requests reason", "none", {
		goes: `(t.member_id IN ${OWN} OR t.user_id IN ${LOGINS})`,
		kept,
	}),
	privacy: place("privacy_requests content answer extension_reason", "privacy", {
		goes: `t.member_id IN ${OWN}`,
		kept,
	}),
	files: place("files filename", "none", { where: "t.deleted_at IS NULL", goes: `t.id IN (${FILES})`, kept }),
	mails: place("mail_messages to_address to_name data last_error", "mail", {
		goes: `(t.id IN (${TOLD}) OR ${GIVEN_BY_NO_MEMBER} AND t.user_id IS NULL AND EXISTS (
			SELECT 1 FROM donors n JOIN givers USING (id) WHERE n.email = t.to_address AND n.name = t.to_name))`,
		kept,
	}),
	notifications: place("notifications data", "none", {
		goes: `(t.id IN (${TOLD}) OR t.donor_id IN ${GIVERS})`,
		kept,
		where: "NOT EXISTS (SELECT 1 FROM mail_messages x WHERE x.id = t.id)",
	}),

	announcements: place("announcements title slug body_markdown", "announcement", { isLong }),
	articles: place(`articles ${CONTENT} author_name cover_alt`, "article", { isLong }),
	pages: place(`pages ${CONTENT}`, "page", { isLong }),
	revisions: place("revisions snapshot reason", "(t.resource)", {
		link: "t.resource_id",
		key: "t.resource || ':' || t.resource_id || ':' || t.number",
		kept,
		isLong,
	}),
	drafts: place("drafts fields", "none", {
		link: "''",
		key: "t.user_id || ':' || t.resource || ':' || t.slot",
		isLong,
	}),
	old_addresses: place("slug_history slug", "(t.resource)", { key: "t.resource || ':' || t.id", kept }),
	changes: place("content_changes slug previous_slug", "none", { key: "t.rev", kept }),
	categories: place("categories slug name description", "category"),
	tags: place("tags slug name", "tag"),
	media: place("media alt", "media", { link: "t.attachment_id", key: "t.attachment_id" }),
	attachments: place("attachments filename", "media"),
	attachment_uses: place("attachment_uses description", "(t.resource)", {
		link: "t.resource_id",
		key: "t.resource || ':' || t.resource_id || ':' || t.role || ':' || t.attachment_id",
	}),
	documents: place("documents slug title description category", "document"),
	document_versions: place("document_versions filename note", "document", {
		link: "t.document_id",
		key: "t.document_id || ':' || t.number",
		kept,
	}),

	payments: place("payments remark reason old_receipt_no", "payment", { goes: `t.id IN ${PAID}`, kept }),
	payment_titles: place("payments payer_title", "payment", {
		goes: `t.status NOT IN ('verified', 'reversed') AND t.id IN ${PAID}`,
		kept,
	}),
	payment_events: place("payment_events reason", "payment", {
		link: "t.payment_id",
		key: "t.payment_id || ':' || t.seq",
		goes: `t.payment_id IN ${PAID}`,
		kept,
	}),
	receipts: place("receipts payer_title items reason", "receipt", { kept }),
	receipt_asks: place("receipt_asks payer_title reason", "receipt", { link: "t.receipt_id", key: "t.receipt_id" }),
	dues: place("dues_items reason", "dues", { goes: `t.member_id IN ${OWN}`, kept }),
	dues_events: place("dues_events reason", "dues", {
		link: "t.dues_item_id",
		goes: `t.dues_item_id IN (SELECT d.id FROM dues_items d WHERE d.member_id IN ${OWN})`,
		kept,
	}),
	income: place("income_records note reason", "income", { goes: `t.donor_id IN ${GIVERS}`, kept: isDone }),
	income_titles: place("income_records payer_title items purpose", "income", { kept: isDone }),
	finance: place(
		"finance_documents title purpose payee_name payee_bank payee_account no_attachment_reason paid_reference",
		"finance",
		{ kept: isDone },
	),
	finance_lines: place("finance_lines summary", "finance", {
		link: "t.document_id",
		kept: "(SELECT d.state FROM finance_documents d WHERE d.id = t.document_id) <> 'draft'",
	}),
	finance_events: place("finance_events comment", "finance", {
		link: "t.document_id",
		key: "t.document_id || ':' || t.seq",
		kept,
	}),
	finance_revisions: place("finance_revisions content", "finance", {
		link: "t.document_id",
		key: "t.document_id || ':' || t.revision",
		kept,
	}),
	vouchers: place("vouchers description", "voucher", { kept: isDone }),
	voucher_lines: place("voucher_lines memo", "voucher", {
		link: "t.voucher_id",
		kept: "(SELECT v.state FROM vouchers v WHERE v.id = t.voucher_id) <> 'draft'",
	}),
	voucher_templates: place("voucher_templates name description lines", "template"),
	accounts: place("accounts name", "account"),
	assets: place("assets name place keeper note", "asset"),
	budgets: place("budget_items name note", "budget"),
	projects: place("projects name note", "project"),
	periods: place("period_balances note", "period", { link: "t.month", key: "t.month || ':' || t.account_id" }),
	period_events: place("period_events reason", "none", { kept }),
	deposits: place("cash_deposits note reason", "deposit", { kept }),
	bank_accounts: place("bank_accounts name bank_name branch holder", "bank"),
	bank_lines: place("bank_lines memo reason", "none", {
		goes: `(t.payment_id IN ${PAID} OR ${GIVEN_BY_NO_MEMBER} AND t.id IN (
			SELECT i.bank_line_id FROM income_records i WHERE i.donor_id IN ${GIVERS}))`,
		kept,
	}),
	bank_statements: place("bank_statements filename", "none", { kept }),
	imports: place("roster_imports filename", "none", { kept }),
	payment_imports: place("payment_imports filename", "none", { kept }),
	settings: place("settings value", "settings", { link: "t.key", key: "t.key" }),
	old_settings: place("settings_history value", "settings", { link: "t.key", kept }),
	roles: place("roles name description", "none"),
	audit: place("audit_log description changes", "audit", {
		link: "t.auditable_type || ':' || t.auditable_id",
		kept,
	}),
} satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;
export const PLACE_NAMES = Object.keys(PLACES).filter((name): name is PlaceName => name in PLACES);

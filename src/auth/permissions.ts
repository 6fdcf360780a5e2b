import { DEPUTISED, isStaff, type Permission, SEES_FINANCE } from "#kernel/permissions.ts";

type Holds = ReadonlySet<Permission>;
const has =
	(...any: readonly Permission[]) =>
	(held: Holds): boolean =>
		any.some((one) => held.has(one));

/** THE gates: routes, the menu and the dashboard's widgets ask these by name, and nothing else decides who may. */
const GATES = {
	/** Signed in or not: the doors. */
	anyone: () => true,
	signed_in: () => true,
	staff: isStaff,
	member: has("member.own"),
	users: has("users.manage"),
	roles: has("roles.manage"),
	/** 待第二人確認: who may be the second person of everything. */
	confirmations: has("confirmations.decide"),
	/** Whose menu leads to 待第二人確認: who asks for such things, or may be a second person. */
	second_persons: has("confirmations.decide", "users.manage", "members.manage", "receipts.void"),
	/** The second person of a receipt under another title. */
	receipt_asks: has("receipts.void", "confirmations.decide"),
	/** Who may name a deputy for themselves: whoever reviews or posts. */
	deputies: has(...DEPUTISED),
	settings: has("settings.manage"),
	webhooks: has("webhooks.manage"),
	audit: has("audit.view"),
	mail: has("mail.view"),
	/** Sending a mail again: seeing the log does not allow it. */
	mail_resend: (held) => has("mail.view")(held) && has("operations.manage")(held),
	operations: has("operations.manage"),
	members: has("members.view"),
	members_manage: has("members.manage"),
	members_approve: has("members.approve"),
	/** Deciding on many out of the list: on whom one sees. */
	members_approve_many: (held) => has("members.view")(held) && has("members.approve")(held),
	members_merge: has("members.merge"),
	/** National ids and diagnoses: each view is in the audit log. */
	members_sensitive: (held) => has("members.view")(held) && has("members.view_sensitive")(held),
	/** Taking a person out of the association's memory. */
	members_erase: (held) =>
		has("members.view")(held) && has("members.view_sensitive")(held) && has("members.manage")(held),
	/** Who looked at what is sensitive: the log's readers, and who may look themselves. */
	access_log: (held) => has("audit.view")(held) || (has("members.view")(held) && has("members.view_sensitive")(held)),
	notes: (held) => has("members.view")(held) && has("notes.manage")(held),
	/** 任務: whoever is staff may be given one and sees their own (the query asks which); all of them takes tasks.manage. */
	tasks: isStaff,
	tasks_manage: has("tasks.manage"),
	certificates: has("certificates.review"),
	/** 應繳會費: who assesses and waives, and who only looks. */
	dues: has("dues.manage"),
	dues_view: has(
		"dues.manage",
		"payments.record",
		"payments.verify",
		"payments.reverse",
		"receipts.issue",
		"reports.view",
	),
	/** 啟用碼 on the notices of many: who may give one to a single member. */
	dues_codes: (held) => has("dues.manage")(held) && has("members.manage")(held),
	/** 收款: whoever records, checks or reverses sees them. */
	payments: has(
		"payments.record",
		"payments.verify",
		"payments.reverse",
		"receipts.issue",
		"reports.view",
		"confirmations.decide",
	),
	payments_record: has("payments.record", "payments.verify"),
	payments_verify: has("payments.verify"),
	/** One that waits: whoever verifies, and who stands in where none of them can; the action asks which. */
	payments_decide: has("payments.verify", "confirmations.decide"),
	/** A second person's, whom 理事長 and 監事 always are. */
	payments_reverse: has("payments.reverse", "confirmations.decide"),
	receipts: has("receipts.issue", "receipts.void", "payments.verify", "payments.record", "reports.view"),
	receipts_issue: has("receipts.issue"),
	receipts_void: has("receipts.void"),
	bank: has("bank.manage"),
	/** Matching a line makes and verifies a payment. */
	bank_match: (held) => has("bank.manage")(held) && has("payments.verify")(held),
	/** The books: who looks at them. */
	ledger: has("ledger.view", "confirmations.decide"),
	/** Vouchers, accounts, budgets, projects, assets: who keeps them. */
	ledger_post: has("ledger.post"),
	/** What is posted and takes another to correct: a large voucher, 開帳. The action asks which. */
	ledger_correct: has("ledger.post", "confirmations.decide"),
	periods: has("ledger.view"),
	periods_close: has("periods.close"),
	periods_reopen: has("ledger.reopen"),
	/** 支出申請: whoever asks sees their own, the others all (the query asks which). */
	finance: has(...SEES_FINANCE, "finance.submit", "confirmations.decide"),
	finance_submit: has("finance.submit"),
	finance_all: has(...SEES_FINANCE, "confirmations.decide"),
	/** Whoever reviews, and who stands in where none of them can; the action asks which. */
	finance_review: has(
		"finance.review.cashier",
		"finance.review.accountant",
		"finance.review.chair",
		"confirmations.decide",
	),
	finance_payment: has("finance.pay", "confirmations.decide"),
	finance_post: has("ledger.post", "confirmations.decide"),
	/** 作廢: the accountant or the chair. */
	finance_void: has("finance.review.accountant", "finance.review.chair"),
	finance_pay: has("finance.pay"),
	finance_chair: has("finance.review.chair"),
	/** 會計、出納兼辦: who sees documents sees by which resolution; the chair ends one too. */
	concurrent_posts: has("settings.manage", ...SEES_FINANCE),
	concurrent_posts_end: has("settings.manage", "finance.review.chair"),
	/** 收入 and 捐款人: who records, posts, or looks. */
	income: has("income.manage", "ledger.post", "ledger.view", "reports.view", "confirmations.decide"),
	income_manage: has("income.manage"),
	/** 存款單 and 庫存現金. */
	deposits: has("bank.manage", "ledger.view"),
	deposits_manage: has("bank.manage"),
	reports: has("reports.view", "dues.manage"),
	/** What stands on the website and what will: its figures and the search in it. */
	content: has("articles.manage", "pages.manage"),
	articles: has("articles.manage"),
	categories: has("categories.manage"),
	tags: has("tags.manage"),
	pages: has("pages.manage"),
	media: has("media.manage"),
	/** Whoever puts files in or looks at them: the library's keepers, and all who write. */
	media_files: has("media.manage", "articles.manage", "pages.manage", "announcements.publish", "announcements.manage"),
	/** Public documents, or those for members and for a few: the action asks which. */
	documents: has("documents.publish", "documents.manage"),
	/** 文件閱覽: whoever does not see them all where they are kept. What they read there, the query asks. */
	documents_read: (held) => isStaff(held) && !held.has("documents.manage"),
	/** 公告: public ones, or those for members and staff; the action asks which. */
	announcements: has("announcements.publish", "announcements.manage"),
	/** Announcements for members and staff, too, and what only those use. */
	announcements_manage: has("announcements.manage"),
	/** Whoever writes texts for the website: its preview, its files, what it may link to. */
	writing: has("articles.manage", "pages.manage", "announcements.publish", "announcements.manage"),
} satisfies Record<string, (held: Holds) => boolean>;

export type Gate = keyof typeof GATES;

/** Whether what a person holds opens a gate; nobody signed in opens only the doors. */
export const allows = (gate: Gate, who: { permissions: Holds } | undefined): boolean =>
	gate === "anyone" || (who !== undefined && GATES[gate](who.permissions));

import { DEPUTISED, isStaff, type Permission, SEES_FINANCE } from "#kernel/permissions.ts";

type Holds = ReadonlySet<Permission>;
const has =
	(...any: readonly Permission[]) =>
	(held: Holds): boolean =>
		any.some((one) => held.has(one));

/**
 * The only table of gates: routes, the menu and the dashboard's widgets ask them by name, and nothing else decides what
 * a user may do.
 */
const GATES = {
	/** Open to everybody, signed in or not: the sign-in pages. */
	anyone: () => true,
	signed_in: () => true,
	staff: isStaff,
	member: has("member.own"),
	users: has("users.manage"),
	roles: has("roles.manage"),
	/** 待第二人確認: users who may be the second person of every request. */
	confirmations: has("confirmations.decide"),
	/** Users whose menu has 待第二人確認: those who may make such requests, and those who may be a second person. */
	second_persons: has("confirmations.decide", "users.manage", "members.manage", "receipts.void"),
	/** Users who may be the second person of a receipt under another title (抬頭). */
	receipt_asks: has("receipts.void", "confirmations.decide"),
	/** Users who may name a deputy for themselves: those who review or post. */
	deputies: has(...DEPUTISED),
	settings: has("settings.manage"),
	webhooks: has("webhooks.manage"),
	audit: has("audit.view"),
	mail: has("mail.view"),
	/** Sending a mail again; permission to see the log is not enough. */
	mail_resend: (held) => has("mail.view")(held) && has("operations.manage")(held),
	operations: has("operations.manage"),
	members: has("members.view"),
	members_manage: has("members.manage"),
	members_approve: has("members.approve"),
	/** Deciding on many applications from the list, which needs permission to see the members. */
	members_approve_many: (held) => has("members.view")(held) && has("members.approve")(held),
	members_merge: has("members.merge"),
	/** National ids and diagnoses; each view is recorded in the audit log. */
	members_sensitive: (held) => has("members.view")(held) && has("members.view_sensitive")(held),
	/** Erasing a person's data from the association's records. */
	members_erase: (held) =>
		has("members.view")(held) && has("members.view_sensitive")(held) && has("members.manage")(held),
	/** The log of who viewed sensitive data: for readers of the audit log, and users who may view such data. */
	access_log: (held) => has("audit.view")(held) || (has("members.view")(held) && has("members.view_sensitive")(held)),
	notes: (held) => has("members.view")(held) && has("notes.manage")(held),
	/** 任務: every staff user may be given tasks and sees their own (the query decides); all need tasks.manage. */
	tasks: isStaff,
	tasks_manage: has("tasks.manage"),
	certificates: has("certificates.review"),
	/** 應繳會費: `dues` assesses and waives dues, `dues_view` only sees them. */
	dues: has("dues.manage"),
	dues_view: has(
		"dues.manage",
		"payments.record",
		"payments.verify",
		"payments.reverse",
		"receipts.issue",
		"reports.view",
	),
	/** 啟用碼 on the notices of many members: users who may give a code to a single member. */
	dues_codes: (held) => has("dues.manage")(held) && has("members.manage")(held),
	/** 收款: users who record, verify or reverse payments see them. */
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
	/** Deciding on a waiting payment: verifiers, and those who stand in when none of them can; the action checks. */
	payments_decide: has("payments.verify", "confirmations.decide"),
	/** Reversing a payment, which needs a second person; 理事長 and 監事 may always be that person. */
	payments_reverse: has("payments.reverse", "confirmations.decide"),
	receipts: has("receipts.issue", "receipts.void", "payments.verify", "payments.record", "reports.view"),
	receipts_issue: has("receipts.issue"),
	receipts_void: has("receipts.void"),
	bank: has("bank.manage"),
	/** Matching a bank line, which makes and verifies a payment. */
	bank_match: (held) => has("bank.manage")(held) && has("payments.verify")(held),
	/** Seeing the books. */
	ledger: has("ledger.view", "confirmations.decide"),
	/** Keeping vouchers, accounts, budgets, projects and assets. */
	ledger_post: has("ledger.post"),
	/** Correcting posted vouchers that need a second person: a large voucher, 開帳. The action checks which. */
	ledger_correct: has("ledger.post", "confirmations.decide"),
	periods: has("ledger.view"),
	periods_close: has("periods.close"),
	periods_reopen: has("ledger.reopen"),
	/** 支出申請: users who make expense requests see their own, the others see all (the query decides which). */
	finance: has(...SEES_FINANCE, "finance.submit", "confirmations.decide"),
	finance_submit: has("finance.submit"),
	finance_all: has(...SEES_FINANCE, "confirmations.decide"),
	/** Reviewing expense requests: reviewers, and those who stand in when none of them can; the action checks. */
	finance_review: has(
		"finance.review.cashier",
		"finance.review.accountant",
		"finance.review.chair",
		"confirmations.decide",
	),
	finance_payment: has("finance.pay", "confirmations.decide"),
	finance_post: has("ledger.post", "confirmations.decide"),
	/** 作廢 of an expense request, by the accountant or the chair. */
	finance_void: has("finance.review.accountant", "finance.review.chair"),
	finance_pay: has("finance.pay"),
	finance_chair: has("finance.review.chair"),
	/** 會計、出納兼辦: users who see expense requests see the resolution behind them; the chair may also end one. */
	concurrent_posts: has("settings.manage", ...SEES_FINANCE),
	concurrent_posts_end: has("settings.manage", "finance.review.chair"),
	/** 收入 and 捐款人: users who record, post or see income. */
	income: has("income.manage", "ledger.post", "ledger.view", "reports.view", "confirmations.decide"),
	income_manage: has("income.manage"),
	/** 存款單 and 庫存現金: seeing bank deposits and cash. */
	deposits: has("bank.manage", "ledger.view"),
	deposits_manage: has("bank.manage"),
	reports: has("reports.view", "dues.manage"),
	/** The figures and the search of the website's published and planned content. */
	content: has("articles.manage", "pages.manage"),
	articles: has("articles.manage"),
	categories: has("categories.manage"),
	tags: has("tags.manage"),
	pages: has("pages.manage"),
	media: has("media.manage"),
	/** The media library: its managers, and all users who write and so add or view files. */
	media_files: has("media.manage", "articles.manage", "pages.manage", "announcements.publish", "announcements.manage"),
	/** Documents: public ones, or those for members and for a few users; the action checks which. */
	documents: has("documents.publish", "documents.manage"),
	/** 文件閱覽: staff who do not see all documents as managers do; the query decides which they may read. */
	documents_read: (held) => isStaff(held) && !held.has("documents.manage"),
	/** 公告: public announcements, or those for members and staff; the action checks which. */
	announcements: has("announcements.publish", "announcements.manage"),
	/** Writing texts for the website: the preview, its files, and the search for link targets. */
	writing: has("articles.manage", "pages.manage", "announcements.publish", "announcements.manage"),
} satisfies Record<string, (held: Holds) => boolean>;

export type Gate = keyof typeof GATES;

/** Returns whether a user's permissions open a gate; without a user only the gate "anyone" opens. */
export const allows = (gate: Gate, who: { permissions: Holds } | undefined): boolean =>
	gate === "anyone" || (who !== undefined && GATES[gate](who.permissions));

/**
 * The closed list of permissions that a role may give (docs/operations.md#roles), named by noun and verb, in the groups
 * of the role page.
 */
export const PERMISSION_GROUPS = {
	members: [
		"members.view",
		"members.manage",
		"members.approve",
		"members.merge",
		"members.view_sensitive",
		"notes.manage",
		"certificates.review",
	],
	office: ["announcements.manage", "tasks.manage", "documents.manage"],
	dues: [
		"dues.manage",
		"payments.record",
		"payments.verify",
		"payments.reverse",
		"bank.manage",
		"receipts.issue",
		"receipts.void",
		"income.manage",
	],
	finance: [
		"finance.submit",
		"finance.view",
		"finance.review.cashier",
		"finance.review.accountant",
		"finance.review.chair",
		"finance.pay",
		"ledger.view",
		"ledger.post",
		"ledger.reopen",
		"periods.close",
		"reports.view",
	],
	website: [
		"articles.manage",
		"categories.manage",
		"tags.manage",
		"pages.manage",
		"media.manage",
		"documents.publish",
		"announcements.publish",
		"webhooks.manage",
	],
	system: [
		"users.manage",
		"roles.manage",
		"settings.manage",
		"confirmations.decide",
		"audit.view",
		"mail.view",
		"operations.manage",
	],
	self: ["member.own"],
} as const;

export type Permission = (typeof PERMISSION_GROUPS)[keyof typeof PERMISSION_GROUPS][number];
export const PERMISSIONS: readonly Permission[] = Object.values(PERMISSION_GROUPS).flat();
export const isPermission = (text: string): text is Permission => PERMISSIONS.some((known) => known === text);

/**
 * The permissions for approvals and postings, which the administrator's role does not have and in which a deputy may
 * stand in.
 */
export const DEPUTISED: readonly Permission[] = [
	"certificates.review",
	"payments.verify",
	"payments.reverse",
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.chair",
	"finance.pay",
	"ledger.post",
	"ledger.reopen",
	"periods.close",
	"receipts.void",
	"members.approve",
	"confirmations.decide",
];

/**
 * The permissions that an administrator cannot give alone, nor take over by changing the login of their holder:
 * reviewing, posting, sealed data, the system itself, and what makes a user a second person.
 */
export const POWERS: readonly Permission[] = [
	...DEPUTISED,
	"members.manage",
	"members.view_sensitive",
	"users.manage",
	"roles.manage",
	"settings.manage",
];

/** The permissions of which any one lets a user see every expense request (支出申請), whoever made it. */
export const SEES_FINANCE = [
	"finance.view",
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.chair",
	"finance.pay",
] as const satisfies readonly Permission[];

/**
 * The permissions that together let a user give any permission to anybody; at least one user who can sign in always
 * holds both.
 */
export const ADMIN: readonly Permission[] = ["users.manage", "roles.manage"];

/**
 * The roles that come with the program, with their permissions (docs/operations.md#roles). A migration writes the same
 * rows; a test compares both.
 */
export const SHIPPED_ROLES: Record<string, { name: string; permissions: readonly Permission[] }> = {
	admin: {
		name: "系統管理員",
		permissions: PERMISSIONS.filter(
			(one) => !DEPUTISED.includes(one) && one !== "member.own" && one !== "members.view_sensitive",
		),
	},
	secretary: {
		name: "會務秘書",
		permissions: [
			"members.view",
			"members.manage",
			"members.approve",
			"members.merge",
			"members.view_sensitive",
			"notes.manage",
			"certificates.review",
			"announcements.manage",
			"tasks.manage",
			"documents.manage",
			"dues.manage",
			"payments.record",
		],
	},
	editor: {
		name: "編輯",
		permissions: [
			"articles.manage",
			"categories.manage",
			"tags.manage",
			"pages.manage",
			"media.manage",
			"documents.publish",
			"announcements.publish",
		],
	},
	applicant: { name: "申請人", permissions: ["finance.submit"] },
	cashier: {
		name: "出納",
		permissions: [
			"payments.verify",
			"certificates.review",
			"receipts.issue",
			"income.manage",
			"finance.view",
			"finance.review.cashier",
			"finance.pay",
			"bank.manage",
		],
	},
	accountant: {
		name: "會計",
		permissions: [
			"finance.view",
			"finance.review.accountant",
			"ledger.view",
			"ledger.post",
			"periods.close",
			"receipts.void",
			"payments.verify",
			"payments.reverse",
			"reports.view",
		],
	},
	chair: {
		name: "理事長",
		permissions: [
			"finance.view",
			"finance.review.chair",
			"ledger.view",
			"ledger.reopen",
			"payments.reverse",
			"members.approve",
			"reports.view",
			"confirmations.decide",
		],
	},
	auditor: {
		name: "監事",
		permissions: ["finance.view", "ledger.view", "reports.view", "audit.view", "confirmations.decide"],
	},
	member: { name: "會員", permissions: ["member.own"] },
};

/**
 * Whether a user with these permissions (about money, users or settings) needs a second factor when the setting
 * requires one.
 */
export const needsSecondFactor = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) =>
		/^(finance|ledger|periods|receipts|payments|users|roles|settings|confirmations)\./.test(one),
	);

/** Whether these permissions make a person staff: anything beyond their own pages. */
export const isStaff = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) => one !== "member.own");

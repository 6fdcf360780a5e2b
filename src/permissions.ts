import { type GivenRole, inOrder, type PermissionGroup } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";

/** What a role may allow: verbs on nouns, a closed list that the nouns declare (docs/operations.md#roles). */
export type Permission = keyof Merged<"permissions">;
declare module "#kernel/refusal.ts" {
	interface Registered {
		permission: Permission;
	}
}
type Declared = {
	readonly group: PermissionGroup;
	readonly place?: number;
	readonly words: string;
	readonly roles?: readonly GivenRole[];
};
export const DECLARED: Readonly<Record<Permission, Declared>> = merged("permissions");
export const isPermission = (text: string): text is Permission => Object.hasOwn(DECLARED, text);
const inGroup = (group: PermissionGroup): readonly Permission[] =>
	inOrder(
		Object.keys(DECLARED)
			.filter(isPermission)
			.map((code) => ({ code, ...DECLARED[code] })),
	).flatMap((one) => (one.group === group ? [one.code] : []));

/** All of them in the groups that the role page shows, in its order. */
export const PERMISSION_GROUPS: Readonly<Record<PermissionGroup, readonly Permission[]>> = {
	members: inGroup("members"),
	office: inGroup("office"),
	dues: inGroup("dues"),
	finance: inGroup("finance"),
	website: inGroup("website"),
	system: inGroup("system"),
	self: inGroup("self"),
};
export const PERMISSIONS: readonly Permission[] = Object.values(PERMISSION_GROUPS).flat();

/** The approvals and postings, which the administrator's role does not hold and a deputy may stand in for. */
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
 * What an administrator does not give, or take over with its holder's login, alone: reviewing, posting, what lies sealed, the
 * system's own, and whatever makes somebody a second person.
 */
export const POWERS: readonly Permission[] = [
	...DEPUTISED,
	"members.manage",
	"members.view_sensitive",
	"users.manage",
	"roles.manage",
	"settings.manage",
];

/** Who sees every 支出申請, whoever asked for it. */
export const SEES_FINANCE = [
	"finance.view",
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.chair",
	"finance.pay",
] as const satisfies readonly Permission[];

/** Who holds these both can give everybody everything: somebody who may sign in always does. */
export const ADMIN: readonly Permission[] = ["users.manage", "roles.manage"];

const given = (role: GivenRole): readonly Permission[] =>
	PERMISSIONS.filter((code) => DECLARED[code].roles?.includes(role));

/**
 * The roles that ship, with their permissions (docs/operations.md#roles): what the nouns give them, and to the administrator all
 * but what needs another person. The migration writes the same rows; a test compares.
 */
export const SHIPPED_ROLES: Record<string, { name: string; permissions: readonly Permission[] }> = {
	admin: {
		name: "系統管理員",
		permissions: PERMISSIONS.filter(
			(one) => !DEPUTISED.includes(one) && one !== "member.own" && one !== "members.view_sensitive",
		),
	},
	secretary: { name: "會務秘書", permissions: given("secretary") },
	editor: { name: "編輯", permissions: given("editor") },
	applicant: { name: "申請人", permissions: given("applicant") },
	cashier: { name: "出納", permissions: given("cashier") },
	accountant: { name: "會計", permissions: given("accountant") },
	chair: { name: "理事長", permissions: given("chair") },
	auditor: { name: "監事", permissions: given("auditor") },
	member: { name: "會員", permissions: given("member") },
};

/** Needs a second factor once the setting asks for it: money, users and settings. */
export const needsSecondFactor = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) =>
		/^(finance|ledger|periods|receipts|payments|users|roles|settings|confirmations)\./.test(one),
	);

/** Whether these permissions make a person staff: anything beyond their own pages. */
export const isStaff = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) => one !== "member.own");

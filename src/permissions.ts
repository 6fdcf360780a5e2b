import { type GivenRole, inOrder, type PermissionGroup } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";

/**
 * The permissions that a role may have: a closed list of actions on nouns, declared by the nouns
 * (docs/operations.md#roles).
 */
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
	readonly isDeputised?: true;
	readonly isPower?: true;
};
export const DECLARED: Readonly<Record<Permission, Declared>> = merged("permissions");
export const isPermission = (text: string): text is Permission => Object.hasOwn(DECLARED, text);
const inGroup = (group: PermissionGroup): readonly Permission[] =>
	inOrder(
		Object.keys(DECLARED)
			.filter(isPermission)
			.map((code) => ({ code, ...DECLARED[code] })),
	).flatMap((one) => (one.group === group ? [one.code] : []));

/** All permissions by group, in the order of the page of roles. */
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

/**
 * The permissions to approve and to post, as the nouns declare them. The administrator's role does not have them, and a
 * deputy may use them for another user.
 */
export const DEPUTISED: readonly Permission[] = PERMISSIONS.filter((code) => DECLARED[code].isDeputised);

/**
 * The permissions that an administrator cannot give alone, nor obtain alone by taking over the login of a user who has
 * them: those in DEPUTISED, and those that a noun declares as powers, such as sealed (encrypted) data and roles.
 */
export const POWERS: readonly Permission[] = PERMISSIONS.filter(
	(code) => DECLARED[code].isDeputised || DECLARED[code].isPower,
);

/** Users with any of these permissions see all expense requests (支出申請), not only their own. */
export const SEES_FINANCE = [
	"finance.view",
	"finance.review.cashier",
	"finance.review.accountant",
	"finance.review.secretary",
	"finance.review.chair",
	"finance.pay",
] as const satisfies readonly Permission[];

/**
 * A user with both of these permissions can give everybody every permission; at least one user who can sign in must
 * always have both.
 */
export const ADMIN: readonly Permission[] = ["users.manage", "roles.manage"];

const given = (role: GivenRole): readonly Permission[] =>
	PERMISSIONS.filter((code) => DECLARED[code].roles?.includes(role));

/**
 * The built-in roles with the permissions that the nouns give them (docs/operations.md#roles). The administrator has
 * all permissions except DEPUTISED, `member.own` and `members.view_sensitive`. The migration writes the same rows, and
 * a test compares the two.
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

/**
 * Returns whether a user with these permissions must use a second factor when the setting requires it: those about
 * money (finance, payees, ledger, periods, receipts, payments), users, roles, settings and confirmations.
 */
export const needsSecondFactor = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) =>
		/^(finance|payees|ledger|periods|receipts|payments|users|roles|settings|confirmations)\./.test(one),
	);

/** Returns whether a user with these permissions is staff: has any permission beyond the member's own pages. */
export const isStaff = (permissions: ReadonlySet<Permission>): boolean =>
	[...permissions].some((one) => one !== "member.own");

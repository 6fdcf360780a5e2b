import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { type MovesRight, refuseMoving, roleIsHeld } from "#db/system/confirmations.ts";
import { endDeputiesOfNoStaff } from "#db/system/deputies.ts";
import { refuseFamilyLogins } from "#db/system/family.ts";
import {
	deleteRole,
	endLongSessions,
	insertRole,
	type RoleRef,
	raisedBy,
	readRole,
	refuseLastAdmin,
	refuseTakenName,
	setPermissions,
	updateRole,
} from "#db/system/roles.ts";
import { asking, listing, type Outcome, waitsFor } from "#domain/system/second-persons/actions.ts";
import { limitsFor } from "#domain/system/sessions/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { ADMIN, POWERS } from "#permissions.ts";
import { codeOfRole, differenceOf, isShipped } from "./rules.ts";
import { type NewRoleInput, type RoleInput, StoredCodes } from "./schema.ts";

/**
 * Inserts a role and returns its id; once per form `key`. Refuses `role.code_taken` and `role.name_taken` when another
 * role has the code or the name.
 */
export function createRole(db: Db, input: NewRoleInput, { key, ...by }: By & { key: string }): Promise<number> {
	const { name, description, permissions } = input;
	const code = codeOfRole(input.code, name, by.at);
	return commitOnce(db, { key, at: by.at, checks: [refuseTakenName(name, null)] }, [
		insertRole({ code, name, description }, by.at),
		...setPermissions(madeBy(key), permissions, by),
		...recordAudit(db, {
			...by,
			action: "role.create",
			auditableType: "role",
			auditableId: madeBy(key),
			description: code,
			changes: { permissions },
		}),
	]);
}

/**
 * Changes a role. Users who hold it have the new permissions from their next request on; where it now allows more than
 * a member's own pages, sessions longer than those of staff end, so that their users sign in anew. A power that a held
 * role would gain waits for a second person. Refuses `role.stale` (changed meanwhile), `role.name_taken` (another role
 * has the name), `role.own` (more permissions for a role that the user or the user's family holds), `user.last_admin`
 * (nobody would be left who may manage users and roles), `confirmation.waits` (the same change waits already) and
 * `confirmation.moved` (it came to need a second person meanwhile).
 */
export async function editRole(db: Db, role: RoleRef, { input, ...by }: By & { input: RoleInput }): Promise<Outcome> {
	const before = await readSeen(db, role);
	const { name, description } = input;
	const wanted = differenceOf(before.permissions, input.permissions);
	const powers = wanted.added.filter((one) => POWERS.includes(one));
	const [[facts]] = await readRows(db.$client, roleIsHeld(role.id));
	const moves: MovesRight = { is_watched: facts?.is_watched ?? 0, moves: powers.length > 0 ? (facts?.moves ?? 0) : 0 };
	const waits = waitsFor(moves, by);
	const permissions = waits ? input.permissions.filter((one) => !powers.includes(one)) : input.permissions;
	const { added, removed } = differenceOf(before.permissions, permissions);
	const what = { kind: "role_permissions" as const, roleId: role.id, asked: { permissions: powers } };
	await commit(db, [
		refuseFamilyLogins(raisedBy(role.id, input.permissions), by, "role.own"),
		refuseTakenName(name, role.id),
		...(by.userId !== null && !waits && powers.length > 0 ? [refuseMoving({ role: role.id })] : []),
		...(waits ? asking(db, what, by) : listing(what, moves, by)),
		...updateRole(role, { name, description, at: by.at }),
		...setPermissions(role.id, permissions, by),
		...(added.some((one) => one !== "member.own") ? [endMembersSessions(role.id, by.at)] : []),
		...(removed.length > 0 ? [endDeputiesOfNoStaff(by.at)] : []),
		...(removed.some((one) => ADMIN.includes(one)) ? [refuseLastAdmin()] : []),
		...recordAudit(db, {
			...by,
			action: "role.edit",
			auditableType: "role",
			auditableId: String(role.id),
			description: before.code,
			changes: {
				...(added.length > 0 ? { added } : {}),
				...(removed.length > 0 ? { removed } : {}),
				...(name === before.name ? {} : { name: { from: before.name, to: name } }),
				...(description === before.description ? {} : { description: { from: before.description, to: description } }),
			},
		}),
	]);
	return waits ? "waits" : "done";
}

/**
 * Returns the write that ends the sessions of a role's users which may be idle longer than those of staff; for a role
 * that now allows more than a member's own pages.
 */
export const endMembersSessions = (roleId: number, at: number): Write =>
	endLongSessions(roleId, { idleMs: limitsFor({ isStaff: true, remember: false }).idleMs, at });

/**
 * Removes a role. Refuses `role.shipped` (a built-in role), `role.in_use` (a user holds it) and `role.stale` (changed
 * meanwhile).
 */
export async function removeRole(db: Db, role: RoleRef, by: By): Promise<void> {
	const { code, permissions } = await readSeen(db, role);
	if (isShipped(code)) throw new Refusal("role.shipped");
	await commit(db, [
		...deleteRole(role),
		...recordAudit(db, {
			...by,
			action: "role.remove",
			auditableType: "role",
			auditableId: String(role.id),
			description: code,
			changes: { permissions },
		}),
	]);
}

/**
 * Reads a role for a change. Refuses `role.stale` when it changed since the user saw it; the guard of the batch checks
 * this again.
 */
async function readSeen(db: Db, { id, version }: RoleRef) {
	const role = await readRole(db.$client, id);
	if (role?.version !== version) throw new Refusal("role.stale");
	return { ...role, permissions: StoredCodes.parse(role.permissions) };
}

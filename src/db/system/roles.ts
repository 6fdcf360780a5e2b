import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { ADMIN, type Permission } from "#permissions.ts";

/** The role that an action changes: `version` is the version that staff saw. */
export type RoleRef = { id: number; version: number };
export type RoleRow = {
	id: number;
	code: string;
	name: string;
	description: string;
	version: number;
	permissions: string; // JSON list of codes, in alphabetical order
	holders: number; // number of users with the role, disabled ones too
};
/** A role to choose, as forms and filters list it. */
export type RoleOption = { id: number; name: string; permissions: string };

const PERMISSIONS_OF = `(SELECT json_group_array(p.permission ORDER BY p.permission) FROM role_permissions p
	WHERE p.role_id = r.id) AS permissions`;
const ROLE = `SELECT r.id, r.code, r.name, r.description, r.version, ${PERMISSIONS_OF},
	(SELECT count(*) FROM user_roles x WHERE x.role_id = r.id) AS holders FROM roles r`;

/** Selects every role with its permissions and its number of users, oldest first. */
export const rolesSelect = (): Select<RoleRow> => select(`${ROLE} ORDER BY r.id`);
export const roleSelect = (id: number): Select<RoleRow> => select(`${ROLE} WHERE r.id = ?`, id);

/** Selects every role to choose from, oldest first. */
export const roleOptions = (): Select<RoleOption> =>
	select(`SELECT r.id, r.name, ${PERMISSIONS_OF} FROM roles r ORDER BY r.id`);

/** Returns every role with its permissions and its number of users, oldest first, in one round trip. */
export async function listRoles(d1: D1Database): Promise<RoleRow[]> {
	const [rows] = await readRows(d1, rolesSelect());
	return rows;
}

export async function readRole(d1: D1Database, id: number): Promise<RoleRow | undefined> {
	const [rows] = await readRows(d1, roleSelect(id));
	return rows[0];
}

/** Inserts a role without permissions. Refuses a code that another role has with `role.code_taken`. */
export const insertRole = (role: { code: string; name: string; description: string }, at: number): Write =>
	sql`INSERT INTO roles (code, name, description, created_at, updated_at)
		VALUES (${role.code}, ${role.name}, ${role.description}, ${at}, ${at})`;

/**
 * Changes the name and description of a role and raises its version. Refuses with `role.stale` when another user
 * changed the role meanwhile.
 */
export const updateRole = (
	{ id, version }: RoleRef,
	{ name, description, at }: { name: string; description: string; at: number },
): Write[] => [
	sql`UPDATE roles SET name = ${name}, description = ${description}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("role.stale"),
];

/**
 * Sets the permissions of a role to exactly these, and stores who gave the new ones. `roleId` may be a fragment that
 * names a role of the same batch.
 */
export const setPermissions = (roleId: number | SQL, permissions: readonly Permission[], by: Giver): Write[] => [
	sql`DELETE FROM role_permissions WHERE role_id = ${roleId}
		AND permission NOT IN (SELECT value FROM json_each(${JSON.stringify(permissions)}))`,
	...givePermissions(roleId, permissions, by),
];

/** The user who gives permissions, and when (UTC milliseconds). */
type Giver = { userId: number | null; at: number };

/** Adds permissions to a role, and stores who gave the new ones. */
export const givePermissions = (roleId: number | SQL, permissions: readonly Permission[], by: Giver): Write[] => [
	sql`INSERT INTO role_permission_grants (role_id, permission, given_by, given_at)
		SELECT ${roleId}, value, ${by.userId}, ${by.at} FROM json_each(${JSON.stringify(permissions)})
		WHERE value NOT IN (SELECT permission FROM role_permissions WHERE role_id = ${roleId}) ON CONFLICT DO NOTHING`,
	sql`INSERT INTO role_permissions (role_id, permission)
		SELECT ${roleId}, value FROM json_each(${JSON.stringify(permissions)}) WHERE true ON CONFLICT DO NOTHING`,
];

/**
 * Deletes a role. Refuses with `role.in_use` when a user has it, and with `role.stale` when another user changed it
 * meanwhile.
 */
export const deleteRole = ({ id, version }: RoleRef): Write[] => [
	refuseWhere("role.in_use", sql`EXISTS (SELECT 1 FROM user_roles WHERE role_id = ${id})`),
	sql`DELETE FROM roles WHERE id = ${id} AND version = ${version}`,
	guard("role.stale"),
];

/** Ends the sessions of a role's users that may be idle for longer than `idleMs`. */
export const endLongSessions = (roleId: number, { idleMs, at }: { idleMs: number; at: number }): Write =>
	sql`UPDATE sessions SET ended_at = ${at}
		WHERE ended_at IS NULL AND idle_ms > ${idleMs} AND user_id IN (SELECT user_id FROM user_roles WHERE role_id = ${roleId})`;

/** Refuses with `role.name_taken` a name that another role has. */
export const refuseTakenName = (name: string, ownId: number | null): Write =>
	refuseWhere("role.name_taken", sql`EXISTS (SELECT 1 FROM roles WHERE name = ${name} AND id IS NOT ${ownId})`);

/**
 * Returns the query of the users of a role to whom these permissions would give more; it has to run before the change.
 */
export const raisedBy = (roleId: number, permissions: readonly Permission[]): SQL =>
	sql`SELECT user_id FROM user_roles WHERE role_id = ${roleId} AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(permissions)})
		WHERE value NOT IN (SELECT permission FROM role_permissions WHERE role_id = ${roleId}))`;

/**
 * Refuses with `user.last_admin` a change that leaves no active user who may manage both users and roles; it comes
 * after the change.
 */
export const refuseLastAdmin = (): Write =>
	refuseWhere(
		"user.last_admin",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE status = 'active'
			${sql.join(
				ADMIN.map((one) => sql`AND id IN (${holdersOf(one)})`),
				sql` `,
			)})`,
	);

/** Returns the query of the ids of the users whose roles give a permission. */
export const holdersOf = (permission: Permission): SQL =>
	sql`SELECT x.user_id FROM role_permissions p JOIN user_roles x ON x.role_id = p.role_id
		WHERE p.permission = ${permission}`;

/** Returns the query of the permissions that a user's roles give. */
export const permissionsOf = (userId: number): SQL =>
	sql`SELECT p.permission FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
		WHERE x.user_id = ${userId}`;

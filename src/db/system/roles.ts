import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { ADMIN, type Permission } from "#permissions.ts";

/** What an action on a role starts from: `version` is the one that staff saw. */
export type RoleRef = { id: number; version: number };
export type RoleRow = {
	id: number;
	code: string;
	name: string;
	description: string;
	version: number;
	permissions: string; // JSON: a list of codes, in the alphabet's order
	holders: number; // disabled users too
};
/** A role to choose, as forms and filters list it. */
export type RoleOption = { id: number; name: string; permissions: string };

const PERMISSIONS_OF = `(SELECT json_group_array(p.permission ORDER BY p.permission) FROM role_permissions p
	WHERE p.role_id = r.id) AS permissions`;
const ROLE = `SELECT r.id, r.code, r.name, r.description, r.version, ${PERMISSIONS_OF},
	(SELECT count(*) FROM user_roles x WHERE x.role_id = r.id) AS holders FROM roles r`;

/** Every role with what it allows and how many hold it, oldest first. */
export const rolesSelect = (): Select<RoleRow> => select(`${ROLE} ORDER BY r.id`);
export const roleSelect = (id: number): Select<RoleRow> => select(`${ROLE} WHERE r.id = ?`, id);

/** Every role to choose from, oldest first. */
export const roleOptions = (): Select<RoleOption> =>
	select(`SELECT r.id, r.name, ${PERMISSIONS_OF} FROM roles r ORDER BY r.id`);

/** Every role with what it allows and how many hold it, oldest first, in one round trip. */
export async function listRoles(d1: D1Database): Promise<RoleRow[]> {
	const [rows] = await readRows(d1, rolesSelect());
	return rows;
}

export async function readRole(d1: D1Database, id: number): Promise<RoleRow | undefined> {
	const [rows] = await readRows(d1, roleSelect(id));
	return rows[0];
}

/** Makes a role, without permissions yet. A code that is taken is refused as `role.code_taken`. */
export const insertRole = (role: { code: string; name: string; description: string }, at: number): Write =>
	sql`INSERT INTO roles (code, name, description, created_at, updated_at)
		VALUES (${role.code}, ${role.name}, ${role.description}, ${at}, ${at})`;

/** Changes a role's words and raises its version; refuses `role.stale`. */
export const updateRole = (
	{ id, version }: RoleRef,
	{ name, description, at }: { name: string; description: string; at: number },
): Write[] => [
	sql`UPDATE roles SET name = ${name}, description = ${description}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("role.stale"),
];

/**
 * Gives a role these permissions and no others, and keeps who gave those that are new. `roleId` may be a fragment that names a
 * role of the same batch.
 */
export const setPermissions = (roleId: number | SQL, permissions: readonly Permission[], by: Giver): Write[] => [
	sql`DELETE FROM role_permissions WHERE role_id = ${roleId}
		AND permission NOT IN (SELECT value FROM json_each(${JSON.stringify(permissions)}))`,
	...givePermissions(roleId, permissions, by),
];

/** Who gives, and when (UTC milliseconds). */
type Giver = { userId: number | null; at: number };

/** Adds permissions to a role. */
export const givePermissions = (roleId: number | SQL, permissions: readonly Permission[], by: Giver): Write[] => [
	sql`INSERT INTO role_permission_grants (role_id, permission, given_by, given_at)
		SELECT ${roleId}, value, ${by.userId}, ${by.at} FROM json_each(${JSON.stringify(permissions)})
		WHERE value NOT IN (SELECT permission FROM role_permissions WHERE role_id = ${roleId}) ON CONFLICT DO NOTHING`,
	sql`INSERT INTO role_permissions (role_id, permission)
		SELECT ${roleId}, value FROM json_each(${JSON.stringify(permissions)}) WHERE true ON CONFLICT DO NOTHING`,
];

/** Removes a role that nobody holds; refuses `role.in_use` and `role.stale`. */
export const deleteRole = ({ id, version }: RoleRef): Write[] => [
	refuseWhere("role.in_use", sql`EXISTS (SELECT 1 FROM user_roles WHERE role_id = ${id})`),
	sql`DELETE FROM roles WHERE id = ${id} AND version = ${version}`,
	guard("role.stale"),
];

/** Ends those sessions of a role's holders that may lie idle for longer than `idleMs`. */
export const endLongSessions = (roleId: number, { idleMs, at }: { idleMs: number; at: number }): Write =>
	sql`UPDATE sessions SET ended_at = ${at}
		WHERE ended_at IS NULL AND idle_ms > ${idleMs} AND user_id IN (SELECT user_id FROM user_roles WHERE role_id = ${roleId})`;

/** Refuses a name that another role has, as `role.name_taken`. */
export const refuseTakenName = (name: string, ownId: number | null): Write =>
	refuseWhere("role.name_taken", sql`EXISTS (SELECT 1 FROM roles WHERE name = ${name} AND id IS NOT ${ownId})`);

/** Whoever has a role that these permissions would raise, as a query of their ids: before the change. */
export const raisedBy = (roleId: number, permissions: readonly Permission[]): SQL =>
	sql`SELECT user_id FROM user_roles WHERE role_id = ${roleId} AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(permissions)})
		WHERE value NOT IN (SELECT permission FROM role_permissions WHERE role_id = ${roleId}))`;

/** Refuses, as `user.last_admin`, what left nobody active who may manage both users and roles: after the change. */
export const refuseLastAdmin = (): Write =>
	refuseWhere(
		"user.last_admin",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE status = 'active'
			${sql.join(
				ADMIN.map((one) => sql`AND id IN (${holdersOf(one)})`),
				sql` `,
			)})`,
	);

/** The ids of those whose roles allow it. */
export const holdersOf = (permission: Permission): SQL =>
	sql`SELECT x.user_id FROM role_permissions p JOIN user_roles x ON x.role_id = p.role_id
		WHERE p.permission = ${permission}`;

/** What the roles of a user allow. */
export const permissionsOf = (userId: number): SQL =>
	sql`SELECT p.permission FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
		WHERE x.user_id = ${userId}`;

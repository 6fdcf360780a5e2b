import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { SEALED_MS } from "#domain/system/users/rules.ts";
import type { UserInput, UserStatus } from "#domain/system/users/schema.ts";
import type { By } from "#kernel/by.ts";
import { ADMIN, DEPUTISED } from "#permissions.ts";
import { LETTER_HOME } from "./family.ts";
import { voidActivationCodes, voidLinks } from "./one-time.ts";
import { permissionsOf } from "./roles.ts";

/** The user that an action changes: `version` is the version that staff saw. */
export type UserRef = { id: number; version: number };

/** The columns that an action has to know of the user that it changes. */
export type SeenUser = UserInput & UserRef & { status: UserStatus; in_use: 0 | 1 };

/** SQL: whether a user `u` can sign in, or once did. */
const IN_USE = "(u.status = 'active' OR u.last_sign_in_at IS NOT NULL OR u.password_hash IS NOT NULL)";

/** Returns the user as they are now; null when there is none. */
export const readSeenUser = (d1: D1Database, id: number): Promise<SeenUser | null> =>
	d1
		.prepare(
			`SELECT u.id, u.version, u.name, u.email, u.phone, u.status, ${IN_USE} AS in_use FROM users u WHERE u.id = ?`,
		)
		.bind(id)
		.first<SeenUser>();

/**
 * Refuses with `user.in_use` a user who can or once did sign in: an activation code is only for an account that nobody
 * used.
 */
export const refuseInUse = (userId: number): Write =>
	refuseWhere("user.in_use", sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND ${sql.raw(IN_USE)})`);

/** The postal address of a user: by LETTER_HOME; no row when there is none. */
export type LetterAddress = {
	name: string;
	postal_code: string | null;
	city: string | null;
	district: string | null;
	address: string;
};
export const letterTo = (userId: number): Select<LetterAddress> =>
	selectOne(
		`SELECT m.name, h.postal_code, h.city, h.district, h.address FROM members m
			JOIN members h ON h.id = ${LETTER_HOME}
		WHERE m.user_id = ? AND m.merged_into IS NULL AND h.address IS NOT NULL`,
		userId,
	);

/** Inserts an invited user. Refuses with `user.email_taken` or `user.phone_taken` what another user has. */
export const insertUser = ({ name, email, phone }: UserInput, at: number): Write =>
	sql`INSERT INTO users (name, email, phone, created_at, updated_at) VALUES (${name}, ${email}, ${phone}, ${at}, ${at})`;

/** Changes a user and raises the version. Refuses with `user.stale` one who changed meanwhile or fails `where`. */
const change = (
	{ id, version }: UserRef,
	set: SQL,
	{ at, where = sql`true` }: { at: number; where?: SQL },
): Write[] => [
	sql`UPDATE users SET ${set}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND ${where}`,
	guard("user.stale"),
];
/** The assignment that ends every session of a user: a session with another session version does not work. */
const END_SESSIONS = sql`session_version = session_version + 1`;

/**
 * Changes a user's name, e-mail and phone; a new e-mail or phone postpones the user's access to sealed (encrypted
 * health and identity) data. Refuses with `user.stale` when the user changed meanwhile, and with `user.email_taken` or
 * `user.phone_taken` when another user has the e-mail or phone.
 */
export const updateUser = (user: UserRef, { name, email, phone }: UserInput, at: number): Write[] =>
	change(
		user,
		sql`sealed_from = iif((email, phone) IS (${email}, ${phone}), sealed_from, ${at + SEALED_MS}), name = ${name}, email = ${email}, phone = ${phone}`,
		{ at },
	);

/**
 * Disables a user: they cannot sign in, their sessions end, and their links and codes stop working. Refuses with
 * `user.stale` one who changed meanwhile or is disabled already.
 */
export const disableUser = (user: UserRef, at: number): Write[] => [
	...change(user, sql`status = 'disabled', ${END_SESSIONS}`, { at, where: sql`status <> 'disabled'` }),
	voidLinks(user.id, at),
	voidActivationCodes(user.id, at),
];

/** Enables a disabled user: as active when they had a password, else as invited. */
export const enableUser = (user: UserRef, at: number): Write[] =>
	change(user, sql`status = CASE WHEN password_hash IS NULL THEN 'invited' ELSE 'active' END`, {
		at,
		where: sql`status = 'disabled'`,
	});

/** Ends every session of a user. Refuses with `user.stale` one who changed meanwhile. */
export const endSessions = (user: UserRef, at: number): Write[] => change(user, END_SESSIONS, { at });

/**
 * Removes a user's second factor and its recovery codes; sessions end. Refuses with `user.stale` when there is none.
 */
export const clearSecondFactor = (user: UserRef, at: number): Write[] => [
	...change(
		user,
		sql`totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = 0, sealed_from = ${at + SEALED_MS}, ${END_SESSIONS}`,
		{
			at,
			where: sql`totp_secret IS NOT NULL`,
		},
	),
	sql`DELETE FROM one_time_codes WHERE user_id = ${user.id} AND purpose = 'recovery'`,
];

/**
 * Sets a user's roles to exactly these; sessions end. Activation codes on paper, which were issued for a user without
 * roles, are voided.
 */
export const setRoles = (user: UserRef, roleIds: readonly number[], by: By): Write[] => [
	...change(user, END_SESSIONS, { at: by.at }),
	sql`DELETE FROM user_roles WHERE user_id = ${user.id} AND role_id NOT IN (SELECT value FROM json_each(${JSON.stringify(roleIds)}))`,
	...giveRoles(user.id, roleIds, by),
	voidActivationCodes(user.id, by.at),
];

/** Adds roles that a second person confirmed to those of a user; sessions end and activation codes are voided. */
export const addConfirmedRoles = (userId: number, roleIds: readonly number[], by: By): Write[] => [
	sql`UPDATE users SET ${END_SESSIONS}, version = version + 1, updated_at = ${by.at} WHERE id = ${userId}`,
	...giveRoles(userId, roleIds, by),
	voidActivationCodes(userId, by.at),
];

/**
 * Adds roles to a user, who may be made in the same batch, and stores who gave the new ones. Refuses with `role.stale`
 * a role that was deleted.
 */
export const giveRoles = (
	userId: number | SQL,
	roleIds: readonly number[],
	{ userId: giver, at }: Pick<By, "userId" | "at">,
): Write[] => {
	const ids = JSON.stringify(roleIds);
	return [
		refuseWhere("role.stale", sql`EXISTS (SELECT 1 FROM json_each(${ids}) WHERE value NOT IN (SELECT id FROM roles))`),
		sql`INSERT INTO user_role_grants (user_id, role_id, given_by, given_at) SELECT ${userId}, value, ${giver}, ${at}
			FROM json_each(${ids}) WHERE value NOT IN (SELECT role_id FROM user_roles WHERE user_id = ${userId}) ON CONFLICT DO NOTHING`,
		sql`INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, value FROM json_each(${ids}) WHERE true ON CONFLICT DO NOTHING`,
	];
};

/**
 * Adds the role `admin` to a user, who may be made in the same batch; enables a disabled user; gives the role its two
 * permissions back if it lost them; sessions end. Refuses with `role.stale` when there is no such role.
 */
export const makeAdmin = (userId: number | SQL<number>, at: number): Write[] => [
	sql`INSERT INTO role_permissions (role_id, permission)
		SELECT r.id, value FROM roles r, json_each(${JSON.stringify(ADMIN)}) WHERE r.code = 'admin' ON CONFLICT DO NOTHING`,
	sql`INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, id FROM roles WHERE code = 'admin' ON CONFLICT DO NOTHING`,
	refuseWhere("role.stale", sql`NOT EXISTS (SELECT 1 FROM roles WHERE code = 'admin')`),
	sql`UPDATE users SET ${END_SESSIONS}, version = version + 1, updated_at = ${at}, status = CASE
			WHEN status <> 'disabled' THEN status WHEN password_hash IS NULL THEN 'invited' ELSE 'active' END
		WHERE id = ${userId}`,
];

/**
 * Refuses with `user.above_you` to change a user or to give roles with permissions that `byId` does not have, unless
 * `byId` manages roles. Otherwise a user who manages users could become an administrator through another account. It
 * comes before the change. What the user has as a deputy, today or later, counts too; `member.own` does not. `byId`
 * null is an operator, who may.
 */
export const refuseAbove = (byId: number | null, userId: number | null, roleIds: readonly number[] = []): Write[] =>
	byId === null
		? []
		: [
				refuseWhere(
					"user.above_you",
					sql`'roles.manage' NOT IN (${permissionsOf(byId)}) AND (EXISTS (
						SELECT 1 FROM role_permissions WHERE permission <> 'member.own' AND permission NOT IN (${permissionsOf(byId)})
						AND role_id IN (SELECT role_id FROM user_roles WHERE user_id = ${userId}
							UNION ALL SELECT value FROM json_each(${JSON.stringify(roleIds)})))
					OR EXISTS (${heldAsDeputy(userId)} AND p.permission NOT IN (${permissionsOf(byId)})))`,
				),
			];

/** Returns a query with a row for each permission that a user has as a deputy, today (in Taipei) or on a later day. */
const heldAsDeputy = (userId: number | null): SQL =>
	sql`SELECT 1 FROM deputies d JOIN user_roles x ON x.user_id = d.user_id JOIN role_permissions p ON p.role_id = x.role_id
		WHERE d.deputy_id = ${userId} AND d.ended_at IS NULL AND d.ends_on >= date('now', '+8 hours')
			AND p.permission IN (SELECT value FROM json_each(${JSON.stringify(DEPUTISED)}))`;

/** Refuses with `user.is_staff` a user whose roles give more than their own pages. */
export const refuseStaff = (userId: number): Write =>
	refuseWhere("user.is_staff", sql`EXISTS (SELECT 1 FROM (${permissionsOf(userId)}) WHERE permission <> 'member.own')`);

/** Refuses with `user.stale` a user who changed after the version `version` was read. */
export const refuseChanged = ({ id, version }: UserRef): Write =>
	refuseWhere("user.stale", sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${id} AND version = ${version})`);

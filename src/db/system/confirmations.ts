import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { beginsIn } from "#db/steps.ts";
import {
	type Asked,
	CONFIRMATION_STEPS,
	type ConfirmationState,
	type ConfirmationStep,
	KINDS,
	type Kind,
} from "#domain/system/second-persons/kinds.ts";
import type { By } from "#kernel/by.ts";
import { type Permission, POWERS } from "#permissions.ts";
import { dataOf, notifyEach } from "./notifications.ts";
import { holdersOf } from "./roles.ts";

/** The confirmation that an action changes: `version` is the version that the user saw. */
export type ConfirmationRef = { id: number; version: number };

/** The change of rights that is requested; ids may be SQL fragments that name a record of the same batch. */
export type NewConfirmation<K extends Kind = Kind> = {
	kind: K;
	asked: Asked[K];
	userId?: number | SQL<number>;
	otherUserId?: number;
	roleId?: number;
	memberId?: number;
	guardianId?: number;
};

const POWER_CODES = JSON.stringify(POWERS);
const isPower = (permission: string): string => `${permission} IN (SELECT value FROM json_each('${POWER_CODES}'))`;

/** SQL: whether changes of rights need a second person's confirmation by now. */
const IS_WATCHED = "EXISTS (SELECT 1 FROM rights_watched)";

/** Returns SQL: whether any of these roles that a user does not have yet gives a powerful permission (isPower). */
const allowPower = (roleIds: readonly number[], userId: number | null): SQL =>
	sql`EXISTS (SELECT 1 FROM role_permissions WHERE role_id IN (SELECT value FROM json_each(${JSON.stringify(roleIds)}))
		AND role_id NOT IN (SELECT role_id FROM user_roles WHERE user_id IS ${userId}) AND ${sql.raw(isPower("permission"))})`;

/**
 * Returns SQL: whether a user (SQL) has a powerful permission: by a role, as a deputy today or later, or by a waiting
 * confirmation of roles.
 */
const holdsPower = (user: string): string =>
	`(EXISTS (SELECT 1 FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
			WHERE x.user_id = ${user} AND ${isPower("p.permission")})
		OR EXISTS (SELECT 1 FROM deputies WHERE deputy_id = ${user} AND ended_at IS NULL AND ends_on >= date('now', '+8 hours'))
		OR EXISTS (SELECT 1 FROM confirmations WHERE user_id = ${user} AND state = 'waiting' AND kind = 'user_roles'))`;

/** Returns SQL: whether any user has a role. */
const isHeld = (role: string): string => `EXISTS (SELECT 1 FROM user_roles WHERE role_id = ${role})`;

/** What a change may give away: roles that a user gets, the account of a user, or a role that users have. */
export type Right = { roles: readonly number[]; of: number | null } | { user: number } | { role: number };
const moves = (right: Right): SQL =>
	"roles" in right
		? allowPower(right.roles, right.of)
		: "user" in right
			? sql.raw(holdsPower(String(Math.trunc(right.user))))
			: sql.raw(isHeld(String(Math.trunc(right.role))));

/**
 * Refuses with `confirmation.moved` a change that gives away a powerful right without a second person. The action has
 * checked this before the batch; this finds a right that was added since.
 */
export const refuseMoving = (right: Right): Write =>
	refuseWhere("confirmation.moved", sql`${sql.raw(IS_WATCHED)} AND ${moves(right)}`);

/** The roles that a user would get, and the powerful permissions among them that are new to the user, as JSON lists. */
export type GivenRoles = { is_watched: 0 | 1; roles: string; permissions: string };
export const givenRoles = (userId: number | null, roleIds: readonly number[]): Select<GivenRoles> =>
	selectOne(
		`WITH given AS (SELECT p.role_id, p.permission FROM role_permissions p WHERE p.role_id IN (SELECT value FROM json_each(?2))
			AND ${isPower("p.permission")} AND p.role_id NOT IN (SELECT role_id FROM user_roles WHERE user_id IS ?1))
		SELECT ${IS_WATCHED} AS is_watched,
			(SELECT json_group_array(DISTINCT role_id) FROM given) AS roles,
			(SELECT json_group_array(DISTINCT permission) FROM given) AS permissions`,
		userId,
		JSON.stringify(roleIds),
	);

/** Whether confirmations are required, and whether a powerful right goes with a user's account, or with a role. */
export type MovesRight = { is_watched: 0 | 1; moves: 0 | 1 };
export const userHoldsPower = (userId: number): Select<MovesRight> =>
	selectOne(`SELECT ${IS_WATCHED} AS is_watched, ${holdsPower("?1")} AS moves`, userId);
export const roleIsHeld = (roleId: number): Select<MovesRight> =>
	selectOne(`SELECT ${IS_WATCHED} AS is_watched, ${isHeld("?1")} AS moves`, roleId);

/** SQL for the id of the confirmation that the same batch has just inserted. */
export const NEWEST = sql<number>`(SELECT max(id) FROM confirmations)`;

/**
 * Inserts a request for a confirmation; state `listed` when the change was made at once. Refuses with
 * `confirmation.waits` when the same request waits already.
 */
export const insertConfirmation = (
	{ kind, asked, ...about }: NewConfirmation,
	{ state, by }: { state: "waiting" | "listed"; by: By },
): Write[] => [
	refuseWhere(
		"confirmation.waits",
		sql`${state} = 'waiting' AND EXISTS (SELECT 1 FROM confirmations WHERE kind = ${kind} AND state = 'waiting'
			AND user_id IS ${about.userId ?? null} AND role_id IS ${about.roleId ?? null}
			AND member_id IS ${about.memberId ?? null} AND guardian_id IS ${about.guardianId ?? null})`,
	),
	sql`INSERT INTO confirmations (kind, permission, is_timed, user_id, other_user_id, role_id, member_id, guardian_id, asked, state,
			requested_by, requested_at)
		VALUES (${kind}, ${KINDS[kind].permission}, ${Number(KINDS[kind].isTimed)}, ${about.userId ?? null},
			${about.otherUserId ?? null}, ${about.roleId ?? null}, ${about.memberId ?? null}, ${about.guardianId ?? null},
			${JSON.stringify(asked)}, ${state}, ${by.userId}, ${by.at})`,
];

/**
 * Notifies of the newest confirmation: the chair (理事長) and the supervisors (監事) (keys that end in d and the user's
 * id) and the users it concerns (p). The time at which it comes into force depends on these mails, so their ids are
 * made here.
 */
export const tellOfNewest = ({ kind, by }: { kind: Kind; by: By }): Write[] => {
	const tell = (letter: "d" | "p", told: "confirmation_waits" | "confirmation_about_you", who: SQL): Write =>
		notifyEach(told, {
			id: sql`'confirm_' || c.id || '_' || ${letter} || u.id`,
			user: sql`u.id`,
			data: dataOf(told, { kind, isTimed: KINDS[kind].isTimed }),
			from: sql`confirmations c JOIN users u ON u.id IN (${who}) WHERE c.id = ${NEWEST} AND u.id IS NOT ${by.userId}`,
			at: by.at,
		});
	return [
		tell(
			"d",
			"confirmation_waits",
			sql`${holdersOf("confirmations.decide")}
			INTERSECT SELECT id FROM users WHERE status = 'active'`,
		),
		tell(
			"p",
			"confirmation_about_you",
			sql`SELECT k.user_id FROM confirmation_concerns k WHERE k.confirmation_id = c.id`,
		),
	];
};

/** A confirmation as an action needs it. */
export type StoredConfirmation = ConfirmationRef & {
	kind: Kind;
	state: ConfirmationState;
	asked: string;
	user_id: number | null;
	other_user_id: number | null;
	role_id: number | null;
	member_id: number | null;
	guardian_id: number | null;
	requested_by: number;
};

/** The columns of a StoredConfirmation, over `confirmations c`. */
export const STORED = `c.id, c.version, c.kind, c.state, c.asked, c.user_id, c.other_user_id, c.role_id, c.member_id, c.guardian_id,
	c.requested_by`;

/**
 * Ends a waiting confirmation. Refuses with `confirmation.stale` when it changed meanwhile or waits no more. The
 * triggers of migration 0050 refuse with `confirmation.not_yours` to confirm as a user who may not decide it, and with
 * `confirmation.too_early` to put it into force before its time.
 */
export const endConfirmation = (
	{ id, version }: ConfirmationRef,
	{ step, onBehalfOf, by }: { step: Exclude<ConfirmationStep, "see">; onBehalfOf: number | null; by: By },
): Write[] => [
	sql`UPDATE confirmations SET state = ${CONFIRMATION_STEPS[step].to}, decided_by = ${by.userId}, on_behalf_of = ${onBehalfOf}, decided_at = ${by.at},
			asked = iif(kind = 'user_login', '{}', asked), version = version + 1
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("state", CONFIRMATION_STEPS[step])}`,
	guard("confirmation.stale"),
];

/** Marks as seen the changes of rights that were made before a second person was required. */
export const seeListed = (ids: readonly number[], by: By): Write =>
	sql`UPDATE confirmations SET state = ${CONFIRMATION_STEPS.see.to}, decided_by = ${by.userId}, decided_at = ${by.at}, version = version + 1
		WHERE ${beginsIn("state", CONFIRMATION_STEPS.see)} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Refuses with `confirmation.moved` roles that give more powerful permissions than were requested. */
export const refuseMoreThan = (roleIds: readonly number[], permissions: readonly Permission[]): Write =>
	refuseWhere(
		"confirmation.moved",
		sql`EXISTS (SELECT 1 FROM role_permissions WHERE role_id IN (SELECT value FROM json_each(${JSON.stringify(roleIds)}))
			AND ${sql.raw(isPower("permission"))} AND permission NOT IN (SELECT value FROM json_each(${JSON.stringify(permissions)})))`,
	);

/** Selects a confirmation for an action. */
export const storedConfirmation = (id: number): Select<StoredConfirmation> =>
	select(`SELECT ${STORED} FROM confirmations c WHERE c.id = ?`, id);

/**
 * Requests, in the name of the user who set them, that the sealed (encrypted health and identity) data of members is
 * opened to their present guardians; nothing when it is open or requested already.
 */
export const askToOpenGuardians = (memberIds: readonly number[], { userId, at }: Pick<By, "userId" | "at">): Write =>
	sql`INSERT INTO confirmations (kind, permission, is_timed, member_id, guardian_id, asked, requested_by, requested_at)
		SELECT 'sealed_guardian', ${KINDS.sealed_guardian.permission}, 0, g.member_id, g.guardian_id, '{}', ${userId}, ${at}
		FROM guardianships g JOIN json_each(${JSON.stringify(memberIds)}) j ON g.member_id = j.value
		WHERE g.until IS NULL AND g.opened_at IS NULL AND ${userId} IS NOT NULL ON CONFLICT DO NOTHING`;

/**
 * Requests, in the name of the user who set it, that a member's sealed data is opened to the member's present user;
 * nothing when it is open or requested already.
 */
export const askToOpenLogin = (memberId: number, { userId, at }: Pick<By, "userId" | "at">): Write =>
	sql`INSERT INTO confirmations (kind, permission, is_timed, user_id, member_id, asked, requested_by, requested_at)
		SELECT 'sealed_login', ${KINDS.sealed_login.permission}, 0, l.user_id, l.member_id, '{}', ${userId}, ${at}
		FROM member_logins l WHERE l.member_id = ${memberId} AND l.until IS NULL AND l.opened_at IS NULL AND ${userId} IS NOT NULL
		ON CONFLICT DO NOTHING`;

/** The time (24 hours) for which a second person's confirmation of an activation code is valid. */
const CODE_HOLDS_MS = 86_400_000;

/** Selects the confirmation of an activation code that a user requested and that was not issued yet. */
export const confirmedCode = (userId: number, { userId: by, at }: Pick<By, "userId" | "at">): Select<{ id: number }> =>
	select(
		`SELECT c.id FROM confirmations c WHERE c.kind = 'activation_code' AND c.state = 'confirmed' AND c.user_id = ?1
			AND c.requested_by IS ?2 AND c.decided_at > ?3 AND NOT EXISTS (SELECT 1 FROM one_time_codes o
				WHERE o.user_id = c.user_id AND o.way = 'second_person' AND o.created_at >= c.decided_at)`,
		userId,
		by,
		at - CODE_HOLDS_MS,
	);

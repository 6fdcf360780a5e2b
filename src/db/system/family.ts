import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { RefusalCode } from "#kernel/refusal.ts";

/**
 * The users who must not be family: the user who acts and the user for whom they act as a deputy, or a list of users.
 */
export type Acting = { userId: number | null; onBehalfOf?: number | null } | readonly number[];
/** Ids of members or of users: a list, or a query of one column. */
type Ids = readonly (number | null)[] | SQL;

const listOf = (ids: Ids): SQL =>
	"getSQL" in ids ? sql`(${ids})` : sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
const usersOf = (by: Acting): SQL => listOf("userId" in by ? [by.userId, by.onBehalfOf ?? null] : by);

/**
 * Refuses (with `member.own` when no other code is given) an action on a member by the member themselves or their
 * family (`related_users`), or as the deputy of one of these. This is the only rule for it: every action of staff on a
 * member's records uses it. The cron, operators and imports outside the service have no family.
 */
export const refuseFamily = (members: Ids, by: Acting, code: RefusalCode = "member.own"): Write =>
	refuseWhere(
		code,
		sql`EXISTS (SELECT 1 FROM related_users WHERE member_id IN ${listOf(members)} AND user_id IN ${usersOf(by)})`,
	);

/**
 * Refuses (with `member.own` when no other code is given) an action on user accounts by the user themselves or their
 * family: on their own account, and on those of users who are or were a member of their family.
 */
export const refuseFamilyLogins = (users: Ids, by: Acting, code: RefusalCode = "member.own"): Write =>
	refuseWhere(
		code,
		sql`EXISTS (SELECT 1 FROM ${usersOf(by)} WHERE value IN ${listOf(users)})
			OR EXISTS (SELECT 1 FROM member_logins l JOIN related_users r ON r.member_id = l.member_id
				WHERE l.user_id IN ${listOf(users)} AND r.user_id IN ${usersOf(by)})`,
	);

/**
 * Refuses with `member.own` to give a user of one's own family roles that the user does not have yet; it comes before
 * the roles are given.
 */
export const refuseMoreForFamily = (userId: number, roleIds: readonly number[], by: Acting): Write =>
	refuseFamilyLogins(
		sql`SELECT ${userId} WHERE EXISTS (SELECT 1 FROM json_each(${JSON.stringify(roleIds)}) j
			WHERE j.value NOT IN (SELECT role_id FROM user_roles WHERE user_id = ${userId}))`,
		by,
	);

/** Selects the members to whose family these users belong. */
export const membersRelatedTo = (users: readonly number[]): Select<{ id: number }> =>
	select(
		"SELECT DISTINCT member_id AS id FROM related_users WHERE user_id IN (SELECT value FROM json_each(?))",
		JSON.stringify(users),
	);

/**
 * Returns SQL for a JSON list of the users in the families of all members to whom a user account belongs or belonged;
 * `user` is SQL of the user's id.
 */
export const relatedToLogin = (user: string): string =>
	`(SELECT json_group_array(kin.user_id) FROM member_logins logins JOIN related_users kin ON kin.member_id = logins.member_id
		WHERE logins.user_id = ${user})`;

/**
 * Returns SQL for a JSON list of the users in a member's family; `member` is SQL of the member's id, whose alias must
 * not be `kin`.
 */
export const relatedUsers = (member: string): string =>
	`(SELECT json_group_array(kin.user_id) FROM related_users kin WHERE kin.member_id = ${member})`;

/**
 * SQL: whether the guardian of a dependent `m` acts for them: `m` is not 18 yet today in Taipei (without a birthday
 * nobody counts as 18), or has consented since becoming 18, by the newest consent of that kind
 * (docs/workflows.md#guardians).
 */
export const GUARDIAN_ACTS = `(m.birth_date IS NULL OR date(m.birth_date, '+18 years') > date('now', '+8 hours')
	OR EXISTS (SELECT 1 FROM consents c WHERE c.member_id = m.id AND c.kind = 'guardian_access' AND c.given = 1
		AND c.at >= unixepoch(m.birth_date, '+18 years', '-8 hours') * 1000
		AND c.id = (SELECT max(id) FROM consents WHERE member_id = m.id AND kind = 'guardian_access')))`;

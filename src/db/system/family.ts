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
 * SQL of joins, behind `members g`: the members `m` of whom `g` is a guardian now, with `s.acts` (1 when the guardian
 * acts for the member). The view `acting_guardians` is the only rule for it (docs/workflows.md#guardians).
 */
export const GUARDED = "JOIN acting_guardians s ON s.guardian_id = g.id JOIN members m ON m.id = s.member_id";

/** Returns SQL: whether a user (SQL) is a guardian of the member `m`, and fits `more` (SQL over the guardianship `s`). */
export const isGuardian = (user: string, more = "true"): string =>
	`EXISTS (SELECT 1 FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
		WHERE s.member_id = m.id AND g.user_id = ${user} AND ${more})`;

/**
 * Returns SQL: whether a user (`by`) is or was another guardian of a member than the reading user; never for the member
 * themselves, who see everything about them.
 */
export const isOfOther = (by: string, { member, user }: { member: string; user: string }): string =>
	`EXISTS (SELECT 1 FROM guardianships o JOIN members x ON x.id = o.guardian_id JOIN members w ON w.id = o.member_id
		WHERE o.member_id = ${member} AND x.user_id = ${by} AND x.user_id <> ${user} AND w.user_id IS NOT ${user})`;

/** SQL for the users of the guardians of the member `m`, one column; dead and pseudonymised guardians are left out. */
export const GUARDIAN_USERS = `SELECT g.user_id FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
	WHERE s.member_id = m.id AND g.status <> 'deceased' AND g.merged_into IS NULL AND g.pseudonymised_at IS NULL`;

/**
 * SQL for the guardian of the member `m` who hears and pays where one person has to: who has custody (and nobody else
 * has), else the first.
 */
export const FIRST_GUARDIAN = `(SELECT s.guardian_id FROM acting_guardians s WHERE s.member_id = m.id
	ORDER BY s.has_custody DESC, s.guardian_id = m.guardian_member_id DESC LIMIT 1)`;

/**
 * SQL for the record whose address gets the letters for the member `m`: the guardian with whom alone the member lives; else
 * the member's own, else the first guardian's (docs/workflows.md#guardians).
 */
export const LETTER_HOME = `coalesce((SELECT g.id FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
		WHERE s.member_id = m.id AND s.has_custody AND g.address IS NOT NULL AND g.status <> 'deceased' AND g.merged_into IS NULL
			AND NOT EXISTS (SELECT 1 FROM acting_guardians o WHERE o.member_id = m.id AND o.has_custody AND o.guardian_id <> g.id)),
	iif(m.address IS NULL, (SELECT g.id FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
		WHERE s.member_id = m.id AND g.address IS NOT NULL AND g.status <> 'deceased' AND g.merged_into IS NULL
		ORDER BY s.has_custody DESC, s.guardian_id = m.guardian_member_id DESC LIMIT 1), NULL), m.id)`;

/** Returns SQL for the names of a member's guardians (`m` is the alias), as one text; NULL for none. */
export const guardianNames = (m = "m"): string =>
	`(SELECT group_concat(g.name, '、') FROM members g WHERE g.id IN (${m}.guardian_member_id, ${m}.second_guardian_id))`;

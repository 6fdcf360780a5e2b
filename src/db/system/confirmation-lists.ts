import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { STORED, type StoredConfirmation } from "./confirmations.ts";

/** The maximum number of confirmations that a page shows; they are decided within days, so there are few. */
const MOST = 200;

/**
 * A confirmation as a user sees it: a change of rights that a second person has to confirm. Times are UTC milliseconds.
 */
export type ConfirmationRow = StoredConfirmation & {
	is_timed: 0 | 1;
	requested_at: number;
	/**
	 * When the change comes into force without a decision; null when it never does, or when not everybody has been
	 * notified.
	 */
	in_force_at: number | null;
	requested_by_name: string;
	user_name: string | null;
	user_email: string | null;
	user_phone: string | null;
	other_name: string | null;
	role_name: string | null;
	/** JSON of the names of the roles that are requested. */
	role_names: string;
	member_name: string | null;
	member_no: string | null;
	guardian_name: string | null;
	guardian_no: string | null;
	/** JSON of the names of the users who may confirm it. */
	deciders: string;
	confirms: 0 | 1;
	stops: 0 | 1;
};

/** Returns SQL: whether a user (SQL) may confirm a confirmation `c`. */
const confirms = (user: string): string =>
	`EXISTS (SELECT 1 FROM confirmation_deciders d WHERE d.confirmation_id = c.id AND d.user_id = ${user})`;

/**
 * Returns SQL: whether a user (SQL) may refuse a confirmation `c`: a user who may decide it or whom it concerns, but
 * not the one who requested it.
 */
const stops = (user: string): string =>
	`(c.requested_by <> ${user} AND (
		EXISTS (SELECT 1 FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
			WHERE x.user_id = ${user} AND p.permission IN (c.permission, 'confirmations.decide'))
		OR ${confirms(user)}
		OR EXISTS (SELECT 1 FROM confirmation_concerns k WHERE k.confirmation_id = c.id AND k.user_id = ${user})))`;
const ROW = `SELECT ${STORED}, c.is_timed, c.requested_at, q.name AS requested_by_name, u.name AS user_name, u.email AS user_email,
		u.phone AS user_phone, o.name AS other_name, r.name AS role_name, m.name AS member_name, m.member_no,
		g.name AS guardian_name, g.member_no AS guardian_no,
		(SELECT json_group_array(n.name) FROM roles n WHERE n.id IN (SELECT value FROM json_each(c.asked, '$.roles'))) AS role_names,
		(SELECT t.in_force_at FROM confirmation_times t WHERE t.confirmation_id = c.id) AS in_force_at,
		(SELECT json_group_array(DISTINCT v.name) FROM confirmation_deciders d JOIN users v ON v.id = d.user_id
			WHERE d.confirmation_id = c.id) AS deciders,
		${confirms("?1")} AS confirms, ${stops("?1")} AS stops
	FROM confirmations c JOIN users q ON q.id = c.requested_by LEFT JOIN users u ON u.id = c.user_id
	LEFT JOIN users o ON o.id = c.other_user_id LEFT JOIN roles r ON r.id = c.role_id
	LEFT JOIN members m ON m.id = c.member_id LEFT JOIN members g ON g.id = c.guardian_id`;

/** Selects the waiting confirmations that a user may confirm, refuse or withdraw, oldest first. */
export const waitingConfirmations = (userId: number): Select<ConfirmationRow> =>
	select(
		`SELECT * FROM (${ROW} WHERE c.state = 'waiting') WHERE confirms = 1 OR stops = 1 OR requested_by = ?1 ORDER BY id ${limitTo(MOST)}`,
		userId,
	);

/** Selects the ids of the waiting confirmations whose column `user_id` names this user, oldest first. */
export const waitingAbout = (userId: number): Select<{ id: number }> =>
	select("SELECT id FROM confirmations WHERE user_id = ? AND state = 'waiting' ORDER BY id", userId);

/** Selects the oldest confirmations that a user may confirm, with the number of all of them. */
export const confirmableBy = (userId: number, most: number): Select<ConfirmationRow & { waiting: number }> =>
	select(
		`SELECT *, count(*) OVER () AS waiting FROM (${ROW} WHERE c.state = 'waiting') WHERE confirms = 1
		ORDER BY id ${limitTo(most)}`,
		userId,
	);

/**
 * Selects, for a user with the permission `confirmations.decide`, the changes of rights that were made before a second
 * person was required and that nobody has looked at, without those that the user requested.
 */
export const listedConfirmations = (userId: number): Select<ConfirmationRow> =>
	select(
		`${ROW} WHERE c.state = 'listed' AND c.requested_by <> ?1 AND EXISTS (SELECT 1 FROM user_roles x
			JOIN role_permissions p ON p.role_id = x.role_id WHERE x.user_id = ?1 AND p.permission = 'confirmations.decide')
		ORDER BY c.id ${limitTo(MOST)}`,
		userId,
	);

/**
 * Whether a user may end a confirmation: for whom they would confirm it as a deputy, and whether they may refuse it.
 */
export type MayEnd = { on_behalf_of: number | null; stops: 0 | 1 };
export const mayEnd = (id: number, userId: number): Select<MayEnd> =>
	selectOne(
		`SELECT (SELECT d.on_behalf_of FROM confirmation_deciders d WHERE d.confirmation_id = c.id AND d.user_id = ?2
			ORDER BY d.on_behalf_of IS NOT NULL, d.on_behalf_of LIMIT 1) AS on_behalf_of, ${stops("?2")} AS stops
		FROM confirmations c WHERE c.id = ?1`,
		id,
		userId,
	);

/** Selects the confirmations whose changes are now in force without a decision. */
export const dueConfirmations = (at: number): Select<StoredConfirmation> =>
	select(
		`SELECT ${STORED} FROM confirmation_times t JOIN confirmations c ON c.id = t.confirmation_id WHERE t.in_force_at <= ?1 ORDER BY c.id`,
		at,
	);

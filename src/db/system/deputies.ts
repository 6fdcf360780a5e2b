import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { DeputyInput } from "#domain/system/deputies/schema.ts";
import { DEPUTISED } from "#permissions.ts";
import { permissionsOf } from "./roles.ts";
import { isStaff } from "./staff.ts";

/** The deputyship that an action changes: `version` is the version that the user saw. */
export type DeputyRef = { id: number; version: number };
/** A deputyship that is not over. Days are those of Taipei, both included. */
export type DeputyRow = DeputyRef & {
	user_id: number;
	user_name: string;
	deputy_id: number;
	deputy_name: string;
	starts_on: string;
	ends_on: string;
	/** Whether the deputyship counts on the day that was asked about: inside its dates, and both users can sign in. */
	is_on: number;
};

const CODES = JSON.stringify(DEPUTISED);
const ROW = `SELECT d.id, d.version, d.user_id, u.name AS user_name, d.deputy_id, v.name AS deputy_name, d.starts_on,
		d.ends_on, d.starts_on <= ?2 AND u.status = 'active' AND v.status = 'active' AS is_on
	FROM deputies d JOIN users u ON u.id = d.user_id JOIN users v ON v.id = d.deputy_id
	WHERE d.ended_at IS NULL AND d.ends_on >= ?2`;

/**
 * Selects the present and coming deputyships that a user gave, or that were given in the user's name, soonest first.
 */
export const deputiesOf = (userId: number, today: string): Select<DeputyRow> =>
	select(`${ROW} AND d.user_id = ?1 ORDER BY d.starts_on, d.id`, userId, today);

/** Selects the present and coming deputyships in which the user is the deputy, soonest first. */
export const standsInFor = (userId: number, today: string): Select<DeputyRow> =>
	select(`${ROW} AND d.deputy_id = ?1 ORDER BY d.starts_on, d.id`, userId, today);

/**
 * A deputyship that is over. Days are those of Taipei; `ended_at` (UTC milliseconds) is set when it was ended early.
 */
export type PastDeputyRow = {
	id: number;
	deputy_name: string;
	starts_on: string;
	ends_on: string;
	ended_at: number | null;
};

/** Selects the latest deputyships of a user that are over, newest first. */
export const pastDeputiesOf = (
	userId: number,
	{ today, limit }: { today: string; limit: number },
): Select<PastDeputyRow> =>
	select(
		`SELECT d.id, v.name AS deputy_name, d.starts_on, d.ends_on, d.ended_at
		FROM deputies d JOIN users v ON v.id = d.deputy_id
		WHERE d.user_id = ?1 AND (d.ended_at IS NOT NULL OR d.ends_on < ?2)
		ORDER BY d.id DESC ${limitTo(limit)}`,
		userId,
		today,
	);

/**
 * Selects the users whom the user `byId` may name as the deputy of the user `userId`: every active member of the staff
 * but these two, by name.
 */
export const deputyOptions = (userId: number, byId: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT id, name FROM users WHERE status = 'active' AND id NOT IN (?1, ?2) AND ${isStaff("users.id")}
		ORDER BY name, id`,
		userId,
		byId,
	);

/** Inserts a deputyship. */
export const insertDeputy = (userId: number, { deputy, starts_on, ends_on }: DeputyInput, at: number): Write =>
	sql`INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at)
		VALUES (${userId}, ${deputy}, ${starts_on}, ${ends_on}, ${at})`;

/**
 * Refuses with `deputy.nothing_to_give` a user without any approval or posting permission, with `deputy.not_active` a
 * deputy who cannot sign in or is not staff, and with `deputy.overlaps` a deputyship whose days overlap those of
 * another of the same two users.
 */
export const refuseDeputyship = (userId: number, { deputy, starts_on, ends_on }: DeputyInput): Write[] => [
	refuseWhere(
		"deputy.nothing_to_give",
		sql`NOT EXISTS (SELECT 1 FROM (${permissionsOf(userId)}) WHERE permission IN (SELECT value FROM json_each(${CODES})))`,
	),
	refuseWhere(
		"deputy.not_active",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${deputy} AND status = 'active')
			OR NOT EXISTS (SELECT 1 FROM (${permissionsOf(deputy)}) WHERE permission <> 'member.own')`,
	),
	refuseWhere(
		"deputy.overlaps",
		sql`EXISTS (SELECT 1 FROM deputies WHERE user_id = ${userId} AND deputy_id = ${deputy} AND ended_at IS NULL
			AND starts_on <= ${ends_on} AND ends_on >= ${starts_on})`,
	),
];

/**
 * Ends a deputyship of `ownerId`, or of any user when `ownerId` is null. Refuses with `deputy.stale` when it changed
 * meanwhile, has ended or is another user's.
 */
export const endDeputy = ({ id, version }: DeputyRef, ownerId: number | null, at: number): Write[] => [
	sql`UPDATE deputies SET ended_at = ${at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND ended_at IS NULL AND user_id = coalesce(${ownerId}, user_id)`,
	guard("deputy.stale"),
];

/** Ends the deputyships of deputies who are no longer staff: after a change of roles, or of a role's permissions. */
export const endDeputiesOfNoStaff = (at: number): Write =>
	sql`UPDATE deputies SET ended_at = ${at}, version = version + 1
		WHERE ended_at IS NULL AND NOT ${sql.raw(isStaff("deputies.deputy_id"))}`;

/** Ends every deputyship that a user gave or holds. */
export const endDeputiesOf = (userId: number, at: number): Write =>
	sql`UPDATE deputies SET ended_at = ${at}, version = version + 1
		WHERE ended_at IS NULL AND ${userId} IN (user_id, deputy_id)`;

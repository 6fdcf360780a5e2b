import { type Select, select } from "#db/read.ts";
import { isStaff } from "#db/system/staff.ts";

export type PeopleFigures = { active: number; invited: number; disabled: number; unprotected: number };

/** Selects the number of users in each state, and of active staff who sign in without a second factor. */
export const peopleFigures = (): Select<PeopleFigures> =>
	select(
		`SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'invited') AS invited,
			count(*) FILTER (WHERE status = 'disabled') AS disabled,
			count(*) FILTER (WHERE status = 'active' AND totp_enabled_at IS NULL AND ${isStaff("users.id")}) AS unprotected
		FROM users`,
	);

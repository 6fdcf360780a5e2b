import { type Select, select } from "#db/read.ts";
import { isStaff } from "#db/system/staff.ts";

export type PeopleFigures = { active: number; invited: number; disabled: number; unprotected: number };

/** Users by state, and the active staff who sign in with a password alone. */
export const peopleFigures = (): Select<PeopleFigures> =>
	select(
		`SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'invited') AS invited,
			count(*) FILTER (WHERE status = 'disabled') AS disabled,
			count(*) FILTER (WHERE status = 'active' AND totp_enabled_at IS NULL AND ${isStaff("users.id")}) AS unprotected
		FROM users`,
	);

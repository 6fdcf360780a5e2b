import { type Select, select } from "#db/read.ts";

/**
 * A user who has a permission: by their own roles, or today as the deputy of another (`instead_of` is that user's
 * name).
 */
export type HolderRow = { permission: string; name: string; instead_of: string | null };

/** Selects all active users who have a permission, and their deputies on a day in Taipei, by name. */
export const permissionHolders = (today: string): Select<HolderRow> =>
	select(
		`SELECT DISTINCT h.permission, u.name, p.name AS instead_of FROM permission_holders h
			JOIN users u ON u.id = h.user_id LEFT JOIN users p ON p.id = h.person
		WHERE ?1 BETWEEN h.starts_on AND h.ends_on AND h.permission <> 'member.own'
		ORDER BY 1, 3, 2`,
		today,
	);

import { type Select, select } from "#db/read.ts";

/** Who may do something: themselves, or in whose place today (`instead_of` is a name). */
export type HolderRow = { permission: string; name: string; instead_of: string | null };

/** Everybody active who holds a permission, and who stands in for them on a day in Taipei, by name. */
export const permissionHolders = (today: string): Select<HolderRow> =>
	select(
		`SELECT DISTINCT p.permission, u.name, NULL AS instead_of FROM role_permissions p
			JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id AND u.status = 'active'
		WHERE p.permission <> 'member.own'
		UNION SELECT p.permission, v.name, u.name FROM deputies d
			JOIN users u ON u.id = d.user_id AND u.status = 'active' JOIN users v ON v.id = d.deputy_id AND v.status = 'active'
			JOIN user_roles x ON x.user_id = u.id JOIN role_permissions p ON p.role_id = x.role_id
		WHERE d.ended_at IS NULL AND ?1 BETWEEN d.starts_on AND d.ends_on AND p.permission <> 'member.own'
		ORDER BY 1, 3, 2`,
		today,
	);

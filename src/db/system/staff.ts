/**
 * Returns SQL: whether the roles of the user in this column (`u.id`) give more than the user's own pages. It is the
 * rule of `isStaff` on permissions, as a condition of a query.
 */
export const isStaff = (userId: string): string =>
	`EXISTS (SELECT 1 FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
		WHERE x.user_id = ${userId} AND p.permission <> 'member.own')`;

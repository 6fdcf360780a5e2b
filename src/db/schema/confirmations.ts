import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const confirmations = sqliteTable("confirmations", {
	id: integer().primaryKey(),
	kind: text().notNull(),
	permission: text().notNull(),
	isTimed: integer("is_timed").notNull(),
	userId: integer("user_id"),
	otherUserId: integer("other_user_id"),
	roleId: integer("role_id"),
	memberId: integer("member_id"),
	guardianId: integer("guardian_id"),
	asked: text().notNull(),
	state: text().notNull().default("waiting"),
	requestedBy: integer("requested_by").notNull(),
	requestedAt: integer("requested_at").notNull(),
	decidedBy: integer("decided_by"),
	onBehalfOf: integer("on_behalf_of"),
	decidedAt: integer("decided_at"),
	version: integer().notNull().default(1),
});

export const userRoleGrants = sqliteTable(
	"user_role_grants",
	{
		userId: integer("user_id").notNull(),
		roleId: integer("role_id").notNull(),
		givenBy: integer("given_by"),
		givenAt: integer("given_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.userId, table.roleId] })],
);

export const rolePermissionGrants = sqliteTable(
	"role_permission_grants",
	{
		roleId: integer("role_id").notNull(),
		permission: text().notNull(),
		givenBy: integer("given_by"),
		givenAt: integer("given_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.roleId, table.permission] })],
);

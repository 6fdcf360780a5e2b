import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
	id: integer().primaryKey(),
	name: text().notNull(),
	email: text(),
	phone: text(),
	status: text({ enum: ["invited", "active", "disabled"] })
		.notNull()
		.default("invited"),
	passwordHash: text("password_hash"),
	passwordChangedAt: integer("password_changed_at"),
	sessionVersion: integer("session_version").notNull().default(1),
	totpSecret: text("totp_secret"),
	totpEnabledAt: integer("totp_enabled_at"),
	totpLastStep: integer("totp_last_step").notNull().default(0),
	lastSignInAt: integer("last_sign_in_at"),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
	nameFolded: text("name_folded"),
	sealedFrom: integer("sealed_from"),
});

export const userRoles = sqliteTable(
	"user_roles",
	{ userId: integer("user_id").notNull(), roleId: integer("role_id").notNull() },
	(table) => [primaryKey({ columns: [table.userId, table.roleId] })],
);

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
});

export const roles = sqliteTable("roles", {
	id: integer().primaryKey(),
	code: text().notNull(),
	name: text().notNull(),
	description: text().notNull().default(""),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
});

export const rolePermissions = sqliteTable(
	"role_permissions",
	{ roleId: integer("role_id").notNull(), permission: text().notNull() },
	(table) => [primaryKey({ columns: [table.roleId, table.permission] })],
);

export const userRoles = sqliteTable(
	"user_roles",
	{ userId: integer("user_id").notNull(), roleId: integer("role_id").notNull() },
	(table) => [primaryKey({ columns: [table.userId, table.roleId] })],
);

export const sessions = sqliteTable("sessions", {
	id: text().primaryKey(),
	userId: integer("user_id").notNull(),
	sessionVersion: integer("session_version").notNull(),
	createdAt: integer("created_at").notNull(),
	lastSeenAt: integer("last_seen_at").notNull(),
	idleMs: integer("idle_ms").notNull(),
	expiresAt: integer("expires_at").notNull(),
	authenticatedAt: integer("authenticated_at").notNull(),
	ipAddress: text("ip_address"),
	userAgent: text("user_agent"),
	endedAt: integer("ended_at"),
});

export const signInAttempts = sqliteTable(
	"sign_in_attempts",
	{
		kind: text({ enum: ["account", "address", "second_factor", "reset"] }).notNull(),
		subject: text().notNull(),
		failures: integer().notNull(),
		blockedUntil: integer("blocked_until").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

export const oneTimeLinks = sqliteTable("one_time_links", {
	id: text().primaryKey(),
	purpose: text({ enum: ["invitation", "password_reset", "email_change"] }).notNull(),
	userId: integer("user_id").notNull(),
	email: text(),
	createdAt: integer("created_at").notNull(),
	expiresAt: integer("expires_at").notNull(),
	usedAt: integer("used_at"),
});

export const oneTimeCodes = sqliteTable("one_time_codes", {
	codeHash: text("code_hash").primaryKey(),
	purpose: text({ enum: ["activation", "recovery"] }).notNull(),
	userId: integer("user_id").notNull(),
	createdAt: integer("created_at").notNull(),
	expiresAt: integer("expires_at"),
	usedAt: integer("used_at"),
});

export const deputies = sqliteTable("deputies", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	deputyId: integer("deputy_id").notNull(),
	startsOn: text("starts_on").notNull(),
	endsOn: text("ends_on").notNull(),
	endedAt: integer("ended_at"),
	createdAt: integer("created_at").notNull(),
	version: integer().notNull().default(1),
});

export const formSubmissions = sqliteTable("form_submissions", {
	key: text().primaryKey(),
	madeId: integer("made_id").notNull(),
	createdAt: integer("created_at").notNull(),
});

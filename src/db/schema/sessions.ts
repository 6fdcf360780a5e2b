import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

export const failedSignIns = sqliteTable("failed_sign_ins", {
	id: integer().primaryKey({ autoIncrement: true }),
	userId: integer("user_id").notNull(),
	at: integer().notNull(),
	way: text({ enum: ["phone", "email", "second_factor"] }).notNull(),
	browser: text(),
	network: text().notNull().default(""),
	device: text().notNull().default(""),
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

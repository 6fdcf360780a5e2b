import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const webhookEndpoints = sqliteTable("webhook_endpoints", {
	id: integer().primaryKey(),
	url: text().notNull(),
	secret: text().notNull(),
	previousSecret: text("previous_secret"),
	previousUntil: integer("previous_until"),
	events: text().notNull().default("[]"),
	isEnabled: integer("is_enabled", { mode: "boolean" }).notNull().default(true),
	disabledReason: text("disabled_reason"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	slowSince: integer("slow_since"),
});

export const webhookDeliveries = sqliteTable("webhook_deliveries", {
	id: text().primaryKey(),
	endpointId: integer("endpoint_id").notNull(),
	type: text().notNull(),
	resource: text().notNull(),
	resourceId: integer("resource_id").notNull(),
	rev: integer().notNull(),
	data: text().notNull(),
	state: text({ enum: ["waiting", "sending", "delivered", "failed"] })
		.notNull()
		.default("waiting"),
	attempts: integer().notNull().default(0),
	dueAt: integer("due_at").notNull(),
	createdAt: integer("created_at").notNull(),
	deliveredAt: integer("delivered_at"),
});

export const webhookAttempts = sqliteTable("webhook_attempts", {
	deliveryId: text("delivery_id").notNull(),
	number: integer().notNull(),
	at: integer().notNull(),
	status: integer(),
	durationMs: integer("duration_ms").notNull(),
	answer: text().notNull().default(""),
});

import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONSENT_KINDS } from "#domain/people/index.ts";

export const consents = sqliteTable("consents", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	kind: text({ enum: CONSENT_KINDS }).notNull(),
	textVersion: text("text_version").notNull(),
	given: integer({ mode: "boolean" }).notNull(),
	byUserId: integer("by_user_id"),
	channel: text({ enum: ["web", "paper", "roster"] }).notNull(),
	at: integer().notNull(),
	signedOn: text("signed_on"),
});

export const consentTexts = sqliteTable("consent_texts", {
	id: integer().primaryKey({ autoIncrement: true }),
	kind: text({ enum: ["personal_data", "health_data", "donor_data"] }).notNull(),
	version: text().notNull(),
	startsOn: text("starts_on").notNull(),
	body: text().notNull(),
	createdBy: integer("created_by"),
	createdAt: integer("created_at").notNull(),
});

export const privacyRequests = sqliteTable("privacy_requests", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	kind: text({ enum: ["copy", "correction", "deletion"] }).notNull(),
	content: text().notNull().default(""),
	status: text({ enum: ["open", "done", "refused", "withdrawn"] })
		.notNull()
		.default("open"),
	channel: text({ enum: ["web", "paper", "association"] })
		.notNull()
		.default("web"),
	receivedOn: text("received_on").notNull(),
	dueOn: text("due_on").notNull(),
	extendedAt: integer("extended_at"),
	extensionReason: text("extension_reason"),
	grounds: text(),
	answer: text(),
	reminded: text().notNull().default("[]"),
	requestedBy: integer("requested_by"),
	closedBy: integer("closed_by"),
	closedAt: integer("closed_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const erasures = sqliteTable("erasures", {
	memberId: integer("member_id").primaryKey(),
	memberCreatedAt: integer("member_created_at").notNull(),
	userId: integer("user_id"),
	requestId: integer("request_id"),
	byUserId: integer("by_user_id"),
	at: integer().notNull(),
});

export const erasurePlaces = sqliteTable(
	"erasure_places",
	{
		subjectType: text("subject_type", { enum: ["member", "donor", "payee"] }).notNull(),
		subjectId: integer("subject_id").notNull(),
		place: text().notNull(),
		key: text().notNull(),
		kind: text().notNull(),
		link: text().notNull(),
		fate: text({ enum: ["edit", "kept"] }).notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.subjectType, table.subjectId, table.place, table.key] })],
);

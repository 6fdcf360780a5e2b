import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
	ALL_MEMBERSHIP_TYPES,
	CONSENT_KINDS,
	DISABILITY_STATUSES,
	GENDERS,
	IDENTITY_TYPES,
	MEMBER_STATUSES,
} from "#domain/members/codes.ts";

export const members = sqliteTable("members", {
	id: integer().primaryKey(),
	userId: integer("user_id"),
	memberNo: text("member_no"),
	name: text().notNull(),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
	nameEn: text("name_en").notNull().default(""),
	identityType: text("identity_type", { enum: IDENTITY_TYPES }).notNull().default("patient"),
	guardianMemberId: integer("guardian_member_id"),
	membershipType: text("membership_type", { enum: ALL_MEMBERSHIP_TYPES }).notNull().default("individual"),
	status: text({ enum: MEMBER_STATUSES }).notNull().default("applied"),
	statusSince: text("status_since"),
	resolutionNo: text("resolution_no"),
	resolutionOn: text("resolution_on"),
	gender: text({ enum: GENDERS }),
	birthDate: text("birth_date"),
	sealId: text("seal_id"),
	personKey: text("person_key"),
	nationalId: text("national_id"),
	nationalIdHash: text("national_id_hash"),
	nationalIdMask: text("national_id_mask"),
	diagnosisNote: text("diagnosis_note"),
	phone: text(),
	phoneHome: text("phone_home"),
	email: text(),
	lineId: text("line_id"),
	postalCode: text("postal_code"),
	city: text(),
	district: text(),
	address: text(),
	occupation: text(),
	emergencyName: text("emergency_name"),
	emergencyRelation: text("emergency_relation"),
	emergencyPhone: text("emergency_phone"),
	consentAt: integer("consent_at"),
	joinedOn: text("joined_on"),
	leftOn: text("left_on"),
	source: text().notNull().default("admin"),
	disabilityStatus: text("disability_status", { enum: DISABILITY_STATUSES }).notNull().default("not_applied"),
	disabilityUntil: text("disability_until"),
	hasNotes: integer("has_notes", { mode: "boolean" }).notNull().default(false),
	mergedInto: integer("merged_into"),
	pseudonymisedAt: integer("pseudonymised_at"),
	paidYear: integer("paid_year"),
	owedYears: text("owed_years").notNull().default(""),
});

export const memberNumbers = sqliteTable("member_numbers", {
	memberNo: text("member_no").primaryKey(),
	memberId: integer("member_id").notNull(),
	at: integer().notNull(),
});

export const memberWords = sqliteTable("member_words", {
	word: text().notNull(),
	memberId: integer("member_id").notNull(),
});

export const memberLikenesses = sqliteTable("member_likenesses", {
	aId: integer("a_id").notNull(),
	bId: integer("b_id").notNull(),
	reasons: integer().notNull(),
});

export const memberDistinct = sqliteTable("member_distinct", {
	aId: integer("a_id").notNull(),
	bId: integer("b_id").notNull(),
	byUserId: integer("by_user_id"),
	at: integer().notNull(),
});

export const notes = sqliteTable("notes", {
	id: integer().primaryKey(),
	notableType: text("notable_type").notNull(),
	notableId: integer("notable_id").notNull(),
	userId: integer("user_id"),
	content: text().notNull(),
	hiddenAt: integer("hidden_at"),
	hiddenReason: text("hidden_reason"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const disabilityCertificates = sqliteTable("disability_certificates", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	fileId: integer("file_id"),
	status: text({ enum: ["pending", "approved", "rejected", "withdrawn", "replaced"] })
		.notNull()
		.default("pending"),
	uploadedBy: integer("uploaded_by"),
	onPaper: integer("on_paper", { mode: "boolean" }).notNull().default(false),
	validUntil: text("valid_until"),
	reviewedBy: integer("reviewed_by"),
	onBehalfOf: integer("on_behalf_of"),
	reviewedAt: integer("reviewed_at"),
	reason: text(),
	isRevoked: integer("is_revoked", { mode: "boolean" }).notNull().default(false),
	reminded: text().notNull().default("[]"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

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

export const linkRequests = sqliteTable("link_requests", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	sealId: text("seal_id").notNull(),
	profile: text().notNull(),
	candidates: text().notNull().default("[]"),
	status: text({ enum: ["open", "linked", "created", "refused"] })
		.notNull()
		.default("open"),
	memberId: integer("member_id"),
	closedBy: integer("closed_by"),
	closedAt: integer("closed_at"),
	reason: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
});

export const rosterImports = sqliteTable("roster_imports", {
	id: integer().primaryKey(),
	filename: text().notNull(),
	fileId: integer("file_id"),
	state: text({ enum: ["draft", "applied", "undone"] })
		.notNull()
		.default("draft"),
	mapping: text().notNull().default("{}"),
	counts: text().notNull().default("{}"),
	createdBy: integer("created_by"),
	appliedAt: integer("applied_at"),
	undoneAt: integer("undone_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
});

export const rosterImportRows = sqliteTable("roster_import_rows", {
	importId: integer("import_id").notNull(),
	row: integer().notNull(),
	outcome: text({
		enum: ["created", "updated", "filled", "unchanged", "conflict", "skipped", "error"],
	}).notNull(),
	memberId: integer("member_id"),
	memberVersion: integer("member_version"),
	before: text(),
});

export const erasures = sqliteTable("erasures", {
	memberId: integer("member_id").primaryKey(),
	memberCreatedAt: integer("member_created_at").notNull(),
	userId: integer("user_id"),
	requestId: integer("request_id"),
	byUserId: integer("by_user_id"),
	at: integer().notNull(),
});

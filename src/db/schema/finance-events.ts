import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const financeRevisions = sqliteTable(
	"finance_revisions",
	{
		documentId: integer("document_id").notNull(),
		revision: integer().notNull(),
		content: text().notNull(),
		contentHash: text("content_hash").notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.revision] })],
);

export const financeEvents = sqliteTable(
	"finance_events",
	{
		documentId: integer("document_id").notNull(),
		seq: integer().notNull(),
		revision: integer().notNull(),
		step: text({
			enum: [
				"submit",
				"resubmit",
				"approve_cashier",
				"approve_accountant",
				"approve_chair",
				"return",
				"reject",
				"withdraw",
				"void",
				"pay",
				"unpay_ask",
				"unpay",
				"post",
				"unpost",
				"comment",
			],
		}).notNull(),
		fromState: text("from_state").notNull(),
		toState: text("to_state").notNull(),
		userId: integer("user_id").notNull(),
		onBehalfOf: integer("on_behalf_of"),
		comment: text(),
		contentHash: text("content_hash"),
		at: integer().notNull(),
		overBudget: integer("over_budget", { mode: "boolean" }).notNull().default(false),
		concurrentPostId: integer("concurrent_post_id"),
		standsIn: integer("stands_in", { mode: "boolean" }).notNull().default(false),
		office: text({ enum: ["secretary"] }),
		resolutionNo: text("resolution_no"),
		resolutionOn: text("resolution_on"),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.seq] })],
);

export const financePostings = sqliteTable("finance_postings", {
	id: integer().primaryKey({ autoIncrement: true }),
	documentId: integer("document_id").notNull(),
	kind: text({ enum: ["approval", "payment"] }).notNull(),
});

import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const withholdingRates = sqliteTable("withholding_rates", {
	id: integer().primaryKey({ autoIncrement: true }),
	kind: text({
		enum: [
			"resident_rate",
			"resident_salary_rate",
			"tax_free",
			"salary_from",
			"foreign_rate",
			"foreign_salary_rate",
			"foreign_low_salary_rate",
			"foreign_free",
			"basic_wage",
			"premium_rate",
			"premium_from",
			"premium_most",
		],
	}).notNull(),
	fromOn: text("from_on").notNull(),
	value: integer().notNull(),
	createdAt: integer("created_at").notNull(),
});

export const withholdingPayments = sqliteTable("withholding_payments", {
	documentId: integer("document_id").primaryKey(),
	kind: text({ enum: ["tax", "foreign_tax", "premium", "own_premium"] }).notNull(),
	period: text().notNull(),
});

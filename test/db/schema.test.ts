import { env } from "cloudflare:test";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as articles from "#db/schema/articles.ts";
import * as audit from "#db/schema/audit.ts";
import * as bank from "#db/schema/bank.ts";
import * as books from "#db/schema/books.ts";
import * as content from "#db/schema/content.ts";
import * as core from "#db/schema/core.ts";
import * as dues from "#db/schema/dues.ts";
import * as editing from "#db/schema/editing.ts";
import * as files from "#db/schema/files.ts";
import * as finance from "#db/schema/finance.ts";
import * as income from "#db/schema/income.ts";
import * as ledger from "#db/schema/ledger.ts";
import * as mail from "#db/schema/mail.ts";
import * as members from "#db/schema/members.ts";
import * as paymentImports from "#db/schema/payment-imports.ts";
import * as payments from "#db/schema/payments.ts";
import * as receipts from "#db/schema/receipts.ts";
import * as users from "#db/schema/users.ts";
import * as webhooks from "#db/schema/webhooks.ts";

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

const tables = [
	articles,
	audit,
	bank,
	books,
	content,
	core,
	dues,
	editing,
	files,
	finance,
	income,
	ledger,
	mail,
	members,
	paymentImports,
	payments,
	receipts,
	users,
	webhooks,
]
	.flatMap((module) => Object.values(module))
	.filter((value) => value instanceof SQLiteTable)
	.map((table) => getTableConfig(table));

test.each(tables.map((table) => [table.name, table] as const))(
	"Drizzle's %s is the table that the migrations made",
	async (name, table) => {
		const { results } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<Column>();
		const theirs = results.map((column) => ({
			name: column.name,
			type: column.type.toLowerCase(),
			required: column.notnull === 1 || column.pk > 0,
		}));
		const ours = table.columns.map((column) => ({
			name: column.name,
			type: column.getSQLType(),
			required: column.notNull || column.primary,
		}));
		expect(ours).toEqual(theirs);
	},
);

test("no table of the migrations is unknown to Drizzle, but those that only triggers and guards use", async () => {
	const { results } = await env.DB.prepare(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
	).all<{ name: string }>();
	const unknown = results.map((row) => row.name).filter((name) => !tables.some((table) => table.name === name));
	expect(unknown).toEqual(["article_terms", "finance_steps", "guard", "member_counts", "ordinals"]);
});

/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:test";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

const tables = Object.values(import.meta.glob<Record<string, unknown>>("../../src/db/schema/*.ts", { eager: true }))
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
	expect(unknown).toEqual(["article_terms", "finance_steps", "guard", "member_counts", "ordinals", "rights_watched"]);
});

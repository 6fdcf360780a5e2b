import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { TemplateInput } from "#domain/books/voucher-templates/form.ts";

/** A voucher template (常用分錄); `lines` is JSON, as domain/books/voucher-templates reads it. */
export type TemplateRow = { id: number; name: string; description: string; lines: string; version: number };
const COLUMNS = "id, name, description, lines, version";

export const templates = (): Select<TemplateRow> =>
	select(`SELECT ${COLUMNS} FROM voucher_templates ORDER BY name, id`);
export const template = (id: number): Select<TemplateRow> =>
	selectOne(`SELECT ${COLUMNS} FROM voucher_templates WHERE id = ?`, id);

/**
 * Inserts a voucher template. The triggers of migration 0027 refuse a name that another template has
 * (`template.taken`).
 */
export const insertTemplate = ({ name, description, lines }: TemplateInput, at: number): Write =>
	sql`INSERT INTO voucher_templates (name, description, lines, created_at, updated_at)
		VALUES (${name}, ${description}, ${JSON.stringify(lines)}, ${at}, ${at})`;

/**
 * Changes a voucher template. Refuses with `template.stale` when another user changed it meanwhile, and with
 * `template.taken` a name that another template has.
 */
export const updateTemplate = (
	{ id, version }: { id: number; version: number },
	{ name, description, lines }: TemplateInput,
	at: number,
): Write[] => [
	sql`UPDATE voucher_templates SET name = ${name}, description = ${description}, lines = ${JSON.stringify(lines)},
		version = version + 1, updated_at = ${at} WHERE id = ${id} AND version = ${version}`,
	guard("template.stale"),
];

/**
 * Deletes a voucher template; vouchers made with it stay. Refuses with `template.stale` when another user changed it
 * meanwhile.
 */
export const deleteTemplate = ({ id, version }: { id: number; version: number }): Write[] => [
	sql`DELETE FROM voucher_templates WHERE id = ${id} AND version = ${version}`,
	guard("template.stale"),
];

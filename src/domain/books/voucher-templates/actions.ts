import { recordAudit } from "#db/audit.ts";
import * as templates from "#db/books/voucher-templates.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import type { By } from "#kernel/by.ts";
import type { TemplateInput } from "./form.ts";

type Ref = { id: number; version: number };
const told = { auditableType: "voucher_template" } as const;

const toldOf = ({ name, description, lines }: TemplateInput) => ({
	name,
	description,
	lines: lines.map(({ account, side, amount }) =>
		[side === "debit" ? "借" : "貸", account, amount ?? ""].join(" ").trim(),
	),
});

/**
 * Inserts a template (常用分錄), once per form `key`; returns its id. Refuses `template.taken` when a template has this
 * name.
 */
export const createTemplate = (db: Db, input: TemplateInput, { key, by }: { key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		templates.insertTemplate(input, by.at),
		...recordAudit(db, {
			...by,
			...told,
			action: "voucher_template.create",
			auditableId: madeBy(key),
			description: input.name,
			changes: toldOf(input),
		}),
	]);

/**
 * Changes a template. Refuses `template.stale` (changed meanwhile) and `template.taken` (another template has this
 * name).
 */
export const editTemplate = (db: Db, ref: Ref, { input, by }: { input: TemplateInput; by: By }): Promise<void> =>
	commit(db, [
		...templates.updateTemplate(ref, input, by.at),
		...recordAudit(db, {
			...by,
			...told,
			action: "voucher_template.edit",
			auditableId: ref.id,
			description: input.name,
			changes: toldOf(input),
		}),
	]);

/** Deletes a template; vouchers that were made with it stay. Refuses `template.stale` when it changed meanwhile. */
export const removeTemplate = (db: Db, ref: Ref, { name, by }: { name: string; by: By }): Promise<void> =>
	commit(db, [
		...templates.deleteTemplate(ref),
		...recordAudit(db, { ...by, ...told, action: "voucher_template.delete", auditableId: ref.id, description: name }),
	]);

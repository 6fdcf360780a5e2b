import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/people/member-fields.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { FieldRefusal, Refusal } from "#kernel/refusal.ts";
import { choiceEdits, type FieldEdit, type FieldInput } from "./form.ts";
import { choicesOf } from "./rules.ts";

const hasChoices = ({ kind }: Pick<FieldInput, "kind">): boolean => kind === "choice" || kind === "choices";

/**
 * Inserts a field, once per form `key`; returns its id. Refuses `member_field.taken`, `member_field.too_many` and, of a
 * field that is chosen from nothing, `member_field.no_choices`.
 */
export const createField = (
	db: Db,
	{ input, key, by }: { input: FieldInput; key: string; by: By },
): Promise<number> => {
	const { new_choices, ...changes } = input;
	if (hasChoices(input) && new_choices.length === 0) throw new Refusal("member_field.no_choices");
	const names = hasChoices(input) ? new_choices : [];
	return commitOnce(db, { key, at: by.at }, [
		stored.insertField(input, by),
		...stored.addChoices(madeBy(key), names),
		...auditField(
			db,
			{ id: madeBy(key), name: input.name },
			{ ...by, action: "create", changes: { ...changes, choices: names } },
		),
	]);
};

/**
 * Changes a field and its choices. `sent` are the inputs of the choices that it has. Refuses what `updateField` of the
 * database refuses, `member_field.choice_taken`, and `member_field.no_choices` for one in use without a choice to offer.
 */
export async function editField(
	db: Db,
	id: number,
	{ input, sent, by }: { input: FieldEdit; sent: Record<string, string>; by: By },
): Promise<void> {
	const [[now]] = await readRows(db.$client, stored.fieldRow(id));
	if (!now) throw new Refusal("member_field.stale");
	const { version: _, new_choices, ...changes } = input;
	const ids = choicesOf(now).map((choice) => choice.id);
	const choices = choiceEdits(sent, ids);
	const missing = ids.filter((_, nth) => choices[nth] === undefined);
	if (hasChoices(input) && missing.length > 0)
		throw new FieldRefusal(
			"member_field.bad_value",
			Object.fromEntries(missing.map((one) => [`choice.${one}`, ["請填 1 到 40 個字。"]])),
		);
	const kept = hasChoices(input) ? choices.filter((one) => one !== undefined) : [];
	const offered = kept.filter(({ isActive }) => isActive).length + new_choices.length;
	if (hasChoices(input) && input.is_active && offered === 0) throw new Refusal("member_field.no_choices");
	await commit(db, [
		...stored.updateField(id, input, by),
		...stored.changeChoices(id, kept),
		...stored.addChoices(id, hasChoices(input) ? new_choices : []),
		...auditField(
			db,
			{ id, name: input.name },
			{ ...by, action: "edit", changes: { ...changes, choices: kept, new_choices } },
		),
	]);
}

type Entry = By & { action: "create" | "edit"; changes: Record<string, unknown> };
const auditField = (
	db: Db,
	{ id, name }: { id: number | ReturnType<typeof madeBy>; name: string },
	{ action, ...entry }: Entry,
): Write[] =>
	recordAudit(db, {
		...entry,
		action: `member_field.${action}`,
		auditableType: "member_field",
		auditableId: id,
		description: name,
	});

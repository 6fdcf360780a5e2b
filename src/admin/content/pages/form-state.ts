import * as z from "zod";
import { readSnapshot } from "#admin/content/revisions/snapshot.ts";
import { momentWords, textValues, toldFields, wordValues } from "#admin/content/writing/text-form.ts";
import type { EditedPageRow } from "#db/content/page-edits.ts";
import type { PageTreeRow } from "#db/content/page-tree.ts";
import { STATES } from "#domain/content/content/states.ts";
import { type Sides, sidesOf } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

const Paths = z.array(z.string());
const Children = z.array(z.object({ id: z.number(), title: z.string(), state: z.enum(STATES) }));

/** The lists of a page, read. */
export const listsOf = (row: EditedPageRow) => ({
	oldPaths: Paths.parse(JSON.parse(row.old_paths)),
	children: Children.parse(JSON.parse(row.children)),
});

const idText = (id: number | null): string => (id === null ? "" : String(id));

/** A new page, below another where it was asked for there. */
export const freshPage = (parentId: number | null): FormState =>
	freshForm({ parent_id: idText(parentId), publish: "now", version: "0" });

/** What the editor of a stored page starts from. */
export function formOf(row: EditedPageRow): FormState {
	return freshForm({
		...textValues(row),
		parent_id: idText(row.parent_id),
	});
}

export const TOP = "（最上層）";

/** The text that a form started from, as the form has it; nothing where it was not kept. A text does not say where it stands. */
function valuesOfBase(snapshot: string | undefined): FormState["values"] | undefined {
	return snapshot === undefined ? undefined : wordValues(readSnapshot("page", snapshot).text);
}

/** The pages that parents are named by, and the text that the form started from. */
export type Known = { tree: readonly PageTreeRow[]; base: string | undefined };

/** What two people wrote into each field, as words. */
export function differences(row: EditedPageRow, state: FormState, { tree, base }: Known): Sides[] {
	const fields = toldFields([
		{ field: "parent_id", label: "上層", words: (id) => tree.find((one) => String(one.id) === id)?.title ?? TOP },
		{ field: "published_at", label: "發布日期", words: momentWords },
	]);
	return sidesOf(fields, { mine: state.values, theirs: formOf(row).values, base: valuesOfBase(base) });
}

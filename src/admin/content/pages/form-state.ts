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

/** Parses the JSON lists (old paths, child pages) of a page's row. */
export const listsOf = (row: EditedPageRow) => ({
	oldPaths: Paths.parse(JSON.parse(row.old_paths)),
	children: Children.parse(JSON.parse(row.children)),
});

const idText = (id: number | null): string => (id === null ? "" : String(id));

/** Returns the form of a new page, below the page `parentId` or, with null, at the top. */
export const freshPage = (parentId: number | null): FormState =>
	freshForm({ parent_id: idText(parentId), publish: "now", version: "0" });

/** Returns the editor's form filled from a stored page. */
export function formOf(row: EditedPageRow): FormState {
	return freshForm({
		...textValues(row),
		parent_id: idText(row.parent_id),
	});
}

export const TOP = "（最上層）";

/**
 * Returns the form values of the revision that a form started from; undefined when that revision was not kept. A
 * revision does not name the parent page.
 */
function valuesOfBase(snapshot: string | undefined): FormState["values"] | undefined {
	return snapshot === undefined ? undefined : wordValues(readSnapshot("page", snapshot).text);
}

/**
 * The pages from which the parents' titles are read, and the text (a revision's snapshot) that the form started from.
 */
export type Known = { tree: readonly PageTreeRow[]; base: string | undefined };

/**
 * Returns, in words, each compared field as it was typed (`state`), as it is stored, and as it was in the revision that
 * the form started from, equal or not. It is for a form that was sent after another user saved the page.
 */
export function differences(row: EditedPageRow, state: FormState, { tree, base }: Known): Sides[] {
	const fields = toldFields([
		{ field: "parent_id", label: "上層", words: (id) => tree.find((one) => String(one.id) === id)?.title ?? TOP },
		{ field: "published_at", label: "發布日期", words: momentWords },
	]);
	return sidesOf(fields, { mine: state.values, theirs: formOf(row).values, base: valuesOfBase(base) });
}

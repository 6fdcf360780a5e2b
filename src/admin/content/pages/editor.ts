import {
	asked,
	EDITING_MS,
	type EditorOf,
	restored,
	SHOWN_REVISIONS,
	stateOfDraft,
} from "#admin/content/writing/editor.ts";
import type { Ask } from "#auth/route.ts";
import { draftOf, newDraftsOf, othersEditing } from "#db/content/drafts.ts";
import { liveAfter } from "#db/content/live.ts";
import { type EditedPageRow, editedPage } from "#db/content/page-edits.ts";
import { type PageTreeRow, pageTree } from "#db/content/page-tree.ts";
import { publicSettings } from "#db/content/revision.ts";
import { baseText, latestRevisions } from "#db/content/revision-reads.ts";
import { readRows } from "#db/read.ts";
import { pathOf } from "#domain/content/pages/rules.ts";
import { siteFrom } from "#http/state.ts";
import { againstStored } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { differences, formOf, freshPage, type Known } from "./form-state.ts";

/** The data that the editor of a page shows. */
export type PageEditor = EditorOf<EditedPageRow> & {
	/** All pages of the website, from which the parent of this page is chosen. */
	tree: PageTreeRow[];
};

/** Returns the part of the address before the slug, from the parent that the form names at present. */
export function prefixOf({ state, tree }: Pick<PageEditor, "state" | "tree">): string {
	const parent = tree.find(({ id }) => String(id) === state.values.parent_id);
	return `/${pathOf(parent?.path ?? null, "")}`;
}

/**
 * Reads all data for the editor of a stored page; `sent` is the refused form, if any. Null when no such page exists.
 */
export async function readEditor(ask: Ask<{ id: number }>, sent?: FormState): Promise<PageEditor | null> {
	const { env, who, params, at } = ask;
	const slot = String(params.id);
	const place = { userId: who.userId, resource: "page", slot } as const;
	const [[row], [draft], others, tree, revisions, [live], [base], [settings]] = await readRows(
		env.DB,
		editedPage(params.id),
		draftOf(place),
		othersEditing(place, at - EDITING_MS),
		pageTree(),
		latestRevisions("page", params.id, SHOWN_REVISIONS),
		liveAfter("page", params.id),
		baseText("page", params.id, { version: sent ? Number(sent.values.version) : null, userId: who.userId }),
		publicSettings(),
	);
	if (!row) return null;
	return {
		row,
		state: stateAgainst(row, sent ?? (draft ? stateOfDraft(draft) : formOf(row)), { tree, base: base?.snapshot }),
		slot,
		key: crypto.randomUUID(),
		draft: restored(draft, sent),
		others,
		tree,
		revisions,
		live,
		unsaved: [],
		site: siteFrom(env, settings?.settings),
		...asked(ask),
	};
}

/**
 * The start of a new page: the name under which its form is autosaved (`slot`), the parent page, and the refused form.
 */
export type NewPage = { slot: string; parentId?: number | null; sent?: FormState };

/** Reads all data for the editor of a new page. */
export async function readNewEditor(ask: Ask, { slot, parentId = null, sent }: NewPage): Promise<PageEditor> {
	const { env, who } = ask;
	const place = { userId: who.userId, resource: "page", slot } as const;
	const [[draft], tree, unsaved, [settings]] = await readRows(
		env.DB,
		draftOf(place),
		pageTree(),
		newDraftsOf(who.userId, "page"),
		publicSettings(),
	);
	return {
		row: null,
		state: sent ?? (draft ? stateOfDraft(draft) : freshPage(parentId)),
		slot,
		key: slot,
		draft: restored(draft, sent),
		others: [],
		tree,
		revisions: [],
		live: undefined,
		unsaved: unsaved.filter((one) => one.slot !== slot),
		site: siteFrom(env, settings?.settings),
		...asked(ask),
	};
}

/**
 * Returns the form's state; when another user saved after the form was opened, with both versions of each differing
 * field.
 */
function stateAgainst(row: EditedPageRow, state: FormState, known: Known): FormState {
	if (Number(state.values.version) === row.version) return state;
	return againstStored(state, { version: row.version, fields: differences(row, state, known) });
}

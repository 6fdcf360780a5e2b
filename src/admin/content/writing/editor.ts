import type { Ask } from "#auth/route.ts";
import type { DraftRow, OtherEditor } from "#db/content/drafts.ts";
import type { Reach } from "#db/content/live.ts";
import type { RevisionRow } from "#db/content/revision-reads.ts";
import type { State } from "#domain/content/content/states.ts";
import { DraftFields, NEW_SLOT } from "#domain/content/drafts/schema.ts";
import type { Site } from "#http/context.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Look } from "./look.ts";

/** The fields of a stored text that the head of every editor shows. Times are UTC milliseconds. */
export type Standing = { id: number; state: State; updated_at: number };
/** The autosaved draft: its version (0 without a draft), and when it was saved if the page shows it. */
export type Restored = { version: number; savedAt: number | null };
/** An autosaved form that has not created a record yet. */
export type Unsaved = { slot: string; title: string; saved_at: number };

/** The data that every editor shows; `Row` is the row of the stored text. */
export type EditorOf<Row> = {
	/** The stored text; null for a text that was never saved. */
	row: Row | null;
	state: FormState;
	/** The name under which the form's draft is autosaved. */
	slot: string;
	/** The form's idempotency key: for a new text it is the slot, so that the same form creates one record. */
	key: string;
	draft: Restored;
	others: OtherEditor[];
	revisions: RevisionRow[];
	live: Reach | undefined;
	/** The user's other forms of this kind that were never saved. */
	unsaved: Unsaved[];
	/** What there is to look at before the text of the form is public. */
	look?: Look | undefined;
	site: Site;
	/** The name of the association. */
	association: string;
	/** The id of the user who types. */
	owner: number;
	at: number;
};

/** A user whose draft was saved within this time (milliseconds) counts as editing. */
export const EDITING_MS = 15 * 60_000;
export const SHOWN_REVISIONS = 5;

/** Returns the user's id, the association's name and the time of the request. */
export const asked = ({ who, surroundings, at }: Ask) => ({
	owner: who.userId,
	association: surroundings.association,
	at,
});

/** Returns the name that a new form is autosaved by: the name the form was sent with, else a new random name. */
export const newSlot = (sent?: string | string[]): string =>
	typeof sent === "string" && NEW_SLOT.test(sent) ? sent : `new-${crypto.randomUUID()}`;

/**
 * Returns the draft's version and, when the editor shows the draft, the time when it was saved. A refused form (`sent`)
 * is shown in place of the draft.
 */
export const restored = (draft: DraftRow | undefined, sent: FormState | undefined): Restored => ({
	version: draft?.version ?? 0,
	savedAt: draft && !sent ? draft.saved_at : null,
});

/** Returns the form's state from an autosaved draft. */
export function stateOfDraft(draft: DraftRow): FormState {
	const fields = DraftFields.parse(JSON.parse(draft.fields));
	return freshForm(Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("_"))));
}

import type { Ask } from "#auth/route.ts";
import type { DraftRow, OtherEditor } from "#db/content/drafts.ts";
import type { Reach } from "#db/content/live.ts";
import type { RevisionRow } from "#db/content/revision-reads.ts";
import type { State } from "#domain/content/content/states.ts";
import { DraftFields, NEW_SLOT } from "#domain/content/drafts/schema.ts";
import type { Site } from "#http/context.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

/** A stored text as every editor's head shows it. Times are UTC milliseconds. */
export type Standing = { id: number; state: State; updated_at: number };
/** The form as it was left while somebody typed: its version, and when, where the page shows it. */
export type Restored = { version: number; savedAt: number | null };
/** A form that was left before it made a record. */
export type Unsaved = { slot: string; title: string; saved_at: number };

/** What every editor shows, of a text in `Row`. */
export type EditorOf<Row> = {
	/** None: a text that was never saved. */
	row: Row | null;
	state: FormState;
	/** The name that the form is autosaved by. */
	slot: string;
	/** Its idempotency key: of a new text that name, so that the same form makes one record. */
	key: string;
	draft: Restored;
	others: OtherEditor[];
	revisions: RevisionRow[];
	live: Reach | undefined;
	/** Other texts of this kind that this person never saved. */
	unsaved: Unsaved[];
	site: Site;
	/** The association's name. */
	association: string;
	/** Who types. */
	owner: number;
	at: number;
};

/** Somebody who typed within this time is still at it. */
export const EDITING_MS = 15 * 60_000;
export const SHOWN_REVISIONS = 5;

/** Who asks, when, and for whom. */
export const asked = ({ who, surroundings, at }: Ask) => ({
	owner: who.userId,
	association: surroundings.association,
	at,
});

/** The name that a new form is autosaved by: the one it was sent under, else one of its own. */
export const newSlot = (sent?: string | string[]): string =>
	typeof sent === "string" && NEW_SLOT.test(sent) ? sent : `new-${crypto.randomUUID()}`;

/** What the page says of the autosaved form, which a refused one covers. */
export const restored = (draft: DraftRow | undefined, sent: FormState | undefined): Restored => ({
	version: draft?.version ?? 0,
	savedAt: draft && !sent ? draft.saved_at : null,
});

/** The form as it was left while somebody typed. */
export function stateOfDraft(draft: DraftRow): FormState {
	const fields = DraftFields.parse(JSON.parse(draft.fields));
	return freshForm(Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("_"))));
}

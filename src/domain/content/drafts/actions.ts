import { commit, type Db } from "#db/commit.ts";
import { type DraftSlot, dropDraft, forgetDrafts, storeDraft } from "#db/content/drafts.ts";
import { bytesOf, ROW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { DraftFields } from "./schema.ts";

/** How long an autosaved form is stored that nobody changes again. */
const KEPT_MS = 180 * 86_400_000;

/**
 * Stores an autosaved form over the draft with version `seen` (0: none); returns the new version. Refuses `draft.stale`
 * when another tab stored a newer one, and `content.too_long` for more bytes than a row holds.
 */
export async function saveDraft(
	db: Db,
	slot: DraftSlot,
	{ fields, seen, at }: { fields: DraftFields; seen: number; at: number },
): Promise<number> {
	const json = JSON.stringify(fields);
	if (bytesOf(json) > ROW_BYTES) throw new Refusal("content.too_long");
	await commit(db, storeDraft(slot, { fields: json, seen, at }));
	return seen + 1;
}

/** Deletes an autosaved form; a repetition changes nothing. */
export const discardDraft = (db: Db, slot: DraftSlot): Promise<void> => commit(db, [dropDraft(slot)]);

/** Deletes autosaved forms that nobody changed for half a year. `at` is UTC milliseconds. */
export const forgetOldDrafts = (db: Db, at: number): Promise<void> => commit(db, [forgetDrafts(at - KEPT_MS)]);

import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import type { By } from "#kernel/by.ts";

/**
 * The place of an autosaved form: its user, the kind of text, and the `slot`, which is the record's id or the key of a
 * form that has made no record yet.
 */
export type DraftSlot = { userId: number; resource: TextKind; slot: string };
/** An autosaved form. `fields` is JSON: the form's values by name. */
export type DraftRow = { slot: string; fields: string; version: number; saved_at: number };

/** Selects the form that a user autosaved in a slot. */
export const draftOf = ({ userId, resource, slot }: DraftSlot): Select<DraftRow> =>
	select(
		"SELECT slot, fields, version, saved_at FROM drafts WHERE user_id = ?1 AND resource = ?2 AND slot = ?3",
		userId,
		resource,
		slot,
	);

/** Selects a user's autosaved forms of texts that were never saved, newest first. */
export const newDraftsOf = (
	userId: number,
	resource: TextKind,
): Select<{ slot: string; title: string; saved_at: number }> =>
	select(
		`SELECT slot, coalesce(json_extract(fields, '$.title'), '') AS title, saved_at FROM drafts
		WHERE user_id = ?1 AND resource = ?2 AND slot GLOB 'new-*' ORDER BY saved_at DESC LIMIT 10`,
		userId,
		resource,
	);

export type OtherEditor = { name: string; saved_at: number };

/** Selects the other users who typed in a form of the same record since a time (UTC milliseconds). */
export const othersEditing = ({ userId, resource, slot }: DraftSlot, since: number): Select<OtherEditor> =>
	select(
		`SELECT u.name, d.saved_at FROM drafts d JOIN users u ON u.id = d.user_id
		WHERE d.resource = ?2 AND d.slot = ?3 AND d.user_id <> ?1 AND d.saved_at > ?4 ORDER BY d.saved_at DESC`,
		userId,
		resource,
		slot,
		since,
	);

/**
 * Autosaves a form over the version that was `seen` (0 for none). Refuses with `draft.stale` when there is a newer
 * version, or when the form was saved or discarded meanwhile: a late autosave must not bring it back.
 */
export const storeDraft = (
	{ userId, resource, slot }: DraftSlot,
	{ fields, seen, at }: { fields: string; seen: number; at: number },
): Write[] => [
	sql`INSERT INTO drafts (user_id, resource, slot, fields, version, saved_at)
		SELECT ${userId}, ${resource}, ${slot}, ${fields}, ${seen + 1}, ${at} WHERE ${seen} = 0 OR EXISTS (
			SELECT 1 FROM drafts WHERE user_id = ${userId} AND resource = ${resource} AND slot = ${slot})
		ON CONFLICT (user_id, resource, slot) DO UPDATE SET fields = excluded.fields, version = excluded.version,
			saved_at = excluded.saved_at WHERE drafts.version = ${seen}`,
	guard("draft.stale"),
];

/** Deletes an autosaved form, because its text was saved or is not wanted. */
export const dropDraft = ({ userId, resource, slot }: DraftSlot): Write =>
	sql`DELETE FROM drafts WHERE user_id = ${userId} AND resource = ${resource} AND slot = ${slot}`;

/** Deletes the autosaved form of a user who saved its text; a text that was saved without a form has no slot. */
export const dropSaved = (resource: TextKind, { userId }: By, slot: string | undefined): Write[] =>
	userId === null || slot === undefined ? [] : [dropDraft({ userId, resource, slot })];

/** Deletes autosaved forms that nobody changed since a time (UTC milliseconds). */
export const forgetDrafts = (before: number): Write => sql`DELETE FROM drafts WHERE saved_at < ${before}`;

import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { PUBLIC_SETTINGS } from "#domain/content/content/settings.ts";
import { UNSEARCHED } from "./changes.ts";
import { DIGESTS_IN_USE } from "./read-tokens.ts";
import { GROUPS_IN_USE } from "./synonyms.ts";

/**
 * The revision, the settings that shape public answers, the digests of the read tokens in use, and the groups of synonyms as
 * JSON: a list of lists of words.
 */
export type Revision = { rev: number; settings: Record<string, string>; tokens: string[]; synonyms: string };

/** Returns all that every public answer depends on besides its own rows, in one row. */
export async function readRevision(db: D1Database): Promise<Revision> {
	const row = await db
		.withSession("first-primary")
		.prepare(
			`SELECT rev, (SELECT json_group_object(key, value) FROM settings
				WHERE key IN (SELECT value FROM json_each(?1))) AS settings, ${DIGESTS_IN_USE} AS tokens,
				${GROUPS_IN_USE} AS synonyms
			FROM content_revision WHERE id = 1`,
		)
		.bind(JSON.stringify(PUBLIC_SETTINGS))
		.first<{ rev: number; settings: string; tokens: string; synonyms: string }>();
	if (!row) throw new Error("content_revision is empty: apply the migrations");
	return { rev: row.rev, settings: JSON.parse(row.settings), tokens: JSON.parse(row.tokens), synonyms: row.synonyms };
}

/** Selects the settings that shape public answers, as JSON: {"key": "value"}. */
export const publicSettings = (): Select<{ settings: string }> =>
	selectOne(
		`SELECT json_group_object(key, value) AS settings FROM settings
		WHERE key IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(PUBLIC_SETTINGS),
	);

/** Returns whether anything that the search holds changed after one revision, up to another. */
export async function hasChanges(db: D1Database, { after, until }: { after: number; until: number }): Promise<boolean> {
	const select = `SELECT 1 FROM content_changes WHERE rev > ?1 AND rev <= ?2 AND resource NOT IN ${UNSEARCHED} LIMIT 1`;
	return (await db.prepare(select).bind(after, until).first()) !== null;
}

export type ChangeRow = {
	rev: number;
	resource: string;
	id: number;
	slug: string;
	previous_slug: string | null;
	event: string;
};

/** Selects the changes after a revision, oldest first. */
export const changesSince = (rev: number, limit: number): Select<ChangeRow> =>
	select(
		`SELECT rev, resource, id, slug, previous_slug, event FROM content_changes WHERE rev > ?1 ORDER BY rev ${limitTo(limit)}`,
		rev,
	);

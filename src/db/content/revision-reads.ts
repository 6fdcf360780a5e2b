import { limitTo, type Select, select } from "#db/read.ts";
import { TEXT_TABLES, type TextKind } from "#domain/content/content/kinds.ts";
import type { State } from "#domain/content/content/states.ts";
import { SNAPSHOTS } from "./revisions.ts";

/**
 * A revision of a text as lists show it; `by` is the name of the user who saved it, null for a machine or an operator.
 */
export type RevisionRow = { number: number; reason: string; actor: string; created_at: number; by: string | null };
/** A revision with its text as JSON, in the form of the views article_snapshots and page_snapshots. */
export type KeptText = RevisionRow & { snapshot: string };

const COLUMNS = "r.number, r.reason, r.actor, r.created_at, u.name AS by";
const FROM = `revisions r LEFT JOIN users u
	ON u.id = CASE WHEN r.actor GLOB 'user:*' THEN CAST(substr(r.actor, 6) AS INTEGER) END`;
const OWN = "r.resource = ?1 AND r.resource_id = ?2";

/** Selects the newest revisions of a record, without their texts. */
export const latestRevisions = (kind: TextKind, id: number, limit: number, offset = 0): Select<RevisionRow> =>
	select(`SELECT ${COLUMNS} FROM ${FROM} WHERE ${OWN} ORDER BY r.number DESC ${limitTo(limit, offset)}`, kind, id);

/** Counts the revisions of a record: they are numbered from 1 without a gap. */
export const revisionCount = (kind: TextKind, id: number): Select<{ total: number }> =>
	select(
		"SELECT coalesce(max(r.number), 0) AS total FROM revisions r WHERE r.resource = ?1 AND r.resource_id = ?2",
		kind,
		id,
	);

/**
 * Selects the revision of a number and the one before it, in this order; fewer rows when one of them does not exist.
 */
export const revisionPair = (kind: TextKind, id: number, number: number): Select<KeptText> =>
	select(
		`SELECT ${COLUMNS}, r.snapshot FROM ${FROM} WHERE ${OWN} AND r.number IN (?3, ?3 - 1) ORDER BY r.number DESC`,
		kind,
		id,
		number,
	);

/**
 * A record as it is now: the columns that a restoration does not change, and its text in the form of a revision. Times
 * are UTC milliseconds.
 */
export type StandingText = {
	id: number;
	title: string;
	slug: string;
	version: number;
	state: State;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	is_pinned: number;
	pinned_until: number | null;
	/** The id of the parent page; null for an article. */
	parent_id: number | null;
	snapshot: string;
};
const OWN_PARTS = {
	article: "t.is_pinned, t.pinned_until, NULL AS parent_id",
	page: "0 AS is_pinned, NULL AS pinned_until, t.parent_id",
} as const;
export const standingText = (kind: TextKind, id: number): Select<StandingText> =>
	select(
		`SELECT t.id, t.title, t.slug, t.version, t.state, t.published_at, t.publish_at, t.unpublish_at, ${OWN_PARTS[kind]}, s.snapshot
		FROM ${TEXT_TABLES[kind]} t JOIN ${SNAPSHOTS[kind]} s ON s.id = t.id WHERE t.id = ?1`,
		id,
	);

/** Selects the title of a record. */
export const recordTitle = (kind: TextKind, id: number): Select<{ title: string }> =>
	select(`SELECT title FROM ${TEXT_TABLES[kind]} WHERE id = ?1`, id);

/** Something that the text of a revision names and that still exists: categories and files by id, articles by slug. */
export type StillThere = { kind: "category" | "file" | "related" | "slug_elsewhere"; key: string; name: string };
/** SQL for the id in a JSON entry `j`; NULL when the entry is a bare slug, as in revisions of older imports. */
const ID_IN = "CASE j.type WHEN 'object' THEN j.value ->> 'id' END";
/**
 * Selects what still exists of all that a revision, the one before it and the present text name; `slug_elsewhere` is
 * another record that has one of their slugs now.
 */
export const stillThere = (kind: TextKind, id: number, number: number): Select<StillThere> =>
	select(
		`WITH texts AS (
			SELECT r.snapshot AS s FROM revisions r WHERE ${OWN} AND r.number IN (?3, ?3 - 1)
			UNION ALL SELECT v.snapshot FROM ${SNAPSHOTS[kind]} v WHERE v.id = ?2
		)
		SELECT 'category' AS kind, CAST(c.id AS TEXT) AS key, c.name FROM categories c
			WHERE c.id IN (SELECT ${ID_IN} FROM texts, json_each(s, '$.categories') j)
		UNION ALL SELECT 'file', f.id, f.filename FROM attachments f WHERE f.id IN (
			SELECT ${ID_IN} FROM texts, json_each(s, '$.attachments') j UNION ALL SELECT s ->> 'cover_id' FROM texts)
		UNION ALL SELECT 'related', a.slug, a.title FROM articles a
			WHERE a.slug IN (SELECT j.value FROM texts, json_each(s, '$.related') j)
		UNION ALL SELECT 'slug_elsewhere', t.slug, t.title FROM ${TEXT_TABLES[kind]} t
			WHERE t.id <> ?2 AND t.slug IN (SELECT s ->> 'slug' FROM texts)`,
		kind,
		id,
		number,
	);

/**
 * Selects the text from which a form started, as JSON: the text of the record at the form's version. No row when the
 * record still has that version, or when no revision of it was kept. Without `version` the version of the form that
 * `userId` autosaved is used.
 */
export const baseText = (
	kind: TextKind,
	id: number,
	{ version, userId }: { version: number | null; userId: number },
): Select<{ snapshot: string }> =>
	select(
		`WITH opened AS (
			SELECT coalesce(?3, (SELECT CAST(d.fields ->> 'version' AS INTEGER) FROM drafts d
				WHERE d.user_id = ?4 AND d.resource = ?1 AND d.slot = ?5)) AS version
		)
		SELECT r.snapshot FROM revisions r, opened o WHERE ${OWN} AND r.version <= o.version
			AND EXISTS (SELECT 1 FROM ${TEXT_TABLES[kind]} t WHERE t.id = ?2 AND t.version <> o.version)
		ORDER BY r.number DESC LIMIT 1`,
		kind,
		id,
		version,
		userId,
		String(id),
	);

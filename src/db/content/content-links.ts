import { limitTo, type Select, select } from "#db/read.ts";
import type { Target, TargetKind } from "#domain/content/content/addresses.ts";
import type { Standing } from "#domain/content/content/known.ts";
import type { State } from "#domain/content/content/states.ts";

/**
 * The state of the text or file at one of the targets that were asked about. When an address may mean several texts,
 * the public one counts.
 */
export type StandingRow = { kind: TargetKind; key: string; standing: Standing };

/**
 * Returns the end of a query on a table `t` of texts: the text that fits `now` (the condition of its present address)
 * or that had the address `q.key` earlier, a published one first.
 */
const named = (resource: string, now: string): string =>
	`(${now} OR t.id = (SELECT h.id FROM slug_history h WHERE h.resource = '${resource}' AND h.slug = q.key))
		ORDER BY t.state <> 'published' LIMIT 1`;

/**
 * Selects the state of the texts and files at these targets, in one statement however many they are; no row for a
 * target that does not exist. An old address of a text still redirects to it and counts like the present one.
 */
export const standingsOf = (targets: readonly Target[]): Select<StandingRow> =>
	select(
		`SELECT kind, key, standing FROM (
			SELECT q.kind, q.key, CASE q.kind
				WHEN 'article' THEN (SELECT t.state FROM articles t WHERE ${named("article", "t.slug = q.key")})
				WHEN 'page' THEN (SELECT t.state FROM pages t WHERE ${named("page", "t.path = q.key OR t.slug = q.key")})
				WHEN 'document' THEN (SELECT iif(t.visibility = 'public', t.state, 'hidden')
					FROM documents t WHERE ${named("document", "t.slug = q.key")})
				ELSE (SELECT 'stored' FROM attachments f WHERE f.id = substr(q.key, 1, 26) AND f.filename = substr(q.key, 28))
			END AS standing
			FROM (SELECT value ->> 'kind' AS kind, value ->> 'key' AS key FROM json_each(?1)) q
		) WHERE standing IS NOT NULL`,
		JSON.stringify(targets),
	);

export const LINK_KINDS = ["article", "page", "document"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** A text to which a link may lead; `place` is its slug, or the path of a page. */
export type LinkableRow = { kind: LinkKind; title: string; place: string; state: State };

/** The condition that a title has every word; as in the search index, letter case and 臺/台 do not matter. */
const HAS_ALL = `state <> 'trashed'
	AND NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(replace(lower(title), '臺', '台'), w.value) = 0)`;
/**
 * The query of the texts of each kind to which a link may lead. Documents that are not public are left out, because
 * their titles may be confidential too.
 */
const LINKABLE: Record<LinkKind, string> = {
	article: `SELECT 'article' AS kind, title, slug AS place, state, updated_at, id FROM articles WHERE ${HAS_ALL}`,
	page: `SELECT 'page' AS kind, title, path AS place, state, updated_at, id FROM pages WHERE ${HAS_ALL}`,
	document: `SELECT 'document' AS kind, title, slug AS place, state, updated_at, id FROM documents
		WHERE visibility = 'public' AND ${HAS_ALL}`,
};

/**
 * Selects the texts whose title has all these words (folded; an empty list means all texts), public ones first, then
 * the latest.
 */
export const linkable = (words: readonly string[], kind: LinkKind | undefined, limit: number): Select<LinkableRow> =>
	select(
		`SELECT kind, title, place, state FROM (${(kind ? [kind] : LINK_KINDS).map((one) => LINKABLE[one]).join(" UNION ALL ")})
		ORDER BY state <> 'published', updated_at DESC, kind, id DESC ${limitTo(limit)}`,
		JSON.stringify(words),
	);

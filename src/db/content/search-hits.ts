import { limitTo, type Select, select } from "#db/read.ts";
import type { EntryKind, EntryRef } from "#domain/system/index.ts";

/** A public text as a hit of the search over all kinds; `slug` of a page is its path. */
export type FoundText = {
	kind: EntryKind;
	id: number;
	slug: string;
	title: string;
	excerpt: string;
	published_at: number;
};

const ASKED = (kind: EntryKind): string =>
	`json_each(?1) r CROSS JOIN ${kind}s t ON t.id = r.value ->> 'refId' WHERE r.value ->> 'kind' = '${kind}' AND t.state = 'published'`;

/** Selects those of the texts that are public. */
export const textsByRef = (refs: readonly EntryRef[]): Select<FoundText> =>
	select(
		`SELECT 'article' AS kind, t.id, t.slug, t.title, t.excerpt, t.published_at FROM ${ASKED("article")}
		UNION ALL SELECT 'page', t.id, t.path, t.title, t.excerpt, t.published_at FROM ${ASKED("page")}
		UNION ALL SELECT 'document', t.id, t.slug, t.title, t.description, t.published_at FROM ${ASKED("document")}
			AND t.visibility = 'public'`,
		JSON.stringify(refs.map(({ kind, refId }) => ({ kind, refId }))),
	);

/** A text or tag that a suggestion is taken from. */
export type NearText = { kind: EntryKind | "tag"; id: number; title: string };

/** Selects those of the texts that are public, by their titles, and the names of at most `tags` tags that public articles have. */
export const nearTexts = ({ refs, tags }: { refs: readonly EntryRef[]; tags: number }): Select<NearText> => {
	const { sql, params } = textsByRef(refs);
	return select(
		`SELECT kind, id, title FROM (${sql}) UNION ALL SELECT 'tag', id, name FROM (
			SELECT id, name FROM tags WHERE articles_count > 0 ORDER BY name, id ${limitTo(tags)})`,
		...params,
	);
};

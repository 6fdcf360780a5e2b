import { contentHits } from "#db/content/index.ts";
import { unpublishedHits } from "#db/shell/staff-search.ts";
import { highlightPieces, partsOf, piecesOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { matchQuery, queryParts } from "#kernel/tokens.ts";
import { contentStatus, STATE_LOOKS } from "#ui/content-status.ts";
import { looking, lookingFor, NOTHING, offsetOf, type Source } from "./source.ts";

/** The addresses of the editors of articles and pages, by the kind of content. */
const EDITORS = { article: paths.admin.articles, page: paths.admin.pages };
type Kind = keyof typeof EDITORS;

/** Searches public content in the search index; one Chinese character is enough. */
export const published =
	(kind: Kind): Source["look"] =>
	(wanted) => {
		const { q, limit } = wanted;
		const match = matchQuery(q);
		if (match === null) return NOTHING;
		const ask = contentHits({ kind, match, parts: queryParts(q) }, { limit, offset: offsetOf(wanted) });
		return looking("SEARCH", ask, ({ id, ...texts }) => {
			const { title, excerpt } = highlightPieces(texts, q);
			return { label: title, sub: excerpt, href: EDITORS[kind].show(id) };
		});
	};

/** Searches content that is not public, by its title. */
export const unpublished =
	(kind: Kind): Source["look"] =>
	(wanted) =>
		lookingFor(
			{ parts: partsOf(wanted.q), wanted },
			(looked) => unpublishedHits(kind, looked),
			({ id, title, slug, state }) => ({
				label: piecesOf(title, wanted.q),
				sub: piecesOf(slug, wanted.q),
				href: EDITORS[kind].show(id),
				state: { word: STATE_LOOKS[state].word, badge: contentStatus(state) },
			}),
		);

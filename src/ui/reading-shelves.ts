import { card } from "./card.ts";
import { noMatch, noneYet, pastTheEnd } from "./empty.ts";
import { filters } from "./filters.ts";
import type { Children } from "./html.ts";
import { pager } from "./pager.ts";
import { type Shelved, shelves } from "./shelf.ts";
import type { Here } from "./url-state.ts";

/**
 * One page of the documents that a user may read; `total` is the number of documents on all pages together, `at` the
 * present time (UTC milliseconds).
 */
type Readable = {
	rows: readonly Shelved[];
	total: number;
	categories: readonly string[];
	page: number;
	/** The query parameters of the page's address. */
	query: Record<string, string>;
	at: number;
};
/**
 * How the documents are shown: `path` is the page's address, `href` gives the address of a document's file;
 * `tellsPublic` marks documents that everybody may read; `none` says why there are no documents, `fewer` why the asked
 * page lies past the last one.
 */
type Shown = {
	path: string;
	/** The number of documents on a page. */
	size: number;
	placeholder: string;
	href: (id: number) => string;
	tellsPublic?: true;
	none: { title: string; text: string };
	fewer: string;
};

/**
 * Draws the documents that a user may read, in a card for each category, with search and links to other pages. The
 * search is left out when the user may read no document.
 */
export function readingShelves(
	{ rows, total, categories, page, query, at }: Readable,
	{ path, size, placeholder, none, fewer, ...how }: Shown,
): Children {
	const here: Here = { path, query };
	const isAsked = Boolean(query.q || query.category);
	const fields = [{ name: "category", label: "分類", options: categories.map((value) => ({ value, label: value })) }];
	const search =
		(total > 0 || isAsked) &&
		card({ flush: true, label: "搜尋文件" }, filters({ here, search: { placeholder }, fields }));
	if (rows.length > 0) return [search, shelves(rows, { ...how, at }), pager({ here, page, size, total, unit: "份" })];
	const empty = (): Children => {
		if (total > 0) return pastTheEnd(here, fewer);
		return isAsked ? noMatch({ title: "找不到符合的文件", clearHref: path }) : noneYet(none);
	};
	return [search, card({ flush: true, label: "文件" }, empty())];
}

import { BadQuery } from "#http/problem.ts";

/**
 * Throws BadQuery when a list of whole records came back empty although `expected` of them were there: their texts
 * together are larger than one answer may be.
 */
export function refuseTooLarge(rows: readonly unknown[], expected: number): void {
	if (rows.length > 0 || expected <= 0) return;
	const detail = "the texts of this page exceed 8 MB: ask for fewer with per_page, or narrow the list";
	throw new BadQuery([{ pointer: "#/query/per_page", detail }]);
}

type PageOfList = {
	page: number;
	perPage: number;
	total: number;
	address: string;
	/** What a search says besides. */
	exact?: number;
	suggestions?: readonly string[];
};

/**
 * Returns a page of data with Laravel's resource pagination around it. `address` is the address of the list with its
 * filters, without the page.
 */
export function listJson<T>(data: T[], page: PageOfList) {
	const last = Math.max(1, Math.ceil(page.total / page.perPage));
	const at = (number: number) => `${page.address}${page.address.includes("?") ? "&" : "?"}page=${number}`;
	const from = data.length === 0 ? null : (page.page - 1) * page.perPage + 1;
	return {
		data,
		links: {
			first: at(1),
			last: at(last),
			prev: page.page > 1 ? at(Math.min(page.page - 1, last)) : null,
			next: page.page < last ? at(page.page + 1) : null,
		},
		meta: {
			current_page: page.page,
			from,
			to: from === null ? null : from + data.length - 1,
			last_page: last,
			per_page: page.perPage,
			total: page.total,
			...(page.exact === undefined ? {} : { exact: page.exact, suggestions: page.suggestions ?? [] }),
		},
	};
}

/** Where the page is: its path and what the address asks for. Everything a list can show is in here. */
export type Here = { path: string; query: Record<string, string | string[] | undefined> };

type Changes = Record<string, string | string[] | undefined>;

/** As URLSearchParams writes it, which is ten times slower: a list draws many addresses. */
const formEncoded = (text: string): string =>
	encodeURIComponent(text.toWellFormed()).replace(/%20|[!'()~]/g, (c) =>
		c === "%20" ? "+" : `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** The address with these parameters changed; empty ones fall away, and any change but `page` itself goes back to page 1. */
export function hrefWith(here: Here, changes: Changes): string {
	const start = "page" in changes ? {} : { page: undefined };
	const pairs: string[] = [];
	for (const [name, value] of Object.entries({ ...here.query, ...start, ...changes }))
		for (const one of typeof value === "string" ? [value] : (value ?? []))
			if (one !== "") pairs.push(`${formEncoded(name)}=${formEncoded(one)}`);
	return pairs.length > 0 ? `${here.path}?${pairs.join("&")}` : here.path;
}

/** The address without one value of one parameter, or without the parameter. */
export function hrefWithout(here: Here, name: string, value?: string): string {
	const kept = [here.query[name] ?? []].flat().filter((one) => value !== undefined && one !== value);
	return hrefWith(here, { [name]: kept });
}

/** The address of the nth page. */
export const pageHref = (here: Here, page: number): string =>
	hrefWith(here, { page: page > 1 ? String(page) : undefined });

/** By what a list is sorted: `sort=name` upwards, `sort=-name` downwards. */
export type Sort = { by: string; down: boolean };

/** The sort that an address asks for, else the list's own ("-created"). */
export function sortOf(here: Here, own: string): Sort {
	const asked = [here.query.sort ?? own].flat()[0] || own;
	return asked.startsWith("-") ? { by: asked.slice(1), down: true } : { by: asked, down: false };
}

/** What a column's header leads to: sorted by it, and the other way round when it is already. */
export const sortHref = (here: Here, now: Sort, by: string): string =>
	hrefWith(here, { sort: now.by === by && !now.down ? `-${by}` : by });

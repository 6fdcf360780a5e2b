const MOST_PER_PAGE = 100;
/** Bodies are long: the API gives at most this many at once. */
const MOST_WITH_BODY = 50;

export type PageOfList<T> = { data: T[]; meta: { current_page: number; last_page: number } };

/** Gives the items of a list, page after page, each once: what is published meanwhile moves the others to later pages. */
export async function* eachOf<T extends object>(
	query: object,
	read: (query: object) => Promise<PageOfList<T>>,
): AsyncGenerator<T, void, undefined> {
	const per_page = "include" in query && query.include ? MOST_WITH_BODY : MOST_PER_PAGE;
	const given = new Set<string>();
	for (let page = 1; ; page++) {
		const { data, meta } = await read({ per_page, ...query, page });
		for (const item of data) {
			if (!isNew(item, given)) continue;
			yield item;
		}
		if (meta.current_page >= meta.last_page) return;
	}
}

function isNew(item: object, given: Set<string>): boolean {
	if (!("id" in item)) return true;
	const key = `${"kind" in item ? item.kind : ""}:${item.id}`;
	if (given.has(key)) return false;
	given.add(key);
	return true;
}

/** Gives the items of a list that is continued from a number which each part tells; null after the last one. */
export async function* eachPart<T>(
	from: number | string,
	read: (from: number | string) => Promise<{ data: T[]; next: number | null }>,
): AsyncGenerator<T, void, undefined> {
	for (let next: number | string | null = from; next !== null; ) {
		const part: { data: T[]; next: number | null } = await read(next);
		yield* part.data;
		next = part.next;
	}
}

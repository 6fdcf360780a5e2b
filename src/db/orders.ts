/** The name of an order in an address: `name` ascending, `-name` descending. */
type Sort<N extends string> = N | `-${N}`;

/** The orders of a list: their names, and the ORDER BY of each. */
export type Orders<N extends string> = {
	sorts: readonly Sort<N>[];
	by: (sort: Sort<N>) => string;
	/** The ORDER BY that has the same rows from their other end. */
	back: (sort: Sort<N>) => string;
};

/**
 * Returns the orders of a list from the SQL terms of each. `last` is what makes an order whole: terms by which no two
 * rows are alike, so that pages show every row once. A term may be written DESC. Descending is the reverse of ascending,
 * but rows without a value (NULL in the first term, or what a term `… IS NULL` says) are last in either direction.
 */
export function orders<N extends string>(
	terms: Readonly<Record<N, string | readonly string[]>>,
	...last: readonly string[]
): Orders<N> {
	const names = Object.keys(terms) as N[];
	const byOf = (sort: Sort<N>, isBack: boolean): string => {
		const way = { isBack, isReversed: sort.startsWith("-") !== isBack };
		const [first = "", ...more] = [...[terms[nameOf(sort)]].flat(), ...last];
		return `ORDER BY ${[placed(first, way) + nullsOf(first, way), ...more.map((term) => placed(term, way))].join(", ")}`;
	};
	return {
		sorts: names.flatMap((name): Sort<N>[] => [name, `-${name}`]),
		by: (sort) => byOf(sort, false),
		back: (sort) => byOf(sort, true),
	};
}

/** Returns the name of an order without its direction. */
const nameOf = <N extends string>(sort: Sort<N>): N => sort.replace(/^-/, "") as N;

/** `isBack`: all is read from its other end. `isReversed`: terms go against the direction in which they are written. */
type Way = { isBack: boolean; isReversed: boolean };
const asksNull = (term: string): boolean => term.endsWith(" IS NULL");
const isDown = (term: string, { isBack, isReversed }: Way): boolean =>
	asksNull(term) ? isBack : term.endsWith(" DESC") !== isReversed;
const placed = (term: string, way: Way): string => `${term.replace(/ DESC$/, "")}${isDown(term, way) ? " DESC" : ""}`;

/** Returns what keeps NULL at the end, or where all is read backwards at the beginning: it is the least value by itself. */
function nullsOf(first: string, way: Way): string {
	if (asksNull(first) || isDown(first, way) !== way.isBack) return "";
	return way.isBack ? " NULLS FIRST" : " NULLS LAST";
}

/** Returns SQL for the place of a code (SQL) among codes: states in the order of their life, kinds as forms offer them. */
export const placeOf = (code: string, codes: readonly string[]): string =>
	`CASE ${code} ${codes.map((one, nth) => `WHEN '${one}' THEN ${nth}`).join(" ")} END`;

/** Returns SQL for the place of the first of some conditions (SQL) that a row meets. */
export const firstMet = (conditions: readonly string[]): string =>
	`CASE ${conditions.map((one, nth) => `WHEN ${one} THEN ${nth}`).join(" ")} END`;

/** The terms of the order of member numbers of the member `m`: M2 before M10, as the index of the list has them. */
export const BY_NUMBER = ["length(m.member_no)", "m.member_no"] as const;

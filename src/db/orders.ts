/** The name of an order in an address: `name` ascending, `-name` descending. */
type Sort<N extends string> = N | `-${N}`;

/** The orders of a list: their names, and the ORDER BY of each. */
export type Orders<N extends string> = {
	sorts: readonly Sort<N>[];
	by: (sort: Sort<N>) => string;
};

/**
 * Returns the orders of a list from the SQL terms of each. `last` is what makes an order whole: terms by which no two
 * rows are alike, so that pages show every row once. Descending is the reverse of ascending, but for rows without a
 * value (NULL in the first term), which are last in either direction.
 */
export function orders<N extends string>(
	terms: Readonly<Record<N, string | readonly string[]>>,
	...last: readonly string[]
): Orders<N> {
	const all = new Map<string, string>();
	for (const [name, of] of Object.entries<string | readonly string[]>(terms)) {
		const [first = "", ...more] = [...[of].flat(), ...last];
		all.set(name, `ORDER BY ${[`${first} NULLS LAST`, ...more].join(", ")}`);
		// NULL is the least value, so it comes last without a word, which an index would have to stand.
		all.set(`-${name}`, `ORDER BY ${[first, ...more].map((term) => `${term} DESC`).join(", ")}`);
	}
	return { sorts: [...all.keys()] as Sort<N>[], by: (sort) => all.get(sort) ?? "" };
}

/** Returns SQL for the place of a code (SQL) among codes: states in the order of their life, kinds as forms offer them. */
export const placeOf = (code: string, codes: readonly string[]): string =>
	`CASE ${code} ${codes.map((one, nth) => `WHEN '${one}' THEN ${nth}`).join(" ")} END`;

/** The terms of the order of member numbers of the member `m`: M2 before M10, as the index of the list has them. */
export const BY_NUMBER = ["length(m.member_no)", "m.member_no"] as const;

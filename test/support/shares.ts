/** Every `of`-th of many like cases, shifted by `from`, any whole number: a run takes a share of them. */
export const everyNth = <T>(cases: readonly T[], of: number, from: number): T[] =>
	cases.filter((_, nth) => (nth + from) % of === 0);

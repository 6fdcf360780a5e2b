/** A line of a statement: a class, an account of it, a sub-account of that, or a sum of classes. */
type Line = { level: "class" | "account" | "below" | "sum"; code: string | null };
type Group<L> = { head: L; parts: Group<L>[] };

/** The tenths of a percent of a whole. */
const WHOLE = 1_000;

/**
 * Returns the shares of `values` in `total`, in tenths of a percent, which sum to `units` exactly: each is rounded down,
 * and the largest remainders get what is missing. `units` is what is to be divided: the whole, or the share of the line
 * that these values are parts of. `total` is above 0.
 */
function sharesIn(values: readonly number[], { total, units }: { total: number; units: number }): number[] {
	const parts = values.map((value, nth) => {
		const floor = Math.floor((value * WHOLE) / total);
		return { nth, floor, rest: value * WHOLE - floor * total };
	});
	const missing = units - parts.reduce((sum, { floor }) => sum + floor, 0);
	const raised = new Set(
		parts
			.toSorted((a, b) => b.rest - a.rest || a.nth - b.nth)
			.slice(0, missing)
			.map(({ nth }) => nth),
	);
	return parts.map(({ nth, floor }) => floor + (raised.has(nth) ? 1 : 0));
}

/** Returns the lines as a tree: the lines of a level that follow a line of the level above are its parts. */
function grouped<L extends Line>(lines: readonly L[], levels: readonly Line["level"][]): Group<L>[] {
	const [level, ...below] = levels;
	const starts = lines.flatMap((line, at) => (line.level === level ? [at] : []));
	return starts.flatMap((at, nth) => {
		const head = lines[at];
		return head ? [{ head, parts: grouped(lines.slice(at + 1, starts[nth + 1]), below) }] : [];
	});
}

/**
 * Returns the share of each line (占比) in tenths of a percent: of income in all income, of expense in all expense; in a
 * balance sheet of assets in all assets, and of the other side in its sum. The shares of the accounts of a class sum to
 * that of the class, those of sub-accounts to that of their account. A side that is not above 0 has no shares, and the
 * surplus none of an income statement.
 */
export function sharesOf<L extends Line>(lines: readonly L[], figureOf: (line: L) => number): Map<L, number> {
	const shares = new Map<L, number>();
	const divide = (groups: Group<L>[], of: { total: number; units: number }): void => {
		const own = sharesIn(
			groups.map(({ head }) => figureOf(head)),
			of,
		);
		for (const [nth, { head, parts }] of groups.entries()) {
			const units = own[nth] ?? 0;
			shares.set(head, units);
			if (parts.length > 0) divide(parts, { total: of.total, units });
		}
	};
	const classes = grouped(lines, ["class", "account", "below"]);
	const sum = lines.find(({ level, code }) => level === "sum" && code === null);
	const isBalance = classes.some(({ head }) => head.code === "1");
	for (const side of isBalance ? [classes.slice(0, 1), classes.slice(1)] : classes.map((one) => [one])) {
		const total = side.reduce((all, { head }) => all + figureOf(head), 0);
		if (total <= 0) continue;
		divide(side, { total, units: WHOLE });
		if (isBalance && sum && side.length > 1) shares.set(sum, WHOLE);
	}
	return shares;
}

/**
 * Returns by how many tenths of a percent a figure changed; null where the earlier one is 0, of which nothing is a
 * percentage.
 */
export const changeOf = (now: number, before: number): number | null =>
	before === 0 ? null : Math.round(((now - before) * WHOLE) / Math.abs(before)) || 0;

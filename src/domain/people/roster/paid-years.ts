import { type Cell, cellText } from "#kernel/table.ts";
import type { Target } from "./columns.ts";
import type { Column } from "./mapping.ts";
import { isNothing, paidOf, paidYearsOf } from "./values.ts";

/** Returns the years (western) that a row says were paid, and the texts that are unclear. */
export function paidYearsIn(
	cells: readonly Cell[],
	columns: readonly Column[],
): { years: number[]; unclear: string[] } {
	const filled = columns
		.map(({ index, target, header }) => ({ header, text: cellText(cells[index]), years: yearsOf(target) }))
		.filter(({ text, years }) => years !== undefined && !isNothing(text))
		.map(({ header, text, years }) => ({ said: `${header}：${text}`, listed: years?.(text) }));
	const years = new Set(filled.flatMap(({ listed }) => listed ?? []));
	return {
		years: [...years].sort((a, b) => a - b),
		unclear: filled.filter(({ listed }) => listed === undefined).map(({ said }) => said),
	};
}

/** Returns how a column's text is read: as a tick for one year, or as a list of years; undefined for other columns. */
function yearsOf(target: Target): ((text: string) => number[] | undefined) | undefined {
	if (target === "paid_years") return paidYearsOf;
	const year = Number(/^paid:(\d+)$/.exec(target)?.[1]);
	if (Number.isNaN(year)) return undefined;
	return (text) => {
		const paid = paidOf(text);
		return paid === undefined ? undefined : paid ? [year] : [];
	};
}

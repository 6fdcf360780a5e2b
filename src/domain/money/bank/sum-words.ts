import { figure } from "#kernel/amounts.ts";

/** Returns in words whether the amounts of a line's parts sum to what the line has, in NT$ without a sign. */
export function sumWords(amounts: readonly number[], left: number): string {
	const used = amounts.filter((amount) => amount > 0);
	const lacks = left - used.reduce((sum, amount) => sum + amount, 0);
	if (lacks > 0) return `還差 ${figure(lacks)} 元`;
	if (lacks < 0) return `多了 ${figure(-lacks)} 元`;
	return used.length === 1 ? "等於這一行" : `${used.length} 部分合計等於這一行`;
}

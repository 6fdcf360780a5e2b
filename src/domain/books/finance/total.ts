import { readAmount } from "#kernel/amounts.ts";

const dollars = (amount: number): string => `${amount.toLocaleString("en-US")} 元`;
const sumOf = (typed: readonly string[]): number => typed.reduce((sum, text) => sum + (readAmount(text) ?? 0), 0);

/**
 * The amounts of a form as typed: those of the lines, and those withheld. `advanced` is the amount of the advance in
 * NT$, which was paid before.
 */
export type TypedTotal = { amounts: readonly string[]; withheld: readonly string[]; advanced: number };

/** Returns the total in words (合計 18,600 元，代扣 500 元，實付 18,100 元), or 還沒有金額。 when it is 0. */
export function totalWords({ amounts, withheld: taken, advanced }: TypedTotal): string {
	const [gross, withheld] = [sumOf(amounts), sumOf(taken)];
	if (gross === 0) return "還沒有金額。";
	const net = gross - withheld - advanced;
	const parts = [
		`合計 ${dollars(gross)}`,
		withheld > 0 && `代扣 ${dollars(withheld)}`,
		advanced > 0 && `沖抵預支 ${dollars(advanced)}`,
		(withheld > 0 || advanced > 0) && (net < 0 ? `應繳回 ${dollars(-net)}` : `實付 ${dollars(net)}`),
	];
	return `${parts.filter(Boolean).join("，")}。`;
}

import type { FundMove, FundRow } from "#db/books/funds.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, money } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { accountHref, deep } from "./report.ts";

/**
 * A line of one side of 基金收支表. With `isFund`, it is the name of a fund and the sum of the fund's lines, which
 * follow.
 */
type Line = { words: string; amount: number; href: string | undefined; isFund: boolean };
export type FundStatement = { receipts: Line[]; uses: Line[]; held: number; deposits: FundRow[] };

const isDeposit = ({ code }: FundRow): boolean => code.startsWith("1");
const wordsOf = ({ cause, words }: FundMove): string => (cause === "set_aside" ? "本年度提撥" : words);

/**
 * Returns 基金收支表 of a year: what each fund had and received, what it was used for and what is left. Both sides have
 * the same sum.
 */
export function fundStatement(rows: readonly FundRow[], moves: readonly FundMove[], year: number): FundStatement {
	const months = { from: `${year}-01`, to: `${year}-12` };
	const sides = rows
		.filter((row) => !isDeposit(row))
		.map((fund) => {
			const all = moves.filter(({ account_id }) => account_id === fund.id);
			// The opening of the books counts to the years before.
			const begun = all.filter(({ cause }) => cause === "opening").reduce((total, move) => total + move.amount, 0);
			const own = all.filter(({ cause }) => cause !== "opening");
			const line = (words: string, value: number): Line => ({
				words,
				amount: value,
				href: accountHref(fund.id, months),
				isFund: false,
			});
			const head = (value: number): Line => ({ ...line(`${fund.code} ${fund.name}`, value), isFund: true });
			const receipts = [
				line("歷年累存", fund.opening + begun),
				...own.filter((move) => move.amount > 0).map((move) => line(wordsOf(move), move.amount)),
			];
			const used = own.filter((move) => move.amount < 0).map((move) => line(wordsOf(move), -move.amount));
			const uses = [...used, line("本年度結餘", fund.opening + fund.added - fund.used)];
			return { receipts: [head(sum(receipts)), ...receipts], uses: [head(sum(uses)), ...uses] };
		});
	return {
		receipts: sides.flatMap(({ receipts }) => receipts),
		uses: sides.flatMap(({ uses }) => uses),
		held: rows.filter((row) => !isDeposit(row)).reduce((all, row) => all + row.opening + row.added - row.used, 0),
		deposits: rows.filter(isDeposit),
	};
}

const sum = (lines: readonly Line[]): number => lines.reduce((all, line) => all + line.amount, 0);
const total = (lines: readonly Line[]): number => sum(lines.filter(({ isFund }) => isFund));

const side = (title: string, lines: Line[]): VNode =>
	table<Line>({
		caption: title,
		tight: true,
		book: true,
		columns: [
			{ label: title, head: true, cell: ({ words }) => words },
			{ label: "金額", end: true, cell: ({ amount: value, href }) => deep(value, href) },
		],
		rows: lines,
		rowClass: ({ isFund }) => (isFund ? "group" : undefined),
		empty: html`<p class="card-body soft">沒有基金。</p>`,
		foot: html`<tr role="row"><th role="rowheader" scope="row">合計</th><td role="cell" class="num">${amount(total(lines))}</td></tr>`,
	});

/** Draws the two sides, and below them whether the balance of 基金專戶存款 (1310) equals the balances of the funds. */
export function fundsTable({ receipts, uses, held, deposits }: FundStatement): VNode {
	const lying = deposits.reduce((all, row) => all + row.opening + row.added - row.used, 0);
	return html`<div>
		<div class="sides">${side("收入", receipts)}${side("支出與結餘", uses)}</div>
		<p class="card-body small">基金專戶存款（1310）${money(lying)}，基金結餘 ${money(held)}　${
			lying === held
				? status({ word: "相符", tone: "ok" })
				: status({ word: `相差 ${money(Math.abs(lying - held))}`, tone: "warn", icon: "warn" })
		}</p>
	</div>`;
}

/** Returns the sheet 基金收支表 of an exported file: its name, header, column widths, and a row for each line. */
export const fundSheet = ({ receipts, uses }: FundStatement) => ({
	sheet: "基金收支表",
	header: ["收支", "項目", "金額"],
	widths: [10, 28, 14],
	rows: [
		...receipts.map((line) => ["收入", line.words, line.amount]),
		...uses.map((line) => ["支出與結餘", line.words, line.amount]),
	],
});

import { changeOf, sharesOf } from "#domain/books/ledger/shares.ts";
import { bar } from "#ui/bar.ts";
import { type Children, html } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { type Status, status } from "#ui/status.ts";
import { accountHref, deep } from "./report.ts";
import type { StatementKind, StatementLine } from "./statement-lines.ts";
import { type MonthsLine, yearMonths } from "./statement-months.ts";

type Months = { from: string; to: string };

/** A column of a statement, the same on the screen, on paper and in the file. */
export type StatementColumn<L = StatementLine> = {
	label: string;
	/** The column holds words, which are not aligned as figures. */
	isWords?: boolean;
	cell: (line: L) => Children;
	value: (line: L) => number | string | null;
};

/** The titles of the columns that are compared. */
export const THAN = {
	income: { year: ["本期", "去年同期"], before: ["本期", "前期"] },
	balance: { year: ["期末", "去年同月底"], before: ["期末", "期初"] },
} as const;

/** Draws a figure as a link to its lines; that of a class or a sum is none. */
export const deepIn = ({ id }: Pick<StatementLine, "id">, value: number, months: Months): Children =>
	deep(value, id === null ? undefined : accountHref(id, months));

/** Made once: a number that is written with options of its own makes a format each time, forty times as slow. */
const DECIMAL = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1 });
/** Writes tenths of a percent with one decimal; the column's head has the sign %. */
const tenths = (value: number | null | undefined): Children =>
	value === null || value === undefined
		? html`<span class="soft">—</span>`
		: DECIMAL.format(value / 10).replace("-", "−");
const inFile = (value: number | null | undefined): number | null =>
	value === null || value === undefined ? null : value / 10;

const percents = (label: string, figureOf: (line: StatementLine) => number | null | undefined): StatementColumn => ({
	label,
	cell: (line) => tenths(figureOf(line)),
	value: (line) => inFile(figureOf(line)),
});

/** Returns the columns of two periods beside each other: each with its shares, then the difference and its percentage. */
export function comparedColumns(
	kind: Exclude<StatementKind, "final">,
	lines: readonly StatementLine[],
	{ than, now, before }: { than: "year" | "before"; now: Months; before: Months },
): StatementColumn[] {
	const labels = THAN[kind][than];
	const column = (nth: 0 | 1): StatementColumn[] => {
		const figureOf = (line: StatementLine): number => (nth === 0 ? line.now : line.before);
		const shares = sharesOf(lines, figureOf);
		return [
			{ label: labels[nth], cell: (line) => deepIn(line, figureOf(line), nth === 0 ? now : before), value: figureOf },
			percents("占比 %", (line) => (figureOf(line) === 0 ? null : shares.get(line))),
		];
	};
	return [
		...column(0),
		...column(1),
		{
			label: "增減",
			cell: (line) => amount(line.now - line.before),
			value: (line) => line.now - line.before,
		},
		percents("增減 %", (line) => (line.now === line.before ? null : changeOf(line.now, line.before))),
	];
}

/** Returns the columns of a year by months: income and expense with their sum, a balance sheet from the year's beginning. */
export function monthsColumns(kind: Exclude<StatementKind, "final">, year: number): StatementColumn<MonthsLine>[] {
	const months = yearMonths(year).map(
		(month, nth): StatementColumn<MonthsLine> => ({
			label: `${nth + 1}月`,
			cell: (line) => {
				const value = line.months[nth] ?? null;
				return value === null ? "" : deepIn(line, value, { from: month, to: month });
			},
			value: (line) => line.months[nth] ?? null,
		}),
	);
	const whole = { from: `${year}-01`, to: `${year}-12` };
	if (kind === "income")
		return [...months, { label: "合計", cell: (line) => deepIn(line, line.now, whole), value: (line) => line.now }];
	return [{ label: "年初", cell: (line) => amount(line.before), value: (line) => line.before }, ...months];
}

/** The percentage of a budget from which on an expense is close to it. */
const NEAR = 90;

/** Returns how an account stands to its budget; undefined where nothing is to be said. */
function standingOf({ code, level, now, budget }: StatementLine): Status | undefined {
	if (level !== "account" || code === null) return undefined;
	if (budget === 0) return now === 0 ? undefined : { word: "沒有編預算" };
	if (code < "5") return now >= budget ? { word: "已達預算", tone: "ok" } : undefined;
	if (now > budget) return { word: "超支", tone: "danger" };
	return now * 100 >= budget * NEAR ? { word: "快用完", tone: "warn" } : undefined;
}

/** Returns how much of the budget was reached, in whole percent; null without a budget. */
const reached = ({ now, budget }: StatementLine): number | null =>
	budget > 0 ? Math.round((now * 100) / budget) || 0 : null;

/** Draws how much of a budget was reached as a bar, with what is over an expense's budget in its own colour. */
function budgetBar(line: StatementLine): Children {
	const percent = reached(line);
	if (percent === null) return html`<span class="soft">—</span>`;
	const { code, now, budget } = line;
	const isOver = now > budget && code !== null && code >= "5";
	const parts = [
		{ label: "實際", value: isOver ? budget : now },
		...(isOver ? [{ label: "超過預算", value: now - budget }] : []),
	];
	return html`<span class="reached">${code !== null && bar({ parts, of: budget })}<b>${figure(percent)}</b></span>`;
}

/** Returns the columns of a year beside its budget: what of it was reached, and what is left. */
export const budgetColumns = (months: Months, budgets: string): StatementColumn[] => [
	{
		label: "預算",
		cell: (line) => (line.id === null ? amount(line.budget) : deep(line.budget, budgets)),
		value: ({ budget }) => budget,
	},
	{ label: "實際", cell: (line) => deepIn(line, line.now, months), value: ({ now }) => now },
	{ label: "執行率 %", cell: budgetBar, value: reached },
	{ label: "預算減實際", cell: (line) => amount(line.budget - line.now), value: ({ now, budget }) => budget - now },
	{
		label: "狀況",
		isWords: true,
		cell: (line) => {
			const standing = standingOf(line);
			return standing ? status(standing) : "";
		},
		value: (line) => standingOf(line)?.word ?? null,
	},
];

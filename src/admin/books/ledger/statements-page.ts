import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { Span } from "./query.ts";
import { accountHref, deep } from "./report.ts";
import { budgetColumns, comparedColumns, deepIn, monthsColumns, type StatementColumn } from "./statement-columns.ts";
import { indent, rateOf, STATEMENTS, type StatementLine } from "./statement-lines.ts";
import type { MonthsLine, TrendYear } from "./statement-months.ts";
import { monthsChart, yearsChart } from "./statement-trend.ts";
import { dayWords, spanWords } from "./words.ts";

const { ledger } = paths.admin;

/** The months (YYYY-MM) that a figure covers. */
type Months = { from: string; to: string };

/** How 收支表 and 資產負債表 are looked at: beside the same months a year before or the months before, by months, or beside the budget. */
export const VIEWS = ["year", "before", "months", "budget"] as const;
export type StatementView = (typeof VIEWS)[number];
export const VIEW_WORDS = {
	income: { year: "本年與去年", before: "本期與前期", months: "逐月", budget: "預算執行" },
	balance: { year: "本年與去年", before: "期末與期初", months: "逐月" },
} as const;

/** `years` are the years that a statement of a whole year is chosen of. */
type Shared = { span: Span; years: readonly number[] };
export type Statement = Shared &
	(
		| { kind: "final"; lines: StatementLine[]; compared: Months }
		| {
				kind: "income" | "balance";
				view: "year" | "before";
				lines: StatementLine[];
				/** The months that the second period covers. */
				compared: Months;
				trend: TrendYear[];
		  }
		| { kind: "income" | "balance"; view: "months"; year: number; lines: MonthsLine[] }
		| { kind: "income"; view: "budget"; year: number; lines: StatementLine[] }
	);

/** Whether a statement covers a whole year, whose months are not chosen. */
export const isOfYear = (of: Pick<Statement, "kind"> & { view?: string }): boolean =>
	of.kind === "final" || of.view === "months" || of.view === "budget";

/** Draws 收支表, 收支決算表 or 資產負債表 as it is looked at; every figure is a link to its lines. */
export function drawStatement(of: Statement) {
	const { kind, span } = of;
	const hasLines = of.lines.some(({ id }) => id !== null);
	const views = kind === "final" ? undefined : Object.entries<string>(VIEW_WORDS[kind]);
	return {
		title: titleOf(of),
		span: kind === "balance" ? dayWords(span.days.to) : spanWords(span.days),
		label: "各科目金額",
		options: {
			view: views?.map(([value, label]) => ({ value, label })),
			year: isOfYear(of) ? of.years.map((year) => ({ value: String(year), label: yearWords(year) })) : undefined,
			...(isOfYear(of) && { from: undefined, to: undefined }),
		},
		isEmpty: !hasLines,
		body: hasLines
			? [kind === "balance" && balanced(of.lines), tableOf(of), kind !== "final" && chartOf(of)]
			: noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" }),
	};
}

/** Returns the title of a statement, on the screen and on paper: 收支表（逐月）. */
export const titleOf = (of: Statement): string =>
	of.kind !== "final" && (of.view === "months" || of.view === "budget")
		? `${STATEMENTS[of.kind]}（${VIEW_WORDS.income[of.view]}）`
		: STATEMENTS[of.kind];

function balanced(lines: readonly StatementLine[]): VNode {
	const [assets, others] = [lines.find(({ code }) => code === "1"), lines.at(-1)];
	return html`<div class="strip">${status(
		assets?.now === others?.now
			? { word: "資產等於負債加基金暨餘絀", tone: "ok" }
			: { word: "兩邊不相等，請通知系統維運人員", tone: "danger" },
	)}</div>`;
}

const budgetsOf = (year: number): string => hrefWith({ path: ledger.budgets(), query: { year: String(year) } }, {});

/** Returns the columns of a statement by two periods, or beside its budget. */
export const columnsOf = (of: Exclude<Statement, { kind: "final" } | { view: "months" }>): StatementColumn[] =>
	of.view === "budget"
		? budgetColumns(of.span.months, budgetsOf(of.year))
		: comparedColumns(of.kind, of.lines, { than: of.view, now: of.span.months, before: of.compared });

function tableOf(of: Statement): VNode {
	const months = of.span.months;
	if (of.kind === "final") return finalTable(of.lines, { now: months, before: of.compared });
	const caption = titleOf(of);
	return of.view === "months"
		? columnsTable({ caption, months, look: "months", lines: of.lines, columns: monthsColumns(of.kind, of.year) })
		: columnsTable({ caption, months, lines: of.lines, columns: columnsOf(of) });
}

function chartOf(of: Exclude<Statement, { kind: "final" }>): VNode | null {
	if (of.view === "budget") return null;
	return of.view === "months" ? monthsChart(of.kind, of) : yearsChart(of.kind, of);
}

type ColumnsTable<L extends StatementLine> = Pick<LinesTable<L>, "caption" | "lines" | "months" | "look"> & {
	columns: readonly StatementColumn<L>[];
};

const columnsTable = <L extends StatementLine>({ columns, ...of }: ColumnsTable<L>): VNode =>
	linesTable({
		...of,
		head: columns.map(({ label, isWords }) => headCell(label, !isWords)),
		row: (line) =>
			columns.map(({ cell, isWords }) => html`<td role="cell" class=${isWords ? "nowrap" : "num"}>${cell(line)}</td>`),
	});

const headCell = (label: string, isNumber = true): VNode =>
	html`<th role="columnheader" scope="col" class=${isNumber && "num"}>${label}</th>`;
const numbers = (labels: readonly string[]): VNode[] => labels.map((label) => headCell(label));
const cells = (values: readonly Children[]): VNode[] =>
	values.map((value) => html`<td role="cell" class="num">${value}</td>`);

/** Draws 收支決算表 as the rules for associations require: the actual amount, the budget, and the difference. */
export function finalTable(lines: StatementLine[], spans: { now: Months; before: Months }): VNode {
	const budgets = budgetsOf(Number(spans.now.to.slice(0, 4)));
	return linesTable({
		caption: STATEMENTS.final,
		head: numbers(["決算數", "預算數", "比較增加", "比較減少", "執行率", "上年度決算數"]),
		lines,
		months: spans.now,
		row: (line) =>
			cells([
				deepIn(line, line.now, spans.now),
				line.id === null ? amount(line.budget) : deep(line.budget, budgets),
				amount(Math.max(0, line.now - line.budget)),
				amount(Math.max(0, line.budget - line.now)),
				rateOf(line),
				deepIn(line, line.before, spans.before),
			]),
	});
}

type LinesTable<L extends StatementLine> = {
	caption: string;
	head: VNode[];
	lines: readonly L[];
	/** The months whose lines the link of an account's name shows. */
	months: Months;
	/** The columns are months: the table is wide, and printed on the long side of the paper. */
	look?: "months";
	row: (line: L) => VNode[];
};

/**
 * Draws the table of a statement's lines: classes, their accounts, and sums. `row` draws the figures of a line, `head`
 * their column heads.
 */
export function linesTable<L extends StatementLine>({ caption, head, lines, months, look, row }: LinesTable<L>): VNode {
	const classOf = { class: "group", account: undefined, below: undefined, sum: "total" } as const;
	return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table class=${["table tight book", look].filter(Boolean).join(" ")} role="table">
		<caption class="sr">${caption}</caption>
		<thead role="rowgroup"><tr role="row">
			<th role="columnheader" scope="col" class="book-code">代號</th><th role="columnheader" scope="col">會計科目</th>${head}
		</tr></thead>
		<tbody role="rowgroup">${lines.map(
			(line) => html`<tr role="row" class=${classOf[line.level]}>
				<td role="cell" class="soft nowrap book-code">${line.code}</td>
				<th role="rowheader" scope="row">${indent(line)}${line.id === null ? line.label : html`<a href=${accountHref(line.id, months)}>${line.label}</a>`}</th>
				${row(line)}
			</tr>`,
		)}</tbody>
	</table></div>`;
}

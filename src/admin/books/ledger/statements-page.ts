import { paths } from "#http/paths.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { hrefWith } from "#ui/url-state.ts";
import type { Span } from "./query.ts";
import { accountHref, deep } from "./report.ts";
import { indent, rateOf, STATEMENTS, type StatementKind, type StatementLine } from "./statement-lines.ts";
import { dayWords, spanWords } from "./words.ts";

const { ledger } = paths.admin;

/** The months (YYYY-MM) that a figure covers. */
type Months = { from: string; to: string };
type Statement = {
	kind: StatementKind;
	lines: StatementLine[];
	span: Span;
	/** What the second column shows: the same months a year before, or the months directly before. */
	than: "year" | "before";
	/** The months that the second column covers. */
	compared: Months;
};

/** Draws 收支表, 收支決算表 or 資產負債表 beside another period; every figure is a link to its lines. */
export function drawStatement({ kind, lines, span, than, compared }: Statement) {
	const hasLines = lines.some(({ id }) => id !== null);
	const spans = { now: span.months, before: compared };
	return {
		title: STATEMENTS[kind],
		span: kind === "balance" ? dayWords(span.days.to) : spanWords(span.days),
		label: "各科目金額",
		options: { than: thanOptions(kind) },
		isEmpty: !hasLines,
		body: hasLines
			? [
					kind === "balance" && balanced(lines),
					kind === "final" ? finalTable(lines, spans) : comparedTable({ kind, lines, than }, spans),
				]
			: noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" }),
	};
}

/** The titles of the second column. */
export const THAN = {
	income: { year: "去年同期", before: "前期" },
	balance: { year: "去年同月底", before: "期初" },
} as const;

const thanOptions = (kind: StatementKind) =>
	kind === "final" ? undefined : Object.entries(THAN[kind]).map(([value, label]) => ({ value, label }));

function balanced(lines: readonly StatementLine[]): VNode {
	const [assets, others] = [lines.find(({ code }) => code === "1"), lines.at(-1)];
	return html`<div class="strip">${status(
		assets?.now === others?.now
			? { word: "資產等於負債加基金暨餘絀", tone: "ok" }
			: { word: "兩邊不相等，請通知系統維運人員", tone: "danger" },
	)}</div>`;
}

type Spans = { now: Months; before: Months };
const numbers = (labels: readonly string[]): VNode[] =>
	labels.map((label) => html`<th role="columnheader" scope="col" class="num">${label}</th>`);
const cells = (values: readonly Children[]): VNode[] =>
	values.map((value) => html`<td role="cell" class="num">${value}</td>`);

function comparedTable(
	{ kind, lines, than }: { kind: "income" | "balance"; lines: StatementLine[]; than: "year" | "before" },
	spans: Spans,
): VNode {
	return linesTable({
		caption: STATEMENTS[kind],
		head: numbers([kind === "balance" ? "期末" : "本期", THAN[kind][than], "增減"]),
		lines,
		months: spans.now,
		row: (line) =>
			cells([
				deepIn(line, line.now, spans.now),
				deepIn(line, line.before, spans.before),
				amount(line.now - line.before),
			]),
	});
}

const deepIn = ({ id }: StatementLine, value: number, months: Months): VNode | string =>
	deep(value, id === null ? undefined : accountHref(id, months));

/** Draws 收支決算表 as the rules for associations require: the actual amount, the budget, and the difference. */
export function finalTable(lines: StatementLine[], spans: Spans): VNode {
	const budgets = hrefWith({ path: ledger.budgets(), query: { year: spans.now.to.slice(0, 4) } }, {});
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

type LinesTable = {
	caption: string;
	head: VNode[];
	lines: readonly StatementLine[];
	/** The months whose lines the link of an account's name shows. */
	months: Months;
	row: (line: StatementLine) => VNode[];
};

/**
 * Draws the table of a statement's lines: classes, their accounts, and sums. `row` draws the figures of a line, `head`
 * their column heads.
 */
export function linesTable({ caption, head, lines, months, row }: LinesTable): VNode {
	const classOf = { class: "group", account: undefined, below: undefined, sum: "total" } as const;
	return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table class="table tight book" role="table">
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

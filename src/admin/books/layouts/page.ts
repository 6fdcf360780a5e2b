import type { Span } from "#admin/books/ledger/query.ts";
import { accountHref, withUnit } from "#admin/books/ledger/report.ts";
import { spanWords } from "#admin/books/ledger/words.ts";
import { changeOf, type LayoutLine, type Report, type Shape, SIMPLE_MOST } from "#domain/books/layouts/lines.ts";
import { paths } from "#http/paths.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { hrefWith } from "#ui/url-state.ts";

const { layouts } = paths.admin;

export const REPORT_NAMES = { final: "收支決算表", budget: "收支預算表" } as const;
export const SHAPE_NAMES = { full: "款項目（附件一）", simple: "款項，簡式（附件二）" } as const;
/** The heads of the columns: what is compared, the difference, and what is said of it. */
export const HEADS = {
	final: ["決算數", "預算數", "增加", "減少", "說明"],
	budget: ["本年度", "上年度", "增加", "減少", "說明"],
} as const;

export type Layout = {
	report: Report;
	shape: Shape;
	year: number;
	years: readonly number[];
	span: Span;
	lines: LayoutLine[];
	/** The notes (說明) by the line's key. */
	notes: ReadonlyMap<string, string>;
	/** Whether the year has neither vouchers nor a budget. */
	isEmpty: boolean;
	mayPost: boolean;
};

const rocYear = (year: number): string => `${year - 1911} 年度`;

/** Draws 收支決算表 or 收支預算表 by 款／項／目 with the notes of its lines. */
export function drawLayout(of: Layout) {
	const { report, year, years, span } = of;
	const words = report === "final" ? spanWords(span.days) : `中華民國 ${rocYear(year)}`;
	return {
		title: REPORT_NAMES[report],
		name: "預決算表",
		span: words,
		lead: html`<span>${withUnit(words)}${of.mayPost && editing(of)}</span>`,
		label: REPORT_NAMES[report],
		isOpen: report === "final" ? undefined : false,
		options: { year: years.map((one) => ({ value: String(one), label: rocYear(one) })) },
		isEmpty: of.isEmpty,
		body: of.isEmpty ? none : [shapeNotice(of), layoutTable(of)],
	};
}

const none = noneYet({ title: "這一年還沒有帳，也還沒有預算", text: "有傳票過帳或編了預算後，就能列出報表。" });

const editing = ({ report, year }: Layout): VNode => {
	const notes = hrefWith({ path: layouts.notes(), query: { year: String(year), report } }, {});
	return html`<span class="no-print">　<a href=${notes}>填寫說明</a>　<a href=${layouts.items()}>款項目的設定</a></span>`;
};

/** Says which of the two forms the year's income allows. */
function shapeNotice({ lines, shape }: Layout): VNode | false {
	const income = lines[0]?.now ?? 0;
	if (shape === "simple" && income > SIMPLE_MOST)
		return html`<div class="card-body no-print">${notice({ tone: "warn" }, `這一年的收入 ${money(income)}，超過 ${money(SIMPLE_MOST)}，報備要用附件一的款項目。`)}</div>`;
	return (
		shape === "full" &&
		income > 0 &&
		income <= SIMPLE_MOST &&
		html`<div class="card-body no-print">${notice({ tone: "info" }, `這一年的收入 ${money(income)}，在 ${money(SIMPLE_MOST)} 以下，也可以用簡式（附件二）。`)}</div>`
	);
}

const CLASS_OF = { class: "group", item: undefined, account: undefined } as const;
const INDENT = { class: "", item: "　", account: "　　" } as const;

function layoutTable({ report, lines, notes, span }: Layout): VNode {
	return html`<div class="scroll" tabindex="0" role="region" aria-label=${`${REPORT_NAMES[report]}的各行`}><table class="table tight book" role="table">
		<caption class="sr">${REPORT_NAMES[report]}</caption>
		<thead role="rowgroup"><tr role="row">
			${["款", "項", "目"].map((label) => html`<th role="columnheader" scope="col" class="num book-code">${label}</th>`)}
			<th role="columnheader" scope="col">名稱</th>
			${HEADS[report].map((label, at) => html`<th role="columnheader" scope="col" class=${at < 4 ? "num" : undefined}>${label}</th>`)}
		</tr></thead>
		<tbody role="rowgroup">${lines.map((line) => {
			const { more, less } = changeOf(line);
			return html`<tr role="row" class=${CLASS_OF[line.level]}>
				${line.place.map((number) => html`<td role="cell" class="num soft book-code">${number}</td>`)}
				<th role="rowheader" scope="row">${INDENT[line.level]}${named(line, span)}</th>
				${[line.now, line.than, more, less].map((value) => html`<td role="cell" class="num">${amount(value)}</td>`)}
				<td role="cell">${notes.get(line.key)}</td>
			</tr>`;
		})}</tbody>
	</table></div>`;
}

/** Draws a line's name; that of one account is a link to its lines. */
const named = ({ key, name }: LayoutLine, { months }: Span): VNode | string =>
	key.startsWith("account-")
		? html`<a href=${accountHref(Number(key.slice("account-".length)), months)}>${name}</a>`
		: name;

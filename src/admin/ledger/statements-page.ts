import { html, type VNode } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import { card } from "#admin/ui/card.ts";
import { noneYet } from "#admin/ui/empty.ts";
import { filters } from "#admin/ui/filters.ts";
import { amount } from "#admin/ui/money.ts";
import type { Page } from "#admin/ui/page.ts";
import { stamps } from "#admin/ui/stamps.ts";
import { status } from "#admin/ui/status.ts";
import { type Here, hrefWith } from "#admin/ui/url-state.ts";
import type { ComparedRow } from "#db/ledger-reports.ts";
import { ofClass, sumOfTwo, surplusOf, type Two } from "#domain/ledger/statements.ts";
import { CLASSES } from "#domain/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import type { Span } from "./query.ts";
import { LEDGER, LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger } = paths.admin;

export const STATEMENTS = { income: "收支表", balance: "資產負債表" } as const;
export type StatementKind = keyof typeof STATEMENTS;
export type Statement = { kind: StatementKind; rows: ComparedRow[]; span: Span; association: string };

/** A line of a statement: a class, an account under it, or a sum. */
export type StatementLine = Two & {
	label: string;
	code: string | null;
	id: number | null;
	level: "class" | "account" | "sum";
};

/** The lines of a statement, in its order: 收入, 支出 and what is left; or 資產, and 負債 with 基金暨餘絀 beside it. */
export function statementLines(kind: StatementKind, rows: readonly ComparedRow[]): StatementLine[] {
	const surplus: StatementLine = { ...surplusOf(rows), label: "本期餘絀", code: null, id: null, level: "account" };
	if (kind === "income") return [...classLines(rows, "4"), ...classLines(rows, "5"), { ...surplus, level: "sum" }];
	const right = [...classLines(rows, "2"), ...classLines(rows, "3", [surplus])];
	const sum = sumOfTwo(right.filter(({ level }) => level === "class"));
	return [
		...classLines(rows, "1"),
		...right,
		{ ...sum, label: "負債、基金暨餘絀合計", code: null, id: null, level: "sum" },
	];
}

function classLines(rows: readonly ComparedRow[], digit: string, more: StatementLine[] = []): StatementLine[] {
	const own = ofClass(rows, digit);
	const label = CLASSES.find(([one]) => one === digit)?.[1] ?? "";
	return [
		{ ...sumOfTwo([...own, ...more]), label, code: digit, id: null, level: "class" },
		...own.map((row): StatementLine => ({ ...row, label: row.name, level: "account" })),
		...more,
	];
}

/** 收支表 or 資產負債表, with the year before beside it; every account is a way into its lines. */
export function statementsPage({ kind, rows, span, association }: Statement): Page {
	const here: Here = { path: ledger.statements(), query: { kind, ...span.months } };
	const lines = statementLines(kind, rows);
	const file = (format: string) => hrefWith({ ...here, path: ledger.statementsExport(format) }, {});
	return {
		title: STATEMENTS[kind],
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: `${association}　${spanWords(kind === "balance" ? { from: span.days.to, to: span.days.to } : span.days)}　單位：新臺幣元`,
		actions: [
			linkButton({ label: "XLSX", icon: "download", href: file("xlsx") }),
			linkButton({ label: "CSV", href: file("csv") }),
		],
		tabs: ledgerTabs(here.path),
		body: html`<div class="stack loose">
			${card(
				{ flush: true, label: "各科目金額" },
				filters({
					here,
					fields: [
						{
							name: "kind",
							label: "報表",
							options: Object.entries(STATEMENTS).map(([value, label]) => ({ value, label })),
							always: true,
						},
						{ name: "from", label: "起始月份", type: "month", always: true },
						{ name: "to", label: "結束月份", type: "month", always: true },
					],
				}),
				kind === "balance" && balanced(lines),
				rows.length === 0
					? noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" })
					: linesTable(kind, lines, span),
			)}
			${stamps(["理事長", "秘書長", "會計", "製表"])}
		</div>`,
	};
}

function balanced(lines: readonly StatementLine[]): VNode {
	const [assets, others] = [lines.find(({ code }) => code === "1"), lines.at(-1)];
	return html`<div class="strip">${status(
		assets?.now === others?.now
			? { word: "資產等於負債加基金暨餘絀", tone: "ok" }
			: { word: "兩邊不相等，請通知系統維運人員", tone: "danger" },
	)}</div>`;
}

function linesTable(kind: StatementKind, lines: readonly StatementLine[], { months }: Span): VNode {
	const [now, before] = kind === "balance" ? ["期末", "去年同月底"] : ["本期", "去年同期"];
	return html`<div class="scroll" tabindex="0" role="region" aria-label=${STATEMENTS[kind]}><table class="table tight" role="table">
		<caption class="sr">${STATEMENTS[kind]}</caption>
		<thead role="rowgroup"><tr role="row">
			${["代號", "會計科目"].map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
			${[now, before, "增減"].map((label) => html`<th role="columnheader" scope="col" class="num">${label}</th>`)}
		</tr></thead>
		<tbody role="rowgroup">${lines.map(
			(line) => html`<tr role="row" class=${line.level === "account" ? undefined : "group"}>
				<td role="cell" class="soft nowrap">${line.code}</td>
				<th role="rowheader" scope="row" class="nowrap">${
					line.id === null
						? line.label
						: html`<a href=${hrefWith({ path: ledger.general(), query: { account: String(line.id), ...months } }, {})}>${line.label}</a>`
				}</th>
				${[line.now, line.before, line.now - line.before].map((value) => html`<td role="cell" class="num">${amount(value)}</td>`)}
			</tr>`,
		)}</tbody>
	</table></div>`;
}

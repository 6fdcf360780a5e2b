import type { CopyHead } from "#db/books/budget-writes.ts";
import type { BudgetLeft, Unbudgeted } from "#db/books/budgets.ts";
import { leftOf, standingOf } from "#domain/books/budgets/left.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { bar } from "#ui/bar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { fileButtons } from "#ui/export-links.ts";
import { funds } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { keepingTabs } from "./periods-words.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

export type Budgets = {
	year: number;
	years: number[];
	rows: BudgetLeft[];
	copy: CopyHead;
	/** The accounts of income and expense with amounts that count to no budget item. */
	others: Unbudgeted[];
	/** Whether the current user can change the budget. */
	mayEdit: boolean;
};

const STANDINGS: Record<ReturnType<typeof standingOf>, Status> = {
	over: { word: "超支", tone: "danger" },
	committed: { word: "將超支", tone: "warn", icon: "warn" },
	near: { word: "快用完", tone: "warn" },
	fine: { word: "正常", tone: "ok" },
};
export const standingWord = (row: BudgetLeft): string => STANDINGS[standingOf(row)].word;

/** Draws the page 預算 of a year: each item with what is used and what is committed by requests under way. */
export function budgetListPage(of: Budgets, copying?: FormState): Page {
	const { year, rows, mayEdit } = of;
	const add = linkButton({
		label: "新增預算項目",
		icon: "plus",
		tone: "primary",
		href: `${ledger.budgetCreate()}?year=${year}`,
	});
	return {
		title: `${yearWords(year)}預算`,
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: "「已用」是入帳的金額，「進行中」是送出、還沒有入帳的支出申請。超支時仍可入帳，但送審與核准時會提醒。",
		tabs: keepingTabs(ledger.budgets()),
		actions: rows.length > 0 && [
			fileButtons((format) => `${ledger.budgetsExport(format)}?year=${year}`),
			mayEdit && add,
		],
		body: html`<div class="stack loose">
			${rows.length > 0 && html`<div class="cols two">${sums(of, "5")}${sums(of, "4")}</div>`}
			${card(
				{ flush: true, label: "預算項目" },
				filters({
					here: { path: ledger.budgets(), query: { year: String(year) } },
					fields: [
						{
							name: "year",
							label: "年度",
							options: of.years.map((one) => ({ value: String(one), label: yearWords(one) })),
							always: true,
						},
					],
				}),
				table({
					caption: "預算項目",
					cards: true,
					columns: columns(of),
					rows,
					empty: noneYet({
						title: `${yearWords(year)}還沒有預算`,
						text: "依會計科目編列收入與支出的預算，收支決算表會拿決算數和它比較。",
						actions: mayEdit && add,
					}),
				}),
			)}
			${rows.length > 0 && of.others.length > 0 && othersCard(of)}
			${mayEdit && of.copy.items > 0 && copyCard(of, copying)}
		</div>`,
	};
}

const columns = ({ mayEdit, year }: Budgets): Column<BudgetLeft>[] => [
	{
		label: "項目",
		head: true,
		cell: ({ id, name, code, account }) =>
			html`<span>${mayEdit ? html`<a href=${ledger.budget(id)}>${name}</a>` : name}<small>${code}　${account}</small></span>`,
	},
	{ label: "預算", end: true, cell: ({ amount: whole }) => figure(whole) },
	{
		label: "已用",
		end: true,
		cell: ({ used, account_id }) =>
			used === 0
				? amount(0)
				: html`<a href=${`${ledger.general()}?account=${account_id}&from=${year}-01&to=${year}-12`}>${figure(used)}</a>`,
	},
	{ label: "進行中", end: true, cell: ({ committed }) => amount(committed) },
	{ label: "剩餘", end: true, cell: (row) => figure(leftOf(row)) },
	{
		label: "執行率",
		end: true,
		cell: ({ amount: whole, used }) => (whole === 0 ? "—" : `${Math.round((used * 100) / whole)}%`),
	},
	{
		label: "狀況",
		sheet: "corner",
		bare: true,
		cell: (row) => (row.code < "5" ? status({ word: "收入" }) : status(STANDINGS[standingOf(row)])),
	},
];

function sums({ rows }: Budgets, digit: "4" | "5"): VNode | false {
	const own = rows.filter(({ code }) => code.startsWith(digit));
	const sum = (of: (row: BudgetLeft) => number): number => own.reduce((all, row) => all + of(row), 0);
	const [whole, used, committed] = [sum((row) => row.amount), sum((row) => row.used), sum((row) => row.committed)];
	const isExpense = digit === "5";
	return (
		own.length > 0 &&
		card(
			{ title: isExpense ? "支出預算" : "收入預算" },
			bar({
				parts: [
					{ label: isExpense ? "已用" : "已收", value: Math.max(used, 0) },
					...(isExpense ? [{ label: "進行中", value: committed }] : []),
				],
				of: whole,
			}),
			funds([
				{ name: "預算", value: money(whole) },
				{ name: isExpense ? "已用" : "已收", value: money(used) },
				...(isExpense ? [{ name: "進行中", value: money(committed) }] : []),
				{
					name: restWords(isExpense, whole - used - committed),
					value: money(isExpense ? whole - used - committed : Math.abs(whole - used)),
				},
			]),
		)
	);
}

function restWords(isExpense: boolean, rest: number): string {
	if (isExpense) return "剩餘";
	return rest < 0 ? "超過預算" : "還差";
}

const othersCard = ({ others, year }: Budgets): VNode =>
	card(
		{ title: "不在預算項目裡的收支", flush: true },
		table({
			caption: "不在預算項目裡的收支",
			cards: true,
			columns: [
				{ label: "科目", head: true, cell: ({ code, account }) => html`<span>${account}<small>${code}</small></span>` },
				{
					label: "金額",
					end: true,
					cell: ({ account_id, amount: moved }) =>
						html`<a href=${`${ledger.general()}?account=${account_id}&from=${year}-01&to=${year}-12`}>${figure(moved)}</a>`,
				},
				{
					label: "原因",
					cell: ({ has_items }) =>
						has_items === 1 ? "這個科目有好幾個項目，傳票沒有指定是哪一個" : "這個科目沒有編預算",
				},
			],
			rows: others,
		}),
	);

function copyCard({ year, copy }: Budgets, given?: FormState): Children {
	const state = given ?? freshForm({ percent: "0" }, "copy");
	return card(
		{ title: `從 ${yearWords(year - 1)}複製` },
		html`<p>${yearWords(year - 1)}有、${yearWords(year)}還沒有的 ${figure(copy.items)} 個項目（支出 ${money(copy.expense)}、收入 ${money(copy.income)}）。已經編的不會改變。</p>`,
		form(
			{ action: ledger.budgetsCopy(), state, submit: "複製", busy: "複製中..." },
			html`<input type="hidden" name="year" value=${String(year)} />`,
			field({
				name: "percent",
				label: "增減",
				state,
				type: "number",
				narrow: true,
				unit: "%",
				hint: "全部項目依這個比率增減，四捨五入到元；0 表示不變，-3 表示減 3%。",
			}),
		),
	);
}

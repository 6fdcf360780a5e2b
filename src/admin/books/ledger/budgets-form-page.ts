import { choosing } from "#admin/books/account-field.ts";
import type { BudgetRow } from "#db/books/budget-writes.ts";
import { BudgetEdit } from "#domain/books/budgets/form.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

type Account = { id: number; code: string; name: string };
const LABELS = { name: "項目名稱", amount: "預算金額", note: "說明" } as const;

const crumbs = (year: number): Crumb[] => [
	...LEDGER_CRUMBS,
	{ label: `${yearWords(year)}預算`, href: `${ledger.budgets()}?year=${year}` },
];

const fields = (accounts: readonly Account[], state: FormState): Children => [
	field({ name: "account", label: "會計科目", state, ...choosing(accounts), hint: "收入或支出的科目。" }),
	field({
		name: "name",
		state,
		autocomplete: "off",
		hint: "同一科目可以分成幾個項目，例如「會刊印刷」「活動手冊」。",
	}),
	field({ name: "amount", state, type: "money", autocomplete: "off" }),
	field({ name: "note", state, type: "textarea", rows: 3, optional: true }),
];

/** Draws the page 新增預算項目. `key`: the idempotency key, so that sending the same form twice creates one item. */
export const newBudgetPage = (
	{ year, accounts, key }: { year: number; accounts: readonly Account[]; key: string },
	state: FormState = freshForm(),
): Page => ({
	title: `新增 ${yearWords(year)}預算項目`,
	area: LEDGER,
	crumbs: crumbs(year),
	slim: true,
	body: card(
		{ label: "新增預算項目" },
		form(
			{
				action: `${ledger.budgetCreate()}?year=${year}`,
				state,
				key,
				submit: "新增預算項目",
				busy: "新增中...",
				cancel: `${ledger.budgets()}?year=${year}`,
				main: true,
				guard: true,
			},
			html`<input type="hidden" name="year" value=${String(year)} />`,
			fields(accounts, state),
		),
	),
});
const field = fieldsOf(BudgetEdit, LABELS);

const texts = (row: BudgetRow) => ({ name: row.name, amount: figure(row.amount), note: row.note });
export const budgetForm = (row: BudgetRow): FormState =>
	freshForm({ ...texts(row), account: `${row.code} ${row.account}` });

/**
 * Draws a budget item's page with its form. When another user saved meanwhile, it shows both versions of the fields.
 */
export function editBudgetPage(
	{ row, accounts }: { row: BudgetRow; accounts: readonly Account[] },
	state: FormState,
	removal?: FormState,
): Page {
	const stored = texts(row);
	const sides = (["name", "amount", "note"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: row.name,
		area: LEDGER,
		crumbs: crumbs(row.year),
		lead: `${yearWords(row.year)}預算　${row.code}　${row.account}`,
		slim: true,
		body: html`<div class="stack">
			${card(
				{ label: "編輯預算項目" },
				form(
					{
						action: ledger.budget(row.id),
						state: shown,
						version: row.version,
						submit: "儲存",
						cancel: `${ledger.budgets()}?year=${row.year}`,
						main: true,
						guard: true,
					},
					fields(accounts, shown),
				),
			)}
			${disclosure(
				{ label: "編錯了，要刪除？", open: Boolean(removal?.problem) },
				row.uses > 0
					? html`<p class="small">已有 ${figure(row.uses)} 行傳票或單據使用這個項目，不能刪除；要停用時，把金額改小。</p>`
					: form(
							{
								action: ledger.budgetRemoval(row.id),
								state: removal ?? freshForm({}, "d"),
								version: row.version,
								submit: "刪除這個項目",
								busy: "刪除中...",
								danger: true,
							},
							html`<p class="small">還沒有傳票或單據使用這個項目；刪除後無法復原。</p>`,
						),
			)}
		</div>`,
	};
}

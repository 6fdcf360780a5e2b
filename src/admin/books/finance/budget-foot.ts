import type { BudgetLeft } from "#db/books/budgets.ts";
import type { FinanceLineRow } from "#db/books/finance.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { FinanceShow } from "./shown.ts";

/** The choices of a line: the code of its account, its budget item, and whether it counts to no item (不列預算). */
type Counted = { code: string | null; budgetItemId: number | null; isUnbudgeted: boolean };

/**
 * Returns the id of the budget item that a line counts to, as finance_budgets (migration 0097) does: the item that it
 * names, otherwise the only item of its account, otherwise the only item of the four-digit account above; null when
 * there is none or several.
 */
export function itemOf({ code, budgetItemId, isUnbudgeted }: Counted, budgets: readonly BudgetLeft[]): number | null {
	if (isUnbudgeted || budgetItemId !== null || code === null) return budgetItemId;
	const own = budgets.filter((one) => one.code === code);
	const [only, ...more] = own.length > 0 ? own : budgets.filter((one) => one.code === code.slice(0, 4));
	return only && more.length === 0 ? only.id : null;
}

const itemOfLine = (line: FinanceLineRow, budgets: readonly BudgetLeft[]): number | null =>
	itemOf(
		{ code: line.account_code, budgetItemId: line.budget_item_id, isUnbudgeted: line.is_unbudgeted === 1 },
		budgets,
	);

/** Returns the budget items that the lines count to. */
export function budgetsUsed(lines: readonly FinanceLineRow[], budgets: readonly BudgetLeft[]): BudgetLeft[] {
	const used = new Set(lines.map((line) => itemOfLine(line, budgets)));
	return budgets.filter(({ id }) => used.has(id));
}

/**
 * Returns in words by how much budget items of spending would be exceeded with the chosen accounts; empty when none
 * would be.
 */
export function overBudget(
	chosen: readonly LineAccount[],
	{ budgets, lines, accounts }: Pick<FinanceShow, "budgets" | "lines" | "accounts">,
): string {
	const sum = (some: readonly FinanceLineRow[]) => some.reduce((all, { amount }) => all + amount, 0);
	const own = (id: number) => sum(lines.filter((line) => itemOfLine(line, budgets) === id));
	const codeOf = (accountId: number) => accounts.find(({ id }) => id === accountId)?.code ?? null;
	const named = new Map(
		chosen.map(({ lineId, accountId, budgetItemId, isUnbudgeted = false }) => [
			lineId,
			itemOf({ code: codeOf(accountId), budgetItemId, isUnbudgeted }, budgets),
		]),
	);
	const asked = (id: number) => sum(lines.filter((line) => named.get(line.id) === id));
	return budgets
		.filter(({ id, code }) => code >= "5" && asked(id) > 0)
		.map((one) => ({ ...one, left: one.amount - one.used - one.committed + own(one.id) - asked(one.id) }))
		.filter(({ left }) => left < 0)
		.map(({ name, left }) => `「${name}」會超出 ${figure(-left)} 元`)
		.join("、");
}

/**
 * Draws what is left of each budget item that the lines use: 預算「病友聚會」120,000 元，已用 78,400 元，本單後剩
 * 23,000 元; with a warning when it is exceeded. Draws nothing for a draft or a returned request.
 */
export function budgetFoot({ document, lines, budgets }: FinanceShow): Children {
	if (document.state === "draft" || document.state === "returned") return null;
	const used = budgetsUsed(lines, budgets);
	return (
		used.length > 0 &&
		html`<div class="stack tight">
			${used.map(({ name, amount, used: spent, committed }) => {
				const left = amount - spent - committed;
				return html`<p class="row between">
					<span class="soft">預算「${name}」${figure(amount)} 元，已用 ${figure(spent)} 元${committed > 0 && `，申請中 ${figure(committed)} 元`}，${left < 0 ? `超出 ${figure(-left)} 元。` : `還剩 ${figure(left)} 元。`}</span>
					${left < 0 && status({ word: "超出預算", tone: "danger" })}
				</p>`;
			})}
		</div>`
	);
}

import { type Children, html } from "#admin/html.ts";
import { figure } from "#admin/ui/money.ts";
import { status } from "#admin/ui/status.ts";
import type { BudgetLeft } from "#db/budgets.ts";
import type { FinanceLineRow } from "#db/finance.ts";
import type { LineAccount } from "#domain/finance/form.ts";
import type { FinanceShow } from "./show-page.ts";

/** Which item a line counts to (`budgetsLeft`): the one it names, and where it names none the only one of its account. */
export function itemOf(
	{ budgetItemId, accountId }: { budgetItemId: number | null; accountId: number | null },
	budgets: readonly BudgetLeft[],
): number | null {
	if (budgetItemId !== null) return budgetItemId;
	const [only, ...more] = budgets.filter(({ account_id }) => account_id === accountId);
	return only && more.length === 0 ? only.id : null;
}

const itemOfLine = ({ budget_item_id, account_id }: FinanceLineRow, budgets: readonly BudgetLeft[]): number | null =>
	itemOf({ budgetItemId: budget_item_id, accountId: account_id }, budgets);

/** The items that lines count to. */
export function budgetsUsed(lines: readonly FinanceLineRow[], budgets: readonly BudgetLeft[]): BudgetLeft[] {
	const used = new Set(lines.map((line) => itemOfLine(line, budgets)));
	return budgets.filter(({ id }) => used.has(id));
}

/** What the items lack that lines would count to with these accounts, in words; nothing where there is enough. */
export function overBudget(
	chosen: readonly LineAccount[],
	{ budgets, lines }: Pick<FinanceShow, "budgets" | "lines">,
): string {
	const sum = (some: readonly FinanceLineRow[]) => some.reduce((all, { amount }) => all + amount, 0);
	const own = (id: number) => sum(lines.filter((line) => itemOfLine(line, budgets) === id));
	const named = new Map(chosen.map((one) => [one.lineId, itemOf(one, budgets)]));
	const asked = (id: number) => sum(lines.filter((line) => named.get(line.id) === id));
	return budgets
		.filter(({ id }) => asked(id) > 0)
		.map((one) => ({ ...one, left: one.amount - one.used - one.committed + own(one.id) - asked(one.id) }))
		.filter(({ left }) => left < 0)
		.map(({ name, left }) => `「${name}」會超出 ${figure(-left)} 元`)
		.join("、");
}

/** 預算「病友聚會」120,000 元，已用 78,400 元，本單後剩 23,000 元; over it, with a warning. */
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

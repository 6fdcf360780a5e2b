import { type Children, html } from "#admin/html.ts";
import { figure } from "#admin/ui/money.ts";
import { status } from "#admin/ui/status.ts";
import type { BudgetLeft } from "#db/budgets.ts";
import type { FinanceLineRow } from "#db/finance.ts";
import type { FinanceShow } from "./show-page.ts";

/** The items that lines use: those they name, and the only one of an account where they name none. */
export function budgetsUsed(lines: readonly FinanceLineRow[], budgets: readonly BudgetLeft[]): BudgetLeft[] {
	const onlyOne = (account: number) => budgets.filter(({ account_id }) => account_id === account).length === 1;
	return budgets.filter((budget) =>
		lines.some(
			({ budget_item_id, account_id }) =>
				budget_item_id === budget.id ||
				(budget_item_id === null && account_id === budget.account_id && onlyOne(budget.account_id)),
		),
	);
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

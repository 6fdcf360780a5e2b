import * as z from "zod";
import { IdParams } from "#auth/route.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { NO_BUDGET } from "./account-cells.ts";
import { overBudget } from "./budget-foot.ts";
import { financeShowPage } from "./show-page.ts";
import { readDocument } from "./show-reads.ts";
import type { FinanceShow, Refused } from "./shown.ts";

const ids = z.array(z.string().regex(/^\d{0,15}$/, "請從選項中選擇。")).max(100);
/**
 * The form fields of a request's lines: three lists with one entry per line in the same order, the line's id, the
 * chosen account, and the chosen budget item or "none".
 */
export const ACCOUNTS = {
	line: ids,
	account: ids,
	budget: z.array(z.string().regex(/^(?:\d{0,15}|none)$/, "請從選項中選擇。")).max(100),
};
export const MANY = ["line", "account", "budget"];

type Chosen = z.infer<z.ZodObject<typeof ACCOUNTS>>;

/**
 * Returns the account of each line: the chosen one, else the account of the chosen budget item. Lines without either
 * are left out.
 */
export function accountsIn({ line: lineIds, account, budget }: Chosen, { budgets }: FinanceShow): LineAccount[] {
	return lineIds.flatMap((id, at) => {
		const item = budgets.find((one) => String(one.id) === budget[at]);
		const accountId = Number(account[at]) || item?.account_id || 0;
		const isUnbudgeted = budget[at] === NO_BUDGET;
		return accountId > 0 ? [{ lineId: Number(id), accountId, budgetItemId: item?.id ?? null, isUnbudgeted }] : [];
	});
}

/**
 * Returns the state of the decision's form. When it was refused for going over the budget, the message names the budget
 * items and the excess.
 */
function told(of: FinanceShow, decision: FormState): FormState {
	if (!decision.errors.over_budget) return decision;
	const sent = z
		.object(ACCOUNTS)
		.safeParse(Object.fromEntries(MANY.map((name) => [name, [decision.values[name] ?? []].flat()])));
	const over = sent.success ? overBudget(accountsIn(sent.data, of), of) : "";
	const words = over === "" ? decision.errors.over_budget : [`${over}。請改列其他項目，或勾選確認後再按一次。`];
	return { ...decision, errors: { ...decision.errors, over_budget: words } };
}

/**
 * The page of one expense request, on which the forms of its steps stand; "missing" when the user may not see the
 * request.
 */
export const document = pageWithForms({
	path: paths.admin.finance.show(":id"),
	gate: "finance",
	params: IdParams,
	page: async (ask, refused: Refused) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		const { decision } = refused;
		return financeShowPage(of, decision ? { decision: told(of, decision) } : refused);
	},
});

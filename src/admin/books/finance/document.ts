import * as z from "zod";
import { IdParams } from "#auth/route.ts";
import { accountNamed, chooseAccount } from "#domain/books/accounts/chart.ts";
import { AccountText } from "#domain/books/accounts/form.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
import { isBookable } from "#domain/books/finance/posting.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { NO_BUDGET } from "./account-cells.ts";
import { overBudget } from "./budget-foot.ts";
import { financeShowPage } from "./show-page.ts";
import { readDocument, ShowQuery } from "./show-reads.ts";
import type { FinanceShow, Refused } from "./shown.ts";

const ids = z.array(z.string().regex(/^\d{0,15}$/, "請從選項中選擇。")).max(100);
/**
 * The form fields of a request's lines: three lists with one entry per line in the same order, the line's id, the
 * text of the account, and the chosen budget item or "none".
 */
export const ACCOUNTS = {
	line: ids,
	account: z.array(AccountText).max(100),
	budget: z.array(z.string().regex(/^(?:\d{0,15}|none)$/, "請從選項中選擇。")).max(100),
};
export const MANY = ["line", "account", "budget"];

type Chosen = z.infer<z.ZodObject<typeof ACCOUNTS>>;

const textOf = (account: readonly string[], at: number): string => account[at]?.trim() ?? "";

/** Returns the accounts that lines of a request may be booked on. */
export const bookable = ({ document: { kind }, accounts }: Pick<FinanceShow, "document" | "accounts">) =>
	accounts.filter((one) => isBookable(kind, one));

/** Returns what is wrong with the accounts that were typed: a text names none of those offered, or several. */
export const unclearIn = ({ account }: Pick<Chosen, "account">, of: FinanceShow): string[] =>
	account.flatMap((text, at) => {
		if (textOf(account, at) === "") return [];
		const choice = chooseAccount(text, bookable(of));
		return "problem" in choice ? [`第 ${at + 1} 行：${choice.problem}`] : [];
	});

/**
 * Returns the account of each line: the chosen one, else the account of the chosen budget item. Lines without either
 * are left out.
 */
export function accountsIn({ line: lineIds, account, budget }: Chosen, of: FinanceShow): LineAccount[] {
	const offered = bookable(of);
	return lineIds.flatMap((id, at) => {
		const item = of.budgets.find((one) => String(one.id) === budget[at]);
		const text = textOf(account, at);
		const accountId = text === "" ? (item?.account_id ?? 0) : (accountNamed(text, offered)?.id ?? 0);
		const isUnbudgeted = budget[at] === NO_BUDGET;
		return accountId > 0 ? [{ lineId: Number(id), accountId, budgetItemId: item?.id ?? null, isUnbudgeted }] : [];
	});
}

/** Returns why a reviewer's accounts are not enough: a text is unclear, or a line has neither an account nor a budget item. */
export function accountsLacking(sent: Chosen, of: FinanceShow): string[] {
	const unclear = unclearIn(sent, of);
	if (unclear.length > 0) return unclear;
	return accountsIn(sent, of).length < of.lines.length ? ["請為每一行選擇會計科目或預算項目。"] : [];
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
	query: ShowQuery,
	page: async (ask, refused: Refused) => {
		const of = await readDocument(ask);
		if (!of) return "missing";
		const { decision } = refused;
		return financeShowPage(of, decision ? { decision: told(of, decision) } : refused);
	},
});

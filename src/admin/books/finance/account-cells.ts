import { accountInput, accountList } from "#admin/books/account-field.ts";
import type { FinanceLineRow } from "#db/books/finance.ts";
import { accountNamed, accountWords } from "#domain/books/accounts/chart.ts";
import { hasFixedAccounts, isBookable } from "#domain/books/finance/posting.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type FinanceShow, may, mayReviewBoth } from "./shown.ts";

/**
 * The HTML id of the form of the decision (approval or posting). The choices in the table of lines belong to it by this
 * id.
 */
export const DECISION = "decision";

/** Returns whether 退匯／付款更正 was requested and is not confirmed yet. */
export const isUnpayAsked = ({ document }: Pick<FinanceShow, "document">): boolean => document.unpay_asked !== "[]";

/**
 * Returns whether the current user chooses the accounts: in the accountant's review, or when posting. Never for a
 * request whose kind fixes the account, nor, when posting, while 退匯／付款更正 is requested.
 */
export const choosesAccounts = (of: FinanceShow): boolean =>
	!hasFixedAccounts(of.document) &&
	(may(of, "approve_accountant") !== null || mayReviewBoth(of) || (may(of, "post") !== null && !isUnpayAsked(of)));

type Cell = { line: FinanceLineRow; at: number; sent: FormState | undefined };

const LIST = "line-accounts";
const sentAt = (sent: FormState | undefined, name: string, at: number): string | undefined =>
	sent && [sent.values[name] ?? []].flat()[at];

/**
 * Draws the field of a line's account and a hidden field with the line's id. Chosen first is what was sent, otherwise
 * the stored account, otherwise for petty cash the petty cash account.
 */
export function accountCell({ document, accounts }: FinanceShow, { line, at, sent }: Cell): VNode {
	const petty = document.kind === "petty_cash" ? accounts.find(({ is_petty }) => is_petty === 1)?.id : undefined;
	const stored = accounts.find(({ id }) => id === (line.account_id ?? petty));
	const account = sentAt(sent, "account", at) ?? (stored ? accountWords(stored) : "");
	const offered = accounts.filter((one) => isBookable(document.kind, one));
	const isLacking = account.trim() === "" ? !Number(sentAt(sent, "budget", at)) : !accountNamed(account, offered);
	return html`<span>
		<input type="hidden" name="line" value=${line.id} form=${DECISION} />
		${at === 0 && accountList(LIST, offered)}
		${accountInput({
			...{ list: LIST, form: DECISION, value: account, about: `「${line.summary}」的會計科目` },
			id: at === 0 ? "d-account" : undefined,
			placeholder: "代號或名稱",
			invalid: sent?.errors.account && isLacking ? "true" : undefined,
		})}
	</span>`;
}

/** Returns whether a budget item is for spending. Items of planned income, whose codes begin with 4, are not. */
const isSpending = ({ code }: FinanceShow["budgets"][number]): boolean => !code.startsWith("4");

/** The form value of a line that counts to no budget item, not even to the only item of its account. */
export const NO_BUDGET = "none";
export const NO_BUDGET_WORDS = "不列預算";

/**
 * Draws the select of a line's budget item: the item of the line's account (依會計科目), no item (不列預算), or one of
 * the items of spending with what is left of each.
 */
export function budgetCell({ budgets }: FinanceShow, { line, at, sent }: Cell): VNode {
	const budget =
		sentAt(sent, "budget", at) ?? (line.is_unbudgeted === 1 ? NO_BUDGET : String(line.budget_item_id ?? ""));
	return html`<select class="input" name="budget" form=${DECISION} aria-label=${`「${line.summary}」的預算項目`}>
		<option value="">依會計科目</option>
		${option(NO_BUDGET, NO_BUDGET_WORDS, budget)}
		${budgets.filter((one) => isSpending(one) || String(one.id) === budget).map((one) => option(String(one.id), `${one.name}（${one.code}，剩 ${figure(one.amount - one.used - one.committed)}）`, budget))}
	</select>`;
}

const option = (value: string, label: string, chosen: string) =>
	html`<option value=${value} selected=${value === chosen}>${label}</option>`;

import type { BudgetLeft } from "#db/books/budgets.ts";
import { type Account, isPostable } from "#domain/books/accounts/chart.ts";
import { VoucherForm } from "#domain/books/vouchers/form.ts";
import { amountIn, balanceWords, type LineField, sumsOf, type TypedLine } from "#domain/books/vouchers/lines.ts";
import { mostIn } from "#kernel/field-limits.ts";
import type { VNode } from "#ui/html.ts";
import { iconAddress } from "#ui/icon.ts";
import { island } from "#ui/islands/island.ts";
import { figure } from "#ui/money.ts";

/** The accounts, projects and budget items that lines can choose. */
export type EditorChoices = {
	accounts: readonly Account[];
	projects: readonly { id: number; name: string }[];
	budgets: readonly BudgetLeft[];
};
/** A row as it was typed, its problem and the field concerned, and the side on which a template expects an amount. */
export type EditorRow = {
	typed: TypedLine;
	problem?: string | undefined;
	field?: LineField | undefined;
	side?: "debit" | "credit" | undefined;
};

/**
 * Draws the lines of a voucher: an account by code or name, a side, and the member, project or budget item. With
 * scripts, lines are added by themselves, moved and removed, keys move between fields, and the sums follow the typing.
 */
export function voucherEditor(rows: readonly EditorRow[], { accounts, projects, budgets }: EditorChoices): VNode {
	const sums = sumsOf(rows.map(({ typed }) => ({ debit: amountIn(typed.debit), credit: amountIn(typed.credit) })));
	return island(
		"voucher-editor",
		{
			fields: [
				...(["account", "memo", "debit", "credit", "member"] as const),
				...(projects.length > 0 ? (["project"] as const) : []),
				...(budgets.length > 0 ? (["budget"] as const) : []),
			],
			accounts: accounts.filter(isPostable).map(({ code, name }) => [code, name]),
			choices: {
				project: projects.map(({ id, name }) => [String(id), name]),
				budget: budgets.map((one) => [String(one.id), budgetWords(one)]),
			},
			most: Object.fromEntries(TYPED.map((name) => [name, mostIn(VoucherForm, name)])),
			warning: iconAddress("warn"),
			lines: rows.map(({ typed, ...row }, at) => ({ key: at + 1, typed: filled(typed), ...row })),
			sums: {
				debit: figure(sums.debit),
				credit: figure(sums.credit),
				words: balanceWords(sums),
				isEven: sums.debit === sums.credit && sums.debit > 0,
			},
		},
		"touched",
	);
}

/** The fields that are typed in; the others are lists. */
const TYPED = ["account", "memo", "debit", "credit", "member"] as const;
const filled = (typed: TypedLine): Partial<TypedLine> =>
	Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));

/**
 * Writes a budget item as an option. An item of spending says what is left after requests under way: 5250 郵資（剩
 * 12,000 元）; an item of income its planned amount.
 */
const budgetWords = ({ code, name, amount, used, committed }: BudgetLeft): string =>
	`${code} ${name}（${code < "5" ? `預算 ${figure(amount)}` : leftWords(amount - used - committed)} 元）`;
const leftWords = (left: number): string => (left < 0 ? `超支 ${figure(-left)}` : `剩 ${figure(left)}`);

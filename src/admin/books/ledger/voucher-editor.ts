import { accountInput, accountList } from "#admin/books/account-field.ts";
import type { BudgetLeft } from "#db/books/budgets.ts";
import { type Account, isPostable } from "#domain/books/accounts/chart.ts";
import { VoucherForm } from "#domain/books/vouchers/form.ts";
import { amountIn, balanceWords, type LineField, sumsOf, type TypedLine } from "#domain/books/vouchers/lines.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { button } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import { type Column, table } from "#ui/table.ts";

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
/** Returns the HTML id of a row's wrong field, to which the error summary links. */
export const wrongId = (nth: number): string => `wrong-${nth}`;

const HEADS: Record<LineField, string> = {
	account: "會計科目",
	memo: "摘要",
	debit: "借方",
	credit: "貸方",
	member: "會員編號",
	project: "專案",
	budget: "預算項目",
};
const LIST = "account-names";

/**
 * Draws the lines of a voucher: an account by code or name, a side, and the member, project or budget item. With
 * scripts, rows are added by themselves, keys move between fields, and the sums follow the typing.
 */
export function voucherEditor(rows: readonly EditorRow[], choices: EditorChoices): VNode {
	const { accounts, projects, budgets } = choices;
	const inUse = accounts.filter(isPostable);
	const names: LineField[] = [
		"account",
		"memo",
		"debit",
		"credit",
		"member",
		...(projects.length > 0 ? (["project"] as const) : []),
		...(budgets.length > 0 ? (["budget"] as const) : []),
	];
	return part(
		{ name: "voucher-editor", props: { accounts: inUse.map(({ code, name }) => [code, name]) } },
		html`<div class="voucher-editor" id="f-lines">
			${accountList(LIST, inUse)}
			${table<Numbered>({
				caption: "分錄",
				cards: true,
				tight: true,
				columns: [
					{ label: "行", head: true, nowrap: true, cell: ({ nth }) => html`<span data-nth>${nth}</span>` },
					...names.map((name) => columnOf(name, choices)),
				],
				rows: rows.map((row, at) => ({ ...row, nth: at + 1 })),
				foot: footOf(rows, names.length),
			})}
			<p class="hint scripted voucher-keys">
				Enter 到下一格，填好金額再按 Enter 換下一行；Tab 到會員、專案；↑ ↓ 換行；在金額欄按 = 填入還差的金額。科目打代號或名稱都可以。
			</p>
		</div>`,
	);
}

type Numbered = EditorRow & { nth: number };

const columnOf = (name: LineField, choices: EditorChoices): Column<Numbered> => ({
	label: HEADS[name],
	end: name === "debit" || name === "credit",
	sheet: name === "debit" || name === "credit" || name === "member" ? undefined : "line",
	cell: (row) => cellOf(name, row, choices),
});

function cellOf(name: LineField, row: Numbered, choices: EditorChoices): Children {
	const value = row.typed[name];
	const label = `第 ${row.nth} 行${HEADS[name]}`;
	const marks = marksOf(name, row);
	if (name === "project")
		return choice(
			{ name, value, label, marks },
			choices.projects.map(({ id, name: words }) => ({ id, words })),
		);
	if (name === "budget") return choice({ name, value, label, marks }, choices.budgets.map(budgetChoice));
	if (name === "account")
		return [
			accountInput({
				...{ list: LIST, value, about: label, ...marks },
				placeholder: row.nth === 1 ? EXAMPLES.account : undefined,
			}),
			row.problem !== undefined &&
				html`<p class="error" id=${`line-${row.nth}`}>${icon("warn")}<span>${row.problem}</span></p>`,
		];
	const isAmount = name === "debit" || name === "credit";
	return html`<input
			class=${isAmount ? "input money" : "input"}
			name=${name}
			value=${value}
			aria-label=${label}
			id=${marks.id}
			aria-invalid=${marks.invalid}
			aria-describedby=${marks.says}
			autocomplete="off"
			maxlength=${mostIn(VoucherForm, name)}
			inputmode=${isAmount ? "numeric" : undefined}
			placeholder=${row.side === name ? "金額" : row.nth === 1 ? EXAMPLES[name] : undefined}
		/>`;
}

/** The HTML attributes of a wrong field: its id, to which the error summary links, and the element with its problem. */
type Marks = { id?: string; invalid?: "true"; says?: string };
const marksOf = (name: LineField, { problem, field, nth }: Numbered): Marks =>
	problem !== undefined && field === name ? { id: wrongId(nth), invalid: "true", says: `line-${nth}` } : {};

const EXAMPLES: Partial<Record<LineField, string>> = { account: "5250 或 郵電費", member: "M0001" };

type Select = { name: string; value: string; label: string; marks: Marks };
const choice = (
	{ name, value, label, marks }: Select,
	options: readonly { id: number; words: string }[],
): VNode => html`<select
	class="input"
	name=${name}
	aria-label=${label}
	id=${marks.id}
	aria-invalid=${marks.invalid}
	aria-describedby=${marks.says}
>
	<option value="">—</option>
	${options.map(({ id, words }) => html`<option value=${String(id)} selected=${String(id) === value}>${words}</option>`)}
</select>`;

/**
 * Returns a budget item as an option. An item of spending shows what is left after requests under way: 5250 郵資（剩
 * 12,000 元）; an item of income shows its planned amount.
 */
const budgetChoice = ({ id, code, name, amount, used, committed }: BudgetLeft) => ({
	id,
	words: `${code} ${name}（${code < "5" ? `預算 ${figure(amount)}` : leftWords(amount - used - committed)} 元）`,
});
const leftWords = (left: number): string => (left < 0 ? `超支 ${figure(-left)}` : `剩 ${figure(left)}`);

function footOf(rows: readonly EditorRow[], columns: number): VNode {
	const sums = sumsOf(rows.map(({ typed }) => ({ debit: amountIn(typed.debit), credit: amountIn(typed.credit) })));
	return html`<tr role="row" class="voucher-sums">
		<th role="rowheader" scope="row" colspan="3">
			合計<small data-balance role="status">${balanceWords(sums)}</small>
		</th>
		<td role="cell" class="num" data-label="借方" data-debit>${figure(sums.debit)}</td>
		<td role="cell" class="num" data-label="貸方" data-credit>${figure(sums.credit)}</td>
		<td role="cell" colspan=${columns - 3} class="sheet-away"></td>
	</tr>`;
}

/** Draws the button that adds empty rows; with scripts it does so without a request. */
export const moreRows = (): VNode =>
	button({ label: "再加幾行", name: "step", value: "more", icon: "plus", data: { more: "" } });

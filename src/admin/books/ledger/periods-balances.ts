import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { BalanceRow } from "#db/books/periods.ts";
import { BalanceNote } from "#domain/books/periods/form.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { dayText } from "#kernel/written.ts";
import { field } from "#ui/field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";

const { bank } = paths.admin;

type Fields = { month: string; state: FormState; who: Visitor; of?: string };

/**
 * Draws the fields of a bank account's balance at the end of a month and of why it differs from that of the books.
 * `of` stands before the account's id in the fields' names, where a form has several months.
 */
export const balanceFields = (row: BalanceRow, { month, state, who, of = "" }: Fields): VNode => {
	const { account_id, code, name, bank_account_id } = row;
	const isReconciled = bank_account_id !== null && row.file_day !== null && allows("bank_reconciliation", who);
	return html`<div class="cols">
		${field({
			name: `balance_${of}${account_id}`,
			label: `${code}　${name}`,
			state,
			type: "money",
			autocomplete: "off",
			hint: balanceHint(row),
		})}
		${field({ name: `note_${of}${account_id}`, label: "差額說明", state, optional: true, maxlength: mostCharacters(BalanceNote), autocomplete: "off" })}
		${isReconciled && html`<p class="small"><a href=${`${bank.reconciliation(bank_account_id)}?month=${month}`}>${name}的調節表</a></p>`}
	</div>`;
};

/** Returns the bank's balance: what was typed, else what the bank's file says. */
export const bankHeld = ({ amount, file_balance }: BalanceRow): number | null => amount ?? file_balance;

/** Returns the first values of the fields of these balances. */
export const balanceValues = (balances: readonly BalanceRow[], of = ""): Record<string, string> =>
	Object.fromEntries(
		balances.flatMap((row) => {
			const held = bankHeld(row);
			return [
				[`balance_${of}${row.account_id}`, held === null ? "" : figure(held)],
				[`note_${of}${row.account_id}`, row.note],
			];
		}),
	);

function balanceHint(row: BalanceRow): string {
	const { held, file_day, file_balance } = row;
	const known = bankHeld(row);
	return [
		`帳上 ${money(held)}${held < 0 ? "（小於 0）" : ""}`,
		known !== null && known !== held && `相差 ${money(held - known)}`,
		file_day !== null && file_balance !== null && `銀行檔到 ${dayText(file_day)} 是 ${money(file_balance)}`,
	]
		.filter(Boolean)
		.join("，");
}

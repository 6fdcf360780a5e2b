import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/index.ts";
import { isUsedUp } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { checkbox } from "#ui/choices.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";

const { bank, payments, income, deposits, finance, ledger } = paths.admin;

const USED: Record<
	NonNullable<ShowingLine["used_for"]>,
	{ gate: Parameters<typeof allows>[0]; words: (line: ShowingLine) => string; href: (id: number) => string }
> = {
	payment: { gate: "payments", words: ({ used_id }) => `收款 ${used_id}`, href: payments.show },
	income: { gate: "income", words: ({ used_number }) => `收入 ${used_number}`, href: income.show },
	deposit: { gate: "deposits", words: ({ used_id }) => `存款單 ${used_id}`, href: deposits.show },
	expense: { gate: "finance", words: ({ used_number }) => `支出申請 ${used_number}`, href: finance.show },
	voucher: { gate: "ledger", words: ({ used_number }) => `傳票 ${used_number}`, href: ledger.voucher },
	refund: { gate: "finance", words: () => "退還的暫收款", href: finance.show },
};

const linked = (may: boolean, href: string, words: Children): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

const lineWords = (line: ShowingLine, who: Visitor): Children =>
	linked(allows("bank", who), bank.line(line.id), [`${dayText(line.day)}　${line.account}　存入 `, money(line.amount)]);

function usedWords(line: ShowingLine, who: Visitor): Children {
	if (line.used_for === null) return null;
	const { gate, words, href } = USED[line.used_for];
	return ["，已用於", linked(allows(gate, who), href(line.used_id ?? 0), words(line))];
}

/**
 * Draws a list of bank lines; each item names the day, the account and the amount of the line and the record that the
 * line was used for.
 */
const list = (lines: readonly ShowingLine[], who: Visitor): VNode =>
	html`<ul>${lines.map((line) => html`<li>${lineWords(line, who)}${usedWords(line, who)}</li>`)}</ul>`;

/**
 * Draws the warning that the entered money may be booked already: the bank lines on which it may be and that are used
 * for other records, and the checkbox 這是另一筆錢. False unless `isUsedUp` says so of the lines, the form was refused
 * for this, or the checkbox was ticked.
 */
export function otherMoney(
	lines: readonly ShowingLine[],
	{ state, who }: { state: FormState; who: Visitor },
): VNode | false {
	const used = lines.filter(({ used_for }) => used_for !== null);
	const isAsked = state.errors.again !== undefined || [state.values.again].flat()[0] === "1";
	return (
		(isAsked || isUsedUp(lines)) &&
		html`<div class="stack">
			${notice({ tone: "warn", title: "這筆錢可能已經入帳" }, html`<p>銀行明細裡可能是這筆錢的，已經用在別的地方：</p>`, list(used, who))}
			${checkbox({ name: "again", label: "這是另一筆錢，不是那筆明細的錢", state })}
		</div>`
	);
}

/**
 * Draws the hint that the entered money may be on bank lines that are not used for any record, with links to these
 * lines; false when there are none.
 */
export function openLineHint(lines: readonly ShowingLine[], who: Visitor): VNode | false {
	const open = lines.filter(({ used_for }) => used_for === null);
	return (
		open.length > 0 &&
		notice(
			{ tone: "info", title: "銀行明細可能就是這一筆" },
			html`<p>到明細按「就是這一筆」對上，不會再入帳：</p>`,
			list(open, who),
		)
	);
}

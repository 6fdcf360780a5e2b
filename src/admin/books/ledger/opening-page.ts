import type { OpeningStanding } from "#db/books/voucher-writes.ts";
import type { Account } from "#domain/books/accounts/chart.ts";
import { CLASSES } from "#domain/books/ledger/trial.ts";
import { amountIn, balanceWords, sumsOf } from "#domain/books/vouchers/lines.ts";
import { OpeningForm, type OpeningRow } from "#domain/books/vouchers/opening.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { strip } from "#ui/strip.ts";
import { table } from "#ui/table.ts";
import { VOUCHERS, voucherTabs } from "./voucher-words.ts";
import { LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

export type Opening = {
	/** All accounts in use, except 累計餘絀, which takes the difference. */
	accounts: readonly Account[];
	accumulated: Pick<Account, "code" | "name">;
	rows: ReadonlyMap<string, OpeningRow>;
	problems: ReadonlyMap<string, string>;
	/** The voucher of an earlier opening, if there is one. */
	now: OpeningStanding | undefined;
	mayPost: boolean;
};

/**
 * Draws the page 開帳: the balance of every account when the books began in this system; the difference goes to
 * 累計餘絀.
 */
export function openingPage(of: Opening, state: FormState): Page {
	const { now, mayPost, problems } = of;
	return {
		title: "開帳",
		area: VOUCHERS,
		crumbs: LEDGER_CRUMBS,
		lead: "開始使用時，每個科目的餘額一次填好，過帳成一張開帳傳票。",
		tabs: voucherTabs(ledger.opening()),
		sheets: ["vouchers"],
		status: problems.size > 0 || Object.keys(state.errors).length > 0 ? 422 : undefined,
		body: html`<div class="stack">
			${
				now
					? notice(
							{ tone: "info", title: `已於${dayText(now.date)}開帳` },
							html`<p>${mayPost && "金額填錯時在這一頁改，再按「更正開帳」：原來的開帳傳票會沖銷，再過一張新的；那個月份要還沒有結帳。帳上有其他傳票時，大額的要由另一個人更正。"}<a href=${ledger.voucher(now.id)}>看開帳傳票</a></p>`,
						)
					: mayPost
						? notice(
								{ tone: "info" },
								"照上一年度的資產負債表填：資產填借方，負債與基金填貸方。差額自動記入累計餘絀，請與資產負債表核對。",
							)
						: card(
								{ flush: true, label: "開帳" },
								noneYet({ title: "還沒有開帳", text: "開始使用時由會計填寫各科目的餘額。" }),
							)
			}
			${problems.size > 0 && wrong(of)}
			${mayPost && part({ name: "two-sides", props: {} }, card({ flush: true, label: "開帳" }, openingForm(of, state)))}
		</div>`,
	};
}

const openingForm = (of: Opening, state: FormState): VNode =>
	form(
		{
			action: ledger.opening(),
			state,
			main: true,
			guard: true,
		},
		html`<div class="card-body">
			<input type="hidden" name="seen" value=${String(of.now?.id ?? 0)} />
			${field({
				name: "date",
				label: "開帳日期",
				state,
				type: "date",
				required: true,
				narrow: true,
				hint: "通常是年度的第一天。年中開始使用時填那一天，收入與支出填到前一天為止的累計。",
			})}
		</div>`,
		html`<div class="voucher-editor">${rowsTable(of)}</div>`,
		strip(
			{},
			of.now
				? button({ label: "更正開帳", tone: "danger", busy: "過帳中..." })
				: button({ label: "過帳開帳傳票", tone: "primary", icon: "check", busy: "過帳中..." }),
			linkButton({ label: "取消", href: ledger.drafts(), tone: "quiet" }),
		),
	);

type Row = Account & { typed: OpeningRow; problem: string | undefined };

function rowsTable({ accounts, rows, problems, accumulated }: Opening): VNode {
	const all = accounts.map(
		(account): Row => ({
			...account,
			typed: rows.get(account.code) ?? { code: account.code, debit: "", credit: "" },
			problem: problems.get(account.code),
		}),
	);
	const sums = sumsOf(all.map(({ typed }) => ({ debit: amountIn(typed.debit), credit: amountIn(typed.credit) })));
	return table<Row>({
		caption: "各科目的開帳餘額",
		tight: true,
		cards: true,
		columns: [
			{
				label: "會計科目",
				head: true,
				cell: ({ code, name, problem }) =>
					html`<span>${`${code} ${name}`}${isFirst(all, code) && html`<small>${classWords(code)}</small>`}${
						problem !== undefined && html`<span class="error">${icon("warn")}<span>${problem}</span></span>`
					}</span>`,
			},
			{ label: "借方", end: true, pair: true, cell: (row) => cell("debit", "借方", row) },
			{ label: "貸方", end: true, cell: (row) => cell("credit", "貸方", row) },
		],
		rows: all,
		foot: html`<tr role="row" class="voucher-sums">
			<th role="rowheader" scope="row">
				合計<small data-balance role="status">${balanceWords(sums)}</small>
				<small>差額記入 ${accumulated.code} ${accumulated.name}</small>
			</th>
			<td role="cell" class="num pair" data-label="借方" data-debit>${figure(sums.debit)}</td>
			<td role="cell" class="num" data-label="貸方" data-credit>${figure(sums.credit)}</td>
		</tr>`,
	});
}

const isFirst = (rows: readonly Row[], code: string): boolean =>
	rows.find((one) => one.code[0] === code[0])?.code === code;
const classWords = (code: string): string => CLASSES.find(([digit]) => digit === code[0])?.[1] ?? "";

const cell = (
	name: "debit" | "credit",
	label: string,
	{ code, name: account, typed, problem }: Row,
): VNode => html`<span>
	${name === "debit" && html`<input type="hidden" name="account" value=${code} />`}
	<input
		class="input money"
		name=${name}
		value=${typed[name]}
		inputmode="numeric"
		autocomplete="off"
		maxlength=${mostIn(OpeningForm, name)}
		aria-label=${`${account}${label}`}
		aria-invalid=${problem === undefined ? undefined : "true"}
	/>
</span>`;

const wrong = ({ problems }: Opening): VNode => html`<div class="error-summary" tabindex="-1" data-focus="">
	${notice(
		{ tone: "danger", title: "有幾個科目要修正，還沒有過帳", role: "alert" },
		html`<ul>${[...problems].map(([code, words]) => html`<li>${code}：${words}</li>`)}</ul>`,
	)}
</div>`;

/** Returns the message after the opening was posted. */
export const openedWords = (difference: number): string =>
	difference === 0 ? "已開帳，借貸平衡。" : `已開帳，差額 ${money(Math.abs(difference))}記入累計餘絀。`;

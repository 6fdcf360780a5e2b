import type { CashRow, DepositAccount } from "#db/money/deposits.ts";
import { cashValue, DepositForm } from "#domain/money/deposits/form.ts";
import { ageOn, MOST_CASH } from "#domain/money/deposits/rules.ts";
import { paths } from "#http/paths.ts";
import { sumOf } from "#kernel/amounts.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type FieldProps, grouped, ties } from "#ui/field-parts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { paying } from "#ui/paying.ts";
import { ageWords, DEPOSIT_CRUMBS } from "./words.ts";

const { bank, deposits } = paths.admin;
const field = fieldsOf(DepositForm);

export type DepositFormPage = {
	cash: readonly CashRow[];
	accounts: readonly DepositAccount[];
	/** Today in Taipei, YYYY-MM-DD. */
	today: string;
	key: string;
};

/** Returns a new deposit's form: all cash not yet deposited, today, and the account if there is only one. */
export const freshDeposit = ({ cash, accounts, today }: Omit<DepositFormPage, "key">): FormState =>
	freshForm({
		items: cash.map(cashValue),
		account: accounts.length === 1 ? String(accounts[0]?.id) : "",
		deposited_on: today,
	});

/**
 * Draws the page 把現金存入銀行: the cash that is taken, the account, and the counted sum, which must equal the sum of
 * the ticked cash.
 */
export function depositFormPage(of: DepositFormPage, state: FormState): Page {
	return {
		title: "把現金存入銀行",
		area: "存款單",
		crumbs: DEPOSIT_CRUMBS,
		lead: "勾選這次帶去存的現金；存好後，帳上會從庫存現金轉到那個帳戶。",
		slim: true,
		body: of.cash.length === 0 ? nothing(state) : of.accounts.length === 0 ? noAccount : theForm(of, state),
	};
}

const nothing = (state: FormState): VNode =>
	card(
		{ label: "沒有現金" },
		errorSummary(state),
		noneYet({ title: "目前沒有要存的現金", text: "收到的現金核對或登錄後，就會列在這裡。" }),
	);
const noAccount = notice(
	{ tone: "warn", title: "還沒有收款帳戶" },
	"請先新增存入的銀行或郵政帳戶。",
	html`<a href=${bank.accountCreate()}>新增帳戶</a>`,
);

const theForm = (of: DepositFormPage, state: FormState): VNode =>
	card(
		{ label: "存款單" },
		form(
			{
				action: deposits.create(),
				state,
				key: of.key,
				submit: "開立存款單",
				busy: "入帳中...",
				cancel: deposits.list(),
				guard: true,
				main: true,
			},
			paying(
				cashField(of, state),
				html`<div class="row between" role="status">
					<span class="small soft" data-sum-label>勾選的合計（改變勾選後，以送出後的金額為準）</span>
					<strong data-sum>${money(sumOf(of.cash.filter((one) => isTicked(state, one))))}</strong>
				</div>`,
				field({
					name: "amount",
					label: "點收的現金",
					state,
					type: "money",
					autocomplete: "off",
					hint: "實際數過的金額；和勾選的合計不同，就不會入帳。",
				}),
				field({
					name: "account",
					label: "存入的帳戶",
					state,
					type: "select",
					empty: "請選擇",
					options: of.accounts.map(({ id, name, number }) => ({ value: String(id), label: `${name}　${number}` })),
				}),
				field({
					name: "deposited_on",
					label: "存入日期",
					state,
					type: "date",
					days: "past",
					max: of.today,
					narrow: true,
				}),
				field({ name: "note", label: "備註", state, optional: true, hint: "例如存款收執聯的號碼。" }),
			),
		),
	);

const isTicked = (state: FormState, one: CashRow): boolean =>
	[state.values.items ?? []].flat().includes(cashValue(one));

function cashField({ cash, today }: DepositFormPage, state: FormState): VNode {
	const props: FieldProps = {
		name: "items",
		label: "這次存入的現金",
		state,
		hint: cash.length === MOST_CASH ? `一張存款單最多 ${figure(MOST_CASH)} 筆，先列出最早的。` : undefined,
	};
	const { id } = ties(props);
	return grouped(
		props,
		html`<div class="stack tight">
			${cash.map(
				(one, at) => html`<label class="choice">
					<input
						type="checkbox"
						id=${at === 0 ? id : `${id}-${at + 1}`}
						name="items"
						value=${cashValue(one)}
						checked=${isTicked(state, one)}
					/>
					<span><b>${one.title}</b><small>${wordsOf(one, today)}</small></span>
					<b>${money(one.amount)}</b>
				</label>`,
			)}
		</div>`,
	);
}

const wordsOf = ({ kind, day, receipt }: CashRow, today: string): string =>
	[dayText(day), ageWords(ageOn(day, today)), kind === "income" && "收入", receipt && `收據 ${receipt}`]
		.filter(Boolean)
		.join("　");

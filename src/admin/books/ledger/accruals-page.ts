import { accountInput, accountList } from "#admin/books/account-field.ts";
import type { AccrualVoucher } from "#db/books/accruals.ts";
import type { DepreciationVoucher } from "#db/books/assets.ts";
import { type Account, accountWords } from "#domain/books/accounts/chart.ts";
import {
	type AccrualDocument,
	AccrualForm,
	type DuesReceivable,
	duesValue,
	isExpense,
	PREPAID,
	PREPAID_ROWS,
} from "#domain/books/periods/accruals.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { type FormState, fieldId } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { PERIOD_CRUMBS, refused } from "./periods-words.ts";
import { LEDGER } from "./words.ts";

const { ledger, finance } = paths.admin;

export type Accruals = {
	year: number;
	/** The years to choose from, newest first. */
	years: number[];
	documents: AccrualDocument[];
	dues: DuesReceivable[];
	accounts: readonly Account[];
	/** The voucher of the year's 年底調整, if there is one, and that of its depreciation. */
	voucher: AccrualVoucher | undefined;
	depreciation: { voucher: DepreciationVoucher | undefined; due: number };
	/** Whether December is closed, so that nothing more can be posted in the year. */
	isClosed: boolean;
	/** The idempotency key of the form. */
	key: string;
};

/** Draws the page 年底調整: what the end of a year calls for, and the one form that drafts its voucher. */
export function accrualsPage(of: Accruals, state: FormState): Page {
	const { year, years, voucher, isClosed } = of;
	return {
		title: "年底調整",
		area: LEDGER,
		crumbs: PERIOD_CRUMBS,
		sheets: ["vouchers"],
		lead: `${yearWords(year)} 12 月 31 日該記的應付、預付與應收，一次產生一張「次年迴轉」的傳票草稿。`,
		status: Object.keys(state.errors).length > 0 ? 422 : undefined,
		body: html`<div class="stack loose">
			${card(
				{ flush: true, label: "年度" },
				filters({
					here: { path: ledger.accruals(), query: { year: String(year) } },
					fields: [
						{
							name: "year",
							label: "年度",
							options: years.map((one) => ({ value: String(one), label: yearWords(one) })),
							always: true,
						},
					],
				}),
			)}
			${voucher ? [refused(state), madeCard(year, voucher)] : isClosed ? [refused(state), closed(year)] : accrualForm(of, state)}
			${depreciationCard(of)}
		</div>`,
	};
}

const standing = ({ state, is_turned }: AccrualVoucher): VNode =>
	state === "draft"
		? status({ word: "草稿，等候過帳", tone: "warn" })
		: status({ word: is_turned === 1 ? "已過帳，次年已迴轉" : "已過帳", tone: "ok" });

const madeCard = (year: number, voucher: AccrualVoucher): VNode =>
	card(
		{ title: `${yearWords(year)}的年底調整`, beside: standing(voucher) },
		html`<p><a href=${ledger.voucher(voucher.id)}>${voucher.number ?? "年底調整傳票"}</a>　${money(voucher.total)}</p>`,
		html`<p class="small soft">一年一張。要重做，請先刪除草稿，或把已過帳的傳票在這一年裡沖銷；漏掉的也可以另開傳票，勾「次年迴轉」。</p>`,
	);

const closed = (year: number): VNode =>
	notice(
		{ tone: "info", title: `${yearWords(year)} 12 月已經結帳` },
		html`<p>結帳後不能再入帳。要補年底調整，請先重新開 12 月的帳。<a href=${ledger.period(`${year}-12`)}>看 12 月</a></p>`,
	);

const ticked = (state: FormState, name: string, value: string): boolean =>
	[state.values[name] ?? []].flat().includes(value);

const tick = (
	{ name, value, about }: { name: string; value: string; about: string },
	state: FormState,
	words: Children,
): VNode => html`<span class="who">
	<input type="checkbox" name=${name} value=${value} checked=${ticked(state, name, value)} aria-label=${`勾選 ${about}`} />
	<span>${words}</span>
</span>`;

const accrualForm = (of: Accruals, state: FormState): VNode =>
	form(
		{
			action: ledger.accruals(),
			state,
			key: of.key,
			main: true,
			guard: true,
			submit: "產生年底調整傳票",
			busy: "產生中...",
			cancel: ledger.year(of.year),
		},
		html`<input type="hidden" name="year" value=${String(of.year)} />`,
		documentsCard(
			"應付費用",
			of.documents.filter(({ is_salary }) => is_salary === 0),
			state,
		),
		documentsCard(
			"12 月薪資",
			of.documents.filter(({ is_salary }) => is_salary === 1),
			state,
		),
		prepaidCard(of, state),
		duesCard(of, state),
		html`<p class="small soft">草稿的日期是 12 月 31 日，核對後在傳票頁過帳；隔年辦理年初轉列時，程式自動迴轉。</p>`,
	);

const HINTS: Record<string, { none: string; text: string }> = {
	應付費用: {
		none: "沒有年底前核准、還沒付的支出申請",
		text: "年底前核准、年底還沒付款的支出申請（含清冊）會列在這裡。",
	},
	"12 月薪資": {
		none: "沒有隔年才付的 12 月薪資",
		text: "薪資清冊寫明 12 月或希望 12 月付款，隔年才付、3 月底前核准的，會列在這裡。",
	},
};

const documentsCard = (title: string, documents: AccrualDocument[], state: FormState): VNode =>
	card(
		{ title, flush: true, beside: documents.length > 0 && money(documents.reduce((sum, one) => sum + one.amount, 0)) },
		table({
			caption: title,
			cards: true,
			columns: [
				{
					label: "支出申請",
					head: true,
					cell: ({ id, number, title: about }) =>
						tick({ name: "document", value: String(id), about: `${number} ${about}` }, state, [
							html`<a href=${finance.show(id)}>${number}</a>`,
							html`<small>${about}</small>`,
						]),
				},
				{
					label: "會計科目",
					sheet: "line",
					cell: ({ lines }) => [...new Set(lines.map(accountWords))].join("、"),
				},
				{ label: "金額", end: true, cell: ({ amount }) => figure(amount) },
			],
			rows: documents,
			empty: noneYet({ title: HINTS[title]?.none ?? "", text: HINTS[title]?.text ?? "" }),
		}),
	);

const LIST = "expense-accounts";
const CELLS = [
	["account", "會計科目", "5260 或 租金及修繕費"],
	["memo", "摘要", "明年 1 至 3 月房租"],
	["amount", "金額", ""],
] as const;

function prepaidCard({ accounts }: Accruals, state: FormState): VNode {
	const expenses = accounts.filter(isExpense);
	return card(
		{ title: "預付費用", flush: true },
		accountList(LIST, expenses),
		html`<div class="voucher-editor">${table({
			caption: "預付費用",
			cards: true,
			columns: CELLS.map(([name, label, example]) => ({
				label,
				end: name === "amount",
				sheet: name === "amount" ? undefined : ("line" as const),
				cell: (at: number) => prepaidCell({ name, label, example, at }, state),
			})),
			rows: [...Array.from({ length: PREPAID_ROWS }).keys()],
		})}</div>`,
		html`<div class="card-body"><p class="hint">這一年付了、屬於明年以後的費用，沒有就空著。記借 ${PREPAID} 預付款項、貸這裡的科目；更多筆可以在草稿裡加。</p></div>`,
	);
}

type PrepaidCell = { name: (typeof CELLS)[number][0]; label: string; example: string; at: number };

function prepaidCell({ name, label, example, at }: PrepaidCell, state: FormState): VNode {
	const value = [state.values[name] ?? []].flat()[at] ?? "";
	const about = `第 ${at + 1} 行${label}`;
	const id = at === 0 ? fieldId(state, name) : undefined;
	const placeholder = at === 0 ? example : undefined;
	if (name === "account") return accountInput({ list: LIST, value, about, id, placeholder });
	return html`<input
		class=${name === "amount" ? "input money" : "input"}
		id=${id}
		name=${name}
		value=${value}
		aria-label=${about}
		inputmode=${name === "amount" ? "numeric" : undefined}
		autocomplete="off"
		maxlength=${mostIn(AccrualForm, name)}
		placeholder=${placeholder}
	/>`;
}

const KINDS: Record<DuesReceivable["kind"], string> = { entrance: "入會費", annual: "常年會費" };

const duesCard = ({ year, dues }: Accruals, state: FormState): VNode =>
	card(
		{ title: "應收會費", flush: true },
		table({
			caption: "應收會費",
			cards: true,
			columns: [
				{
					label: "會費",
					head: true,
					cell: (one) =>
						tick({ name: "dues", value: duesValue(one), about: KINDS[one.kind] }, state, [
							KINDS[one.kind],
							html`<small>${figure(one.items)} 筆未繳</small>`,
						]),
				},
				{ label: "會計科目", sheet: "line", cell: accountWords },
				{ label: "金額", end: true, cell: ({ amount }) => figure(amount) },
			],
			rows: dues,
			empty: noneYet({ title: `沒有未繳的 ${yearWords(year)}會費`, text: "年底還沒繳的這一年會費，會列在這裡。" }),
		}),
		dues.length > 0 &&
			html`<div class="card-body"><p class="hint">由協會決定要不要記，預設不勾。只記確定收得到的；收不到的請不要勾，或在草稿裡改金額。</p></div>`,
	);

function depreciationCard({ year, depreciation: { voucher, due } }: Accruals): VNode {
	const to = `${ledger.assets()}?year=${year}`;
	return card(
		{
			title: `${yearWords(year)}折舊`,
			beside: voucher
				? status(voucher.state === "posted" ? { word: "已過帳", tone: "ok" } : { word: "草稿，等候過帳", tone: "warn" })
				: status(due > 0 ? { word: "還沒提列", tone: "warn" } : { word: "不需要" }),
		},
		voucher
			? html`<p><a href=${ledger.voucher(voucher.id)}>${voucher.number ?? "折舊傳票"}</a>　${money(voucher.total)}</p>`
			: due > 0
				? html`<p>依財產目錄要提列 ${money(due)}，在財產頁產生折舊傳票；折舊不迴轉，另外一張。</p>`
				: html`<p>財產目錄裡沒有這一年要提列的折舊。</p>`,
		html`<p>${linkButton({ label: "看財產與折舊", href: to })}</p>`,
	);
}

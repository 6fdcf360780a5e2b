import { postButton } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { WaitingAsk } from "#db/money/index.ts";
import type { MoneyAct } from "#db/shell/second-acts.ts";
import type { ConfirmationRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { ago, moment } from "#ui/time.ts";
import { decidersWords, whatWords } from "./words.ts";

const { concurrentPosts, confirmations, finance, income, ledger, payments, receipts, settings } = paths.admin;
/** The reason shown when 理事長 or 監事 may confirm in the place of others. */
const NOBODY = "輪到的人都與這件事有關、請假或已經辦過別關，由理事長或監事代為";

export type Waiting = {
	rows: ConfirmationRow[];
	listed: ConfirmationRow[];
	asks: WaitingAsk[];
	money: MoneyAct[];
	posts: { name: string }[];
};
export type Looking = { who: Visitor; at: number };

/** The id of the form that confirms several requests at once; each row's checkbox belongs to it. */
const MANY = "many";

/** Draws the page 待第二人確認: all requests that the current user can confirm, stop or take back. */
export function confirmationsPage(
	{ rows, listed, asks, money, posts }: Waiting,
	{ who, at }: Looking,
	state?: FormState,
): Page {
	const mine = rows.filter(({ confirms }) => confirms === 1);
	const others = rows.filter(({ confirms }) => confirms !== 1);
	const isEmpty = rows.length + listed.length + asks.length + money.length + posts.length === 0;
	return {
		title: "待第二人確認",
		area: "系統",
		slim: true,
		lead: "動到錢、權限或密封資料的事，要有第二個人確認；提出的人、當事人與家人不能確認自己的事。",
		actions: who.isStaff && html`<a href=${settings.who()}>誰可以辦</a>`,
		body: html`<div class="stack">
			${state && errorSummary(state)}
			${isEmpty && card({ flush: true, label: "待第二人確認" }, noneYet({ title: "沒有等候確認的事", text: "有人提出需要第二人確認的事時，會列在這裡，也會寄信通知。" }))}
			${mine.map((row) => one(row, { at, who, isMany: mine.length > 1 }))}
			${mine.length > 1 && many(mine)}
			${asks.map((row) => oneAsk(row, { at, who }))}
			${money.map((row) => oneOfMoney(row, who))}
			${posts.map(onePost)}
			${others.length > 0 && html`<h2 class="h2">等候別人確認</h2>`}
			${others.map((row) => one(row, { at, who, isMany: false }))}
			${listed.length > 0 && listedCard(listed, at)}
		</div>`,
	};
}

function one(row: ConfirmationRow, { at, who, isMany }: Looking & { isMany: boolean }): VNode {
	const { title, lines } = whatWords(row);
	return card(
		{ title },
		lines.length > 0 && html`<div class="small">${lines.map((line) => html`<p>${line}</p>`)}</div>`,
		facts(
			[
				{ name: "提出", value: [row.requested_by_name, "，", ago(row.requested_at, at)] },
				{ name: "可以確認的人", value: decidersWords(row) },
				{ name: "沒有人處理時", value: otherwise(row) },
			],
			2,
		),
		html`<div class="row">
			${row.confirms === 1 && press(row, { step: "confirm", label: "確認", tone: "primary", about: title })}
			${row.stops === 1 && press(row, { step: "stop", label: "停止，不要生效", about: title })}
			${row.requested_by === who.userId && press(row, { step: "withdraw", label: "收回", about: title })}
			${isMany && html`<label class="check"><input type="checkbox" name="ids" value=${`${row.id}:${row.version}`} form=${MANY} /> 一起確認</label>`}
		</div>`,
	);
}

type Press = { step: string; label: string; about: string; tone?: "primary" };
const press = (row: ConfirmationRow, { step, about, ...look }: Press): VNode =>
	postButton({ action: confirmations.step(row.id, step), version: row.version, about: `：${about}`, ...look });

function otherwise({ is_timed, in_force_at }: ConfirmationRow): Children {
	if (is_timed === 0) return "一直等到有人確認";
	return in_force_at === null
		? "通知信都寄達滿 24 小時後生效；還沒有全部寄達（或有人沒有電子郵件）之前，只能由第二人確認"
		: [moment(in_force_at), " 生效"];
}

const many = (rows: readonly ConfirmationRow[]): VNode =>
	html`<form method="post" action=${confirmations.many()} id=${MANY} class="row">
		${button({ label: "確認勾選的", icon: "check" })}
		<span class="soft small">這裡有 ${rows.length} 件可以確認。</span>
	</form>`;

const oneAsk = ({ id, number, payer_title, asked_by, asked_at }: WaitingAsk, { at, who }: Looking): VNode =>
	card(
		{ title: `收據 ${number} 改以「${payer_title}」開立` },
		facts(
			[
				{ name: "提出", value: [asked_by, "，", ago(asked_at, at)] },
				{ name: "沒有人處理時", value: "一直等到有人確認" },
			],
			2,
		),
		html`<p class="small">抬頭不是繳款人的名字，要由另一位確認才會開立。${allows("receipts", who) && html`<a href=${receipts.show(id)}>看這張收據</a>`}</p>`,
		html`<div class="row">
			${postButton({ action: confirmations.receipt(id), version: 1, more: { step: "confirm" }, label: "確認，開立", tone: "primary", about: `：收據 ${number}` })}
			${postButton({ action: confirmations.receipt(id), version: 1, more: { step: "stop" }, label: "停止，不要開立", about: `：收據 ${number}` })}
		</div>`,
	);

const MONEY: Record<
	MoneyAct["kind"],
	{ place: (id: number) => string; name: string; day: string; by: string; why: string }
> = {
	voucher: {
		place: ledger.voucher,
		name: "傳票",
		day: "日期",
		by: "製票",
		why: "超過設定的金額，要由製票者以外的人過帳。",
	},
	income: {
		place: income.show,
		name: "收入",
		day: "日期",
		by: "登錄",
		why: "登錄的人是唯一可以入帳的人，要由別人入帳。",
	},
	payment: { place: payments.show, name: "收款", day: "繳費日", by: "登錄", why: `${NOBODY}核對。` },
	finance: { place: finance.show, name: "支出申請", day: "等候自", by: "申請人", why: `${NOBODY}處理這一關。` },
};

function oneOfMoney({ kind, id, version, description, amount, date, by_name }: MoneyAct, who: Visitor): VNode {
	const { place, name: noun, day, by, why } = MONEY[kind];
	const name = description === "" ? noun : `${noun}「${description}」`;
	const isPress = kind === "voucher" || kind === "income";
	return card(
		{ title: `${name} ${figure(amount)} 元` },
		facts(
			[
				{ name: day, value: dayText(date) },
				{ name: by, value: by_name },
			],
			2,
		),
		html`<p class="small">${why}${isPress && allows("ledger", who) && html`<a href=${place(id)}>看內容</a>`}</p>`,
		html`<div class="row">
			${
				isPress
					? postButton({
							action: confirmations.money(kind, id),
							version,
							label: "確認，過帳",
							tone: "primary",
							about: `：${name}`,
						})
					: linkButton({ label: "看內容並處理", tone: "primary", href: place(id) })
			}
		</div>`,
	);
}

/**
 * Draws a resolution by which one person acts both as 會計 and 出納. Its own page has its text and the chair's button.
 */
const onePost = ({ name }: { name: string }): VNode =>
	card(
		{ title: `由${name}兼辦會計與出納的決議` },
		html`<p class="small">理事長確認後才算數。</p>`,
		html`<div class="row">${linkButton({ label: "看決議並確認", href: concurrentPosts.list() })}</div>`,
	);

/**
 * Draws the permissions that were given while the association was being set up, for 理事長 and 監事 to review at once.
 */
const listedCard = (rows: readonly ConfirmationRow[], at: number): VNode =>
	card(
		{ title: "開始使用時給出的權限", count: rows.length, due: true },
		html`<p class="small">開帳與理事長第一次登入以前，權限的變更不用第二人確認，列在這裡請您看過。</p>`,
		html`<ul class="small">
			${rows.map((row) => html`<li>${whatWords(row).title}（${row.requested_by_name}，${ago(row.requested_at, at)}）</li>`)}
		</ul>`,
		form(
			{ action: confirmations.seen(), state: freshForm(), submit: "我看過了" },
			rows.map(({ id }) => html`<input type="hidden" name="ids" value=${String(id)} />`),
		),
	);

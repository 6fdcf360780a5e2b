import { PAYEE_CRUMBS } from "#admin/books/index.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import { PAYEE_BLOCKS, type PayeeErasureRow, type PayeeRow } from "#db/books/index.ts";
import { paths } from "#http/paths.ts";
import { ERASED } from "#kernel/erased.ts";
import { Refusal } from "#kernel/refusal.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { MAKING } from "#ui/export-links.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Places, placesCard, placesKeptCard } from "./places-card.ts";

const { payees } = paths.admin;

export type PayeeErasurePage = { payee: PayeeRow; row: PayeeErasureRow; places: Places };

const frame = ({ id, name }: PayeeRow) => ({
	name,
	area: "受款人",
	crumbs: [...PAYEE_CRUMBS, { label: name, href: payees.show(id) }],
	slim: true as const,
});

/**
 * Draws the page that erases the personal data of a payee who is not a member, before it is done: what is deleted, what
 * stays and why, and what prevents it.
 */
export function payeeErasurePage({ payee, row, places }: PayeeErasurePage, state: FormState = freshForm()): Page {
	const blocks = PAYEE_BLOCKS.filter((code) => row[code] === 1);
	return {
		...frame(payee),
		title: `刪除個人資料：${payee.name}`,
		lead: "本人請求刪除個人資料時使用（個資法第 3、11 條）。只留下帳務與扣繳依法要保存的部分，無法復原。",
		body: html`<div class="stack">
			${
				blocks.length > 0 &&
				notice(
					{ tone: "warn", title: "現在還不能刪除" },
					html`<ul>${blocks.map((code) => html`<li>${refusalWords(new Refusal(code))}</li>`)}</ul>`,
				)
			}
			${placesCard(places)} ${goes(payee, row)} ${stays(row)} ${blocks.length === 0 && confirming(payee, state)}
		</div>`,
	};
}

/** Draws the page after an erasure: the places where the name still stood. */
export const payeeErasedPage = (payee: PayeeRow, places: Places): Page => ({
	...frame(payee),
	title: payee.name,
	lead: "這位受款人的個人資料已經刪除。",
	body: placesKeptCard(places),
});

/** Draws the page 個人資料副本: a copy of the stored data of a payee who is not a member. */
export const payeeCopyPage = (payee: PayeeRow, state: FormState = freshForm()): Page => ({
	...frame(payee),
	title: `個人資料副本：${payee.name}`,
	body: html`<div class="stack">
		${notice(
			{ tone: "warn", title: "交付前請確認身分" },
			"檔案包括證號、帳號與聯絡方式，沒有加密。只交給本人或有權代理的人；交付後請刪除電腦裡的檔案。",
		)}
		${card(
			{ title: "檔案裡有什麼" },
			html`<p>我們保存的全部資料：受款人資料、收款帳號、免扣補充保費的證明、付款與代扣，以及操作紀錄。工作人員不具名。</p>`,
			form(
				{ action: payees.copy(payee.id), state, download: true },
				html`<div class="row">${button({ label: "製作並下載", icon: "download", tone: "primary", busy: MAKING })}</div>`,
				html`<p class="hint">會記入稽核紀錄。</p>`,
			),
		)}
	</div>`,
});

const goes = ({ id }: PayeeRow, { accounts, is_paid }: PayeeErasureRow): VNode =>
	card(
		{ title: "會刪除" },
		html`<ul>
			<li>電話、電子郵件、備註與收款帳號（${figure(accounts)} 個）。</li>
			${is_paid === 0 && html`<li>姓名（改為「${ERASED} ${id}」）、證號與地址。</li>`}
			<li>打開歷程內容的金鑰：歷程裡修改前後的內容再也看不到。</li>
		</ul>`,
	);

const stays = ({ payments, is_paid }: PayeeErasureRow): VNode =>
	card(
		{ title: "會保留" },
		html`<ul>
			${is_paid === 1 && html`<li>姓名、證號與地址：付過款的，支出憑證與扣繳申報要用，在保存期限內不能刪除。可以這樣答覆本人。</li>`}
			${payments > 0 && html`<li>支出申請 ${figure(payments)} 張核准時的內容，含受款人與帳號：會計憑證依法至少保存十年（社會團體財務處理辦法第 21 條）。</li>`}
			<li>免扣補充保費的證明，帳冊，以及只有編號、動作與時間的稽核紀錄。</li>
		</ul>`,
		html`<p class="hint">備份裡的舊資料在還原時，系統會依登記再次刪除。</p>`,
	);

const confirming = ({ id, version }: PayeeRow, state: FormState): VNode =>
	card(
		{ label: "確認" },
		form(
			{
				action: payees.erasure(id),
				state,
				version,
				submit: "刪除個人資料",
				busy: "處理中...",
				danger: true,
				cancel: payees.show(id),
			},
			checkbox({ name: "sure", label: "我已確認是本人的請求，也知道無法復原", state }),
		),
	);

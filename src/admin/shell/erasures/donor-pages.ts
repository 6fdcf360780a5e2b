import { DONOR_CRUMBS } from "#admin/money/index.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import type { DonorErasureRow, DonorRow } from "#db/money/index.ts";
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

const { donors } = paths.admin.income;

export type DonorErasurePage = { donor: DonorRow; row: DonorErasureRow; places: Places };

/**
 * Draws the page 去識別化 of a donor who is not a member, before it is done: what is deleted, what stays, and what
 * prevents it.
 */
export function donorErasurePage({ donor, row, places }: DonorErasurePage, state: FormState = freshForm()): Page {
	const blocks = (["donor.is_member", "donor.open_income"] as const).filter((code) => row[code] === 1);
	return {
		title: `去識別化：${donor.name}`,
		name: donor.name,
		area: "捐款人",
		crumbs: [...DONOR_CRUMBS, { label: donor.name, href: donors.show(donor.id) }],
		lead: "本人請求刪除個人資料時使用。刪除能認出這個人的資料，只留下帳務依法要保存的部分，無法復原。",
		slim: true,
		body: html`<div class="stack">
			${
				blocks.length > 0 &&
				notice(
					{ tone: "warn", title: "現在還不能去識別化" },
					html`<ul>${blocks.map((code) => html`<li>${refusalWords(new Refusal(code))}</li>`)}</ul>`,
				)
			}
			${
				row.recent > 0 &&
				notice(
					{ tone: "warn", title: "今年或去年有捐款" },
					`有 ${figure(row.recent)} 筆。國稅局的捐款申報要用證號；刪除後不能再申報，也不能補印有證號的捐款證明。`,
				)
			}
			${placesCard(places)} ${goes(donor, row)} ${stays(row)} ${blocks.length === 0 && confirming(donor, state)}
		</div>`,
	};
}

/** Draws the page after an erasure: the places where the name still stood. */
export const donorErasedPage = (donor: DonorRow, places: Places): Page => ({
	title: donor.name,
	area: "捐款人",
	crumbs: [...DONOR_CRUMBS, { label: donor.name, href: donors.show(donor.id) }],
	lead: "這位捐款人已經去識別化。",
	slim: true,
	body: placesKeptCard(places),
});

/** Draws the page 製作複本: a copy of the stored data of a donor who is not a member. */
export const donorCopyPage = (donor: DonorRow, state: FormState = freshForm()): Page => ({
	title: `製作個人資料複本：${donor.name}`,
	name: donor.name,
	area: "捐款人",
	crumbs: [...DONOR_CRUMBS, { label: donor.name, href: donors.show(donor.id) }],
	slim: true,
	body: html`<div class="stack">
		${notice(
			{ tone: "warn", title: "交付前請確認身分" },
			"檔案包括證號與聯絡方式，沒有加密。只交給本人或有權代理的人；交付後請刪除電腦裡的檔案。",
		)}
		${card(
			{ title: "檔案裡有什麼" },
			html`<p>我們保存的全部資料：捐款人資料、捐款、收據、寄信與操作紀錄。工作人員不具名。</p>`,
			form(
				{ action: donors.copy(donor.id), state, download: true },
				html`<div class="row">${button({ label: "製作並下載", icon: "download", tone: "primary", busy: MAKING })}</div>`,
				html`<p class="hint">會記入稽核紀錄。</p>`,
			),
		)}
	</div>`,
});

const goes = ({ id }: DonorRow, { mails, receipts }: DonorErasureRow): VNode =>
	card(
		{ title: "會刪除" },
		html`<ul>
			<li>姓名（改為「${ERASED} ${id}」）、證號、電話、電子郵件、地址與備註。</li>
			<li>打開歷程內容的金鑰：歷程裡修改前後的內容再也看不到。</li>
			<li>捐款紀錄的備註與沖銷的原因、對帳單的摘要、收據上遮罩的證號（${figure(receipts)} 張）。</li>
			<li>寄出的信 ${figure(mails)} 封的收件人與內容。</li>
		</ul>`,
	);

const stays = ({ gifts }: DonorErasureRow): VNode =>
	card(
		{ title: "會保留" },
		html`<ul>
			<li>捐款 ${figure(gifts)} 筆的日期、金額、用途與收據（含抬頭）：會計憑證依法保存。</li>
			<li>帳冊，以及只有編號、動作與時間的稽核紀錄。</li>
		</ul>`,
		html`<p class="hint">備份裡的舊資料在還原時，系統會依登記再次去識別化。</p>`,
	);

const confirming = ({ id, version }: DonorRow, state: FormState): VNode =>
	card(
		{ label: "確認" },
		form(
			{
				action: donors.erasure(id),
				state,
				version,
				submit: "去識別化",
				busy: "處理中...",
				danger: true,
				cancel: donors.show(id),
			},
			checkbox({ name: "sure", label: "我已確認是本人的請求，也知道無法復原", state }),
		),
	);

import * as z from "zod";
import { recordCrumbs } from "#admin/people/index.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import type { MemberRow } from "#db/people/index.ts";
import { BLOCK_CODES, type ErasureRow } from "#db/shell/erasures.ts";
import { erasedName, isFamily } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { MAKING } from "#ui/export-links.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Places, placesCard, placesKeptCard } from "./places-card.ts";

const { members } = paths.admin;

/** Draws the page 製作複本, on which staff make a copy of a member's data to hand over. */
export const handOverPage = (member: MemberRow, state: FormState = freshForm()): Page => ({
	title: `製作個人資料複本：${member.name}`,
	name: member.name,
	area: "會員",
	crumbs: recordCrumbs(member),
	slim: true,
	body: html`<div class="stack">
		${notice(
			{ tone: "warn", title: "交付前請確認身分" },
			"檔案包括身分證字號、病況、備忘錄與身障證明，沒有加密。只交給本人或有權代理的人；交付後請刪除電腦裡的檔案。",
		)}
		${card(
			{ title: "檔案裡有什麼" },
			html`<p>我們保存的全部資料：會員資料、監護關係、備忘錄、身障證明、同意紀錄、申請、登入與寄信紀錄、誰看過資料與操作紀錄。工作人員不具名。</p>`,
			form(
				{ action: members.privacy.copy(member.id), state, download: true },
				html`<div class="row">${button({ label: "製作並下載", icon: "download", tone: "primary", busy: MAKING })}</div>`,
				html`<p class="hint">會記入稽核紀錄與個資存取紀錄；同一位會員一天最多 5 次。</p>`,
			),
		)}
	</div>`,
});

export type ErasurePage = { member: MemberRow; row: ErasureRow; places: Places; userId: number };

const Codes = z.array(z.enum(BLOCK_CODES));

/** Returns the codes of the refusals that the erasure would meet for this user. */
export function blocksOf({ row, userId }: Pick<ErasurePage, "row" | "userId">): RefusalCode[] {
	const own = isFamily(row, { userId });
	return [
		...Codes.parse(JSON.parse(row.blocks)),
		...(own ? (["privacy.own"] as const) : []),
		...(row.recorded_by === userId ? (["privacy.same_person"] as const) : []),
	];
}

/** Draws the page 去識別化 before it is done: what is deleted, what stays, and what prevents it. */
export function erasurePage(page: ErasurePage, state: FormState = freshForm()): Page {
	const { member } = page;
	const blocks = blocksOf(page);
	return {
		title: `去識別化：${member.name}`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "刪除能認出這個人的全部資料，只留下帳務與統計需要的部分。無法復原。",
		slim: true,
		body: html`<div class="stack">
			${blocks.length > 0 && blockedNotice(member, blocks)} ${placesCard(page.places)} ${goesCard(page)}
			${staysCard(member)}
			${blocks.length === 0 && doCard(page, state)}
		</div>`,
	};
}

/** Draws the page after an erasure: the places where the name still stood. */
export const erasedPage = (member: MemberRow, places: Places): Page => ({
	title: member.name,
	area: "會員",
	crumbs: recordCrumbs(member),
	lead: "這位會員已經去識別化。",
	slim: true,
	body: placesKeptCard(places),
});

const HELP: Partial<Record<RefusalCode, (id: number) => Children>> = {
	"privacy.no_request": (id) => linkButton({ label: "登錄申請", size: "s", href: members.privacy.create(id) }),
	"privacy.open_finance": () => linkButton({ label: "支出申請", size: "s", href: paths.admin.finance.list() }),
	"privacy.open_payment": () => linkButton({ label: "待核對的繳費", size: "s", href: paths.admin.payments.queue() }),
	"privacy.draft_import": () => linkButton({ label: "名冊匯入", size: "s", href: members.imports.list() }),
	"privacy.other_requests": () => linkButton({ label: "個人資料申請", size: "s", href: members.privacy.list() }),
};

const blockedNotice = ({ id }: MemberRow, blocks: readonly RefusalCode[]): VNode =>
	notice(
		{ tone: "warn", title: "現在還不能去識別化" },
		html`<ul>${blocks.map((code) => html`<li>${refusalWords(new Refusal(code))} ${HELP[code]?.(id)}</li>`)}</ul>`,
	);

const goesCard = ({ member, row }: ErasurePage): VNode =>
	card(
		{ title: "會刪除" },
		html`<ul>
			<li>姓名（改為「${erasedName(member)}」）、英文姓名、性別、生日、職業、監護關係。</li>
			<li>身分證字號、病況，與打開歷程內容的金鑰：歷程裡修改前後的內容再也看不到。</li>
			<li>電話、電子郵件、LINE ID、地址、緊急聯絡人，以及搜尋用的字。</li>
			<li>備忘錄 ${figure(row.notes)} 則、身障證明檔案 ${figure(row.files)} 個與審查的原因。</li>
			${row.tasks > 0 && html`<li>和這位會員、其證明或繳費有關的任務 ${figure(row.tasks)} 件：標題、內容與備忘錄。</li>`}
			${
				row.releases > 0 &&
				html`<li>照片與故事的同意書 ${figure(row.releases)} 份的姓名、文字與紙本；還沒撤回的一併撤回，官網上依它公開的 ${figure(row.taken)} 處內容會下架。</li>`
			}
			<li>申請與答覆的文字、帳號對應、名冊匯入前的內容、寄出的信 ${figure(row.mails)} 封的收件人與內容。</li>
			<li>繳費的說明、帳號末五碼、匯款證明、對帳單的摘要，以及免繳、退回與沖銷的原因。</li>
			<li>捐款人資料：姓名、證號、聯絡方式與備註。</li>
			${member.user_id !== null && html`<li>登入帳號：名稱、電子郵件、手機、密碼、兩步驟驗證、已登入的裝置；帳號停用，不能再登入。</li>`}
			${row.merged > 0 && html`<li>併入這位會員的 ${figure(row.merged)} 筆舊資料，也一併去識別化。</li>`}
		</ul>`,
	);

const staysCard = ({ member_no }: MemberRow): VNode =>
	card(
		{ title: "會保留" },
		html`<ul>
			<li>${member_no === null ? "流水號" : `會員編號 ${member_no}`}、會員類別、身分、狀態、入會與離會日期、理事會決議。</li>
			<li>會費的年度與金額、收款、收據（含抬頭）、付款給他的支出憑證與帳冊（依法保存）。</li>
			<li>身障證明的審查結果與日期（會費減免的依據）、同意紀錄的版本與時間。</li>
			<li>稽核紀錄：只有編號、動作與時間；防竄改存證仍然有效。</li>
		</ul>`,
		html`<p class="hint">備份裡的舊資料在還原時，系統會依登記再次去識別化。</p>`,
	);

const doCard = ({ member, row }: ErasurePage, state: FormState): VNode =>
	card(
		{ label: "去識別化" },
		form(
			{
				action: members.privacy.pseudonymisation(member.id),
				state,
				version: member.version,
				submit: "永久去識別化",
				busy: "處理中...",
				cancel: members.show(member.id),
				danger: true,
			},
			html`<input type="hidden" name="request" value=${String(row.request_id ?? 0)} />`,
			checkbox({ name: "understood", label: "我已確認申請與身分，了解這個動作無法復原。", state, required: true }),
		),
	);

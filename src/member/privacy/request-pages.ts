import type { MemberRow, OwnRecord, RequestRow } from "#db/people/index.ts";
import {
	CHANNEL_LABELS,
	dueOn,
	GROUNDS,
	isGround,
	OwnRequestForm,
	REQUEST_KIND_LABELS,
	REQUEST_KINDS,
	type RequestKind,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { dayOf } from "#member/certificate/card.ts";
import { closedWords } from "#member/sealed-words.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { MAKING } from "#ui/export-links.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { privacyCrumbs } from "./show-page.ts";
import { dueWords, requestStatus } from "./words.ts";

const { privacy } = paths.member;
const field = fieldsOf(OwnRequestForm);

export type NewRequestPage = { member: MemberRow; dependent: number | undefined; today: string; key: string };

const KIND_WORDS: Record<RequestKind, string> = {
	copy: "想知道協會保存了哪些資料，或要一份複本。自己下載最快；要紙本或協助時，用這個申請。",
	correction: "資料有錯或不完整，而您不能自己修改，例如姓名、生日、會員類別。",
	deletion: "不再需要協會保存您的資料。帳冊與收據依法必須保留的部分，協會會說明。",
};

/** Draws the page with the form of a new privacy request (提出申請). */
export const newRequestPage = (
	{ member, dependent, today, key }: NewRequestPage,
	state: FormState = freshForm(),
): Page => ({
	title: "提出申請",
	lead: dependent === undefined ? undefined : `替${member.name}提出`,
	crumbs: privacyCrumbs(member, dependent),
	slim: true,
	body: card(
		{ label: "申請" },
		form(
			{
				action: privacy.create(dependent),
				state,
				key,
				submit: "送出申請",
				busy: "送出中...",
				cancel: privacy.show(dependent),
				main: true,
				guard: true,
				big: true,
			},
			choices({
				name: "kind",
				label: "申請什麼",
				state,
				options: REQUEST_KINDS.map((value) => ({
					value,
					label: REQUEST_KIND_LABELS[value],
					sub: `${KIND_WORDS[value]}最晚 ${dayOf(dueOn(value, today))} 答覆。`,
				})),
			}),
			field({
				name: "content",
				label: "說明",
				state,
				type: "textarea",
				rows: 4,
				hint: "更正時請寫下欄位與正確的內容；其他申請可以留空。",
			}),
		),
	),
});

/** Draws the page of a request: what was asked, until when it will be answered, and the answer. */
export function requestPage(
	row: RequestRow,
	{ isOwn, today }: { isOwn: boolean; today: string },
	state?: FormState,
): Page {
	const dependent = isOwn ? undefined : row.member_id;
	return {
		title: REQUEST_KIND_LABELS[row.kind],
		area: "個人資料申請",
		crumbs: privacyCrumbs({ name: row.member_name }, dependent),
		lead: html`<p class="row">${requestStatus(row.status)}</p>`,
		slim: true,
		body: html`<div class="stack loose">
			${answerNotice(row)}
			${card(
				{ title: "申請內容" },
				facts([
					{ name: "提出", value: `${dayOf(row.received_on)}（${CHANNEL_LABELS[row.channel]}）` },
					...(row.status === "open" ? [{ name: "答覆期限", value: dueWords(row, today) }] : []),
					...(row.extension_reason === null ? [] : [{ name: "延長的原因", value: row.extension_reason }]),
					{ name: "說明", value: row.content && html`<p class="note-text">${row.content}</p>` },
				]),
			)}
			${row.status === "open" && withdrawal(row, state)}
		</div>`,
	};
}

function answerNotice({ status, answer, grounds, closed_at }: RequestRow): VNode | false {
	if (status !== "done" && status !== "refused") return false;
	const reason = grounds !== null && isGround(grounds) ? GROUNDS[grounds] : null;
	return notice(
		{
			tone: status === "done" ? "ok" : "info",
			title: `協會的答覆${closed_at === null ? "" : `（${dateWords(closed_at)}）`}`,
		},
		reason && html`<p>理由：${reason}。</p>`,
		html`<p class="note-text">${answer ?? "已經辦理完成。"}</p>`,
		status === "refused" && html`<p>不同意這個答覆時，可以向主管機關申訴，或依法請求救濟。</p>`,
	);
}

const withdrawal = (row: RequestRow, state: FormState = freshForm()): VNode =>
	card(
		{ title: "不需要了？" },
		form(
			{ action: privacy.withdrawal(row.id), state, version: row.version },
			html`<div class="row">${button({ label: "撤回申請", icon: "undo", busy: "撤回中..." })}</div>`,
		),
	);

/**
 * Draws the page from which a member's stored data can be downloaded (下載): what the file contains, before it is made.
 */
export const copyPage = (
	{ member, dependent }: { member: OwnRecord; dependent: number | undefined },
	state: FormState = freshForm(),
): Page => ({
	title: "下載我們保存的資料",
	lead: dependent === undefined ? undefined : member.name,
	crumbs: privacyCrumbs(member, dependent),
	slim: true,
	body: html`<div class="stack loose">
		${card(
			{ title: "檔案裡有什麼" },
			html`<ul>
				<li>會員資料的每一欄，包括身分證字號與病況。</li>
				<li>監護關係、協會寫的備忘錄、身障證明的審查結果與還保存著的檔案。</li>
				<li>同意紀錄、個人資料申請、登入紀錄、${dependent === undefined ? "寄給您的信" : "寄出的信"}、誰看過資料，以及操作紀錄。</li>
			</ul>`,
			dependent !== undefined && html`<p>${member.name}已滿 18 歲時，登入紀錄只列在本人下載的檔案裡。</p>`,
			html`<p>壓縮檔（ZIP）裡有可以直接看和列印的網頁、給電腦讀的 JSON，以及檔案。</p>`,
		)}
		${member.reads === 0 && notice({ tone: "info" }, closedWords(member))}
		${notice({ tone: "warn", title: "請小心保管" }, "檔案沒有加密。請不要在公用電腦或別人的手機上下載，看完後放在安全的地方。")}
		${
			member.reads === 1 &&
			card(
				{ label: "下載" },
				form(
					{ action: privacy.copy(dependent), state, download: true },
					html`<div class="stack tight">
					${button({ label: "下載", icon: "download", tone: "primary", size: "big", block: true, busy: MAKING })}
				</div>`,
					html`<p class="hint">製作要幾秒，完成後檔案會在手機或電腦的「下載」裡。每次下載都會留下紀錄，一天最多 5 次。</p>`,
				),
			)
		}
	</div>`,
});

import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RequestRow } from "#db/people/privacy.ts";
import { AnswerForm, ExtensionForm } from "#domain/people/privacy/form.ts";
import { REQUEST_KIND_LABELS } from "#domain/people/privacy/labels.ts";
import { CLOCKS, extendedTo, GROUND_CODES, GROUNDS, isGround } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { moment } from "#ui/time.ts";
import { closerWords, dayWords, PRIVACY_CRUMBS, requesterWords, requestStatus } from "./privacy-words.ts";

const { members } = paths.admin;
const answerField = fieldsOf(AnswerForm);
const extensionField = fieldsOf(ExtensionForm);

export type RequestPage = {
	row: RequestRow;
	/** Whether the request is about the current user or the user's family. */
	isOwn: boolean;
	who: Visitor;
	at: number;
};
/** The values and errors of the page's forms that were refused. */
export type RequestStates = { answer?: FormState; extension?: FormState };

/** Draws the page of a request: what is asked, the time left, and the answer. */
export function requestPage(page: RequestPage, states: RequestStates = {}): Page {
	const { row, isOwn, at } = page;
	const today = dateInTaipei(at);
	return {
		title: `${REQUEST_KIND_LABELS[row.kind]}：${row.member_name}`,
		name: row.member_name,
		area: "個人資料申請",
		crumbs: PRIVACY_CRUMBS,
		lead: html`<p class="row">
			${requestStatus(row, today)}
			<span>${row.status === "open" ? `期限 ${dayWords(row.due_on)}` : ""}</span>
		</p>`,
		actions: linkButton({ label: "會員資料", href: members.show(row.member_id) }),
		body: html`<div class="split">
			<div class="stack">${askedCard(row)} ${row.status !== "open" && answeredCard(row)} ${row.status === "open" && handling(page, states)}</div>
			<div class="stack">${row.status === "open" && helpCard(page)} ${row.status === "open" && !isOwn && extensionCard(page, states.extension)}</div>
		</div>`,
	};
}

const askedCard = (row: RequestRow): VNode =>
	card(
		{ title: "申請內容" },
		facts([
			{ name: "申請人", value: requesterWords(row) },
			{ name: "會員編號", value: row.member_no },
			{ name: "收到", value: dayWords(row.received_on) },
			{ name: "期限", value: `${dayWords(row.due_on)}${row.extended_at === null ? "" : "（已延長一次）"}` },
			...(row.extension_reason === null ? [] : [{ name: "延長的原因", value: row.extension_reason }]),
			{ name: "說明", value: row.content && html`<p class="note-text">${row.content}</p>` },
		]),
	);

const answeredCard = (row: RequestRow): VNode => {
	const { grounds, answer, closed_at } = row;
	return card(
		{ title: "結果" },
		facts([
			...(grounds !== null && isGround(grounds) ? [{ name: "理由", value: GROUNDS[grounds] }] : []),
			{ name: "答覆", value: answer && html`<p class="note-text">${answer}</p>` },
			{ name: "處理", value: [closerWords(row), "　", closed_at === null ? null : moment(closed_at)] },
		]),
	);
};

const handling = (page: RequestPage, { answer }: RequestStates): VNode =>
	page.isOwn
		? notice({ tone: "info", title: "請由其他工作人員處理" }, "不能處理自己或家人的申請。")
		: answerCard(page, answer ?? freshForm({ outcome: "done" }));

const answerCard = ({ row }: RequestPage, state: FormState): VNode =>
	card(
		{ title: "答覆" },
		form(
			{
				action: members.privacy.answer(row.id),
				state,
				version: row.version,
				submit: "送出答覆",
				busy: "送出中...",
				main: true,
				guard: true,
			},
			segment({
				name: "outcome",
				label: "結果",
				state,
				options: [
					{ value: "done", label: "已辦理" },
					{ value: "refused", label: "未能辦理" },
				],
			}),
			answerField({
				name: "grounds",
				label: "法律上的理由",
				state,
				type: "select",
				empty: "請選擇",
				options: GROUND_CODES.map((value) => ({ value, label: GROUNDS[value] })),
				hint: "未能辦理時必填。",
			}),
			answerField({
				name: "answer",
				label: "給申請人的說明",
				state,
				type: "textarea",
				rows: 5,
				hint: "未能辦理時必填。申請人登入後看得到；通知信裡不會有內容。部分辦理時，請寫明保留了哪些資料、為什麼。",
			}),
		),
	);

/** Draws what to do for the kind of request, with links to where it is done. */
function helpCard({ row, who }: RequestPage): VNode {
	const { member_id: id } = row;
	const { days, more } = CLOCKS[row.kind];
	const links = {
		copy:
			allows("members_sensitive", who) &&
			linkButton({ label: "製作複本", icon: "download", href: members.privacy.copy(id) }),
		correction: linkButton({ label: "修改會員資料", icon: "edit", href: members.edit(id) }),
		deletion:
			allows("members_erase", who) &&
			linkButton({ label: "去識別化", icon: "trash", href: members.privacy.pseudonymisation(id) }),
	};
	const words = {
		copy: "確認是本人或有權代理的人後，交付複本。會員也可以自己在會員專區下載。",
		correction: "請查證後修改；資料本來就正確時，說明查證的結果。",
		deletion: "有效會員通常先辦理退會。離會後可以去識別化：帳冊、收據與編號保留，其餘都刪除。",
	};
	return card(
		{ title: "怎麼處理" },
		html`<p>${words[row.kind]}</p>`,
		links[row.kind] && html`<div class="row">${links[row.kind]}</div>`,
		html`<p class="hint">法定 ${days} 天，可延長一次 ${more} 天。到期前 5 天與逾期時，系統會寄信提醒。</p>`,
	);
}

const extensionCard = ({ row }: RequestPage, state: FormState = freshForm({}, "e")): VNode | false =>
	row.extended_at === null &&
	card(
		{ title: "延長期限" },
		html`<p class="small">來不及在期限內答覆時，可以延長一次。</p>`,
		disclosure(
			{ label: "要延長", open: state.problem !== undefined || Object.keys(state.errors).length > 0 },
			form(
				{
					action: members.privacy.extension(row.id),
					state: { ...state, prefix: "e" },
					version: row.version,
					submit: `延長到 ${dayWords(extendedTo(row.kind, row.due_on))}`,
					busy: "處理中...",
				},
				extensionField({
					name: "reason",
					label: "原因",
					state: { ...state, prefix: "e" },
					type: "textarea",
					rows: 3,
					hint: "只能延長一次，會以書面通知申請人（個資法第 13 條）。",
				}),
			),
		),
	);

import type { MemberRow } from "#db/people/member-reads.ts";
import { StaffRequestForm } from "#domain/people/privacy/form.ts";
import { REQUEST_KIND_LABELS } from "#domain/people/privacy/labels.ts";
import { CLOCKS, REQUEST_KINDS } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { choices, segment } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { PRIVACY_CRUMBS } from "./privacy-words.ts";

const { members } = paths.admin;
const field = fieldsOf(StaffRequestForm);

/** Draws the page 登錄申請, for a request that came on paper or that the association decides by itself. */
export const recordRequestPage = ({ member, key }: { member: MemberRow; key: string }, state: FormState): Page => ({
	title: `登錄個人資料申請：${member.name}`,
	name: member.name,
	area: "會員",
	crumbs: [...PRIVACY_CRUMBS, { label: member.name, href: members.show(member.id) }],
	slim: true,
	body: html`<div class="stack">
		${notice(
			{ tone: "info", title: "先確認身分" },
			"紙本申請請核對本人或代理人的身分與委託書。不能登錄自己或家人的申請；登錄刪除的人不能自己執行去識別化。",
		)}
		${card(
			{ label: "申請" },
			form(
				{
					action: members.privacy.create(member.id),
					state,
					key,
					submit: "登錄",
					busy: "登錄中...",
					cancel: members.show(member.id),
					main: true,
					guard: true,
				},
				segment({
					name: "channel",
					label: "怎麼來的",
					state,
					options: [
						{ value: "paper", label: "紙本" },
						{ value: "association", label: "協會主動（目的消失或期限屆滿）" },
					],
				}),
				choices({
					name: "kind",
					label: "申請什麼",
					state,
					options: REQUEST_KINDS.map((value) => ({
						value,
						label: REQUEST_KIND_LABELS[value],
						sub: `收到後 ${CLOCKS[value].days} 天內答覆。`,
					})),
				}),
				field({
					name: "received_on",
					type: "date",
					days: "past",
					label: "收到的日期",
					state,
					narrow: true,
					required: true,
					hint: "期限從隔天起算。例如 2026/3/5 或 115/3/5。",
				}),
				field({
					name: "content",
					label: "說明",
					state,
					type: "textarea",
					rows: 4,
					hint: "更正時請寫下欄位與正確的內容。",
				}),
			),
		)}
	</div>`,
});

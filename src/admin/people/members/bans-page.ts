import type { BanRow } from "#db/people/member-bans.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { BAN_REASON_LABELS, BAN_REASONS, type Lift } from "#domain/people/members/bans.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { recordCrumbs } from "./form-page.ts";
import { leftToOthers } from "./guardian-page.ts";
import { optionOf, searchForm } from "./person-search.ts";

const { members } = paths.admin;

export type BansPage = {
	member: MemberRow;
	/** Whether the current user is of the member's family; then another user must do it. */
	isFamily: boolean;
	/** The bans that go on and that are about this record, as the member or as the person. */
	bans: readonly BanRow[];
	found: FamilyRow[];
	userId: number;
	/** The form to end a ban, when it was refused. */
	ended: FormState | undefined;
};

/** Draws the page 不得告知: who is out of everything about the member, how it ends, and the form that takes a person out. */
export function bansPage(page: BansPage, state: FormState): Page {
	const { member, bans, isFamily, ended } = page;
	const own = bans.filter(({ member_id }) => member_id === member.id);
	return {
		title: `${member.name}的不得告知`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "不得告知的人立刻看不到、也收不到這位會員的任何事，不能當監護人，也不能替他繳費。一個人就能設定；解除要兩個人。",
		slim: true,
		body: isFamily
			? leftToOthers(state)
			: html`<div class="stack">
					${ended && errorSummary(ended)} ${own.map((ban) => banCard(ban, page))} ${search(page, state)} ${choosing(page, state)}
				</div>`,
	};
}

function banCard(ban: BanRow, { member, userId }: BansPage): VNode {
	const asked = ban.lift_asked_by !== null;
	return card(
		{ title: `不得告知：${ban.person}` },
		html`<p>${dateWords(ban.since)}起。原因：${BAN_REASON_LABELS[ban.reason]}。</p>`,
		ban.reaches === 1 &&
			notice(
				{ tone: "danger", title: "還會寄到這個人手上" },
				`${member.name}的聯絡方式或登入帳號，有和${ban.person}相同的手機或電子郵件。請先改掉，或解除那個登入帳號。`,
			),
		asked && html`<p>${ban.lift_asker ?? "同仁"}提出解除，等另一位同仁確認。</p>`,
		html`<div class="row">
			${!asked && stepForm(ban, "ask", "提出解除")}
			${asked && ban.lift_asked_by !== userId && stepForm(ban, "lift", "確認解除")}
			${asked && stepForm(ban, "keep", "維持不得告知")}
		</div>`,
	);
}

const stepForm = (ban: BanRow, step: Lift, label: string): VNode =>
	form(
		{ action: members.banEnd(ban.member_id), state: freshForm({}, `${step}${ban.id}`) },
		html`<input type="hidden" name="ban" value=${ban.id} />`,
		html`<input type="hidden" name="step" value=${step} />`,
		button({ label, busy: "處理中..." }),
	);

const search = ({ member }: BansPage, { values }: FormState): VNode =>
	card(
		{ label: "尋找不得告知的人" },
		searchForm({
			action: members.bans(member.id),
			q: String(values.q ?? ""),
			label: "用會員編號、姓名或電話尋找",
			offers: "找到的人",
		}),
	);

const choosing = ({ member, bans, found }: BansPage, state: FormState): VNode => {
	const out = bans.filter(({ member_id }) => member_id === member.id).map(({ person_id }) => person_id);
	const options = found.filter(({ id }) => !out.includes(id)).map((one) => optionOf(one));
	return card(
		{ title: "設為不得告知" },
		options.length === 0
			? html`<p class="soft">監護人會列在這裡；其他人請先用上面的欄位尋找。</p>`
			: form(
					{
						...{ action: members.bans(member.id), state, submit: "設為不得告知", main: true },
						cancel: members.show(member.id),
					},
					html`<input type="hidden" name="q" value=${String(state.values.q ?? "")} />`,
					choices({ name: "person", label: "不得告知的人", state, options }),
					choices({
						name: "reason",
						label: "原因",
						state,
						options: BAN_REASONS.map((value) => ({ value, label: BAN_REASON_LABELS[value] })),
					}),
				),
	);
};

/** Draws on a record the red notices of whom nothing may be told about the member, and about whom nothing to this person. */
export const banNotices = (member: MemberRow, bans: readonly BanRow[], may: boolean): Children =>
	bans.map((ban) =>
		ban.member_id === member.id
			? notice(
					{ tone: "danger", title: `不得告知：${ban.person}` },
					html`<p>
						關於${member.name}的任何事（地址、電話、活動、繳費），都不能告訴${ban.person}。
						${ban.lift_asked_by !== null && "有人提出解除，等另一位同仁確認。"}
					</p>`,
					may && html`<p>${linkButton({ label: "查看與解除", href: members.bans(member.id), size: "s" })}</p>`,
				)
			: notice(
					{ tone: "danger", title: `不得告知這個人：${ban.member}的任何事` },
					html`<p><a href=${members.show(ban.member_id)}>${ban.member}</a>的地址、電話、活動與繳費，都不能告訴${member.name}。</p>`,
				),
	);

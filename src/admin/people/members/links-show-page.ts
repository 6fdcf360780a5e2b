import { appliedCard } from "#admin/people/member-fields/member-parts.ts";
import type { WaitingChild } from "#db/people/application-children.ts";
import type { CandidateRow, LinkRequestRow } from "#db/people/link-requests.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import { LinkRefusalForm, LinkShowQuery } from "#domain/people/link-requests/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { childrenCard } from "./children-card.ts";
import { comparison, type Said, saidFacts } from "./links-compare.ts";
import { LINK_CRUMBS, LINK_LOOKS } from "./links-list.ts";
import { memberStatus } from "./list-words.ts";

const { members } = paths.admin;
const askedField = fieldsOf(LinkShowQuery);
const refusalField = fieldsOf(LinkRefusalForm);

export type LinkPage = {
	request: LinkRequestRow;
	/** What the applicant sent; undefined after the decision, because it is then deleted. */
	said: Said | undefined;
	candidates: readonly CandidateRow[];
	/** The children who wait with it. */
	children: readonly WaitingChild[];
	/** The own fields that wait with it. */
	applied: readonly ValueRow[];
	/** The member number that the current user asked to compare too. */
	asked: string;
	/** Whether the request is the current user's own or of the user's family. */
	isOwn: boolean;
	at: number;
};

/** Draws a 帳號對應待確認 beside the records that may be the same person's. `state` is the refused form of a decision. */
export function linkPage(page: LinkPage, state?: FormState): Page {
	const { request, said } = page;
	return {
		title: request.user_name,
		area: "帳號對應待確認",
		crumbs: LINK_CRUMBS,
		body: html`<div class="stack">
			${state && !isRefusal(state) && errorSummary(state)} ${page.isOwn && notice({ tone: "info" }, "這是您或家人的申請，請由其他工作人員處理。")}
			<div class="split">
				<div class="stack">${said ? candidateCards(page, said) : outcome(page)}</div>
				<div class="stack">
					${senderCard(page)} ${appliedCard(page.applied)} ${childrenCard(page.children, { links: true, today: dateInTaipei(page.at) })} ${said && otherCard(page)} ${said && !page.isOwn && [createCard(page), refuseCard(page, state)]}
				</div>
			</div>
		</div>`,
	};
}

const senderCard = ({ request, at }: LinkPage): VNode =>
	card(
		{ title: "申請人", beside: status(LINK_LOOKS[request.status]) },
		facts([
			{ name: "帳號", value: html`<a href=${paths.admin.users.show(request.user_id)}>${request.user_name}</a>` },
			{ name: "登入電子郵件", value: request.user_email },
			{ name: "登入手機", value: request.user_phone && phoneWords(request.user_phone) },
			{ name: "送出", value: ago(request.created_at, at) },
			...(request.file_id === null ? [] : [{ name: "身障證明", value: "已附上，連結或建立後進入審查" }]),
		]),
	);

/**
 * Draws the decision on the request: its state, the member, who decided and when, and the reason of a refusal; the
 * applicant's data is deleted by then.
 */
const outcome = ({ request, at }: LinkPage): VNode =>
	card(
		{ title: "處理結果", beside: status(LINK_LOOKS[request.status]) },
		facts([
			{
				name: "會員",
				value:
					request.member_id === null
						? null
						: html`<a href=${members.show(request.member_id)}>${request.member_name}</a>`,
			},
			{ name: "處理人", value: request.closed_by },
			{ name: "時間", value: request.closed_at === null ? null : ago(request.closed_at, at) },
			{ name: "退回原因", value: request.reason },
		]),
		html`<p class="hint">處理後，申請時填寫的內容就不再保留。</p>`,
	);

function candidateCards(page: LinkPage, said: Said): VNode[] {
	if (page.candidates.length === 0)
		return [
			card(
				{ title: "相似的會員" },
				html`<p>名冊上已經沒有相似的會員。可以用會員編號找，或建立新的入會申請。</p>`,
				html`<h3>申請填寫</h3>`,
				facts(saidFacts(said)),
			),
		];
	return page.candidates.map((row, at) => candidateCard(page, said, { row, nth: at + 1 }));
}

/**
 * Draws a record that may be the same person's. Its position is in the label, because two records may have the same
 * name.
 */
const candidateCard = (page: LinkPage, said: Said, { row, nth }: { row: CandidateRow; nth: number }): VNode =>
	card(
		{
			title: `${row.name}　${row.member_no ?? "沒有編號"}`,
			label: `相似的會員，第 ${nth} 位：${row.name}`,
			beside: memberStatus(row.status),
			link: { href: members.show(row.id), label: "會員資料" },
			flush: true,
			foot: linkForm(page, row),
		},
		comparison(said, row, nth),
	);

/** Returns the reason why this record cannot be linked; undefined when it can. */
function hindrance({ isOwn }: LinkPage, row: CandidateRow): string | undefined {
	if (row.user_id !== null) return `已經連結到${row.user_name}的帳號，不能再連結。`;
	if (row.status === "deceased") return "已登記已故，不能連結。";
	return isOwn ? "自己或家人的申請請由其他工作人員處理。" : undefined;
}

function linkForm(page: LinkPage, row: CandidateRow): VNode {
	const { request } = page;
	const why = hindrance(page, row);
	const guardian = row.guardian_name === null ? null : html`<p class="hint">監護人：${row.guardian_name}</p>`;
	if (why) return html`<div class="stack tight">${guardian}<p class="soft">${why}</p></div>`;
	return html`<div class="stack tight">
		${guardian}
		${form(
			{ action: members.links.decision(request.id), state: freshForm({}, `c${row.id}`), version: request.version },
			html`<input type="hidden" name="decision" value="link" />`,
			html`<input type="hidden" name="member_id" value=${String(row.id)} />`,
			html`<input type="hidden" name="member_version" value=${String(row.version)} />`,
			html`<p class="hint">
				連結後，${request.user_name}登入就看得到這位會員的資料。名冊上空白的欄位用申請的內容補上，不同的維持名冊原來的內容。
			</p>`,
			html`<div class="row">
				${button({ label: "是同一人，連結", about: `：${row.name}`, icon: "link", tone: "primary", busy: "連結中..." })}
			</div>`,
		)}
	</div>`;
}

/** Draws the form that adds a record by its member number to the comparison, when the search did not find it. */
const otherCard = ({ request, asked, candidates }: LinkPage): VNode => {
	const isMissing = asked !== "" && !candidates.some((row) => row.is_found === 0 || row.member_no === asked);
	const state: FormState = {
		...freshForm({ with: asked }, "w"),
		errors: isMissing ? { with: ["沒有這個會員編號。"] } : {},
	};
	return card(
		{ title: "和其他會員比對" },
		html`<form class="stack tight" method="get" action=${members.links.show(request.id)}>
			${askedField({ name: "with", label: "會員編號", state, narrow: true, autocomplete: "off" })}
			<div class="row">${button({ label: "比對" })}</div>
		</form>`,
	);
};

const createCard = ({ request }: LinkPage): VNode =>
	card(
		{ title: "都不是同一人" },
		form(
			{ action: members.links.decision(request.id), state: freshForm({}, "n"), version: request.version },
			html`<input type="hidden" name="decision" value="create" />`,
			html`<p class="hint">用申請的內容建立一筆「入會審核中」的新會員，連結到這個帳號。</p>`,
			html`<div class="row">${button({ label: "建立新的入會申請", icon: "plus", busy: "建立中..." })}</div>`,
		),
	);

function refuseCard({ request }: LinkPage, sent: FormState | undefined): VNode {
	const state: FormState = { ...(isRefusal(sent) ? sent : freshForm()), prefix: "r" };
	return card(
		{ title: "退回補正" },
		form(
			{ action: members.links.decision(request.id), state, version: request.version },
			html`<input type="hidden" name="decision" value="refuse" />`,
			refusalField({
				name: "reason",
				label: "原因",
				state,
				type: "textarea",
				rows: 3,
				hint: "申請人登入後會看到，請不要寫出名冊上的資料。",
			}),
			html`<div class="row">${button({ label: "退回", icon: "undo", busy: "退回中..." })}</div>`,
		),
	);
}

/**
 * Returns whether the refused form is the one that refuses the request. That form shows its own errors, so they are not
 * repeated at the top.
 */
const isRefusal = (sent: FormState | undefined): sent is FormState => sent?.values.decision === "refuse";

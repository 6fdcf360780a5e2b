import { allows } from "#auth/permissions.ts";
import type { FinanceEventRow } from "#db/books/finance.ts";
import { boardWords, CONCURRENT_WORDS, storedWords } from "#domain/books/concurrent-posts/resolution.ts";
import type { StepActors } from "#domain/books/finance/actors.ts";
import { CommentForm } from "#domain/books/finance/document-form.ts";
import { NEXT_STEP, stepLabel, stepPast } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { notice } from "#ui/notice.ts";
import { type Step, steps } from "#ui/thread.ts";
import { dayAndClock } from "#ui/time.ts";
import { isUnpayAsked } from "./account-cells.ts";
import { BOTH_WORDS, comingActors, type ShownEvent, shownEvents } from "./concurrent.ts";
import type { FinanceShow } from "./shown.ts";

const { finance, users } = paths.admin;
const field = fieldsOf(CommentForm);

/** Returns whether the content approved by an event equals the stored content of that revision. */
export const isIntact = ({ hashes }: Pick<FinanceShow, "hashes">, event: FinanceEventRow): boolean =>
	event.content_hash === hashes.get(event.revision);

const FROM: Partial<Record<FinanceEventRow["from_state"], string>> = {
	pending_cashier: "出納",
	pending_accountant: "會計",
	pending_secretary: "秘書長",
	pending_chair: "理事長",
};
/** Returns the title of the payment step for the amount to pay: 付款 above 0, 完成核銷 at 0, 收回餘款 below 0. */
const payWords = (net: number): string => (net < 0 ? "收回餘款" : net === 0 ? "完成核銷" : "付款");

function titleOf(event: ShownEvent, net: number): string {
	const done = event.isBoth ? "財務已審核" : doneWords(event, net);
	return `${done}${event.resolution === null ? "" : `（${CONCURRENT_WORDS}）`}${event.stands_in === 1 ? "（代為處理）" : ""}${event.over_budget === 1 ? "（知道超出預算）" : ""}`;
}

function doneWords({ step, from_state, revision }: FinanceEventRow, net: number): string {
	if (step === "pay") return `已${payWords(net)}`;
	if (step === "resubmit") return `重新送出　第 ${revision} 版`;
	if (step === "return" || step === "reject") return `${FROM[from_state] ?? ""}${stepLabel(step)}`;
	return stepPast(step);
}

/** Draws 簽核流程: who did what and when, the comments, what was approved, and who is next. */
export function timelineCard(of: FinanceShow, sent?: FormState): VNode {
	const { events, at, document } = of;
	const done = shownEvents(events).map(
		(event): Step => ({
			title: titleOf(event, document.net),
			state: "done",
			who: html`<span>${event.user_name}${event.on_behalf_name !== null && `（代理 ${event.on_behalf_name}）`}　<span class="soft">${dayAndClock(event.at, at)}</span></span>`,
			comment: event.comment ?? undefined,
			more: [
				event.resolution_no !== null && html`<div class="small soft">${boardWords(event)}</div>`,
				event.resolution !== null && html`<div class="small soft">${storedWords(event.resolution)}</div>`,
				event.stands_in === 1 && html`<div class="small soft">輪到的人當時都不能辦，由理事長或監事代為處理。</div>`,
				(event.step.startsWith("approve_") || event.step === "pay") && hashOf(of, event),
			],
		}),
	);
	const list = [...done, ...comingSteps(of)];
	return card(
		{ title: "簽核流程" },
		list.length === 0 ? html`<p class="soft small">送出後，這裡會記下每一關由誰、在什麼時候審核。</p>` : steps(list),
		document.state !== "draft" && commentForm(of, sent),
	);
}

const SHORT = 12;

/** Draws the hash of the approved content: its beginning is shown, the whole hash is in the tooltip. */
const hashOf = (of: FinanceShow, event: FinanceEventRow): Children =>
	event.content_hash !== null &&
	html`<div class="small soft" title=${event.content_hash}>
		${icon(isIntact(of, event) ? "shield" : "warn")}${isIntact(of, event) ? " 內容未被更改 " : " 內容已被更改 "}<span class="hash">${event.content_hash.slice(0, SHORT)}</span>
	</div>`;

const CONFIRM: Step = {
	title: stepLabel("unpay"),
	state: "now",
	who: html`<span>等候：提出者以外的出納、會計、理事長或監事</span>`,
};

function comingSteps(of: FinanceShow): Step[] {
	const { document, who } = of;
	const { state, applicant_name, applicant_id } = document;
	const mend: Step[] =
		state === "returned"
			? [
					{
						title: "補正後重新送出",
						state: "now",
						who: waitsFor([{ userId: applicant_id, name: applicant_name, onBehalfOf: null }], who.userId),
					},
				]
			: [];
	const isAsked = state === "paid" && isUnpayAsked({ document });
	const waits = isAsked ? undefined : NEXT_STEP[state];
	return [
		...mend,
		...(isAsked ? [CONFIRM] : []),
		...comingActors(of).map(
			(one): Step => ({
				title: one.isBoth ? BOTH_WORDS : one.step === "pay" ? payWords(document.net) : stepLabel(one.step),
				state: one.step === waits ? "now" : "todo",
				who: one.step === waits ? waitsFor(one.can, who.userId) : html`<span class="soft">${namesOf(one.can)}</span>`,
			}),
		),
	];
}

type Can = StepActors["can"];
const MOST_NAMED = 6;
const some = (names: readonly string[]): string =>
	names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join("、")}等 ${names.length} 人` : names.join("、");

const namesOf = (can: Can): string => {
	const holders = can.filter(({ onBehalfOf }) => onBehalfOf === null).map(({ name }) => name);
	return some(holders.length > 0 ? holders : can.map(({ name, onBehalfOf }) => `${name}（代理 ${onBehalfOf}）`));
};

function waitsFor(can: Can, userId: number): Children {
	if (can.length === 0) return html`<span class="soft">目前沒有人可以處理</span>`;
	const holders = can.filter(({ onBehalfOf }) => onBehalfOf === null);
	const deputies = can.filter(({ onBehalfOf }) => onBehalfOf !== null);
	const isMine = can.some((one) => one.userId === userId);
	const first = holders.length > 0 ? holders : deputies;
	return [
		html`<span>${isMine ? "等候您處理" : "等候"}：${namesOf(first)}</span>`,
		holders.length > 0 && deputies.length > 0 && html`<div class="soft">職務代理人：${namesOf(deputies)}</div>`,
	];
}

const commentForm = ({ document }: FinanceShow, sent?: FormState): VNode =>
	disclosure(
		{ label: "留言", open: sent !== undefined },
		form(
			{ action: finance.comments(document.id), state: sent ? { ...sent, prefix: "m" } : freshForm({}, "m") },
			field({
				name: "comment",
				label: "留言內容",
				type: "textarea",
				rows: 2,
				state: sent ? { ...sent, prefix: "m" } : freshForm({}, "m"),
				hint: "看得到這張單據的人都看得到，不能刪除。",
			}),
			html`<div class="row">${button({ label: "送出留言", busy: "送出中..." })}</div>`,
		),
	);

const WHY: Record<NonNullable<StepActors["why"]>, string> = {
	no_holder: "目前沒有人有這項權限。",
	related: "有這項權限的人就是申請人或受款人，不能處理自己的單據；代理這些人的人也不能。",
	approved_before: "有這項權限的人已經核過這一版的其他關卡，同一個人不能核兩關。",
};

/**
 * Draws the notice that nobody can take the present step, with the reason and what an administrator can do; false when
 * somebody can.
 */
export function blockedNotice({ document, actors, holders, who }: FinanceShow): VNode | false {
	const waits = NEXT_STEP[document.state];
	const now = actors.find(({ step }) => step === waits);
	if (!now || now.why === null) return false;
	const own = holders.filter((one) => one.permission === now.permission && one.on_behalf_of === null);
	const helps = now.why === "approved_before";
	return notice(
		{ tone: "warn", title: `目前沒有人可以${stepLabel(now.step) ?? ""}` },
		WHY[now.why],
		allows("users", who)
			? html`<p class="row">
					${helps && own.map((one) => html`<a href=${users.deputies(one.user_id)}>為${one.name}指定職務代理人</a>`)}
					<a href=${users.list()}>把這個角色交給另一個人</a>
				</p>`
			: html`<p>請系統管理員${helps ? "指定職務代理人，或" : ""}把這個角色交給另一個人。</p>`,
	);
}

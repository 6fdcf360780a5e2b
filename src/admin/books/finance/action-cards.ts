import * as z from "zod";
import { needsBoard } from "#domain/books/finance/board.ts";
import { BOARD_FIELDS, Words } from "#domain/books/finance/document-form.ts";
import type { Acting } from "#domain/books/finance/rules.ts";
import { FINANCE, STEPS } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { rareStep } from "#kits/steps/press.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { choosesAccounts, DECISION, isUnpayAsked } from "./account-cells.ts";
import { resolutionHint } from "./concurrent.ts";
import { besideIn } from "./queue.ts";
import { type FinanceShow, isOwn, may, mayReviewBoth, otherOf, type Refused, STEP_PATHS } from "./shown.ts";

const { finance } = paths.admin;
const field = fieldsOf(z.object({ comment: Words, ...BOARD_FIELDS }));

const prefixed = (sent: FormState | undefined, prefix: string): FormState =>
	sent ? { ...sent, prefix } : freshForm({}, prefix);

/**
 * Draws the cards of the request's steps: the steps that the current user can take now, and a requested 退匯／付款更正
 * for everyone.
 */
export const actionCards = (of: FinanceShow, refused: Refused): Children => [
	ownCard(of, otherOf(refused)),
	decisionCard(of, refused.decision),
	payCard(of, refused.decision),
	postCard(of, refused.decision),
	unpayCard(of, otherOf(refused)),
	otherCard(of, refused),
];

const APPROVALS = ["approve_cashier", "approve_accountant", "approve_secretary", "approve_chair"] as const;

/**
 * Draws the hints that the current user would act as a deputy (`onBehalfOf`), or as 理事長 or 監事 because nobody whose
 * turn it is can act (`standsIn`); nothing otherwise.
 */
const asWhom = ({ who }: FinanceShow, acting: Acting | null): Children => {
	const name = who.deputising.find(({ userId }) => userId === acting?.onBehalfOf)?.name;
	return [
		acting?.standsIn &&
			html`<p class="hint">輪到的人今天都不能辦：與這張申請有關、請假，或已經核過別關。由理事長或監事代為處理，紀錄會寫明。</p>`,
		name !== undefined && html`<p class="hint">您以${name}的職務代理人身分處理，紀錄會寫出兩個人的名字。</p>`,
	];
};

/**
 * Draws the card 您的審核: a comment, and the buttons that approve, return (退回) or reject the request. False when the
 * current user can neither approve nor return it.
 */
function decisionCard(of: FinanceShow, sent: FormState | undefined): VNode | false {
	const { document } = of;
	const { id, version, revision } = document;
	const approval = APPROVALS.find((step) => may(of, step) !== null);
	const sends = document.state === "approved" ? null : may(of, "return");
	if (!approval && !sends) return false;
	const state = prefixed(sent, "d");
	const isBoth = mayReviewBoth(of);
	const acting = approval ? may(of, approval) : sends;
	return card(
		{ title: isBoth ? "您的財務審核" : "您的審核" },
		form(
			{ action: finance.approval(id), state, version, id: DECISION },
			nextField(of),
			field({ name: "comment", label: "意見（退回或駁回時必填）", type: "textarea", rows: 3, state }),
			isBoth && html`<input type="hidden" name="both" value="1" />`,
			approval && needsBoard(document) && boardFields(of, state),
			overBudgetBox(state, "我知道超出預算，仍要核准"),
			html`<div class="stack tight">
				${approval && button({ label: pressOf(of, approval), icon: "check", tone: "primary", block: true, busy: "核准中...", data: { approve: "" } })}
				${
					sends &&
					html`<div class="pair-buttons">
						${button({ label: STEPS.return.press, block: true, formaction: finance.return(id), busy: "退回中..." })}
						${button({ label: STEPS.reject.press, tone: "danger", block: true, formaction: finance.rejection(id), busy: "駁回中..." })}
					</div>`
				}
			</div>`,
			asWhom(of, acting),
			(isBoth || acting?.concurrentPostId !== undefined) && resolutionHint(of, isBoth ? "both" : "one"),
			html`<p class="hint">
				${approval ? `核准的是第 ${revision} 版內容；申請人之後若修改，所有核准會重新來過。` : "您已經核過這一版的另一關，這一關要由別人核准；仍然可以退回或駁回。"}駁回後不能再修改，只能複製為新單。
			</p>`,
		),
	);
}

/** Names the request that is opened after the decision; nothing when no other waits. */
function nextField({ queue, document }: FinanceShow): VNode | false {
	const { after } = besideIn(queue, document.id);
	return after !== undefined && html`<input type="hidden" name="next" value=${String(after)} />`;
}

/** Returns the words of the button that approves; the accountant's says where the request goes next. */
function pressOf(of: FinanceShow, step: (typeof APPROVALS)[number]): string {
	const isBoth = mayReviewBoth(of);
	if (!isBoth && step !== "approve_accountant") return STEPS[step].press;
	return `${isBoth ? "財務審核通過" : "核准"}，${of.stepping.hasSecretary ? "送秘書長" : "送理事長"}`;
}

/** Draws the fields of the resolution by which the chair approves an amount of the settings and more. */
const boardFields = ({ document }: FinanceShow, state: FormState): Children => [
	html`<p class="small">總額達到 ${money(document.board_from)}，要有理事會的決議。</p>`,
	field({
		name: "resolution_no",
		label: "理事會的屆次或決議字號",
		state,
		autocomplete: "off",
		hint: "例如「第 3 屆第 2 次理事會」。",
	}),
	field({ name: "resolution_on", label: "決議日期", state, type: "date", days: "past", narrow: true }),
];

/** Draws the checkbox that accepts going over the budget; false until a press was refused for the budget. */
const overBudgetBox = (state: FormState, label: string): VNode | false =>
	(state.errors.over_budget !== undefined || state.values.over_budget !== undefined) &&
	checkbox({ name: "over_budget", label, state });

/**
 * Draws what the applicant can do with a draft (submit, edit, delete) or a returned request (correct it); false
 * otherwise.
 */
function ownCard(of: FinanceShow, sent: FormState | undefined): VNode | false {
	const { id, version, state } = of.document;
	if (!isOwn(of)) return false;
	if (state === "draft")
		return card(
			{ title: "這是草稿" },
			html`<p class="small">只有您看得到。送出後由出納、會計${of.stepping.hasSecretary && "、秘書長"}、理事長依序審核。</p>`,
			form(
				{ action: finance.submission(id), state: prefixed(sent, "s"), version },
				html`<div class="stack tight">
					${button({ label: STEPS.submit.press, icon: "send", tone: "primary", block: true, busy: "送出中..." })}
					${linkButton({ label: "編輯", icon: "edit", block: true, href: finance.edit(id) })}
					${disclosure(
						{ label: "不要這張草稿了" },
						html`<div class="stack tight">
							<p class="small">草稿和附上的憑證會一起刪除，不能復原。</p>
							${button({ label: "刪除草稿", tone: "danger", block: true, formaction: finance.removal(id), busy: "刪除中..." })}
						</div>`,
					)}
				</div>`,
			),
		);
	if (state !== "returned") return false;
	const back = of.events.findLast(({ step }) => step === "return");
	return card(
		{ title: "請您補正" },
		back?.comment && html`<blockquote class="note-text">${back.comment}</blockquote>`,
		linkButton({ label: "修改後重新送出", icon: "edit", tone: "primary", block: true, href: finance.edit(id) }),
		html`<p class="hint">重新送出後是第 ${of.document.revision + 1} 版，從出納重新審核。</p>`,
	);
}

function payCard(of: FinanceShow, sent: FormState | undefined): VNode | false {
	const acting = may(of, "pay");
	const { id, net, register } = of.document;
	return (
		acting !== null &&
		card(
			{ title: net < 0 ? "等候您收回餘款" : "等候您付款" },
			linkButton({
				label: net > 0 ? `付款 ${money(net)}` : net < 0 ? `收回 ${money(-net)}` : "完成核銷",
				icon: "coins",
				tone: "primary",
				block: true,
				href: finance.payment(id),
			}),
			asWhom(of, acting),
			acting.concurrentPostId !== undefined && resolutionHint(of, "one"),
			register !== null && returnedUnpaid(of, sent),
		)
	);
}

/** Draws the form by which whoever pays returns an approved register that cannot be paid as it is. */
const returnedUnpaid = ({ document: { id, version } }: FinanceShow, sent: FormState | undefined): VNode =>
	disclosure(
		{ label: "不能照這樣付，退回補正", open: sent !== undefined },
		form(
			{ action: finance.return(id), state: prefixed(sent, "d"), version },
			html`<p class="small">代扣的規定變了、帳號錯了時使用。退回給申請人，重新送出後從出納重新審核。</p>`,
			field({ name: "comment", label: "原因", type: "textarea", rows: 3, state: prefixed(sent, "d") }),
			button({ label: STEPS.return.press, block: true, busy: "退回中..." }),
		),
	);

/**
 * Draws the card whose button posts the request (入帳), which makes and posts its voucher. False when the current user
 * may not post it, or while 退匯／付款更正 is requested.
 */
function postCard(of: FinanceShow, sent: FormState | undefined): VNode | false {
	const acting = may(of, "post");
	const { id, version } = of.document;
	if (acting === null || isUnpayAsked(of)) return false;
	const state = prefixed(sent, "d");
	return card(
		{ title: "等候您入帳" },
		form(
			{ action: finance.posting(id), state, version, id: DECISION },
			nextField(of),
			html`<p class="small">
				依${choosesAccounts(of) ? "明細選的" : "這種申請的"}會計科目產生一張傳票並過帳；付款的月份已結帳時，記在最早未結帳月份的第一天。
			</p>`,
			overBudgetBox(state, "我知道超出預算，仍要入帳"),
			button({
				label: STEPS.post.press,
				icon: "check",
				tone: "primary",
				block: true,
				busy: "入帳中...",
				data: { approve: "" },
			}),
			asWhom(of, acting),
		),
	);
}

/**
 * Draws a requested 退匯／付款更正 with its reason, and the button that confirms it for users who may confirm. False
 * when none is requested.
 */
function unpayCard(of: FinanceShow, sent: FormState | undefined): VNode | false {
	const { document, events } = of;
	if (document.state !== "paid" || !isUnpayAsked(of)) return false;
	const asked = events.findLast(({ step }) => step === "unpay_ask");
	const acting = may(of, "unpay");
	return card(
		{ title: "退匯／付款更正" },
		html`<p class="small">${asked?.user_name}提出：${asked?.comment}</p>`,
		acting === null
			? notice({ tone: "info" }, "要由提出者以外的出納、會計、理事長或監事確認。")
			: form(
					{ action: finance.paymentReturnEnd(document.id), state: prefixed(sent, "u"), version: document.version },
					html`<p class="small">確認後回到「已核准待付款」，付款日與付款帳戶會清除，可以重新付款。</p>`,
					button({ label: STEPS.unpay.press, tone: "danger", block: true, busy: "處理中..." }),
					asWhom(of, acting),
				),
	);
}

/**
 * Draws the card 其他處理 of the rare steps (`rare` in the table of steps) that the current user can take, each with
 * its form and a comment. False when there are none.
 */
function otherCard(of: FinanceShow, refused: Refused): VNode | false {
	const sent = otherOf(refused);
	const asked = isUnpayAsked(of);
	const list = FINANCE.names.filter(
		(step) => FINANCE.steps[step].rare && may(of, step) !== null && !(step === "unpay_ask" && asked),
	);
	return (
		list.length > 0 &&
		card(
			{ title: "其他處理" },
			sent && errorSummary(sent),
			...list.map((step) => {
				const own = refused[step];
				return rareStep(FINANCE.steps[step], {
					action: STEP_PATHS[step](of.document.id),
					state: prefixed(own, step),
					version: of.document.version,
					comment: Words,
					isOpen: own !== undefined,
					foot: asWhom(of, may(of, step)),
				});
			}),
		)
	);
}

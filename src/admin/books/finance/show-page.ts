import { newTaskAbout } from "#admin/new-task-link.ts";
import { allows } from "#auth/permissions.ts";
import type { DocumentRow } from "#db/books/finance.ts";
import { FINANCE_STATE_LABELS, financeNumber, kindLabel } from "#domain/books/finance/labels.ts";
import { isTransferred } from "#domain/books/finance/register.ts";
import { isWaiting } from "#domain/books/finance/rules.ts";
import type { FinanceStep } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { ago } from "#ui/time.ts";
import { actionCards } from "./action-cards.ts";
import { contentCard, filesCard, linesCard } from "./content-cards.ts";
import { differencesCard } from "./differences-card.ts";
import { inQueue } from "./in-queue.ts";
import { payeeNotice } from "./payee-notice.ts";
import { besideIn } from "./queue.ts";
import { paperName } from "./register-papers.ts";
import { ruledNotice } from "./ruled-notice.ts";
import { sharesCard } from "./shares-card.ts";
import { decides, type FinanceShow, may, otherOf, type Refused } from "./shown.ts";
import { blockedNotice, isIntact, timelineCard } from "./timeline-card.ts";
import { vouchersCard } from "./vouchers-card.ts";
import { DOCUMENT_CRUMBS, daysSince, financeStatus, waited } from "./words.ts";

const { finance, payees } = paths.admin;

/**
 * Draws an expense request: its content, and beside it the actions of the current user, its history, and who is next.
 */
export function financeShowPage(of: FinanceShow, refused: Refused = {}): Page {
	const { document } = of;
	const number = financeNumber(document);
	return {
		title: document.title,
		name: number,
		area: "支出申請",
		crumbs: DOCUMENT_CRUMBS,
		lead: leadOf(of),
		actions: headActions(of),
		sheets: ["finance"],
		body: html`<div class="stack loose">
			${meanwhile(of, refused) ?? unheard(of, refused)} ${tampered(of)} ${blockedNotice(of)} ${ruledNotice(of)} ${payeeNotice(of)}
			${decides(of) ? reviewed(of, refused) : shown(of, refused)}
		</div>`,
	};
}

const shown = (of: FinanceShow, refused: Refused): VNode => html`<div class="split">
	<div class="stack loose">
		${contentCard(of)} ${sharesCard(of, refused.decision)} ${linesCard(of, refused.decision)} ${filesCard(of)} ${differencesCard(of)}
	</div>
	<div class="stack loose">${actionCards(of, refused)} ${timelineCard(of, refused.comment)}</div>
</div>`;

/** Draws a request that waits for the current user: its vouchers beside the facts, with the keys of the queue. */
const reviewed = (of: FinanceShow, refused: Refused): VNode =>
	inQueue(of, html`<div class="stack loose">${of.files.length === 0 ? shown(of, refused) : beside(of, refused)}</div>`);

const beside = (of: FinanceShow, refused: Refused): Children => [
	html`<div class="split vouchers-split">
		${vouchersCard(of)}
		<div class="stack loose">${contentCard(of)} ${actionCards(of, refused)}</div>
	</div>`,
	sharesCard(of, refused.decision),
	linesCard(of, refused.decision),
	differencesCard(of),
	timelineCard(of, refused.comment),
];

function leadOf({ document, at }: FinanceShow): VNode {
	const { state, kind, register, revision, state_since } = document;
	const facts = [
		state !== "draft" && financeNumber(document),
		kindLabel({ kind, register }),
		revision > 1 && `第 ${revision} 版`,
	];
	const words = isWaiting(state) ? waitingWords(document, at) : "";
	return html`<div class="stack tight">
		<p class="soft">${facts.filter(Boolean).join("　")}</p>
		<p class="row">${financeStatus(state)}<span class="small soft">${words === "" ? ago(state_since, at) : words}</span></p>
	</div>`;
}

/** After this number of whole days in a step, the page says that a reminder will be mailed the next day. */
const REMIND_DAYS = 3;

function waitingWords({ state_since, reminded_at }: DocumentRow, at: number): string {
	const days = daysSince(state_since, at);
	const told = reminded_at !== null && reminded_at >= state_since ? "，已寄信提醒" : "";
	const soon = told === "" && days === REMIND_DAYS ? "，明天將寄信提醒" : "";
	return `${waited(state_since, at)}${told}${soon}`;
}

/** Draws the links to the requests before and after this one among those that wait for the current user. */
function queueLinks({ document, queue }: FinanceShow): Children[] {
	const { before, after } = besideIn(queue, document.id);
	return [
		before !== undefined &&
			linkButton({ label: "上一件", icon: "left", href: finance.show(before), data: { step: "before" } }),
		after !== undefined &&
			linkButton({ label: "下一件", iconEnd: "right", href: finance.show(after), data: { step: "after" } }),
	];
}

function headActions(of: FinanceShow): Children {
	const { document, last, who } = of;
	const { id, state, register } = document;
	return [
		...(decides(of) ? queueLinks(of) : []),
		state !== "draft" && allows("tasks_manage", who) && newTaskAbout({ type: "finance", id }),
		...registerActions(of),
		state !== "draft" &&
			register === null &&
			last?.payee_id === null &&
			allows("payees_manage", who) &&
			linkButton({ label: "存成受款人", icon: "plus", href: `${payees.create()}?request=${id}` }),
		state !== "draft" && linkButton({ label: "列印憑證黏存單", icon: "print", href: finance.print(id) }),
		state !== "draft" &&
			allows("finance_submit", who) &&
			linkButton({
				label: "複製為新單",
				icon: "copy",
				href: register === null ? finance.copy(id) : `${finance.createRegister()}?copy=${id}`,
			}),
	];
}

/** Draws the links to the papers of a register, and to the bank's file for whoever pays. */
const registerActions = ({ document, who }: FinanceShow): Children[] => {
	const { id, state, register } = document;
	if (register === null || state === "draft" || !allows("finance_all", who)) return [];
	const isDecided = ["pending_secretary", "pending_chair", "approved", "paid", "posted"].includes(state);
	return [
		linkButton({ label: paperName(register), icon: "print", href: `${finance.registerPaper()}?id=${id}` }),
		isDecided &&
			register !== "refunds" &&
			linkButton({
				label: register === "salary" ? "薪資單" : "勞務報酬單",
				icon: "print",
				href: `${finance.slips()}?id=${id}`,
			}),
		isTransferred(document) &&
			allows("finance_payment", who) &&
			linkButton({ label: "整批轉帳檔", icon: "download", href: `${finance.transferFile("xlsx")}?id=${id}` }),
	];
};

/**
 * Draws the notice that another user changed the request meanwhile, with its present state, when a form was refused
 * that was sent for an older version; null otherwise.
 */
function meanwhile({ events, document, at }: FinanceShow, refused: Refused): VNode | null {
	const state = refused.decision ?? otherOf(refused);
	const last = events.at(-1);
	const version = Number([state?.values.version ?? ""].flat()[0]);
	if (!state?.problem || !last || version === document.version) return null;
	const who = `${last.user_name}${last.on_behalf_name === null ? "" : `（代理 ${last.on_behalf_name}）`}`;
	return html`<div class="error-summary" tabindex="-1" data-focus="">
		${notice(
			{ tone: "warn", title: "這張單據剛剛已被其他人處理", role: "alert" },
			html`<p>${who}（${ago(last.at, at)}）：現在是「${FINANCE_STATE_LABELS[document.state]}」。您的決定沒有儲存，請看過最新的內容再決定。</p>`,
		)}
	</div>`;
}

const DECIDING: readonly FinanceStep[] = [
	"approve_cashier",
	"approve_accountant",
	"approve_secretary",
	"approve_chair",
	"return",
	"post",
];
const OTHERS: readonly FinanceStep[] = ["submit", "withdraw", "void", "unpay_ask", "unpay", "unpost"];

/**
 * Draws the problem of a refused form when the current user can take no step whose form would show it; null otherwise.
 */
function unheard(of: FinanceShow, refused: Refused): VNode | null {
	const state = refused.decision ?? otherOf(refused);
	const hasForm = (refused.decision ? DECIDING : OTHERS).some((step) => may(of, step) !== null);
	return state && !hasForm ? errorSummary({ ...state, errors: {} }) : null;
}

/**
 * Draws the warning that the stored content differs from the approved content, so that nobody goes on before that is
 * investigated; false when they are the same.
 */
const tampered = (of: FinanceShow): VNode | false =>
	of.events.some((event) => event.content_hash !== null && !isIntact(of, event)) &&
	notice(
		{ tone: "danger", title: "內容與核准時不相符", role: "alert" },
		"保存的內容算出的雜湊值，和核准時記下的不同。請先不要核准或付款，並通知系統管理員。",
	);

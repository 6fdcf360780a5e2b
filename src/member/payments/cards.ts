import type { OwnCredit, OwnDues, OwnPart, ShownAccount } from "#db/money/index.ts";
import { duesLabel } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyList } from "#ui/copy.ts";
import { disclosure } from "#ui/disclosure.ts";
import { lined } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { status } from "#ui/status.ts";
import { dateWords } from "#ui/time.ts";
import { dayOf, disabilityThen, duesTitle, dueWords, ofWhom, partWords, paymentStatus, sumOfDues } from "./words.ts";

const { payments, receipt } = paths.member;

export type DuesCard = {
	dues: readonly OwnDues[];
	accounts: readonly ShownAccount[];
	credits: readonly OwnCredit[];
	/**
	 * A sentence on what follows from paying by a certain day (such as 會員資格不中斷, the membership has no gap);
	 * undefined when no day matters.
	 */
	hint?: string | undefined;
	/** Whether the page has another primary action, so that this card's button is plain. */
	quiet?: boolean | undefined;
};

/** Returns the dues items for which no sent payment waits to be checked. */
export const unclaimed = (dues: readonly OwnDues[]): OwnDues[] => dues.filter(({ claim_id }) => claim_id === null);

/**
 * Draws the card of the dues to be paid (要繳的會費) with a link to the payment form; null when nothing is owed and
 * nothing was overpaid.
 */
export function duesCard({ dues, accounts, credits, hint, quiet }: DuesCard): VNode | null {
	if (dues.length === 0) return credits.length === 0 ? null : card({ title: "會費" }, creditNotice(credits));
	const left = unclaimed(dues);
	const waits = left.length === 0;
	const shown = waits ? dues : left;
	const isNew = left.some(({ returned_id }) => returned_id === null);
	return card(
		{
			title: duesTitle(shown),
			id: "dues",
			beside: status(
				waits ? { word: "等候核對", tone: "info", icon: "clock" } : { word: "未繳", tone: "info", icon: "coins" },
			),
		},
		html`<div class="due-sum">
			<strong>${money(sumOfDues(shown))}</strong>
			<ul class="plain small soft">${dues.map((item) => html`<li>${lineOf(item, waits)}</li>`)}</ul>
		</div>`,
		!waits && returnedNotice(dues, isNew || quiet ? "plain" : "primary"),
		waits ? waiting(dues) : isNew && payButton(quiet ?? false),
		!waits && hint && html`<p class="hint">${hint}</p>`,
		creditNotice(credits),
		!waits && accounts.length > 0 && disclosure({ label: "匯款帳號與劃撥帳號" }, accountList(accounts)),
	);
}

/**
 * Writes the line of a dues item. A line says that a payment for it waits to be checked, unless payments wait for all
 * items (`waits`) and the card says so.
 */
const lineOf = (item: OwnDues, waits: boolean): Children => [
	ofWhom(item, duesLabel(item)),
	`：${dueWords(item)}`,
	!waits && item.claim_id !== null && "（已送出，等候核對）",
];

const payButton = (quiet: boolean): VNode =>
	linkButton({ label: "繳費", href: payments.create(), tone: quiet ? "plain" : "primary", size: "big", block: true });

function waiting(dues: readonly OwnDues[]): VNode {
	const [claim] = dues.flatMap(({ claim_id, claim_shown }) => (claim_shown === 1 && claim_id) || []);
	return html`<div class="stack tight">
		<p class="small">${claim === undefined ? "已有一筆繳費送出，等候協會核對。" : "您的繳費已經送出，核對完成會通知您。"}</p>
		${claim !== undefined && linkButton({ label: "查看送出的繳費", href: payments.show(claim), block: true })}
	</div>`;
}

/**
 * Draws a notice for a payment that was sent back, which the user corrects instead of sending a new one; null without
 * one.
 */
export function returnedNotice(dues: readonly OwnDues[], tone: "plain" | "primary" = "plain"): VNode | null {
	const [returned] = dues.flatMap(({ returned_id }) => returned_id ?? []);
	return returned === undefined
		? null
		: notice(
				{ tone: "warn", title: "有一筆繳費需要補正" },
				html`<p class="row form-end">${linkButton({ label: "看原因並修改", href: payments.show(returned), tone })}</p>`,
			);
}

const creditNotice = (credits: readonly OwnCredit[]): VNode | null =>
	credits.length === 0
		? null
		: notice(
				{ tone: "info" },
				`${credits.map((one) => ofWhom(one, `溢繳款 ${money(one.credit)}`)).join("、")}，可以折抵以後的會費；要折抵請與協會聯絡。`,
			);

/** Draws the association's accounts, each number with a copy button, and the name of their holder. */
export const accountList = (accounts: readonly ShownAccount[]): VNode =>
	copyList([
		...accounts.map(({ kind, bank_name, branch, number }) => ({
			name: kind === "postal" ? "郵政劃撥帳號" : [bank_name, branch].filter(Boolean).join("　"),
			text: number,
		})),
		...[...new Set(accounts.map(({ holder }) => holder))]
			.filter((holder) => holder !== "")
			.map((holder) => ({ name: "戶名", text: holder })),
	]);

/**
 * Draws parts of payments (a part pays a dues item, a donation or a credit), each with a link to its receipt, or to its
 * payment while there is no receipt.
 */
export const historyItems = (parts: readonly OwnPart[]): VNode => items(parts.map(itemOf));

function itemOf(part: OwnPart): Item {
	const isImported = part.source === "import";
	const lines: Children[] = [
		[dayOf(part.paid_on), ...receiptWords(part)],
		isImported && part.verified_at !== null && `核對日 ${dateWords(part.verified_at)}`,
		disabilityThen(part),
	];
	return {
		title: ofWhom(part, partWords(part)),
		href: part.receipt_id === null ? payments.show(part.payment_id) : receipt.show(part.receipt_id),
		end: html`<b>${money(part.amount)}</b>`,
		sub: lined(lines.filter(Boolean)),
		endSub: paymentStatus(part.status),
	};
}

function receiptWords({ receipt_no, old_receipt_no }: OwnPart): Children[] {
	const words = receipt_no !== null ? `收據 ${receipt_no}` : old_receipt_no !== null ? `原收據 ${old_receipt_no}` : "";
	return words === "" ? [] : ["　", html`<span class="nowrap">${words}</span>`];
}

/**
 * Draws the newest parts of payments (繳費紀錄) as a card on a page with other content; `none` is the text without any.
 */
export const historyCard = (parts: readonly OwnPart[], none: string): VNode =>
	parts.length === 0
		? card({ title: "繳費紀錄" }, html`<p class="soft small">${none}</p>`)
		: card({ title: "繳費紀錄", flush: true, link: { href: payments.list(), label: "全部" } }, historyItems(parts));

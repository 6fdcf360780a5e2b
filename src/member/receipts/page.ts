import type { PrintRow } from "#db/money/index.ts";
import {
	itemsOf,
	namedIn,
	type PrintedReceipt,
	RECEIPT_SERIES_LABELS,
	RECEIPT_STATUS_LABELS,
	type StoredItem,
} from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { PAYMENTS_CRUMBS } from "#member/crumbs.ts";
import { dayOf } from "#member/payments/words.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts, lined } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { receiptSheets } from "#ui/receipt-slip.ts";
import { status } from "#ui/status.ts";

const { payments, receipt } = paths.member;

export type ReceiptPage = {
	row: PrintRow;
	paymentId: number;
	printed: PrintedReceipt;
	/**
	 * When the user took the original (UTC milliseconds), from the page's address; undefined when the page offers
	 * copies.
	 */
	original?: number | undefined;
	/** The characters that the PDF's font lacks. */
	missing?: readonly string[] | undefined;
	key: string;
};

/** Draws a receipt for a member: its facts in words, the download, and the paper as it will be printed. */
export function receiptPage(of: ReceiptPage, state: FormState = freshForm()): Page {
	const { row, paymentId, printed, missing } = of;
	return {
		title: `收據 ${row.number}`,
		area: "會費與繳費",
		crumbs: [...PAYMENTS_CRUMBS, { label: "繳費內容", href: payments.show(paymentId) }],
		slim: true,
		sheets: ["prints", "receipts"],
		body: html`<div class="prints">
			<div class="stack loose no-print">
				${missing && missing.length > 0 && notice({ tone: "warn", title: "這張收據請用網頁列印" }, `PDF 的字型沒有「${missing.join("」「")}」，所以改在這一頁列印；也可以在列印時選「另存為 PDF」。`)}
				${saysWhat(row)} ${paperPart(of, state)}
				<p class="hint">下面是收據的樣子；在手機上可以左右滑動。</p>
			</div>
			${receiptSheets([printed], "a5")}
		</div>`,
	};
}

function saysWhat(row: PrintRow): VNode {
	const isVoid = row.status === "voided";
	return card(
		{
			title: RECEIPT_SERIES_LABELS[row.series],
			beside: status({
				word: RECEIPT_STATUS_LABELS[row.status],
				tone: isVoid ? undefined : "ok",
				icon: isVoid ? "no" : "receipt",
			}),
		},
		html`<div class="due-sum"><strong>${money(row.amount)}</strong></div>`,
		facts([
			{ name: "抬頭", value: row.payer_title },
			{ name: "項目", value: lined(itemsOf(row.items).map(itemLine)) },
			{ name: "繳費日期", value: dayOf(row.paid_on) },
			{ name: "開立日期", value: dayOf(row.issued_on) },
		]),
		isVoid && voided(row),
	);
}

const itemLine = ({ label, amount, member_no }: StoredItem): string =>
	`${label}　${money(amount)}${member_no ? `　${member_no}` : ""}`;

const voided = ({ reason, replaced_by }: PrintRow): VNode =>
	notice(
		{ tone: "warn", title: "這張收據已作廢" },
		`原因：${(reason ?? "").replaceAll("\n", "")}`,
		namedIn(replaced_by).map(({ id, number }) => html`<p><a href=${receipt.show(id)}>改開的收據 ${number}</a></p>`),
	);

/** Draws the download of the receipt: the original once, afterwards copies. */
function paperPart(of: ReceiptPage, state: FormState): Children {
	const { row, original } = of;
	if (original !== undefined) return originalPart(row.id, original);
	if (row.status === "issued" && row.original_at === null) return takePart(of, state);
	return [
		state.problem && notice({ tone: "warn", role: "alert" }, state.problem),
		html`<div class="stack tight">
			${row.status === "issued" && html`<p class="small">正本已經領取，之後的都會標示「副本」。</p>`}
			${pdfButton(row.status === "issued" ? "下載副本 PDF" : "下載 PDF", receipt.pdf(row.id), "primary")}
			${printButton(row.status === "issued" ? "列印副本" : "列印")}
		</div>`,
	];
}

const pdfButton = (label: string, href: string, tone: "primary" | "plain"): VNode =>
	linkButton({ label, href, tone, icon: "download", size: "big", block: true, download: true });

/** Draws the button of the browser's own print function; shown only where scripts run. */
const printButton = (label: string): VNode =>
	html`<div class="scripted">
		${button({ label, type: "button", icon: "print", size: "big", block: true, data: { print: "" } })}
	</div>`;

const originalPart = (id: number, original: number): VNode =>
	html`<div class="stack tight">
		${notice({ tone: "ok", title: "這是正本" }, "請現在列印或下載；離開這一頁再回來，就會標示「副本」。")}
		${pdfButton("下載正本 PDF", `${receipt.pdf(id)}?original=${original}`, "primary")} ${printButton("列印正本")}
	</div>`;

const takePart = ({ row, key }: ReceiptPage, state: FormState): VNode =>
	form(
		{ action: receipt.original(row.id), state: { ...state, prefix: "o" }, key },
		html`<p class="small">報帳或申請補助時需要正本。正本只能領取一次，之後的都會標示「副本」。</p>`,
		html`<div class="stack tight">
			${button({ label: "領取正本", tone: "primary", icon: "receipt", size: "big", block: true, busy: "領取中..." })}
			${linkButton({ label: "只要副本 PDF", href: receipt.pdf(row.id), icon: "download", size: "big", block: true, download: true })}
		</div>`,
	);

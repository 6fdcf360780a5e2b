import { carried } from "#admin/people/index.ts";
import type { PrintRow } from "#db/money/receipt-prints.ts";
import { type PaperLayout, PRINT_MAX } from "#domain/money/receipts/form.ts";
import type { PrintedReceipt } from "#domain/money/receipts/print.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { noMatch } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { receiptSheets } from "#ui/receipt-slip.ts";
import { RECEIPT_CRUMBS } from "./words.ts";

const { receipts } = paths.admin;

export type Print = {
	/** Whether the page prints one receipt or several. */
	kind: "one" | "many";
	/** The receipts; one more than `PRINT_MAX` when there are too many. */
	rows: readonly PrintRow[];
	printed: readonly PrintedReceipt[];
	layout: PaperLayout;
	/** The query of the address, which the options send along. */
	asked: Record<string, string>;
	/**
	 * Whether this page answers the press that took the originals, so that they are shown as originals; otherwise all
	 * sheets are copies.
	 */
	isPress: boolean;
	mayTake: boolean;
	/** Why this page is shown instead of a PDF. */
	instead?: string | undefined;
	key: string;
};

/** Draws receipts as they will be on paper; only the sheets are printed. */
export function receiptPrintPage(print: Print, state: FormState = freshForm({ layout: print.layout }, "o")): Page {
	const { kind, rows, printed, layout } = print;
	const [first] = rows;
	const isTooMuch = rows.length > PRINT_MAX;
	const name = kind === "one" && first ? first.number : `${figure(rows.length)} 張`;
	return {
		title: isTooMuch || !first ? "列印收據" : `列印收據 ${name}`,
		area: "收據",
		crumbs:
			kind === "one" && first
				? [...RECEIPT_CRUMBS, { label: first.number, href: receipts.show(first.id) }]
				: RECEIPT_CRUMBS,
		sheets: ["prints", "receipts"],
		body: html`<div class="prints">
			<div class="stack no-print">${said(print)} ${!isTooMuch && first && options(print, state)}</div>
			${isTooMuch ? null : first ? receiptSheets(printed, layout) : nobody}
		</div>`,
	};
}

const nobody = card(
	{ flush: true, label: "預覽" },
	noMatch({ title: "沒有可以列印的收據", clearHref: receipts.list() }),
);

const waiting = ({ rows }: Print): PrintRow[] =>
	rows.filter(({ status, original_at }) => status === "issued" && original_at === null);

/**
 * Draws the notices above the sheets: that there are too many to print, why this page is shown instead of a PDF
 * (`instead`), and after the press how many originals were taken.
 */
function said(print: Print): Children {
	const { rows, printed, isPress, instead, kind } = print;
	if (rows.length > PRINT_MAX)
		return notice(
			{ tone: "warn", title: "一次列印太多" },
			`一次最多列印 ${figure(PRINT_MAX)} 張。請回到列表加上條件（例如開立日期），分次列印。`,
		);
	const originals = printed.filter(({ isCopy, voided }) => !isCopy && !voided).length;
	return [
		instead &&
			notice({ tone: "warn", title: "PDF 改為網頁列印" }, `${instead}在列印時選「另存為 PDF」，也能存成檔案。`),
		isPress &&
			notice(
				{ tone: "ok", title: pressWords(kind, originals, rows.length) },
				"離開這一頁以後再列印的，都會標示「副本」。",
			),
	];
}

function pressWords(kind: Print["kind"], originals: number, all: number): string {
	if (kind === "one") return "這是正本，請現在列印";
	if (originals === 0) return "這些收據的正本都列印過了，這裡是副本";
	const rest = all - originals;
	return `其中 ${figure(originals)} 張是正本，請現在列印${rest > 0 ? `；${figure(rest)} 張是副本或已作廢` : ""}`;
}

const LAYOUT_OPTIONS = [
	{ value: "a4", label: "A4 含存根聯" },
	{ value: "a5", label: "A5 收據聯" },
];

function options(print: Print, state: FormState): VNode {
	const { kind, rows, layout, asked, isPress } = print;
	const [first] = rows;
	const [page, pdf] =
		kind === "one" && first
			? [receipts.print(first.id), receipts.pdf(first.id)]
			: [receipts.printMany(), receipts.pdfMany()];
	const fileAsked = new URLSearchParams({ ...asked, layout });
	return card(
		{ label: "列印選項" },
		!isPress &&
			html`<form class="form stack" method="get" action=${page}>
				${carried(asked, ["layout"])}
				${segment({ name: "layout", label: "紙張", state: freshForm({ layout }, "l"), options: LAYOUT_OPTIONS })}
				<div class="row">${button({ label: "更新預覽" })}</div>
			</form>`,
		!isPress && takePart(print, state),
		html`<div class="row form-end">
			<span class="scripted">
				${button({ label: isPress ? "列印" : "列印副本", tone: isPress ? "primary" : "plain", icon: "print", type: "button", data: { print: "" } })}
			</span>
			${!isPress && linkButton({ label: "下載副本 PDF", icon: "download", href: `${pdf}?${fileAsked}`, download: true })}
			<span class="soft small">也可以用瀏覽器的列印（Ctrl+P），紙張選 ${layout.toUpperCase()}、縮放 100%、邊界「無」。</span>
		</div>`,
	);
}

/**
 * Draws the form that takes the originals not printed yet, each only once; words instead when none is left or the user
 * may not.
 */
function takePart(print: Print, state: FormState): Children {
	const { kind, rows, layout, mayTake, key } = print;
	const left = waiting(print);
	const [first] = rows;
	if (left.length === 0 || !first || !mayTake)
		return html`<p class="small">${left.length === 0 ? (kind === "one" ? takenWords(first) : "這些收據的正本都列印過，或已作廢；這裡是副本。") : "正本還沒有列印，由開立收據的人列印；這裡是副本。"}</p>`;
	const words = kind === "one" ? "正本還沒有列印" : `${figure(left.length)} 張的正本還沒有列印`;
	return html`<div class="stack tight">
		${notice({ tone: "info", title: words }, "正本交給繳款人，只能列印一次；之後的都會標示「副本」。")}
		${form(
			{ action: kind === "one" ? receipts.printing(first.id) : receipts.printingMany(), state, key, download: true },
			html`<input type="hidden" name="layout" value=${layout} />`,
			kind === "many" && html`<input type="hidden" name="ids" value=${rows.map(({ id }) => id).join(".")} />`,
			html`<div class="row form-end">
				${button({ label: "列印正本", tone: "primary", icon: "print", name: "as", value: "page" })}
				${button({ label: "下載正本 PDF", icon: "download", name: "as", value: "pdf" })}
			</div>`,
		)}
	</div>`;
}

const takenWords = (row: PrintRow | undefined): string =>
	row?.status === "voided" ? "這張收據已作廢，列印時會標示「作廢」。" : "正本已經列印過；這裡是副本。";

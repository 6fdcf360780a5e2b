import {
	HALVES,
	type Half,
	LABELS,
	type PrintedReceipt,
	type ReceiptWords,
	receiptWords,
} from "#domain/money/receipts/print.ts";
import { paths } from "#http/paths.ts";
import { type Children, html, type VNode } from "./html.ts";

/**
 * The halves of a receipt on each paper: A4 has the stub above the original, to be cut apart; A5 has the original
 * alone.
 */
const HALVES_ON = { a4: ["stub", "original"], a5: ["original"] } as const satisfies Record<string, readonly Half[]>;
export type SlipLayout = keyof typeof HALVES_ON;

/** The most items in one column; more items stand in another column beside. */
const LINES = 12;
/**
 * When a receipt has fewer items than this, a last row says 以下空白 (nothing below), so that nobody writes into the
 * empty space.
 */
const MOST_CLOSED = 10;
/** How many characters of a value fit on one line beside its label. */
const LINE = 30;

/** Draws receipts for printing, one sheet each; a page that shows them needs the style sheet `receipts`. */
export const receiptSheets = (receipts: readonly PrintedReceipt[], layout: SlipLayout): VNode =>
	html`<div class=${`slips ${layout}`} tabindex="0" role="region" aria-label="收據">${receipts.map((one) => sheetOf(one, layout))}</div>`;

function sheetOf(receipt: PrintedReceipt, layout: SlipLayout): VNode {
	const words = receiptWords(receipt);
	return html`<section class="sheet" aria-label=${`${words.title} ${words.number}`}>
		${HALVES_ON[layout].map((half) => slip(words, half))}
	</section>`;
}

const lengthOf = (text: string): number => [...text].length;
const linesOf = (text: string): number => Math.ceil(lengthOf(text) / LINE);

/**
 * Returns the CSS class of one of four type sizes, by how many lines the items and remarks take, so that all of it fits
 * on the slip.
 */
function density({ items, remarks }: ReceiptWords): "d1" | "d2" | "d3" | "d4" {
	const many = Math.min(
		LINES,
		items.reduce((sum, { label }) => sum + linesOf(label), 0),
	);
	const load = many + 2 * Math.max(0, linesOf(remarks.join("")) - 1);
	return load <= 5 ? "d1" : load <= 9 ? "d2" : load <= 14 ? "d3" : "d4";
}

const slip = (words: ReceiptWords, half: Half): VNode => html`<article class=${`slip ${density(words)}`}>
	${words.voidedOn !== null && html`<p class="slip-stamp" aria-hidden="true"><b>${[...LABELS.voided].join(" ")}</b>${words.voidedOn}</p>`}
	${words.hasSealPlace && html`<p class="slip-seal" aria-hidden="true">${LABELS.seal}</p>`}
	${words.sealId !== undefined && html`<p class="slip-seal picture"><img src=${paths.account.seal(words.sealId)} alt=${LABELS.seal} /></p>`}
	<header>
		<p>${words.isCopy && html`<b class="slip-copy">${[...LABELS.copy].join("　")}</b>`}</p>
		<div>
			<p class=${lengthOf(words.association) > 24 ? "slip-org long" : "slip-org"}>${words.association}</p>
			<h2>${words.heading}</h2>
		</div>
		<p class="slip-half"><b>${HALVES[half].name}</b>${HALVES[half].holder}</p>
	</header>
	<p class="slip-line"><span>${LABELS.issuedOn}　${words.issuedOn}</span><b>${LABELS.number}　${words.number}</b></p>
	<dl class="slip-box">
		${row(LABELS.payer, html`<b>${words.payer}</b>`, lengthOf(words.payer) > LINE ? "long" : undefined)} ${row(LABELS.items, itemTables(words), "slip-items")}
		${row(LABELS.amount, [html`<b>${words.capitals}</b>`, html`<b>${words.figures}</b>`], "slip-amount")}
		${row(LABELS.method, words.method, "slip-half-row")} ${row(LABELS.paidOn, words.paidOn, "slip-half-row")}
		${words.remarks.length > 0 && row(LABELS.remarks, words.remarks.join(""), "slip-remarks")}
	</dl>
	<ul class="slip-signers">
		${words.signers.map(({ role, name }) => html`<li>${role}<span>${name}</span></li>`)}
	</ul>
	<p class="slip-imprint">${words.imprint.map((part) => html`<span>${part}</span>`)}</p>
</article>`;

const row = (label: string, value: Children, kind?: string): VNode =>
	html`<div class=${kind}><dt>${label}</dt><dd>${value}</dd></div>`;

/** Draws the items of a receipt in tables side by side, each with at most LINES items. */
function itemTables({ items, hasMemberNos }: ReceiptWords): Children {
	const columns = Math.ceil(items.length / LINES);
	const each = Math.ceil(items.length / columns);
	return Array.from({ length: columns }, (_, at) => {
		const some = items.slice(at * each, (at + 1) * each);
		return html`<table class=${columns > 1 ? "many" : undefined}>
			<thead>
				<tr>
					<th scope="col">${LABELS.item}</th>
					${hasMemberNos && html`<th scope="col">${LABELS.memberNo}</th>`}
					<th scope="col" class="num">${LABELS.itemAmount}</th>
				</tr>
			</thead>
			<tbody>
				${some.map(
					({ label, memberNo, amount }) => html`<tr>
						<td>${label}</td>
						${hasMemberNos && html`<td>${memberNo}</td>`}
						<td class="num">${amount}</td>
					</tr>`,
				)}
				${items.length < MOST_CLOSED && html`<tr class="slip-end"><td>${LABELS.end}</td></tr>`}
			</tbody>
		</table>`;
	});
}

import type { VoucherPageRow } from "#db/books/voucher-drafts.ts";
import { boardWords, storedWords } from "#domain/books/concurrent-posts/resolution.ts";
import { traceIn, traceWords } from "#domain/books/vouchers/trace.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { JOURNAL_CRUMBS, VOUCHERS, type VoucherLine, voucherLines, voucherName } from "./voucher-words.ts";
import { VOUCHER_KINDS } from "./words.ts";

const { ledger } = paths.admin;
/** The papers of a voucher: a sheet of A4, or half of one, of which two are on a page. */
export const VOUCHER_PAPERS = ["a4", "half"] as const;
export type VoucherPaper = (typeof VOUCHER_PAPERS)[number];
/** The number of lines on a paper; a longer voucher has several, with its sum on the last. */
const LINES: Record<VoucherPaper, number> = { a4: 14, half: 6 };

/** The most vouchers that are printed at once. */
export const PRINT_MAX = 200;

/** The association's name, the signers at the foot, and the paper. */
type Printing = { association: string; signers: readonly string[]; size: VoucherPaper };

/** Draws the papers of a voucher: several where it has more lines than one paper takes. */
function papersOf(voucher: VoucherPageRow, printing: Printing): VNode[] {
	const lines = voucherLines(voucher);
	const most = LINES[printing.size];
	const papers = Array.from({ length: Math.max(1, Math.ceil(lines.length / most)) }, (_, at) =>
		lines.slice(at * most, (at + 1) * most),
	);
	return papers.map((some, at) => paper(voucher, { ...printing, some, at, of: papers.length }));
}

const sheetsOf = (vouchers: readonly VoucherPageRow[], printing: Printing): VNode =>
	html`<div class="papers" tabindex="0" role="region" aria-label="傳票">${vouchers.map((one) => papersOf(one, printing))}</div>`;

type PrintingMany = Printing & {
	/** The query of the address, which the link to the other paper keeps. */
	here: Here;
	/** The query text of 日記簿 to go back to. */
	back: string;
};

/** Draws posted vouchers for printing, in the order of the books; more than `PRINT_MAX` are not drawn. */
export function vouchersPrintPage(
	vouchers: readonly VoucherPageRow[],
	{ here, back, ...printing }: PrintingMany,
): Page {
	const isTooMuch = vouchers.length > PRINT_MAX;
	const isSome = vouchers.length > 0 && !isTooMuch;
	const other = printing.size === "a4" ? ({ label: "改用半張 A4", paper: "half" } as const) : undefined;
	return {
		title: isSome ? `列印 ${figure(vouchers.length)} 張傳票` : "列印傳票",
		area: VOUCHERS,
		crumbs: JOURNAL_CRUMBS,
		sheets: ["prints", "vouchers"],
		actions: isSome && [
			linkButton({ label: other?.label ?? "改用整張 A4", href: hrefWith(here, { paper: other?.paper }) }),
			printButton(),
		],
		body: html`<div class="prints">
			<div class="stack no-print">
				${
					isTooMuch &&
					notice(
						{ tone: "warn", title: "一次列印太多" },
						html`<p>一次最多列印 ${figure(PRINT_MAX)} 張傳票。請回到日記簿縮短期間，或只選一種傳票，分次列印。</p>`,
						html`<p><a href=${back}>回日記簿</a></p>`,
					)
				}
				${isSome && html`<p class="small">畫面上只顯示前幾張，列印時依日期與號碼的順序印出全部。</p>`}
			</div>
			${isTooMuch ? null : isSome ? sheetsOf(vouchers, printing) : card({ flush: true, label: "預覽" }, noMatch({ title: "沒有可以列印的傳票", clearHref: ledger.journal() }))}
		</div>`,
	};
}

/** Draws 收入傳票, 支出傳票 or 轉帳傳票 for printing, with the line of its signers. */
export function voucherPrintPage(voucher: VoucherPageRow, printing: Printing): Page {
	const { size } = printing;
	return {
		title: `列印${voucherName(voucher)}`,
		area: VOUCHERS,
		crumbs: [...JOURNAL_CRUMBS, { label: voucherName(voucher), href: ledger.voucher(voucher.id) }],
		sheets: ["prints", "vouchers"],
		actions: [otherPaper(voucher.id, size), printButton()],
		body: html`<div class="prints">
			${sheetsOf([voucher], printing)}
		</div>`,
	};
}

/** Draws the link to the same voucher on the other paper; the address keeps the choice. */
const otherPaper = (id: number, size: VoucherPaper): VNode =>
	size === "a4"
		? linkButton({ label: "改用半張 A4", href: `${ledger.voucherPrint(id)}?paper=half` })
		: linkButton({ label: "改用整張 A4", href: ledger.voucherPrint(id) });

type Part = Printing & { some: VoucherLine[]; at: number; of: number };

function paper(voucher: VoucherPageRow, { some, at, of, association, signers, size }: Part): VNode {
	const trace = traceIn(voucher.trace);
	const traced = traceWords(trace);
	return html`<article class=${size === "half" ? "paper voucher half" : "paper voucher"}>
	<header class="paper-head">
		<p><b>${association}</b><span>${of > 1 && `第 ${at + 1} 頁，共 ${of} 頁`}</span></p>
		<p><span class="h2">${voucher.kind && VOUCHER_KINDS[voucher.kind]}</span><b>${voucher.number}</b></p>
		<p><span>中華民國 ${rocWords(voucher.date)}</span><span>${note(voucher)}</span></p>
		${traced !== "" && html`<p class="voucher-trace">${traced}</p>`}
	</header>
	<table>
		<caption class="sr">分錄</caption>
		<thead><tr>
			<th class="c-account" scope="col">會計科目</th>
			<th scope="col">摘要</th>
			<th class="c-amount" scope="col">借方金額</th>
			<th class="c-amount" scope="col">貸方金額</th>
		</tr></thead>
		<tbody>${some.map((line) => row(line, voucher.description))}</tbody>
		${
			at + 1 === of &&
			html`<tfoot><tr>
				<th colspan="2" scope="row">合計　新臺幣${capitals(voucher.debit)}</th>
				<td class="c-amount">${figure(voucher.debit)}</td>
				<td class="c-amount">${figure(voucher.credit)}</td>
			</tr></tfoot>`
		}
	</table>
	<p class="soft">附件　${trace.files ?? "　　"}　張${voucher.resolution !== null && `　${storedWords(voucher.resolution)}`}${voucher.resolution_no !== null && `　動支基金專戶：${boardWords(voucher)}`}</p>
	<div class="voucher-signers">${signers.map((name) => html`<span>${name}</span>`)}</div>
</article>`;
}

const row = ({ code, name, memo, debit, credit, member_no }: VoucherLine, description: string): VNode => html`<tr>
	<td class="c-account"><div>${code} ${name}</div></td>
	<td><div>${memo || description}${member_no && `（${member_no}）`}</div></td>
	<td class="c-amount">${debit > 0 && figure(debit)}</td>
	<td class="c-amount">${credit > 0 && figure(credit)}</td>
</tr>`;

/** Returns the note beside the day: which voucher it reverses or is reversed by. */
function note({ reverses, reversed_by }: VoucherPageRow): string {
	if (reverses) return `沖銷 ${reverses}`;
	return reversed_by ? `已由 ${reversed_by} 沖銷` : "";
}

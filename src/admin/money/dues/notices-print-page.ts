import { carried, SHEETS_SHOWN } from "#admin/people/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { SheetRow } from "#db/money/dues-notices.ts";
import type { NamedType } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { chosenWords, hrefOf, listAgain, queryOf, REACH_LABELS, type Whom } from "./notices-query.ts";
import { type Notices, noticeSheets, qrSymbols } from "./notices-sheet.ts";
import { noticeCrumbs } from "./notices-words.ts";

const { dues } = paths.admin;
/** The title of the printed notices. */
export const TITLE = "繳費通知單";

/** The most notices in one print, because their activation codes are created in one batch. */
export const SHEETS_MAX = 300;

export type NoticePrint = {
	whom: Whom;
	/** The membership types that there are. */
	types: readonly NamedType[];
	/** The members to print for; one more than `SHEETS_MAX` when there are too many. */
	rows: readonly SheetRow[];
	notices: Notices;
	who: Visitor;
};

/**
 * Draws the page before printing: the number of notices, the due day, and the first notices. Nothing is recorded yet.
 */
export function noticePrintPage(print: NoticePrint, state: FormState = freshForm()): Page {
	const { whom, types, rows, notices } = print;
	return {
		title: TITLE,
		area: "會費與收款",
		crumbs: noticeCrumbs(whom),
		lead: `${chosenWords(whom, types)}：${counted(rows)}。`,
		sheets: ["prints"],
		body: html`<div class="prints">
			<div class="stack no-print">
				${rows.length > SHEETS_MAX && tooMany(whom)}
				${options(print)}
				${rows.length > 0 && rows.length <= SHEETS_MAX && making(print, state)}
			</div>
			${
				rows.length === 0
					? card({ flush: true, label: "預覽" }, noMatch({ title: "沒有需要通知的會員", clearHref: dues.notices() }))
					: papers(rows.slice(0, SHEETS_SHOWN), notices)
			}
		</div>`,
	};
}

/** Returns the number of notices, and how many of them have no address. */
export const counted = (rows: readonly SheetRow[]): string =>
	rows.length > SHEETS_MAX ? `超過 ${SHEETS_MAX} 位` : [`${figure(rows.length)} 張`, ...homeless(rows)].join("；");
function homeless(rows: readonly SheetRow[]): string[] {
	const many = rows.filter(({ address }) => !address).length;
	return many > 0 ? [`${figure(many)} 位沒有地址`] : [];
}

/** Draws the warning for more members than one print takes. */
export const tooMany = (whom: Whom): VNode =>
	notice(
		{ tone: "warn", title: "一次列印太多" },
		`一次最多 ${SHEETS_MAX} 張。請`,
		html`<a href=${listAgain(whom)}>回到名單</a>`,
		"加上條件（例如會員類別、最近沒有通知過），分次列印。",
	);

const papers = (rows: readonly SheetRow[], notices: Notices): VNode => html`<div>
	<p class="soft no-print">${rows.length === 1 ? "預覽" : `預覽前 ${rows.length} 張`}</p>
	<div class="papers" tabindex="0" role="region" aria-label="預覽">
		${qrSymbols(notices)} ${noticeSheets(rows, notices)}
	</div>
</div>`;

/**
 * Draws the options: the due day, and whether to print for all members or only for those with or without an email
 * address. Sending them reloads the page.
 */
const options = ({ whom, notices }: NoticePrint): VNode => {
	const state = freshForm({ until: notices.until, reach: whom.reach ?? "" });
	const asked = Object.fromEntries(new URLSearchParams(queryOf(whom)));
	return card(
		{ label: "通知單的內容" },
		html`<form class="form stack" method="get" action=${dues.noticesPrint()}>
			${carried(asked, ["reach"])}
			<div class="cols two">
				${field({ name: "until", label: "繳費期限", state, type: "date", days: "future", narrow: true })}
				${field({
					name: "reach",
					label: "印給誰",
					state,
					type: "select",
					empty: "全部",
					options: Object.entries(REACH_LABELS).map(([value, label]) => ({ value, label })),
				})}
			</div>
			<div class="row form-end">${button({ label: "更新預覽" })}</div>
		</form>`,
	);
};

/** Draws the buttons that create the notices, with activation codes or without. */
const making = ({ whom, rows, notices, who }: NoticePrint, state: FormState): VNode =>
	card(
		{ title: "產生通知單" },
		html`<p class="small soft">產生後會在每位會員的紀錄記下「已印通知單」，同一天只記一次。</p>`,
		form(
			{ action: dues.noticesPrint(), state },
			sent(whom, notices),
			html`<div class="row form-end">
				${button({ label: `產生 ${figure(rows.length)} 張`, tone: "primary", busy: "產生中...", icon: "print" })}
				${
					allows("dues_codes", who) &&
					linkButton({
						label: "附啟用碼...",
						icon: "key",
						href: hrefOf(dues.noticesCodes(), whom, { until: notices.until }),
					})
				}
			</div>`,
		),
	);

/**
 * Draws the hidden fields of a form about notices: the conditions on the recipients (`query`), and the due day
 * (`until`).
 */
export const sent = (whom: Whom, { until }: Notices): Children => [
	html`<input type="hidden" name="query" value=${queryOf(whom)} />`,
	html`<input type="hidden" name="until" value=${until} />`,
];

/** Draws all notices, ready to print. */
export const noticeSheetsPage = ({ whom, rows, notices }: NoticePrint): Page => ({
	title: TITLE,
	area: "會費與收款",
	crumbs: noticeCrumbs(whom),
	lead: `${counted(rows)}，每張摺成三等分後放入開窗信封；同一戶的排在一起，放同一個信封。`,
	actions: [printButton(), linkButton({ label: "完成", href: listAgain(whom) })],
	sheets: ["prints"],
	body: html`<div class="prints">
		<div class="stack no-print">
			${
				notices.codes.size > 0 &&
				notice(
					{ tone: "warn", title: "請現在列印", role: "status" },
					`這一頁有 ${figure(notices.codes.size)} 組啟用碼，離開或重新整理後就看不到了；先前核發給這些帳號的已經失效。`,
				)
			}
			<p class="soft">可以用瀏覽器的列印（Ctrl+P），紙張選 A4、縮放 100%。${rows.length > SHEETS_SHOWN && `畫面只顯示前 ${SHEETS_SHOWN} 張，列印時會印出全部 ${figure(rows.length)} 張。`}</p>
		</div>
		<div class="papers" tabindex="0" role="region" aria-label="通知單">
			${qrSymbols(notices)} ${noticeSheets(rows, notices)}
		</div>
	</div>`,
});

import { INVARIANT_WORDS } from "#admin/invariant-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { BelowZero } from "#db/books/cash-below-zero.ts";
import type { BalanceRow, CheckRow, MonthRow, PeriodEvent } from "#db/books/periods.ts";
import type { Broken } from "#db/invariants/suite.ts";
import { CHECKS, type CheckCode } from "#domain/books/periods/checks.ts";
import { ReopenForm } from "#domain/books/periods/form.ts";
import { reopensAs } from "#domain/books/periods/rules.ts";
import type { Reviewer } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { amount, figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { balanceFields, balanceValues } from "./periods-balances.ts";
import { CHECK_PARTS, checkHref } from "./periods-checks.ts";
import { monthWords, PERIOD_CRUMBS, periodHistory, periodStatus, refused } from "./periods-words.ts";
import { belowZeroWords, LEDGER } from "./words.ts";

const { ledger } = paths.admin;
const reopeningField = fieldsOf(ReopenForm);

export type Period = {
	row: MonthRow;
	checks: CheckRow[];
	balances: BalanceRow[];
	events: PeriodEvent[];
	reopeners: { id: number; name: string }[];
	/** The rules that the books must always meet and that are broken, with the records that break them. */
	broken: Broken[];
	/** The cash accounts that are below zero at the end of the month. */
	below: readonly BelowZero[];
	who: Visitor;
	/** On whose behalf (by own permission, or as deputy) the current user may reopen a closed month. */
	reopener: Reviewer;
};
/** The values and errors of the page's forms that were refused. */
export type PeriodForms = { balances?: FormState; closing?: FormState; reopening?: FormState };

/**
 * Draws the page of a month: for an open month the checks, the bank balances and the form that closes it; for a closed
 * month the bank balances and the form that reopens it; and the month's history.
 */
export function periodPage(of: Period, forms: PeriodForms = {}): Page {
	const { row, events } = of;
	const isOpen = row.status === "open";
	return {
		title: monthWords(row.month),
		area: LEDGER,
		crumbs: PERIOD_CRUMBS,
		lead: html`<span>${periodStatus(row.status)}　<a href=${`${ledger.journal()}?from=${row.month}&to=${row.month}`}>${figure(row.vouchers)} 張傳票</a></span>`,
		body: html`<div class="split">
			<div class="stack loose">
				${refused(forms.closing ?? forms.reopening)}
				${isOpen && checksCard(of)} ${isOpen && of.balances.length > 0 && balancesCard(of, forms.balances)}
				${!isOpen && of.balances.length > 0 && keptBalances(of)}
				${isOpen ? closingCard(of) : reopeningCard(of, forms.reopening)}
			</div>
			${card({ title: "紀錄" }, periodHistory(events))}
		</div>`,
	};
}

const failed = ({ checks, broken }: Period): CheckRow[] => [
	...checks,
	...(broken.length > 0 ? [{ code: "ties", blocks: 1, many: broken.length, amount: null } as const] : []),
];
const blocking = (of: Period): number => failed(of).filter(({ blocks }) => blocks === 1).length;

function checksCard(of: Period): VNode {
	const left = failed(of);
	const shown = CHECKS.flatMap((code) => {
		const found = left.find((one) => one.code === code);
		const { title, fine } = CHECK_PARTS[code];
		const isUnknown = code === "balance_differs" && left.some((one) => one.code === "balance_missing");
		if (!found)
			return fine === null || isUnknown ? [] : [{ title, sub: fine, side: status({ word: "通過", tone: "ok" }) }];
		const href = checkHref(code, of.row.month);
		return [
			{
				title: CHECK_PARTS[code].words(found),
				sub: subOf(code, of),
				side: status(
					found.blocks === 1 ? { word: "要處理", tone: "danger" } : { word: "請留意", tone: "warn", icon: "info" },
				),
				...(href && allows(href.gate, of.who) ? { href: href.to } : {}),
			},
		];
	});
	const many = blocking(of);
	return card({ title: "結帳前的檢查", ...(many > 0 ? { count: many, due: true } : {}), flush: true }, items(shown));
}

function subOf(code: CheckCode, { broken, below }: Period): Children {
	if (code === "ties") return broken.map(({ code: one }) => INVARIANT_WORDS[one]).join("；");
	return code === "cash_below_zero" ? belowZeroWords(below) : CHECK_PARTS[code].help;
}

function balancesCard(of: Period, state?: FormState): Children {
	const { row, balances, who } = of;
	if (!allows("periods_close", who)) return keptBalances(of);
	const shown = state ?? freshForm(balanceValues(balances), "b");
	return card(
		{ title: "月底的銀行餘額", id: "balances" },
		html`<p class="hint">匯入過銀行檔的帳戶帶入檔案的餘額，其他請照存摺或對帳單填寫。和帳上不同時看調節表，並說明差額，例如「在途存款」「未兌現支票」。</p>`,
		form(
			{ action: ledger.periodBalances(row.month), state: shown, guard: true },
			balances.map((one) => balanceFields(one, { month: row.month, state: shown, who })),
			html`<div class="row form-end">${button({ label: "儲存餘額", tone: blocking(of) > 0 ? "primary" : "plain", busy: "儲存中..." })}</div>`,
		),
	);
}

const keptBalances = ({ balances }: Period): VNode =>
	card(
		{ title: "月底的銀行餘額", flush: true, id: "balances" },
		table({
			caption: "月底的銀行餘額",
			cards: true,
			columns: [
				{ label: "科目", head: true, cell: ({ code, name }) => html`<span>${name}<small>${code}</small></span>` },
				{ label: "帳上", end: true, cell: ({ held }) => holding(held) },
				{ label: "銀行", end: true, cell: ({ amount: said }) => (said === null ? "—" : figure(said)) },
				{ label: "差額", end: true, cell: ({ held, amount: said }) => amount(held - (said ?? held)) },
				{ label: "差額說明", cell: ({ note }) => note || html`<span class="soft">—</span>` },
			],
			rows: balances,
		}),
	);

function closingCard(of: Period): Children {
	const { row, who } = of;
	if (!allows("periods_close", who)) return null;
	if (blocking(of) > 0) return card({ title: "結帳" }, html`<p>還有 ${blocking(of)} 項要處理，都處理完才能結帳。</p>`);
	return card(
		{ title: "結帳" },
		html`<ul>
			<li>${monthWords(row.month)}不能再過帳；之後補登這個月的收支，會記在下一個未結帳月份的第一天，並註明實際日期。</li>
			<li>要再開帳，須由您以外、可以重新開帳的人說明原因。</li>
		</ul>`,
		form({
			action: ledger.periodClosing(row.month),
			state: freshForm({}, "c"),
			version: row.version,
			submit: `結帳 ${monthWords(row.month)}`,
			busy: "結帳中...",
		}),
	);
}

function reopeningCard({ row, who, reopener, reopeners }: Period, typed?: FormState): Children {
	const state = { ...(typed ?? freshForm({}, "r")), problem: undefined };
	const others = reopeners.filter(({ id }) => id !== row.closed_by && id !== row.on_behalf_of);
	if (!allows("periods_reopen", who)) return null;
	const year = Number(row.month.slice(0, 4));
	if (row.year_closed === 1)
		return notice(
			{ tone: "info" },
			"這一年已經年度結帳，要先",
			html`<a href=${ledger.year(year)}>取消年度結帳</a>`,
			"，才能重新開這個月的帳。",
		);
	if (!reopensAs(reopener, row))
		return notice(
			{ tone: "info", title: "請由其他人重新開帳" },
			"這個月由您結帳，重新開帳要由另一個人辦理。",
			others.length === 0
				? "目前沒有其他人可以辦理，請系統管理員設定職務代理人。"
				: `可以辦理的人：${others.map(({ name }) => name).join("、")}。`,
		);
	return card(
		{ title: "重新開帳" },
		html`<p>只在必須更正這個月的帳時使用。開帳後可以再過帳，更正完要重新結帳。</p>`,
		form(
			{
				action: ledger.periodReopening(row.month),
				state,
				version: row.version,
				submit: "重新開帳",
				busy: "處理中...",
				danger: true,
			},
			reopeningField({
				name: "reason",
				label: "重新開帳的原因",
				state,
				type: "textarea",
				rows: 3,
				hint: "會留在這個月的紀錄裡，不能刪除。",
			}),
		),
	);
}

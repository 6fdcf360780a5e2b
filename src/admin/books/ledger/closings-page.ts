import { INVARIANT_WORDS } from "#admin/invariant-words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { BalanceRow, CheckRow, MonthRow } from "#db/books/periods.ts";
import type { Broken } from "#db/invariants/suite.ts";
import { CHECKS, type CheckCode } from "#domain/books/periods/checks.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { balanceFields, balanceValues, bankHeld } from "./periods-balances.ts";
import { CHECK_PARTS, checkHref } from "./periods-checks.ts";
import { monthWords, PERIOD_CRUMBS } from "./periods-words.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;

/** A month that waits to be closed: what its checks found, and its bank balances. */
export type Waiting = { row: MonthRow; checks: CheckRow[]; balances: BalanceRow[] };
export type Closings = {
	months: Waiting[];
	/** The address of the page with these months, and whether later months are over too. */
	href: string;
	more: boolean;
	broken: Broken[];
	who: Visitor;
};

const REPLACED: readonly CheckCode[] = ["month_before", "balance_missing", "balance_differs"];

/**
 * Returns what will keep a month from being closed or deserves a look once the months before it are closed and the
 * balances stand as the page shows them: those of the bank's files count as typed.
 */
export function foreseen({ checks, balances }: Pick<Waiting, "checks" | "balances">): CheckRow[] {
	const missing = balances.filter((row) => bankHeld(row) === null);
	const differing = balances.filter(
		(row) => row.amount === null && row.file_balance !== null && row.file_balance !== row.held,
	);
	const differs = checks.find(({ code }) => code === "balance_differs");
	const [unsaid, typed] = [differing.filter(({ note }) => note === ""), differs?.many ?? 0];
	const off = unsaid.reduce((sum, { held, file_balance }) => sum + held - (file_balance ?? 0), differs?.amount ?? 0);
	const all: CheckRow[] = [
		...checks.filter(({ code }) => !REPLACED.includes(code)),
		{ code: "balance_missing", blocks: 1, many: missing.length, amount: null },
		{ code: "balance_differs", blocks: 1, many: typed + unsaid.length, amount: off },
	];
	return all.filter(({ many }) => many > 0).toSorted((a, b) => CHECKS.indexOf(a.code) - CHECKS.indexOf(b.code));
}

const blocked = (month: Waiting): number => foreseen(month).filter(({ blocks }) => blocks === 1).length;

/** Draws the page 逐月結帳: all months that wait to be closed, and the one form that closes them in their order. */
export function closingsPage(of: Closings, state: FormState): Page {
	return {
		title: "逐月結帳",
		area: LEDGER,
		crumbs: PERIOD_CRUMBS,
		lead: "過完的月份從最早的依序結帳，一次按完；遇到還不能結的月份就停下，前面的已經結好。",
		body: of.months.length === 0 ? nothing : closings(of, state),
	};
}

const nothing = card(
	{ flush: true, label: "逐月結帳" },
	noneYet({
		title: "沒有要結帳的月份",
		text: "過完的月份都已結帳。",
		actions: linkButton({ label: "看會計期間", href: ledger.periods() }),
	}),
);

/** Returns the first values of the form's fields: the balances of each month. */
export const closingValues = (months: readonly Waiting[]): FormState["values"] =>
	Object.assign({}, ...months.map(({ row, balances }) => balanceValues(balances, `${row.month}_`)));

const anchor = (month: string): string => `month-${month}`;

function closings(of: Closings, state: FormState): VNode {
	const { months, href, more, broken } = of;
	const first = months.findIndex((month) => blocked(month) > 0);
	const ready = broken.length > 0 ? 0 : first === -1 ? months.length : first;
	return html`<div class="stack loose">
		${broken.length > 0 && notice({ tone: "danger", title: "系統檢查發現帳目不一致" }, broken.map(({ code }) => INVARIANT_WORDS[code]).join("；"))}
		${more && notice({ tone: "info" }, `先列出最早的 ${figure(months.length)} 個月，結好後再列出後面的。`)}
		${form(
			{
				action: href,
				state,
				submit: ready === months.length ? `儲存餘額並結帳 ${figure(ready)} 個月` : "儲存餘額並依序結帳",
				busy: "結帳中...",
				cancel: ledger.periods(),
				guard: true,
			},
			months.map((month, at) => monthCard(month, { ...of, state, standing: standingOf(month, at < ready) })),
			html`<ul>
				<li>結了的月份不能再過帳；之後補登的收支，會記在下一個未結帳月份的第一天，並註明實際日期。</li>
				<li>要再開帳，須由您以外、可以重新開帳的人說明原因。</li>
			</ul>`,
		)}
	</div>`;
}

function standingOf(month: Waiting, isReady: boolean): Status {
	const many = blocked(month);
	if (many > 0) return { word: `要處理 ${figure(many)} 項`, tone: "danger" };
	return isReady ? { word: "可以結帳", tone: "ok" } : { word: "等前面的月份", tone: "warn", icon: "clock" };
}

type Drawn = Pick<Closings, "who"> & { state: FormState; standing: Status };
function monthCard(month: Waiting, { who, state, standing }: Drawn): VNode {
	const { row, balances } = month;
	const found = foreseen(month).map((check) => finding(check, row.month, who));
	return card(
		{
			title: monthWords(row.month),
			beside: status(standing),
			link: { label: "這個月的頁面", href: ledger.period(row.month) },
			id: anchor(row.month),
			flush: true,
		},
		html`<input type="hidden" name=${`version_${row.month}`} value=${String(row.version)} />`,
		found.length > 0 && items(found),
		balances.length > 0 &&
			html`<div class="card-body stack">
				${balances.map((one) => balanceFields(one, { month: row.month, state, who, of: `${row.month}_` }))}
			</div>`,
		found.length + balances.length === 0 &&
			html`<div class="card-body"><p class="soft">檢查都通過，沒有要核對的帳戶。</p></div>`,
	);
}

function finding(check: CheckRow, month: string, who: Visitor): Item {
	const href = checkHref(check.code, month);
	return {
		title: CHECK_PARTS[check.code].words(check),
		sub: CHECK_PARTS[check.code].help,
		side: blocksWord(check),
		...(href && allows(href.gate, who) ? { href: href.to.startsWith("#") ? `#${anchor(month)}` : href.to } : {}),
	};
}

const blocksWord = ({ blocks }: CheckRow): Children =>
	status(blocks === 1 ? { word: "要處理", tone: "danger" } : { word: "請留意", tone: "warn", icon: "info" });

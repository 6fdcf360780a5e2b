import { HOME } from "#admin/crumbs.ts";
import type { BelowZero } from "#db/books/cash-below-zero.ts";
import type { VoucherKind } from "#db/books/voucher-reads.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import type { Crumb, Tab } from "#ui/page.ts";

export const LEDGER = "財務";
export const LEDGER_CRUMBS: readonly Crumb[] = [HOME, { label: LEDGER }];

/** The Chinese names of the kinds of vouchers. */
export const VOUCHER_KINDS: Record<VoucherKind, string> = {
	income: "收入傳票",
	expense: "支出傳票",
	transfer: "轉帳傳票",
};

/** The Chinese names of the sources of vouchers. */
export const SOURCES: Record<string, string> = {
	manual: "手開",
	payment: "收款",
	dues: "會費",
	bank_line: "銀行明細",
	income: "收入",
	finance: "支出申請",
	deposit: "存款單",
	opening: "開帳",
	closing: "結帳",
	reversal: "沖銷",
};

const { ledger } = paths.admin;
const PLACES = [
	["日記簿", ledger.journal()],
	["會計科目", ledger.accounts()],
	["總分類帳", ledger.general()],
	["明細分類帳", ledger.sub()],
	["試算表", ledger.trialBalance()],
	["財務報表", ledger.statements()],
	["預決算表", paths.admin.layouts.show()],
	["現金出納表", ledger.cashBook()],
	["年度報表", ledger.annual()],
] as const;

/** Returns the tabs of the pages of the books; `here` is the address of the open page. */
export const ledgerTabs = (here: string): Tab[] =>
	PLACES.map(([label, href]) => ({ label, href, current: href === here }));

/** A line of a voucher as the database returns it. */
export type Line = {
	account_id: number;
	code: string;
	name: string;
	debit: number;
	credit: number;
	memo: string;
	member_id: number | null;
	member_no: string | null;
};

/**
 * Returns a period of the books as the heads of printed reports have it: 中華民國 115 年 3 月 1 日至 115 年 3 月 31 日.
 */
export const spanWords = ({ from, to }: { from: string; to: string }): string => `中華民國 ${roc(from)}至 ${roc(to)}`;
/** Returns a day as the head of a balance sheet has it: 中華民國 115 年 3 月 31 日. */
export const dayWords = (day: string): string => `中華民國 ${roc(day)}`;
const roc = (day: string): string =>
	`${Number(day.slice(0, 4)) - 1911} 年 ${Number(day.slice(5, 7))} 月 ${Number(day.slice(8, 10))} 日`;

/** Draws the cash accounts below zero with advice on what to look for: 1110 庫存現金 −500 元（115 年 3 月 5 日起）. */
export const belowZeroWords = (below: readonly BelowZero[]): Children =>
	html`<span>${below.map(({ code, name, held, since }) => [
		holding(held, `${code} ${name} ${money(held)}${since === null ? "" : `（${dayText(since)}起）`}`),
		" ",
	])}請找出漏記的收入，或記錯帳戶、日期的支出。</span>`;

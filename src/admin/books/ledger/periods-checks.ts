import type { Gate } from "#auth/permissions.ts";
import type { CheckRow } from "#db/books/periods.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import type { CheckCode } from "#domain/books/periods/checks.ts";
import { paths } from "#http/paths.ts";
import { figure, money } from "#ui/money.ts";

const { ledger, payments, income, finance, bank, deposits } = paths.admin;

type Part = {
	title: string;
	/** The words when the check passes; when null, nothing is shown. */
	fine: string | null;
	words: (row: CheckRow) => string;
	help: string;
};
const about = ({ many, amount }: CheckRow, unit: string): string =>
	`${figure(many)} ${unit}${amount === null ? "" : `，合計 ${money(amount)}`}`;

/** The title, findings and help of each check before a month is closed. */
export const CHECK_PARTS: Record<CheckCode, Part> = {
	not_over: {
		title: "月份已經過完",
		fine: null,
		words: () => "這個月還沒有過完",
		help: "過了月底才能結帳。",
	},
	month_before: {
		title: "前面的月份",
		fine: "前面有帳的月份都已結帳",
		words: ({ many }) => `前面還有 ${figure(many)} 個月沒有結帳`,
		help: "請從最早的月份依序結帳。",
	},
	opening: {
		title: "年初轉列",
		fine: "預收會費與次年迴轉都已處理",
		words: () => "今年的年初轉列還沒有辦，或之後有收款變動",
		help: "把去年預收的今年會費轉為收入，並迴轉去年底的應計項目。",
	},
	drafts: {
		title: "傳票草稿",
		fine: "沒有留下草稿",
		words: (row) => `傳票草稿 ${about(row, "張")}`,
		help: "日期在月底以前的草稿，請過帳或刪除。",
	},
	payments: {
		title: "收款核對",
		fine: "月底以前的收款都已核對",
		words: (row) => `等待核對的收款 ${about(row, "筆")}`,
		help: "繳款日在月底以前，請核對或退回。",
	},
	income: {
		title: "收入入帳",
		fine: "登錄的收入都已入帳",
		words: (row) => `已登錄、還沒有入帳的收入 ${about(row, "筆")}`,
		help: "請入帳，登錯的請沖銷。",
	},
	finance: {
		title: "支出入帳",
		fine: "付款的支出申請都已入帳",
		words: (row) => `已付款、還沒有入帳的支出申請 ${about(row, "件")}`,
		help: "付款日在月底以前，請入帳。",
	},
	cash_below_zero: {
		title: "現金與存款",
		fine: "月底的餘額都不小於 0",
		words: ({ many }) => `${figure(many)} 個現金或存款科目的月底餘額小於 0`,
		help: "",
	},
	balance_missing: {
		title: "銀行餘額",
		fine: "都填了",
		words: ({ many }) => `${figure(many)} 個帳戶還沒有填月底的銀行餘額`,
		help: "請照存摺或對帳單填寫。",
	},
	balance_differs: {
		title: "銀行餘額與帳上相符",
		fine: "相符，或已說明差額",
		words: (row) => `${figure(row.many)} 個帳戶的銀行餘額與帳上不同，相差 ${money(row.amount ?? 0)}`,
		help: "請補登漏記的收支，或說明差額。",
	},
	ties: {
		title: "帳目一致",
		fine: "會費、收據與帳冊互相符合",
		words: () => "系統檢查發現帳目不一致",
		help: "",
	},
	balance_noted: {
		title: "差額說明",
		fine: null,
		words: (row) => `${figure(row.many)} 個帳戶的銀行餘額與帳上相差 ${money(row.amount ?? 0)}，已說明`,
		help: "結帳後請追蹤到差額消失。",
	},
	bank_lines: {
		title: "銀行對帳",
		fine: null,
		words: (row) => `待對帳的銀行明細 ${about(row, "筆")}`,
		help: "月底以前進帳、還沒有找到是誰付的。",
	},
	suspense: {
		title: "暫收款",
		fine: null,
		words: ({ amount }) => `暫收款還有 ${money(amount ?? 0)}`,
		help: "查明後轉為會費、捐款，或辦理退費。",
	},
	cash: {
		title: "庫存現金",
		fine: null,
		words: ({ amount }) => `月底的庫存現金有 ${money(amount ?? 0)}`,
		help: "請盤點現金，並儘快存入銀行。",
	},
	income_drafts: {
		title: "收入草稿",
		fine: null,
		words: (row) => `收入草稿 ${about(row, "筆")}`,
		help: "收款日在月底以前，請登錄或刪除。",
	},
};

/** Returns the page on which a check's finding is corrected (`to`), and who may open it (`gate`). */
export function checkHref(code: CheckCode, month: string): { to: string; gate: Gate } | undefined {
	const year = Number(month.slice(0, 4));
	const { to } = daysOf({ from: month, to: month });
	const places: Partial<Record<CheckCode, { to: string; gate: Gate }>> = {
		month_before: { to: `${ledger.periods()}?year=${year}`, gate: "periods" },
		opening: { to: ledger.year(year), gate: "periods" },
		drafts: { to: ledger.drafts(), gate: "ledger_post" },
		payments: { to: payments.queue(), gate: "payments_verify" },
		income: { to: `${income.list()}?state=recorded&to=${to}`, gate: "income" },
		income_drafts: { to: `${income.list()}?state=draft&to=${to}`, gate: "income" },
		finance: { to: `${finance.list()}?state=paid`, gate: "finance_all" },
		cash_below_zero: { to: `${ledger.cashBook()}?from=${month}&to=${month}`, gate: "ledger" },
		balance_missing: { to: "#balances", gate: "periods" },
		balance_differs: { to: "#balances", gate: "periods" },
		balance_noted: { to: "#balances", gate: "periods" },
		ties: { to: ledger.year(year), gate: "periods" },
		bank_lines: { to: bank.lines(), gate: "bank" },
		suspense: { to: bank.lines(), gate: "bank" },
		cash: { to: deposits.list(), gate: "deposits" },
	};
	return places[code];
}

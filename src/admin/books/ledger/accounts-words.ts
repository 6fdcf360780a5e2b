import { paths } from "#http/paths.ts";
import type { Crumb } from "#ui/page.ts";
import { LEDGER_CRUMBS } from "./words.ts";

export const ACCOUNTS = "會計科目";
export const ACCOUNT_CRUMBS: readonly Crumb[] = [
	...LEDGER_CRUMBS,
	{ label: ACCOUNTS, href: paths.admin.ledger.accounts() },
];

/**
 * The Chinese name of each purpose in the table posting_accounts, which holds the account for each kind of automatic
 * posting.
 */
export const PURPOSES: Record<string, string> = {
	cash: "庫存現金（現金收款）",
	petty_cash: "零用金",
	bank: "銀行存款（沒有指定帳戶的匯款）",
	postal: "郵政劃撥（沒有指定帳戶）",
	receivable: "應收款項",
	advance: "暫付款（預支）",
	payable: "應付款項",
	dues_in_advance: "預收會費與溢繳款",
	nhi: "代收補充保費",
	income_tax: "代扣所得稅",
	suspense: "暫收款（不明匯款）",
	refundable: "應退款項",
	accumulated: "累計餘絀",
	surplus: "本期餘絀（年度結帳）",
	entrance: "入會費收入",
	annual: "常年會費收入",
	member_donation: "會員捐款收入",
	donation: "捐助收入",
	grant: "政府補助收入",
	interest: "利息收入",
	other_income: "其他收入",
	fees: "手續費（劃撥手續費）",
	depreciation: "折舊",
};
export const purposeWords = (purpose: string): string => PURPOSES[purpose] ?? purpose;

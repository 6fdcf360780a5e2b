import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import type { MatchReason } from "#domain/money/bank/candidates.ts";
import { BANK_KIND_LABELS, LINE_STATE_LABELS, type LineState, NEW_KIND_LABELS } from "#domain/money/bank/rules.ts";
import type { RowOutcome } from "#domain/money/bank-statements/plan.ts";
import type { RowReason, Said } from "#domain/money/bank-statements/reading.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { Status } from "#ui/status.ts";

const { bank } = paths.admin;
export const BANK_CRUMBS = [...MONEY_CRUMBS, { label: "銀行對帳", href: bank.lines() }];
export const STATEMENT_CRUMBS = [...BANK_CRUMBS, { label: "匯入銀行檔", href: bank.statements() }];
export const ACCOUNT_CRUMBS = [...BANK_CRUMBS, { label: "收款帳戶", href: bank.accounts() }];

/** Returns the tabs of the bank pages. */
export const bankTabs = (now: "lines" | "statements" | "accounts") => [
	{ label: "對帳", href: bank.lines(), current: now === "lines" },
	{ label: "匯入銀行檔", href: bank.statements(), current: now === "statements" },
	{ label: "收款帳戶", href: bank.accounts(), current: now === "accounts" },
];

/** Returns the word for the kind of a stored account. */
export const kindWords = ({
	kind,
	ledger_code,
	term_until,
}: Pick<BankAccountRow, "kind" | "ledger_code" | "term_until">): string =>
	term_until === null ? BANK_KIND_LABELS[kind] : NEW_KIND_LABELS[ledger_code.startsWith("1310") ? "fund_term" : "term"];

export const LINE_LOOKS: Record<LineState | "suspense" | "exact" | "partly", Status> = {
	unmatched: { word: LINE_STATE_LABELS.unmatched, tone: "warn" },
	suggested: { word: LINE_STATE_LABELS.suggested, tone: "info" },
	exact: { word: "完全相符", tone: "ok" },
	matched: { word: LINE_STATE_LABELS.matched, tone: "ok" },
	ignored: { word: LINE_STATE_LABELS.ignored, icon: "no" },
	partly: { word: "部分對上", tone: "info" },
	suspense: { word: "暫收付", tone: "warn", icon: "coins" },
};

/** How surely our side of a row belongs to the bank's line: one press settles it, it is likely, or nothing was found. */
export type Joint = "sure" | "maybe" | "none";
export const JOINT_WORDS: Record<Joint, string> = { sure: "相符", maybe: "可能是", none: "沒有建議" };

/** Returns the word for the suspense money of a line: 暫收款, or 暫付款 of money that went out. */
export const suspenseWord = ({ amount }: { amount: number }): string => (amount > 0 ? "暫收款" : "暫付款");

/** The Chinese words for the reasons for or against a candidate, that is a record that a bank line may pay. */
export const MATCH_WORDS: Record<MatchReason, string> = {
	amount: "金額相符",
	last5: "末五碼相符",
	same_day: "同一天",
	day: "日期相近",
	remembered: "以前用過這個末五碼",
	number: "附言有會員編號",
	name: "附言有姓名",
	fee: "差額可能是劃撥手續費",
	other_amount: "金額不同",
	other_line: "另一筆明細更符合",
};

export const ROW_LOOKS: Record<RowOutcome, Status> = {
	error: { word: "有誤", tone: "danger" },
	new: { word: "新增", tone: "ok", icon: "plus" },
	known: { word: "已匯入過", tone: "info" },
	skip: { word: "略過" },
};

const ROW_WORDS: Record<RowReason, string> = {
	bad_date: "看不懂日期",
	ambiguous_date: "日期有兩種讀法，請到「欄位」接受這樣的讀法",
	future_date: "日期還沒到",
	bad_amount: "看不懂金額",
	bad_direction: "看不懂借貸別",
	both_sides: "同時有存入與支出",
	bad_fee: "手續費與金額不符",
	bad_balance: "看不懂餘額",
	formula: "有儲存格是公式，取用它上次的結果",
	header_again: "重複的標題列",
	no_line: "不是明細",
	no_amount: "沒有金額",
};
/** Returns what was noticed about a row of a bank file as a sentence: 看不懂日期「2/30」. */
export const rowWords = ({ code, text, read }: Said): string =>
	`${ROW_WORDS[code]}${text ? `「${text}」` : ""}${read ? `：讀作 ${dayText(read)}` : ""}`;

/** Returns the words for a number of candidates that fit a bank line equally, among which the user must choose. */
export const alikeWords = (many: number): string => `有${many === 2 ? "兩" : ` ${many} `}筆同樣符合，請選擇`;

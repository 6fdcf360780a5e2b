/**
 * The first four digits of the cash accounts (現金類科目, docs/accounting.md#會計手冊). A voucher that moves cash
 * counts as 收入 or 支出. The view voucher_sums has the same list.
 */
export const CASH_CLASS = ["1110", "1120", "1130", "1140", "1310"] as const;

/** The cash account 週轉金(零用金). */
export const PETTY_CASH = "1120";

/** Returns whether an account (by its code) is a cash account: cash, or money in banks. */
export const isCash = (code: string): boolean => CASH_CLASS.some((four) => code.slice(0, 4) === four);

/** Returns whether an account (by its code) is money in a bank or in 劃撥 that requests may be paid from. */
export const isBank = (code: string): boolean => ["1130", "1140"].includes(code.slice(0, 4));

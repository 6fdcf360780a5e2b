/** The columns that a bank's file of a transfer to many (整批轉帳) may have. */
export const TRANSFER_COLUMNS = ["序號", "銀行代碼", "銀行名稱", "分行", "帳號", "戶名", "金額", "附言"] as const;
export type TransferColumn = (typeof TRANSFER_COLUMNS)[number];

const isColumn = (name: string): name is TransferColumn => TRANSFER_COLUMNS.some((one) => one === name);

/** Returns the names of columns that a text lists, apart by 、 or commas. */
export const listedColumns = (text: string): string[] => text.split(/[、,，\s]+/).filter((name) => name !== "");

/**
 * Reads the columns of the bank's file as the settings name them, such as 銀行代碼、帳號、戶名、金額; null when a name is
 * unknown or occurs twice, or when the account or the amount is missing.
 */
export function readTransferColumns(text: string): TransferColumn[] | null {
	const names = listedColumns(text);
	const columns = names.filter(isColumn);
	const isWhole = columns.length === names.length && new Set(columns).size === columns.length;
	return isWhole && columns.includes("帳號") && columns.includes("金額") ? columns : null;
}

/** The columns while the settings say nothing. */
export const TRANSFER_DEFAULT: readonly TransferColumn[] = ["銀行代碼", "帳號", "戶名", "金額", "附言"];

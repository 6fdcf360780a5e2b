/** What is printed of the list, by the last part of its address. */
export const PRINT_KINDS = ["labels", "roster", "sign-in"] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

export const PRINT_WORDS: Record<PrintKind, string> = {
	labels: "列印地址標籤",
	roster: "列印會員名冊",
	"sign-in": "列印簽到簿",
};

/** Most members of one print: two hundred sheets and more. */
export const PRINT_MAX = 5_000;

/** Sheets that the screen shows; the paper has all. */
export const SHEETS_SHOWN = 3;

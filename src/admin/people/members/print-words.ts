/** The kinds of prints, by the last part of their address. */
export const PRINT_KINDS = ["labels", "roster", "sign-in"] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

export const PRINT_WORDS: Record<PrintKind, string> = {
	labels: "列印地址標籤",
	roster: "列印會員名冊",
	"sign-in": "列印簽到簿",
};

/** The most members of one print: more than two hundred sheets. */
export const PRINT_MAX = 5_000;

/** How many sheets the screen shows; the printed paper has all of them. */
export const SHEETS_SHOWN = 3;

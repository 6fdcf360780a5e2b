/** The kinds of dues (會費種類). */
export const DUES_KINDS = ["entrance", "annual"] as const;
export type DuesKind = (typeof DUES_KINDS)[number];

export const DUES_STATUSES = ["open", "partially_paid", "paid", "waived", "cancelled"] as const;
export type DuesStatus = (typeof DUES_STATUSES)[number];

export const DUES_KIND_LABELS: Record<DuesKind, string> = { entrance: "入會費", annual: "常年會費" };
export const DUES_STATUS_LABELS: Record<DuesStatus, string> = {
	open: "未繳",
	partially_paid: "部分繳納",
	paid: "已繳清",
	waived: "免繳",
	cancelled: "已取消",
};

/** The offset between a western year and a year of the Republic (民國). */
const ROC = 1911;

/** Returns the year of the Republic: 115 for 2026. */
export const rocYear = (year: number): number => year - ROC;

/**
 * Returns the label of a dues item: 常年會費 115 年. An entrance fee's label has no year, which would tell the payer
 * nothing.
 */
export const duesLabel = ({ kind, dues_year }: { kind: DuesKind; dues_year: number }): string =>
	kind === "entrance" ? DUES_KIND_LABELS.entrance : `${DUES_KIND_LABELS.annual} ${rocYear(dues_year)} 年`;

import type { DuesKind } from "#domain/people/index.ts";
import { rocYear } from "#kernel/calendar.ts";

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

/**
 * Returns the name of a dues item: 常年會費 115 年. The year is left out for an entrance fee, because it means nothing
 * to the payer.
 */
export const duesLabel = ({ kind, dues_year }: { kind: DuesKind; dues_year: number }): string =>
	kind === "entrance" ? DUES_KIND_LABELS.entrance : `${DUES_KIND_LABELS.annual} ${rocYear(dues_year)} 年`;

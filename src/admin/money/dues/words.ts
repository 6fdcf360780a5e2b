import type { DuesListRow } from "#db/money/dues-lists.ts";
import { DUES_STATUS_LABELS, type DuesStatus } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Status, status } from "#ui/status.ts";

const LOOKS: Record<DuesStatus, Omit<Status, "word">> = {
	open: { tone: "warn" },
	partially_paid: { tone: "info" },
	paid: { tone: "ok" },
	waived: { tone: "ok", icon: "no" },
	cancelled: { icon: "x" },
};

/** How an item stands, in the staff's word. */
export const duesStatus = (code: DuesStatus): VNode => status({ word: DUES_STATUS_LABELS[code], ...LOOKS[code] });

/** 115 年 */
export const yearWords = (year: number): string => `${rocYear(year)} 年`;

/** 1,000 元減免 50%: what an amount comes from; nothing where nothing came off. */
export const discountWords = ({
	base_amount,
	discount_percent,
}: Pick<DuesListRow, "base_amount" | "discount_percent">) =>
	discount_percent > 0 ? `${figure(base_amount)} 減免 ${discount_percent}%` : "";

/** The payment that waits for an item. */
export const claimLink = (payment: number): VNode =>
	html`<a href=${paths.admin.payments.show(payment)}>收款 ${payment} 待核對</a>`;

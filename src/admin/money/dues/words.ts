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

/** Draws a dues item's status, in the words of staff. */
export const duesStatus = (code: DuesStatus): VNode => status({ word: DUES_STATUS_LABELS[code], ...LOOKS[code] });

/** Returns a year in words: 115 年. */
export const yearWords = (year: number): string => `${rocYear(year)} 年`;

/** Returns how an amount was reduced: 1,000 元減免 50%; empty without a discount. */
export const discountWords = ({
	base_amount,
	discount_percent,
}: Pick<DuesListRow, "base_amount" | "discount_percent">) =>
	discount_percent > 0 ? `${figure(base_amount)} 減免 ${discount_percent}%` : "";

/** Draws a link to the payment, not verified yet, that would pay a dues item. */
export const claimLink = (payment: number): VNode =>
	html`<a href=${paths.admin.payments.show(payment)}>收款 ${payment} 待核對</a>`;

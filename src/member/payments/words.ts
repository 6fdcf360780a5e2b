import type { OwnDues, OwnPart } from "#db/money/index.ts";
import {
	ALLOCATION_KIND_LABELS,
	DUES_KIND_LABELS,
	dueOf,
	duesLabel,
	OWN_PAYMENT_STATUS_LABELS,
	type PaymentStatus,
} from "#domain/money/index.ts";
import { DISABILITY_LABELS } from "#domain/people/index.ts";
import { money } from "#ui/money.ts";
import { type Status, status } from "#ui/status.ts";
import { dateWords } from "#ui/time.ts";

/** The tone and icon of each payment status in the member area. */
const LOOKS: Record<PaymentStatus, Omit<Status, "word">> = {
	submitted: { tone: "info", icon: "clock" },
	verified: { tone: "ok" },
	rejected: { tone: "danger", icon: "warn" },
	cancelled: { icon: "minus" },
	reversed: { icon: "undo" },
};
export const paymentStatus = (now: PaymentStatus) => status({ word: OWN_PAYMENT_STATUS_LABELS[now], ...LOOKS[now] });

/** Formats a day (YYYY-MM-DD) as 2026年11月20日. */
export const dayOf = (day: string): string => dateWords(Date.parse(day));

/**
 * Returns `words` with the member's name before them (品睿 常年會費 115 年); without the name for the user's own items.
 */
export const ofWhom = ({ own, name }: { own: 0 | 1; name: string | null }, words: string): string =>
	own === 1 || name === null ? words : `${name}　${words}`;

/** Returns what a part of a payment pays (費用種類), in words. */
export function partWords(part: Pick<OwnPart, "kind" | "item_kind" | "dues_year">): string {
	if (part.kind !== "dues") return ALLOCATION_KIND_LABELS[part.kind];
	if (part.item_kind === null || part.dues_year === null) return ALLOCATION_KIND_LABELS.dues;
	return duesLabel({ kind: part.item_kind, dues_year: part.dues_year });
}

/** Returns a dues item's price in words: 原 1,000 元，減免 50%，應繳 500 元. */
export function dueWords(item: OwnDues): string {
	const { base_amount, discount_percent, amount, paid_amount } = item;
	const price =
		discount_percent > 0
			? `原 ${money(base_amount)}，減免 ${discount_percent}%，應繳 ${money(amount)}`
			: `應繳 ${money(amount)}`;
	return paid_amount > 0 ? `${price}；已繳 ${money(paid_amount)}，還差 ${money(dueOf(item))}` : price;
}

/**
 * Returns a title for all open dues: the name of the dues when all are of one kind and year, otherwise 要繳的會費 (dues
 * to be paid).
 */
export function duesTitle(dues: readonly OwnDues[]): string {
	const [first] = dues;
	if (!first || dues.some(({ kind, dues_year }) => kind !== first.kind || dues_year !== first.dues_year))
		return "要繳的會費";
	return first.kind === "entrance" ? DUES_KIND_LABELS.entrance : duesLabel(first);
}

export const sumOfDues = (dues: readonly OwnDues[]): number => dues.reduce((sum, item) => sum + dueOf(item), 0);

/** What is said of a certificate by which a fee was counted while a newer application stood otherwise. */
const RENEWAL: Partial<Record<string, string>> = { pending: "（更新審核中）", rejected: "（更新未通過）" };

/**
 * Returns the status of the disability certificate (身障證明) at the time of the payment, in words: that by which the
 * fee was counted, with a renewal beside it. Empty when the reader may not see it or the part is no fee.
 */
export function disabilityThen({ kind, disability_status, is_discounted }: OwnPart): string {
	if (kind !== "dues" || disability_status === null) return "";
	const words =
		is_discounted === 1
			? `${DISABILITY_LABELS.approved}${RENEWAL[disability_status] ?? ""}`
			: DISABILITY_LABELS[disability_status];
	return `當時身障證明：${words}`;
}

import type { DuesKind, Known } from "#domain/people/index.ts";
import type { ReadPayment } from "./interpret.ts";
import type { PaymentReason } from "./reasons.ts";

/** A dues item that a row pays, whether the item exists or not. */
export type Target = { kind: DuesKind; year: number };

/**
 * Returns the dues items that a row pays, in the order in which they are owed. An annual fee needs its year; an
 * entrance fee belongs to the year of joining or, where that is not known, to the year of the payment.
 */
export function targetsOf(
	{ kinds, years, paidOn }: ReadPayment,
	{ joined_on }: Known,
): { list: Target[]; told: PaymentReason[] } | { stop: PaymentReason } {
	if (kinds.includes("annual") && years.length === 0) return { stop: { code: "no_year" } };
	const isEntranceAlone = kinds.includes("entrance") && !kinds.includes("annual");
	const written = isEntranceAlone && years.length === 1 ? years[0] : undefined;
	const joined = written ?? (joined_on === null ? undefined : Number(joined_on.slice(0, 4)));
	const year = joined ?? Number(paidOn.slice(0, 4));
	const isAssumed = kinds.includes("entrance") && joined === undefined;
	return {
		list: [
			...(kinds.includes("entrance") ? [{ kind: "entrance" as const, year }] : []),
			...(kinds.includes("annual") ? years.map((of) => ({ kind: "annual" as const, year: of })) : []),
		],
		told: isAssumed ? [{ code: "entrance_year_assumed", text: String(year - 1911) }] : [],
	};
}

import type { Category } from "#domain/books/withholding/rules.ts";
import { rocWords, rocYear } from "#kernel/calendar.ts";

/** What is paid to an office: the tax of residents, the tax of non-residents, the premium, the association's own premium. */
export const DUE_KINDS = ["tax", "foreign_tax", "premium", "own_premium"] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/**
 * What was withheld from a payee by a payment, in whole NT$. `category` is null for a request without a register, of which
 * only the sums are known.
 */
export type PaidShare = {
	document_id: number;
	paid_on: string;
	category: Category | null;
	is_resident: 0 | 1;
	gross: number;
	tax: number;
	premium: number;
};

/** What was withheld of a kind in a period, and what the request of that period asked for, in whole NT$. */
export type PeriodSum = { kind: DueKind; period: string; withheld: number; asked: number };

/**
 * A sum to be paid: `period` is a month (YYYY-MM), or of `foreign_tax` the day of payment; `dueOn` the last day. `amount`
 * is what was withheld less `carried`, which requests of the periods `from` asked for in excess.
 */
export type Due = { kind: DueKind; period: string; amount: number; carried: number; from: string[]; dueOn: string };

const lastDayOf = (month: string): string => {
	const [year = 0, number = 0] = month.split("-").map(Number);
	return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
const dayAfter = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** Returns the month after a month (YYYY-MM). */
const monthAfter = (month: string): string => dayAfter(lastDayOf(month), 1).slice(0, 7);
/** Returns the month before the one of a day (YYYY-MM-DD). */
export const monthBefore = (day: string): string => dayAfter(`${day.slice(0, 7)}-01`, -1).slice(0, 7);

/**
 * Returns the last day on which a sum may be paid: tax by the 10th of the next month, that of non-residents within 10 days
 * of the payment (所得稅法 §92), a premium by the end of the next month (健保法 §§31, 34).
 */
export function dueOn(kind: DueKind, period: string): string {
	if (kind === "foreign_tax") return dayAfter(period, 10);
	return kind === "tax" ? `${monthAfter(period)}-10` : lastDayOf(monthAfter(period));
}

/** Whether a period is over, so that its sum does not grow any more. `today` is YYYY-MM-DD. */
export const isOver = (period: string, today: string): boolean => period < today.slice(0, period.length);

const isForeign = ({ is_resident }: PaidShare): boolean => is_resident === 0;
/** Whether a payment is part of a sum to be paid of its month. */
export const isPartOf = (share: PaidShare, { kind, period }: Pick<Due, "kind" | "period">): boolean => {
	if (kind === "premium") return share.premium > 0;
	if (kind === "tax") return share.tax > 0 && !isForeign(share);
	return kind === "foreign_tax" && share.tax > 0 && isForeign(share) && share.paid_on === period;
};

/**
 * Returns what other requests asked for in excess, by which the sum of a period is less: a payment that was undone after
 * its tax was asked for. The excess of earlier periods goes from one to the next until it is used up; and all requests
 * of a kind never ask for more than was withheld in all, in whichever order they are made.
 */
export function carriedTo({ kind, period }: Pick<Due, "kind" | "period">, sums: readonly PeriodSum[]) {
	const others = sums
		.filter((one) => one.kind === kind && one.period !== period)
		.toSorted((a, b) => (a.period < b.period ? -1 : 1));
	let excess = 0;
	let usedUp = "";
	for (const one of others.filter((each) => each.period < period)) {
		excess = Math.max(0, excess + one.asked - one.withheld);
		if (excess === 0) usedUp = one.period;
	}
	const inAll = others.reduce((sum, { asked, withheld }) => sum + asked - withheld, 0);
	const amount = Math.max(excess, inAll);
	const exceeding = others.filter((one) => one.asked > one.withheld && (amount > excess || one.period > usedUp));
	return { amount, from: amount === 0 ? [] : exceeding.map((one) => one.period) };
}

/**
 * Returns what a month's payments make due, also sums of 0, and of non-residents a sum for each day on which they were
 * paid or for which tax was asked. `sums` are those of all periods since the first request.
 */
export function duesOf(month: string, shares: readonly PaidShare[], sums: readonly PeriodSum[]): Due[] {
	const days = [
		...shares.filter((one) => isForeign(one) && one.tax > 0).map(({ paid_on }) => paid_on),
		...sums
			.filter(({ kind, period }) => kind === "foreign_tax" && period.startsWith(month))
			.map(({ period }) => period),
	];
	const periods = [
		{ kind: "tax", period: month },
		...[...new Set(days)].toSorted().map((period) => ({ kind: "foreign_tax", period }) as const),
		{ kind: "premium", period: month },
	] as const;
	return periods.map((of) => {
		const withheld = shares
			.filter((one) => isPartOf(one, of))
			.reduce((sum, { tax, premium }) => sum + (of.kind === "premium" ? premium : tax), 0);
		const { amount, from } = carriedTo(of, sums);
		const carried = Math.min(withheld, amount);
		return {
			...of,
			amount: withheld - carried,
			carried,
			from: carried > 0 ? from : [],
			dueOn: dueOn(of.kind, of.period),
		};
	});
}

/** The payments of one category to residents or to non-residents, summed. */
export type CategorySum = Pick<PaidShare, "category" | "is_resident" | "gross" | "tax" | "premium"> & { many: number };

/** Returns the sums of the payments by category, residents before non-residents, those without a register last. */
export const sumsByCategory = (shares: readonly PaidShare[]): CategorySum[] =>
	[...Map.groupBy(shares, ({ category, is_resident }) => `${category ?? "~"} ${1 - is_resident}`)]
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([, some]) => {
			const [first] = some;
			if (!first) return [];
			const sum = (of: "gross" | "tax" | "premium") => some.reduce((all, one) => all + one[of], 0);
			const { category, is_resident } = first;
			return [
				{ category, is_resident, many: some.length, gross: sum("gross"), tax: sum("tax"), premium: sum("premium") },
			];
		});

/** Whom a sum is paid to, and what it is called. */
export const DUE_WORDS: Record<DueKind, { office: string; what: string; short: string }> = {
	tax: { office: "國稅局", what: "代扣所得稅", short: "代扣所得稅" },
	foreign_tax: { office: "國稅局", what: "給付非居住者的代扣所得稅", short: "非居住者的代扣所得稅" },
	premium: { office: "衛生福利部中央健康保險署", what: "代扣補充保費", short: "代扣補充保費" },
	own_premium: { office: "衛生福利部中央健康保險署", what: "協會負擔的補充保費", short: "協會負擔的補充保費" },
};

/** Writes a month or a day as titles have it: 115 年 10 月. */
export const periodWords = (period: string): string =>
	period.length === 10 ? rocWords(period) : `${rocYear(Number(period.slice(0, 4)))} 年 ${Number(period.slice(5))} 月`;

/** Returns the title of the request that pays a sum: 繳納 115 年 10 月代扣所得稅. */
export const titleOf = ({ kind, period }: Pick<Due, "kind" | "period">): string =>
	`繳納 ${periodWords(period)}${DUE_WORDS[kind].what}`;

/**
 * Returns the association's own premium of a month: the rate (parts per 10,000) of what it paid in salaries above what its
 * staff are insured for (健保法 §34), a half rounded upwards.
 */
export const ownPremium = (of: { salaries: number; insured: number; rate: number }): number =>
	Math.floor((Math.max(0, of.salaries - of.insured) * of.rate + 5_000) / 10_000);

/** Returns the salaries (薪資, of whomever) among the payments. */
export const salariesOf = (shares: readonly PaidShare[]): number =>
	shares.filter(({ category }) => category === "50").reduce((sum, { gross }) => sum + gross, 0);

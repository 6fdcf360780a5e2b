import { rocWords, rocYear } from "#kernel/calendar.ts";

/**
 * The rates and thresholds of what is withheld, with the articles that they come from. A value holds from its day on; one
 * of a year's table (`isYearly`) only within its year, so that last year's is never used by mistake.
 */
export const RATES = {
	resident_rate: {
		label: "居住者的執行業務、稿費演講與租金扣繳率",
		article: "各類所得扣繳率標準第 2 條",
		isRate: true,
	},
	resident_salary_rate: {
		label: "居住者的兼職與非按月薪資扣繳率",
		article: "薪資所得扣繳辦法第 5、8 條",
		isRate: true,
	},
	tax_free: { label: "居住者每次免扣的稅額（以下免扣）", article: "各類所得扣繳率標準第 13 條" },
	salary_from: { label: "薪資扣繳起扣額", article: "薪資所得扣繳辦法第 8 條", isYearly: true },
	foreign_rate: { label: "非居住者的扣繳率", article: "各類所得扣繳率標準第 3 條", isRate: true },
	foreign_salary_rate: { label: "非居住者的薪資扣繳率", article: "各類所得扣繳率標準第 3 條", isRate: true },
	foreign_low_salary_rate: {
		label: "非居住者的薪資扣繳率（基本工資 1.5 倍以下）",
		article: "各類所得扣繳率標準第 3 條",
		isRate: true,
	},
	foreign_free: {
		label: "非居住者每次免扣的稿費、演講費（以下免扣）",
		article: "各類所得扣繳率標準第 3 條第 1 項第 8 款",
	},
	basic_wage: { label: "基本工資", article: "健保法第 31 條、各類所得扣繳率標準第 3 條", isYearly: true },
	premium_rate: { label: "補充保費費率", article: "健保法第 31 條", isRate: true },
	premium_from: { label: "補充保費的起扣金額（達到就扣）", article: "健保法第 31 條" },
	premium_most: { label: "補充保費一次給付的計費上限", article: "健保法第 31 條" },
} as const satisfies Record<string, { label: string; article: string; isRate?: true; isYearly?: true }>;
export type RateKind = keyof typeof RATES;
export const RATE_KINDS = Object.keys(RATES) as readonly RateKind[];

/** Whether a value is parts per 10,000; the others are whole NT$. */
export const isRate = (kind: RateKind): boolean => "isRate" in RATES[kind];
/** Whether a value comes from a year's table and holds in that year only. */
export const isYearly = (kind: RateKind): boolean => "isYearly" in RATES[kind];

/** A value (`value`: parts per 10,000 or whole NT$) and the first day (YYYY-MM-DD) on which it holds. */
export type RateRow = { kind: RateKind; from_on: string; value: number };
/** The values that a rule may use; of two from the same day the later one in the list holds. */
export type Rates = readonly RateRow[];

/** Returns the value that holds on a day (YYYY-MM-DD); undefined when none is set for it. */
export const rateOn = (rates: Rates, kind: RateKind, on: string): number | undefined =>
	rates
		.filter((one) => one.kind === kind && one.from_on <= on)
		.filter(({ from_on }) => !isYearly(kind) || from_on.slice(0, 4) === on.slice(0, 4))
		.reduce<RateRow | undefined>((best, one) => (best && best.from_on > one.from_on ? best : one), undefined)?.value;

/** Says that no value is set for a day: 115 年的薪資扣繳起扣額尚未設定. */
export const lackWords = (kind: RateKind, on: string): string =>
	isYearly(kind)
		? `${rocYear(Number(on.slice(0, 4)))} 年的${RATES[kind].label}尚未設定`
		: `${rocWords(on)}的${RATES[kind].label}尚未設定`;

/** Writes a rate as people say it: 211 is 2.11%. */
export const percent = (value: number): string => `${value / 100}%`;

import { figure } from "#kernel/amounts.ts";
import { lackWords, percent, type RateKind, type Rates, rateOn } from "./rates.ts";

/** The categories of income (所得稅法 §88) by their codes; "none" is no income, such as travel that is refunded. */
export const CATEGORIES = ["50", "9A", "9B", "51", "92", "none"] as const;
export type Category = (typeof CATEGORIES)[number];
export const CATEGORY_LABELS: Record<Category, string> = {
	"50": "薪資",
	"9A": "執行業務",
	"9B": "稿費、演講",
	"51": "租賃",
	"92": "其他所得",
	none: "非所得",
};

/** A payment to one payee, `gross` in whole NT$ and `on` (YYYY-MM-DD) its day. */
export type WithheldOf = {
	category: Category;
	gross: number;
	/** 居住者, for the tax. */
	isResident: boolean;
	/** The exemptions from the premium that a paper in force on the day shows. */
	exemptions: readonly ("class2" | "class5")[];
	on: string;
	/** True for the salary that the association pays its own staff each month. */
	isMonthly?: boolean;
	/** True for a payee who is no natural person. */
	isCompany?: boolean;
};

/**
 * What the rules withhold, in whole NT$. `why` says it for the reviewer, with the articles. Of an amount in `typed` the
 * rules decide nothing (it is 0 here): the accountant types it. `lacks` names the values that are not set for the day.
 */
export type Withheld = {
	tax: number;
	premium: number;
	why: string[];
	typed: ("tax" | "premium")[];
	lacks?: RateKind[];
};

type Part = { amount: number; why: readonly string[]; isTyped?: true; lacks?: readonly RateKind[] };
type Values = (kind: RateKind) => number;

/**
 * Returns the income tax and the supplementary premium (補充保費) that are withheld from a payment, by 所得稅法 §88,
 * 各類所得扣繳率標準 §§2, 3, 13, 薪資所得扣繳辦法 §§5, 8, 健保法 §31 and 補充保費辦法 §§4, 5. The tax is cut to whole NT$: so in
 * practice a fee is withheld from 20,010 on, of which 10% are more than 2,000. The premium is rounded to whole NT$, a half
 * upwards, as the published calculators of the premium do.
 */
export function withheldFrom(of: WithheldOf, rates: Rates): Withheld {
	const tax = taxOf(of, rates);
	const premium = premiumOf(of, rates);
	const lacks = [...new Set([...(tax.lacks ?? []), ...(premium.lacks ?? [])])];
	return {
		tax: tax.amount,
		premium: premium.amount,
		why: [...tax.why, ...premium.why],
		typed: [...(tax.isTyped ? (["tax"] as const) : []), ...(premium.isTyped ? (["premium"] as const) : [])],
		...(lacks.length > 0 && { lacks }),
	};
}

const none = (...why: string[]): Part => ({ amount: 0, why });
const typed = (...why: string[]): Part => ({ amount: 0, why, isTyped: true });

/** Decides with values of the day; where one is not set, the accountant types the amount. */
function decide(
	{ on }: WithheldOf,
	rates: Rates,
	of: { kinds: readonly RateKind[]; by: (values: Values) => Part },
): Part {
	const lacks = of.kinds.filter((kind) => rateOn(rates, kind, on) === undefined);
	if (lacks.length === 0) return of.by((kind) => rateOn(rates, kind, on) ?? 0);
	return {
		...typed(...lacks.map((kind) => `${lackWords(kind, on)}，請會計輸入金額，或先到「扣繳率與門檻」設定。`)),
		lacks,
	};
}

/** Returns the part of an amount that a rate (parts per 10,000) takes, cut to whole NT$. */
const cut = (gross: number, rate: number): number => Math.floor((gross * rate) / 10_000);
/** The same, a half rounded upwards. */
const rounded = (gross: number, rate: number): number => Math.floor((gross * rate + 5_000) / 10_000);

function taxOf(of: WithheldOf, rates: Rates): Part {
	if (of.category === "none") return none("不是所得，不扣所得稅。");
	if (of.isCompany) return typed("受款人是公司或團體，所得稅是否扣繳由會計判斷後輸入。");
	if (!of.isResident) return of.category === "50" ? foreignSalaryTax(of, rates) : foreignTax(of, rates);
	if (of.category === "92") return typed("居住者的其他所得沒有固定的扣繳率，所得稅由會計判斷後輸入。");
	return of.category === "50" ? salaryTax(of, rates) : feeTax(of, rates);
}

const feeTax = (of: WithheldOf, rates: Rates): Part =>
	decide(of, rates, {
		kinds: ["resident_rate", "tax_free"],
		by: (value) => {
			const [rate, free] = [value("resident_rate"), value("tax_free")];
			const tax = cut(of.gross, rate);
			const words = `居住者的${CATEGORY_LABELS[of.category]}所得稅是 ${percent(rate)}，${figure(tax)} 元（各類所得扣繳率標準第 2 條）`;
			return tax <= free
				? none(`${words}；一次給付的稅額 ${figure(free)} 元以下免扣（同標準第 13 條）。`)
				: { amount: tax, why: [`${words}。`] };
		},
	});

function salaryTax(of: WithheldOf, rates: Rates): Part {
	if (of.isMonthly) return typed("按月給付的薪資依薪資所得扣繳稅額表扣繳，所得稅由會計查表後輸入。");
	return decide(of, rates, {
		kinds: ["resident_salary_rate", "salary_from"],
		by: (value) => {
			const [rate, from] = [value("resident_salary_rate"), value("salary_from")];
			const article = "薪資所得扣繳辦法第 5、8 條";
			return of.gross < from
				? none(`兼職或非按月給付的薪資未達起扣額 ${figure(from)} 元，免扣所得稅（${article}）。`)
				: { amount: cut(of.gross, rate), why: [`兼職或非按月給付的薪資扣 ${percent(rate)}（${article}）。`] };
		},
	});
}

const FOREIGN_ARTICLE = "各類所得扣繳率標準第 3 條";
const FOREIGN_DUE = "付款後 10 日內繳納並申報";

const foreignSalaryTax = (of: WithheldOf, rates: Rates): Part =>
	decide(of, rates, {
		kinds: ["basic_wage", "foreign_low_salary_rate", "foreign_salary_rate"],
		by: (value) => {
			const isLow = of.gross * 2 <= value("basic_wage") * 3;
			const rate = value(isLow ? "foreign_low_salary_rate" : "foreign_salary_rate");
			const side = isLow ? "在基本工資 1.5 倍以下" : "超過基本工資的 1.5 倍";
			return {
				amount: cut(of.gross, rate),
				why: [
					`非居住者的薪資${side}，扣 ${percent(rate)}（${FOREIGN_ARTICLE}）；同月另有薪資要合併計算。${FOREIGN_DUE}。`,
				],
			};
		},
	});

const foreignTax = (of: WithheldOf, rates: Rates): Part =>
	decide(of, rates, {
		kinds: of.category === "9B" ? ["foreign_rate", "foreign_free"] : ["foreign_rate"],
		by: (value) => {
			if (of.category === "9B" && of.gross <= value("foreign_free"))
				return none(
					`非居住者的稿費、演講費一次 ${figure(value("foreign_free"))} 元以下免扣（${FOREIGN_ARTICLE}第 1 項第 8 款）。`,
				);
			const rate = value("foreign_rate");
			const words = `非居住者的${CATEGORY_LABELS[of.category]}扣 ${percent(rate)}（${FOREIGN_ARTICLE}）。${FOREIGN_DUE}。`;
			return { amount: cut(of.gross, rate), why: [words] };
		},
	});

function premiumOf(of: WithheldOf, rates: Rates): Part {
	const { category, exemptions } = of;
	if (category === "none") return none("不是所得，不扣補充保費。");
	if (of.isCompany) return none("公司或團體不是健保的保險對象，不扣補充保費（健保法第 31 條）。");
	if (category === "92") return none("其他所得不扣補充保費（健保法第 31 條）。");
	if (exemptions.includes("class5")) return none("第五類被保險人已出示證明，免扣補充保費（補充保費辦法第 4、5 條）。");
	if (category !== "50") return premiumFrom(of, rates, "premium_from");
	if (of.isMonthly) return none("按月給付自己員工的薪資已由協會投保，不扣補充保費（健保法第 31 條）。");
	if (exemptions.includes("class2"))
		return none("第二類被保險人的薪資已出示證明，免扣補充保費（補充保費辦法第 4、5 條）。");
	return premiumFrom(of, rates, "basic_wage");
}

/** Returns the premium of a payment that reaches the threshold `from`. */
const premiumFrom = (of: WithheldOf, rates: Rates, from: "premium_from" | "basic_wage"): Part =>
	decide(of, rates, {
		kinds: [from, "premium_rate", "premium_most"],
		by: (value) => {
			const least = `${from === "basic_wage" ? "兼職薪資未達基本工資" : "一次給付未達"} ${figure(value(from))} 元`;
			if (of.gross < value(from)) return none(`${least}，不扣補充保費（健保法第 31 條）。`);
			const rate = value("premium_rate");
			return {
				amount: rounded(Math.min(of.gross, value("premium_most")), rate),
				why: [
					`補充保費是 ${percent(rate)}（健保法第 31 條）。`,
					...(of.isResident ? [] : ["非居住者沒有參加健保的，不扣補充保費，請會計依證明改為 0。"]),
				],
			};
		},
	});

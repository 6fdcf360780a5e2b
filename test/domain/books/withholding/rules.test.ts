import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { ratesOn } from "#db/books/withholding.ts";
import { readRows } from "#db/read.ts";
import { RATE_KINDS, type Rates, rateOn } from "#domain/books/withholding/rates.ts";
import { CATEGORIES, type WithheldOf, withheldFrom } from "#domain/books/withholding/rules.ts";

const ON = "2026-10-20";
/** What a year's tables say is not in the program: these two are made up. */
const YEARLY: Rates = [
	{ kind: "salary_from", from_on: "2026-01-01", value: 90_000 },
	{ kind: "basic_wage", from_on: "2026-01-01", value: 30_000 },
];
const [SHIPPED] = await readRows(env.DB, ratesOn(ON));
const ALL: Rates = [...SHIPPED, ...YEARLY];
const TALK: WithheldOf = { category: "9B", gross: 20_000, isResident: true, exemptions: [], on: ON };
const withheld = (of: Partial<WithheldOf>, rates: Rates = ALL) => {
	const { tax, premium, typed } = withheldFrom({ ...TALK, ...of }, rates);
	return { tax, premium, typed };
};
const amounts = (tax: number, premium: number) => ({ tax, premium, typed: [] });

test("the values that are shipped are those of the law, and those of a year's tables are left to the accountant", () => {
	expect(Object.fromEntries(SHIPPED.map(({ kind, value }) => [kind, value]))).toEqual({
		resident_rate: 1000,
		resident_salary_rate: 500,
		tax_free: 2000,
		foreign_rate: 2000,
		foreign_salary_rate: 1800,
		foreign_low_salary_rate: 600,
		foreign_free: 5000,
		premium_rate: 211,
		premium_from: 20_000,
		premium_most: 10_000_000,
	});
	expect(RATE_KINDS.filter((kind) => rateOn(SHIPPED, kind, ON) === undefined)).toEqual(["salary_from", "basic_wage"]);
});

test.each([
	// The tax of 20,000 and of 20,009 is 2,000, which is not withheld; the premium begins at 20,000.
	["9B", 19_990, 0, 0],
	["9B", 19_999, 0, 0],
	["9B", 20_000, 0, 422],
	["9B", 20_009, 0, 422],
	["9B", 20_010, 2_001, 422],
	["9B", 20_020, 2_002, 422],
	["9B", 30_000, 3_000, 633],
	["9A", 19_990, 0, 0],
	["9A", 20_000, 0, 422],
	["9A", 20_010, 2_001, 422],
	["51", 19_990, 0, 0],
	["51", 20_000, 0, 422],
	["51", 20_010, 2_001, 422],
	// Teaching is salary: the tax begins at the amount of the year's table, the premium at the basic wage.
	["50", 20_000, 0, 0],
	["50", 29_990, 0, 0],
	["50", 30_000, 0, 633],
	["50", 30_010, 0, 633],
	["50", 89_990, 0, 1_899],
	["50", 90_000, 4_500, 1_899],
	["50", 90_010, 4_500, 1_899],
	["none", 99_999_999, 0, 0],
] as const)("of a resident's %s of %d the tax is %d and the premium %d", (category, gross, tax, premium) => {
	expect(withheld({ category, gross })).toEqual(amounts(tax, premium));
});

test.each([
	["9B", 4_990, 0, 0],
	["9B", 5_000, 0, 0],
	["9B", 5_001, 1_000, 0],
	["9B", 5_010, 1_002, 0],
	["9A", 10, 2, 0],
	["9A", 20_000, 4_000, 422],
	["51", 19_990, 3_998, 0],
	["51", 20_000, 4_000, 422],
	["92", 20_000, 4_000, 0],
	// One and a half times the basic wage is 45,000.
	["50", 29_990, 1_799, 0],
	["50", 44_990, 2_699, 949],
	["50", 45_000, 2_700, 950],
	["50", 45_010, 8_101, 950],
	["none", 20_000, 0, 0],
] as const)("of a non-resident's %s of %d the tax is %d and the premium %d", (category, gross, tax, premium) => {
	expect(withheld({ category, gross, isResident: false })).toEqual(amounts(tax, premium));
});

test("a premium is rounded half up, and no more than ten million of one payment is counted", () => {
	expect(withheld({ gross: 20_023 }).premium).toBe(422); // 422.4853
	expect(withheld({ gross: 20_024 }).premium).toBe(423); // 422.5064
	expect(withheld({ gross: 25_000 }).premium).toBe(528); // 527.5
	expect(withheld({ gross: 9_999_990 }).premium).toBe(211_000);
	expect(withheld({ gross: 10_000_000 }).premium).toBe(211_000);
	expect(withheld({ gross: 10_000_010 }).premium).toBe(211_000);
});

test("class 5 pays no premium, class 2 none on salary; the tax stays as it is", () => {
	expect(withheld({ gross: 30_000, exemptions: ["class5"] })).toEqual(amounts(3_000, 0));
	expect(withheld({ gross: 30_000, exemptions: ["class2"] })).toEqual(amounts(3_000, 633));
	expect(withheld({ category: "50", gross: 90_000, exemptions: ["class2"] })).toEqual(amounts(4_500, 0));
	expect(withheld({ category: "50", gross: 90_000, exemptions: ["class5"] })).toEqual(amounts(4_500, 0));
});

test("what the rules do not decide is typed by the accountant", () => {
	expect(withheld({ category: "50", gross: 50_000, isMonthly: true })).toEqual({ tax: 0, premium: 0, typed: ["tax"] });
	expect(withheld({ category: "92", gross: 50_000 })).toEqual({ tax: 0, premium: 0, typed: ["tax"] });
	expect(withheld({ category: "51", gross: 50_000, isCompany: true })).toEqual({ tax: 0, premium: 0, typed: ["tax"] });
	expect(withheld({ category: "50", gross: 50_000, isMonthly: true, isResident: false })).toEqual(amounts(9_000, 0));
});

test("a value that is not set for the day is said, and nothing is invented", () => {
	const teaching: WithheldOf = { ...TALK, category: "50" };
	expect(withheldFrom(teaching, SHIPPED)).toEqual({
		tax: 0,
		premium: 0,
		why: [
			"115 年的薪資扣繳起扣額尚未設定，請會計輸入金額，或先到「扣繳率與門檻」設定。",
			"115 年的基本工資尚未設定，請會計輸入金額，或先到「扣繳率與門檻」設定。",
		],
		typed: ["tax", "premium"],
		lacks: ["salary_from", "basic_wage"],
	});
	// An exemption needs no wage, and last year's table is not this year's.
	expect(withheldFrom({ ...teaching, exemptions: ["class2"] }, SHIPPED).lacks).toEqual(["salary_from"]);
	expect(withheldFrom({ ...teaching, on: "2027-01-01" }, ALL).lacks).toEqual(["salary_from", "basic_wage"]);
	expect(withheldFrom({ ...TALK, on: "2020-12-31" }, ALL)).toMatchObject({
		why: expect.arrayContaining([expect.stringContaining("109年12月31日的補充保費費率尚未設定")]),
		lacks: ["resident_rate", "tax_free", "premium_from", "premium_rate", "premium_most"],
	});
});

test("a value holds from its day on, and of two from one day the later one in the list", () => {
	const rates: Rates = [
		{ kind: "premium_rate", from_on: "2026-11-01", value: 250 },
		...ALL,
		{ kind: "premium_rate", from_on: "2026-11-01", value: 245 },
	];
	expect(withheld({ gross: 30_000, on: "2026-10-31" }, rates).premium).toBe(633);
	expect(withheld({ gross: 30_000, on: "2026-11-01" }, rates).premium).toBe(735);
});

test("the reviewer is told why, with the article", () => {
	expect(withheldFrom(TALK, ALL).why).toEqual([
		"居住者的稿費、演講所得稅是 10%，2,000 元（各類所得扣繳率標準第 2 條）；一次給付的稅額 2,000 元以下免扣（同標準第 13 條）。",
		"補充保費是 2.11%（健保法第 31 條）。",
	]);
	expect(withheldFrom({ ...TALK, category: "50" }, ALL).why).toEqual([
		"兼職或非按月給付的薪資未達起扣額 90,000 元，免扣所得稅（薪資所得扣繳辦法第 5、8 條）。",
		"兼職薪資未達基本工資 30,000 元，不扣補充保費（健保法第 31 條）。",
	]);
});

test("whatever is paid to whom, less is withheld than is paid, and never less of a larger payment", () => {
	// Every threshold and what is around it, and amounts of all sizes.
	const near = [5_000, 20_000, 30_000, 45_000, 90_000, 10_000_000].flatMap((at) => [
		at - 10,
		at - 1,
		at,
		at + 1,
		at + 10,
	]);
	const sizes = Array.from({ length: 160 }, (_, n) => Math.round(1.12 ** n)).filter((gross) => gross <= 99_999_999);
	const ascending = [...near, ...sizes].toSorted((a, b) => a - b);
	for (const category of CATEGORIES)
		for (const isResident of [true, false])
			for (const isMonthly of [true, false])
				for (const exemptions of [[], ["class2"], ["class5"]] as const) {
					let last = { tax: 0, premium: 0 };
					for (const gross of ascending) {
						const of = { category, gross, isResident, isMonthly, exemptions, on: ON };
						const { tax, premium, why } = withheldFrom(of, ALL);
						const said = JSON.stringify(of);
						expect(tax + premium, said).toBeLessThan(gross);
						expect(tax, said).toBeGreaterThanOrEqual(last.tax);
						expect(premium, said).toBeGreaterThanOrEqual(last.premium);
						expect(
							why.every((words) => words.endsWith("。")),
							said,
						).toBe(true);
						last = { tax, premium };
					}
				}
});

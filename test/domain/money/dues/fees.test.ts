import { describe, expect, test } from "vitest";
import { canStep, correctedTo, creditEntries, type Standing } from "#domain/money/dues/rules.ts";
import { amountOf, assess, type Fees, firstYear, joinedDay, type Owing, owesDues } from "#domain/people/fees.ts";
import { TYPE_BASES } from "#domain/people/members/codes.ts";
import { dateInTaipei } from "#kernel/times.ts";

const FEES: Fees = { entrance_fee: 1000, annual_fee: 1200, disability_discount_percent: 50, next_year_from_month: 11 };
const patient: Owing = {
	membership_type: "individual",
	type_base: "individual",
	joined_on: "2026-03-05",
	resolution_on: "2026-03-05",
	approval: null,
	items: [],
};
const of2026 = (member: Partial<Owing>, today = "2026-03-05", fees = FEES) =>
	assess({ ...patient, ...member }, { year: 2026, fees, today }).map(({ kind, amount, status }) => [
		kind,
		amount,
		status,
	]);

test.each([
	[1000, 0, 1000],
	[1000, 33, 670],
	[1001, 33, 671],
	[999, 50, 500],
	[1000, 100, 0],
	[0, 50, 0],
	[1, 99, 1],
])("%d less %d percent is %d", (base, percent, amount) => expect(amountOf(base, percent)).toBe(amount));

test("the honorary, academic and lifetime types owe nothing", () => {
	expect(TYPE_BASES.filter((type) => !owesDues(type))).toEqual(["honorary_academic", "honorary", "lifetime"]);
});

describe("the first year", () => {
	const firstOf = (at: string, month = 11) => firstYear(dateInTaipei(Date.parse(at)), { next_year_from_month: month });
	test("is the next one from the settings' month on", () => {
		expect([firstYear("2026-10-31", FEES), firstYear("2026-11-01", FEES)]).toEqual([2026, 2027]);
	});
	test("goes by the clock of Taipei: a minute before the year ends it is still December there", () => {
		expect(firstOf("2026-12-31T23:59:00+08:00")).toBe(2027);
		expect(firstOf("2026-12-31T23:59:00+08:00", 13)).toBe(2026);
		expect(firstOf("2027-01-01T00:00:00+08:00")).toBe(2027);
		// Still 30 September in London.
		expect(firstOf("2026-10-01T07:59:00+08:00", 10)).toBe(2027);
	});
	test("goes by the later of the record's day and the resolution's: who joins again begins again", () => {
		expect(joinedDay({ joined_on: "1999-01-01", resolution_on: "2026-11-20" })).toBe("2026-11-20");
		expect(joinedDay({ joined_on: "1999-01-01", resolution_on: null })).toBe("1999-01-01");
		expect(joinedDay({ joined_on: null, resolution_on: null })).toBeNull();
	});
});

describe("what a member owes of a year", () => {
	test("both fees in the year of joining, the annual one alone later, none before", () => {
		expect(of2026({})).toEqual([
			["entrance", 1000, "open"],
			["annual", 1200, "open"],
		]);
		expect(of2026({ joined_on: "2020-01-01", resolution_on: null })).toEqual([["annual", 1200, "open"]]);
		expect(of2026({ joined_on: null, resolution_on: null })).toEqual([["annual", 1200, "open"]]);
		expect(of2026({ joined_on: "2026-11-01" })).toEqual([["entrance", 1000, "open"]]);
		expect(of2026({ joined_on: "2027-01-01" })).toEqual([]);
	});
	test("a second entrance fee never, not even of another year", () => {
		expect(of2026({ items: [{ kind: "entrance", dues_year: 2019 }] })).toEqual([["annual", 1200, "open"]]);
		expect(of2026({ items: [{ kind: "annual", dues_year: 2026 }] })).toEqual([["entrance", 1000, "open"]]);
	});
	test("less the discount while the certificate counts: its last day is one of these", () => {
		const approval = { until: "2026-03-05" };
		expect(of2026({ approval })).toEqual([
			["entrance", 500, "open"],
			["annual", 600, "open"],
		]);
		expect(of2026({ approval }, "2026-03-06").map(([, amount]) => amount)).toEqual([1000, 1200]);
		expect(of2026({ approval: { until: null } }, "2099-01-01").map(([, amount]) => amount)).toEqual([500, 600]);
		// Before the year has begun, its first day counts.
		expect(of2026({ approval: { until: "2025-12-31" } }, "2025-12-01").map(([, amount]) => amount)).toEqual([
			1000, 1200,
		]);
		expect(of2026({ approval: { until: "2026-01-01" } }, "2025-12-01").map(([, amount]) => amount)).toEqual([500, 600]);
	});
	test("what comes to nothing is waived, with its reason", () => {
		const fees = { ...FEES, disability_discount_percent: 100 };
		const [item] = assess({ ...patient, approval: { until: null } }, { year: 2026, fees, today: "2026-03-05" });
		expect(item).toMatchObject({
			base_amount: 1000,
			discount_percent: 100,
			amount: 0,
			status: "waived",
			reason: "減免後為 0 元",
		});
		expect(of2026({}, "2026-03-05", { ...FEES, entrance_fee: 0 })).toEqual([
			["entrance", 0, "waived"],
			["annual", 1200, "open"],
		]);
	});
	test("nothing for exempt types", () =>
		expect(of2026({ membership_type: "lifetime", type_base: "lifetime" })).toEqual([]));
});

const paid: Standing = { status: "paid", source: "assessment", amount: 1000, paid_amount: 1000, credited_amount: 0 };

describe("a correction", () => {
	const to = (item: Standing, base: number, percent = 0) => {
		const { amount, paid_amount, credited_amount, status } = correctedTo(item, { base, percent });
		return [amount, paid_amount, credited_amount, status];
	};
	test("makes credit of what was paid too much, and takes it back", () => {
		expect(to(paid, 1000, 50)).toEqual([500, 500, 500, "paid"]);
		expect(to({ ...paid, amount: 500, paid_amount: 500, credited_amount: 500 }, 1000)).toEqual([1000, 1000, 0, "paid"]);
		expect(to(paid, 1500)).toEqual([1500, 1000, 0, "partially_paid"]);
		expect(to(paid, 1000, 100)).toEqual([0, 0, 1000, "waived"]);
	});
	test("of what is not paid changes what is asked for", () => {
		const open: Standing = { ...paid, status: "open", paid_amount: 0 };
		expect(to(open, 1000, 50)).toEqual([500, 0, 0, "open"]);
		expect(to({ ...open, status: "partially_paid", paid_amount: 300 }, 300)).toEqual([300, 300, 0, "paid"]);
	});
	test("is not for what came paid with a list, nor for what was cancelled", () => {
		expect(canStep("correct", { ...paid, source: "import" })).toBe(false);
		expect(canStep("correct", { ...paid, status: "cancelled" })).toBe(false);
		expect(canStep("correct", paid)).toBe(true);
	});
	test("posts from the income of its kind; what lies in advance stays there", () => {
		const item = { kind: "annual" as const, dues_year: 2026, member_id: 7, paid_before: 0, opened: null };
		const lines = creditEntries(item, { credited: 500, on: "2026-05-01", memo: "更正" });
		expect(lines?.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
			["annual", 500, 0],
			["dues_in_advance", 0, 500],
		]);
		expect(creditEntries({ ...item, dues_year: 2027 }, { credited: 500, on: "2026-05-01", memo: "" })).toBeNull();
		const moved = (paid_before: number, opened: number | null, credited: number) =>
			creditEntries({ ...item, paid_before, opened }, { credited, on: "2026-05-01", memo: "" })?.map(
				({ account, debit, credit }) => `${account} ${debit - credit}`,
			) ?? null;
		// Paid before its year and not opened yet: the opening leaves the credit there.
		expect(moved(1000, null, 300)).toBeNull();
		expect(moved(200, null, 300)).toEqual(["annual 100", "dues_in_advance -100"]);
		// Opened whole, opened less a credit of before, and that credit made smaller.
		expect(moved(1000, 1000, 300)).toEqual(["annual 300", "dues_in_advance -300"]);
		expect(moved(1000, 700, 500)).toEqual(["annual 200", "dues_in_advance -200"]);
		expect(moved(1000, 700, 300)).toBeNull();
		expect(moved(1000, 700, 100)).toEqual(["dues_in_advance 200", "annual -200"]);
	});
});

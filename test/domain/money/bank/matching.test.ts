import { describe, expect, test } from "vitest";
import type { Evidence, MatchBooked, MatchLine, MatchPayment } from "#domain/money/bank/candidates.ts";
import type { MatchDues } from "#domain/money/bank/dues-sets.ts";
import { type Matching, matchLines } from "#domain/money/bank/matching.ts";

const line = (of: Partial<MatchLine> = {}): MatchLine => ({
	id: 1,
	day: "2026-11-10",
	paid: 1_000,
	last5: "40718",
	arrived: of.paid ?? 1_000,
	accountId: 1,
	accountKind: "bank",
	apartAt: -1,
	mayLackFee: false,
	hasFee: false,
	isSuspense: false,
	...of,
});
const payment = (of: Partial<MatchPayment> = {}): MatchPayment => ({
	id: 10,
	amount: 1_000,
	last5: "40718",
	paidOn: "2026-11-10",
	accountId: null,
	isPostal: false,
	memberIds: [100],
	...of,
});
const owed = (itemId: number, of: Partial<MatchDues> = {}): MatchDues => ({
	itemId,
	memberId: 100,
	headId: 100,
	due: 1_000,
	isClaimed: false,
	...of,
});
const hint = (by: Evidence["by"], of: Partial<Evidence> = {}): Evidence => ({
	lineId: 1,
	memberId: 100,
	headId: 100,
	by,
	...of,
});
const matching = (of: Partial<Matching>): Matching => ({
	lines: [line()],
	booked: [],
	payments: [],
	evidence: [],
	dues: [],
	...of,
});

/** "exact p10 amount+last5+day" for each candidate of a line. */
const told = (of: Partial<Matching>, id = 1): string[] =>
	(matchLines(matching(of)).get(id)?.candidates ?? []).map(
		(one) =>
			`${one.isExact ? "exact" : "maybe"} ${one.kind === "booked" ? `${one.of} ${one.id}` : one.kind === "payment" ? `p${one.paymentId}` : `d${one.itemIds.join("+")} by ${one.memberId}`} ${one.reasons.join("+")}`,
	);

const there = (of: Partial<MatchBooked> = {}): MatchBooked => ({
	kind: "payment",
	id: 70,
	amount: 1_000,
	mayLackFee: false,
	last5: "40718",
	day: "2026-11-10",
	accountId: 1,
	accountKind: "bank",
	at: 5,
	memberIds: [100],
	isRest: false,
	...of,
});

describe("what is booked without a line", () => {
	test("劃撥 that was booked whole fits what arrived without the fee, never exactly, and behind what fits as it is", () => {
		const postal = { accountKind: "postal" } as const;
		const whole = there({ ...postal, mayLackFee: true });
		const short = { lines: [line({ ...postal, paid: 985, mayLackFee: true })] };
		expect(told({ ...short, booked: [whole] })).toEqual(["maybe payment 70 fee+last5+same_day"]);
		const exact = there({ ...postal, id: 71, amount: 985 });
		expect(told({ ...short, booked: [whole, exact] })).toEqual([
			"exact payment 71 amount+last5+same_day",
			"maybe payment 70 fee+last5+same_day",
		]);
		// The list tells the fee: no other one is looked for.
		const fee = (paid: number) => [line({ ...postal, arrived: 985, paid, hasFee: true })];
		expect(told({ lines: fee(1_000), booked: [whole] })).toHaveLength(1);
		expect(told({ lines: fee(995), booked: [whole] })).toEqual([]);
		for (const other of [{ mayLackFee: false }, { amount: 1_036 }])
			expect(told({ ...short, booked: [{ ...whole, ...other }] })).toEqual([]);
		expect(told({ lines: [line({ paid: 985 })], booked: [there()] })).toEqual([]);
	});

	test("comes first, and nothing else of the line is exact while it fits", () => {
		const evidence = [hint("number")];
		const all = { booked: [there()], payments: [payment()], evidence, dues: [owed(1)] };
		expect(told(all)).toEqual([
			"exact payment 70 amount+last5+same_day+number",
			"maybe p10 amount+last5+day+number",
			"maybe d1 by 100 amount+number",
		]);
		expect(told({ ...all, booked: [there({ last5: null, memberIds: [], day: "2026-11-04" })] })).toEqual([
			"maybe payment 70 amount+day",
			"maybe p10 amount+last5+day+number",
			"maybe d1 by 100 amount+number",
		]);
	});

	test("of another account, amount, week or other digits is none; nor is what somebody said it is not", () => {
		for (const other of [{ accountId: 2 }, { amount: 999 }, { day: "2026-11-02" }, { last5: "99999" }])
			expect(told({ booked: [there(other)] })).toEqual([]);
		expect(told({ lines: [line({ apartAt: 5 })], booked: [there()] })).toEqual([]);
		expect(told({ lines: [line({ apartAt: 4 })], booked: [there()] })).toHaveLength(1);
	});

	test("without an account it fits those of its kind", () => {
		expect(told({ booked: [there({ accountId: null })] })).toHaveLength(1);
		expect(told({ booked: [there({ accountId: null, accountKind: "postal" })] })).toEqual([]);
	});

	test("two that fit equally: nobody but a person chooses; cash that was taken there is exact on its day", () => {
		const two = { booked: [there({ kind: "income", last5: null }), there({ kind: "income", id: 71, last5: null })] };
		expect(told(two)).toEqual(["maybe income 70 amount+same_day", "maybe income 71 amount+same_day"]);
		expect(matchLines(matching(two)).get(1)).toMatchObject({ isExact: false, alike: 2 });
		const cash = there({ kind: "deposit", last5: null });
		expect(told({ lines: [line({ last5: null })], booked: [cash] })).toEqual(["exact deposit 70 amount+same_day"]);
		expect(told({ booked: [cash] })).toEqual(["maybe deposit 70 amount+same_day"]);
	});

	test("another line's for sure still bars this one until that has it", () => {
		const lines = [line(), line({ id: 2, last5: null })];
		expect(told({ lines, booked: [there()], payments: [payment({ id: 11 })] }, 2)).toEqual([
			"maybe payment 70 amount+same_day+other_line",
			"maybe p11 amount+day",
		]);
	});
});

describe("a payment that waits", () => {
	test("is exact by amount, last five digits and a day within a week", () => {
		expect(told({ payments: [payment()] })).toEqual(["exact p10 amount+last5+day"]);
		expect(told({ payments: [payment({ paidOn: "2026-11-03" })] })).toEqual(["exact p10 amount+last5+day"]);
		expect(told({ payments: [payment({ paidOn: "2026-11-17" })] })).toEqual(["exact p10 amount+last5+day"]);
		expect(told({ payments: [payment({ paidOn: "2026-11-02" })] })).toEqual(["maybe p10 amount+last5"]);
	});

	test("of another amount is none, whatever its digits; of another account neither", () => {
		expect(told({ payments: [payment({ amount: 1_001 })] })).toEqual([]);
		expect(told({ payments: [payment({ accountId: 2 })] })).toEqual([]);
		expect(told({ payments: [payment({ accountId: 1 })] })).toEqual(["exact p10 amount+last5+day"]);
	});

	test("without digits on one side is a suggestion by its day; with other digits none", () => {
		expect(told({ payments: [payment({ last5: null })] })).toEqual(["maybe p10 amount+day"]);
		expect(told({ lines: [line({ last5: null })], payments: [payment()] })).toEqual(["maybe p10 amount+day"]);
		expect(told({ payments: [payment({ last5: null, paidOn: "2026-10-01" })] })).toEqual([]);
		expect(told({ payments: [payment({ last5: "99999" })] })).toEqual([]);
	});

	test("with other digits is a suggestion where the memo names its member", () => {
		const evidence = [hint("name")];
		expect(told({ payments: [payment({ last5: "99999" })], evidence })).toEqual(["maybe p10 amount+day+name"]);
	});

	test("two that fit are never exact, and neither are two lines for one", () => {
		const two = { payments: [payment(), payment({ id: 11 })] };
		expect(told(two)).toEqual(["maybe p10 amount+last5+day", "maybe p11 amount+last5+day"]);
		const lines = [line(), line({ id: 2, day: "2026-11-11" })];
		expect([told({ lines, payments: [payment()] }), told({ lines, payments: [payment()] }, 2)]).toEqual([
			["maybe p10 amount+last5+day"],
			["maybe p10 amount+last5+day"],
		]);
	});

	test("one that fits and one that may: the first is exact and comes first", () => {
		expect(told({ payments: [payment({ id: 11, last5: null }), payment()] })).toEqual([
			"exact p10 amount+last5+day",
			"maybe p11 amount+day",
		]);
	});

	test("one line's for sure is no other's suggestion", () => {
		const lines = [line(), line({ id: 2, last5: null })];
		expect([told({ lines, payments: [payment()] }), told({ lines, payments: [payment()] }, 2)]).toEqual([
			["exact p10 amount+last5+day"],
			[],
		]);
	});

	test("the exact one comes first, whatever else speaks for another", () => {
		const old = payment({ id: 11, paidOn: "2026-01-10" });
		const evidence = [hint("name"), hint("number")];
		expect(told({ payments: [old, payment({ memberIds: [300] })], evidence })).toEqual([
			"exact p10 amount+last5+day",
			"maybe p11 amount+last5+name+number",
		]);
	});

	test("by 郵政劃撥: 985 of 1,000 is exact with the fee that the list tells, a suggestion without", () => {
		const postal = payment({ isPostal: true });
		expect(told({ lines: [line({ hasFee: true })], payments: [postal] })).toEqual(["exact p10 amount+last5+day"]);
		expect(told({ lines: [line({ hasFee: true })], payments: [payment()] })).toEqual([]);
		const less = line({ paid: 985, mayLackFee: true });
		expect(told({ lines: [less], payments: [postal] })).toEqual(["maybe p10 amount+fee+last5+day"]);
		expect(told({ lines: [less], payments: [payment()] })).toEqual([]);
		expect(told({ lines: [line({ paid: 940, mayLackFee: true })], payments: [postal] })).toEqual([]);
	});

	test("at most four are told, the best first", () => {
		const many = Array.from({ length: 9 }, (_, n) => payment({ id: 20 + n, last5: null }));
		expect(told({ payments: [...many, payment()] })).toHaveLength(4);
		expect(told({ payments: [...many, payment()] })[0]).toBe("exact p10 amount+last5+day");
	});
});

describe("dues without a payment that waits", () => {
	test("are exact by the amount and the digits of an earlier payment, or the number in the memo", () => {
		expect(told({ evidence: [hint("last5")], dues: [owed(1)] })).toEqual(["exact d1 by 100 amount+remembered"]);
		expect(told({ evidence: [hint("number")], dues: [owed(1)] })).toEqual(["exact d1 by 100 amount+number"]);
	});

	test("a name or mere digits are a suggestion", () => {
		expect(told({ evidence: [hint("name")], dues: [owed(1)] })).toEqual(["maybe d1 by 100 amount+name"]);
		expect(told({ evidence: [hint("digits")], dues: [owed(1)] })).toEqual(["maybe d1 by 100 amount+number"]);
	});

	test("nothing points to them: none, though the amount is theirs", () => {
		expect(told({ dues: [owed(1)] })).toEqual([]);
	});

	test("all of a member, the oldest of them, one item, or all of a family", () => {
		const dues = [owed(1, { due: 1_000 }), owed(2, { due: 500 }), owed(3, { memberId: 101, due: 700 })];
		const evidence = [hint("last5")];
		const paid = (amount: number) => told({ lines: [line({ paid: amount })], evidence, dues });
		expect(paid(1_500)).toEqual(["exact d1+2 by 100 amount+remembered"]);
		expect(paid(1_000)).toEqual(["exact d1 by 100 amount+remembered"]);
		expect(paid(500)).toEqual(["exact d2 by 100 amount+remembered"]);
		expect(paid(2_200)).toEqual(["exact d1+2+3 by 100 amount+remembered"]);
		expect(paid(700)).toEqual(["maybe d1+2+3 by 100 remembered+other_amount"]);
	});

	test("a guardian who owes nothing pays for a child", () => {
		const dues = [owed(3, { memberId: 101, headId: 100 })];
		expect(told({ evidence: [hint("last5")], dues })).toEqual(["exact d3 by 100 amount+remembered"]);
	});

	test("two items of the same amount, two members, or two lines: a suggestion", () => {
		expect(told({ evidence: [hint("last5")], dues: [owed(1), owed(2)] })).toEqual([
			"maybe d1 by 100 amount+remembered",
			"maybe d2 by 100 amount+remembered",
		]);
		const others = [hint("last5"), hint("last5", { memberId: 200, headId: 200 })];
		const theirs = [owed(1), owed(9, { memberId: 200, headId: 200 })];
		expect(told({ evidence: others, dues: theirs })).toEqual([
			"maybe d1 by 100 amount+remembered",
			"maybe d9 by 200 amount+remembered",
		]);
		const lines = [line(), line({ id: 2 })];
		const both = [hint("last5"), hint("last5", { lineId: 2 })];
		expect(told({ lines, evidence: both, dues: [owed(1)] }, 2)).toEqual(["maybe d1 by 100 amount+remembered"]);
	});

	test("the digits name one, the memo another: neither is exact", () => {
		const evidence = [hint("last5"), hint("number", { memberId: 200, headId: 200 })];
		const dues = [owed(1), owed(9, { memberId: 200, headId: 200 })];
		expect(told({ evidence, dues })).toEqual(["maybe d1 by 100 amount+remembered", "maybe d9 by 200 amount+number"]);
	});

	test("another amount is a suggestion of all that is owed", () => {
		expect(told({ lines: [line({ paid: 1_200 })], evidence: [hint("number")], dues: [owed(1)] })).toEqual([
			"maybe d1 by 100 number+other_amount",
		]);
	});

	test("what a payment claims that waits is left to it", () => {
		const dues = [owed(1, { isClaimed: true }), owed(2, { due: 1_000 })];
		expect(told({ evidence: [hint("last5")], dues })).toEqual(["maybe d2 by 100 amount+remembered"]);
		const claimed = { evidence: [hint("last5")], dues: [owed(1, { isClaimed: true })] };
		expect(told(claimed)).toEqual([]);
		expect(told({ ...claimed, payments: [payment()] })).toEqual(["exact p10 amount+last5+day"]);
	});

	test("an exact payment and the exact dues of another: two candidates, so neither", () => {
		const evidence = [hint("last5", { memberId: 200, headId: 200 })];
		const dues = [owed(9, { memberId: 200, headId: 200 })];
		expect(told({ payments: [payment()], evidence, dues })).toEqual([
			"maybe p10 amount+last5+day",
			"maybe d9 by 200 amount+remembered",
		]);
	});
});

test("a thousand lines, two thousand payments and ten thousand items are matched in no time", () => {
	const lines = Array.from({ length: 1_000 }, (_, n) => line({ id: n, last5: String(10_000 + n) }));
	const payments = Array.from({ length: 2_000 }, (_, n) => payment({ id: n, last5: String(10_000 + n) }));
	const dues = Array.from({ length: 10_000 }, (_, n) => owed(n, { memberId: n, headId: n }));
	const evidence = lines.map(({ id }) => hint("name", { lineId: id, memberId: id, headId: id }));
	const found = matchLines({ lines, booked: [], payments, evidence, dues });
	expect([...found.values()].filter(({ isExact }) => isExact)).toHaveLength(1_000);
});

import { expect, test } from "vitest";
import { DepositForm } from "#domain/money/deposits/form.ts";
import { ageOn, gather, type Seen } from "#domain/money/deposits/rules.ts";
import { codeOf } from "../../support/refusal.ts";

const THERE: Seen[] = [
	{ kind: "payment", id: 1, amount: 1_000, day: "2026-03-03" },
	{ kind: "income", id: 1, amount: 500, day: "2026-03-05" },
];
const CONTEXT = { there: THERE, today: "2026-03-06" };
const refused = (of: Parameters<typeof gather>[0]): unknown => {
	try {
		return gather(of, CONTEXT);
	} catch (error) {
		return codeOf(error);
	}
};

test("gathers what is there, for what was counted, on a day when all of it was there", () => {
	const chosen = [
		{ kind: "payment", id: 1, amount: 1_000 },
		{ kind: "income", id: 1, amount: 500 },
	] as const;
	expect(gather({ chosen, amount: 1_500, depositedOn: "2026-03-06" }, CONTEXT)).toEqual(THERE);
	expect(refused({ chosen, amount: 1_400, depositedOn: "2026-03-06" })).toBe("deposit.sum");
	expect(refused({ chosen, amount: 1_500, depositedOn: "2026-03-04" })).toBe("deposit.date_refused");
	expect(refused({ chosen, amount: 1_500, depositedOn: "2026-03-07" })).toBe("deposit.date_refused");
});

test.each([
	["of another amount", { kind: "payment", id: 1, amount: 999 }],
	["of the other kind", { kind: "income", id: 2, amount: 1_000 }],
] as const)("refuses cash that is not there: %s", (_, one) => {
	expect(refused({ chosen: [one], amount: one.amount, depositedOn: "2026-03-06" })).toBe("deposit.moved");
});

test("the age of cash is in days, and nothing is older than today", () => {
	expect([
		ageOn("2026-02-27", "2026-03-03"),
		ageOn("2026-03-03", "2026-03-03"),
		ageOn("2026-03-04", "2026-03-03"),
	]).toEqual([4, 0, 0]);
});

const form = { items: ["p12.1000", "i3.500"], account: "2", deposited_on: "115/3/6", amount: "１，５００ 元" };
test("the form reads parts, amounts and days as people write them", () => {
	expect(DepositForm.parse(form)).toEqual({
		items: [
			{ kind: "payment", id: 12, amount: 1_000 },
			{ kind: "income", id: 3, amount: 500 },
		],
		account: 2,
		deposited_on: "2026-03-06",
		amount: 1_500,
		note: "",
	});
});
test.each([
	["no cash", { items: [] }],
	["what is no cash", { items: ["x1.100"] }],
	["a fraction", { amount: "10.5" }],
	["zero", { amount: "0" }],
	["less", { amount: "-5" }],
	["30 February", { deposited_on: "115/2/30" }],
	["no account", { account: "" }],
])("the form refuses %s", (_, more) => {
	expect(DepositForm.safeParse({ ...form, ...more }).success).toBe(false);
});

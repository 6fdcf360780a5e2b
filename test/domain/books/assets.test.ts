import { expect, test } from "vitest";
import { contraOf, depreciatedBy, depreciationByAccount, depreciationOf, isThere } from "#domain/books/assets/rules.ts";

const copier = {
	acquired_on: "2025-03-10",
	disposed_on: null,
	cost: 36_000,
	residual: 0,
	life_months: 60,
	code: "1430",
};

test("depreciation is by months, the one of purchase whole, and ends exactly at the residual", () => {
	expect([
		depreciatedBy(copier, "2025-02"),
		depreciatedBy(copier, "2025-03"),
		depreciatedBy(copier, "2025-12"),
	]).toEqual([0, 600, 6_000]);
	expect([2024, 2025, 2026, 2030, 2031].map((year) => depreciationOf(copier, year))).toEqual([
		0, 6_000, 7_200, 1_200, 0,
	]);
	const odd = { ...copier, cost: 10_000, residual: 1, life_months: 84 };
	const years = Array.from({ length: 9 }, (_, at) => depreciationOf(odd, 2025 + at));
	expect(years.reduce((sum, one) => sum + one, 0)).toBe(9_999);
	expect(depreciatedBy(odd, "2099-12")).toBe(9_999);
});

test("what is disposed of stops with that month; land keeps its value", () => {
	const gone = { ...copier, disposed_on: "2026-06-02" };
	expect(depreciationOf(gone, 2026)).toBe(3_600);
	expect(depreciationOf(gone, 2027)).toBe(0);
	expect([isThere(gone, "2026-06-01"), isThere(gone, "2026-06-02"), isThere(gone, "2025-03-09")]).toEqual([
		true,
		false,
		false,
	]);
	expect(depreciatedBy({ ...copier, life_months: null }, "2050-01")).toBe(0);
});

test("a year's sum is by account of 累計折舊", () => {
	const flat = { ...copier, code: "1420", cost: 1_200_000, life_months: 600, acquired_on: "2020-01-01" };
	const sums = depreciationByAccount([copier, { ...copier, code: "1430-01" }, flat], 2026);
	expect([...sums]).toEqual([
		["1439", 14_400],
		["1429", 24_000],
	]);
	expect(contraOf("1430-02")).toBe("1439");
});

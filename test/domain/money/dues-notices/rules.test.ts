import { describe, expect, test } from "vitest";
import { dayAfter, graceUntil, noticesDue } from "#domain/money/dues-notices/rules.ts";

const told = (today: string, grace = 3) =>
	noticesDue(today, grace).map(({ kind, paidYear, since }) => `${kind} ${paidYear} since ${since}`);

describe("what is told on a day", () => {
	test.each([
		["2026-11-30", []],
		["2026-12-01", ["before_end 2026 since 2026-12-01"]],
		["2026-12-31", ["before_end 2026 since 2026-12-01"]],
		["2027-01-01", ["end 2026 since 2027-01-01"]],
		["2027-01-31", ["end 2026 since 2027-01-01"]],
		["2027-02-01", []],
		["2027-03-31", []],
		["2027-04-01", ["grace_end 2026 since 2027-04-01"]],
		["2027-05-01", ["grace_end 2026 since 2027-04-01"]],
		["2027-05-02", []],
	])("%s", (today, expected) => expect(told(today)).toEqual(expected));

	test("without a grace the end is told of once, with a long one the years stand side by side", () => {
		expect(told("2027-01-01", 0)).toEqual(["end 2026 since 2027-01-01"]);
		expect(told("2027-02-01", 0)).toEqual([]);
		expect(told("2027-01-05", 12)).toEqual(["end 2026 since 2027-01-01", "grace_end 2025 since 2027-01-01"]);
		expect(told("2027-12-02", 23)).toEqual(["before_end 2027 since 2027-12-01", "grace_end 2025 since 2027-12-01"]);
		expect(told("2027-01-31", 24)).toEqual(["end 2026 since 2027-01-01", "grace_end 2024 since 2027-01-01"]);
	});
	test("a grace of one month begins where the end is no longer told of", () => {
		expect(told("2027-01-31", 1)).toEqual(["end 2026 since 2027-01-01"]);
		expect(told("2027-02-01", 1)).toEqual(["grace_end 2026 since 2027-02-01"]);
	});
});

test("the last day of the grace, also of a leap year's February", () => {
	expect([0, 1, 2, 3, 12, 14, 24].map((months) => graceUntil(2026, months))).toEqual([
		null,
		"2027-01-31",
		"2027-02-28",
		"2027-03-31",
		"2027-12-31",
		"2028-02-29",
		"2028-12-31",
	]);
	expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
});

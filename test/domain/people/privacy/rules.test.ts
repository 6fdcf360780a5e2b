import { describe, expect, test } from "vitest";
import { daysUntil, dueOn, extendedTo, REQUEST_KINDS, remindersOn } from "#domain/people/privacy/rules.ts";
import { dateInTaipei } from "#kernel/times.ts";

describe("the clocks of 個資法 13", () => {
	test.each([
		// The day of the request does not count (民法 120).
		["copy", "2026-03-05", "2026-03-20"],
		["copy", "2026-01-31", "2026-02-15"],
		["copy", "2026-02-14", "2026-03-01"],
		["copy", "2028-02-14", "2028-02-29"],
		["copy", "2026-12-20", "2027-01-04"],
		["correction", "2026-01-31", "2026-03-02"],
		["correction", "2028-01-31", "2028-03-01"],
		["deletion", "2026-01-30", "2026-03-01"],
		["deletion", "2026-11-30", "2026-12-30"],
		["deletion", "2026-12-31", "2027-01-30"],
	] as const)("a %s that came on %s is answered by %s", (kind, received, due) => {
		expect(dueOn(kind, received)).toBe(due);
	});

	test.each([
		["copy", "2026-02-15", "2026-03-02"],
		["correction", "2026-03-02", "2026-04-01"],
		["deletion", "2027-01-30", "2027-03-01"],
	] as const)("a %s due on %s is extended to %s", (kind, due, later) => {
		expect(extendedTo(kind, due)).toBe(later);
	});

	test("the day is Taipei's: at 23:59 UTC of the 31st it is the 1st there", () => {
		const lateOnThe31st = Date.UTC(2026, 0, 31, 23, 59);
		const lastMomentOfThe31st = Date.UTC(2026, 0, 31, 15, 59, 59, 999);
		expect(dueOn("copy", dateInTaipei(lateOnThe31st))).toBe("2026-02-16");
		expect(dueOn("copy", dateInTaipei(lastMomentOfThe31st))).toBe("2026-02-15");
	});

	test("an extension is never longer than the time itself", () => {
		for (const kind of REQUEST_KINDS) {
			const due = dueOn(kind, "2026-05-01");
			expect(daysUntil(due, extendedTo(kind, due))).toBe(daysUntil("2026-05-01", due));
		}
	});
});

test.each([
	["2026-03-14", []],
	["2026-03-15", [5]],
	["2026-03-20", [5]],
	["2026-03-21", [5, 0]],
	["2026-05-01", [5, 0]],
])("on %s, of what is due on 2026-03-20, staff are told %j", (today, told) => {
	expect(remindersOn(today, "2026-03-20")).toEqual(told);
});

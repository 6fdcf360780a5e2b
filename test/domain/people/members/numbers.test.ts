import fc from "fast-check";
import { expect, test } from "vitest";
import { nextMemberNo, readMemberNo } from "#domain/people/members/numbers.ts";

test.each([
	[null, "M0001", "M0001"],
	[null, "0000", "0000"],
	["0000", "0000", "0001"],
	["M0001", "M0001", "M0002"],
	["M0009", "M0001", "M0010"],
	["M0099", "M0001", "M0100"],
	["M9999", "M0001", "M10000"],
	["M10000", "M0001", "M10001"],
	["M0005", "M1000", "M1000"],
	["M0999", "M1000", "M1000"],
	["M1000", "M1000", "M1001"],
	["M00012", "M0001", "M00013"],
	["M99", "M0001", "M0100"],
	["0012", "0001", "0013"],
	["A-105", "A-001", "A-106"],
	["115-009", "115-001", "115-010"],
	["會員12號", "會員12號", "會員12號1"],
	["999999999999999", "1", "1000000000000000"],
	["1000000000000000", "1", "1"],
])("after %j, counting from %s, comes %s", (last, start, next) => expect(nextMemberNo(last, start)).toBe(next));

test.each([
	["m0001", "M0001"],
	["Ｍ０００１", "M0001"],
	["A-001", "A-001"],
	[" a - 001 ", "A-001"],
	["Ａ－００１", "A-001"],
	["A‐001", "A-001"],
	["115–03–001", "115-03-001"],
	["12345678901234567890", "12345678901234567890"],
	["123456789012345678901", null],
	["-001", null],
	["A--1", null],
	["A-", null],
	["A/1", null],
	["會員1", null],
	["", null],
])("%j is kept as %j", (text, number) => expect(readMemberNo(text)).toBe(number));

test.each(["0012", "A-105", "m0003", "MM0003", "115-003", ""])("%j of another series leaves M0001 the first", (last) =>
	expect(nextMemberNo(last, "M0001")).toBe("M0001"),
);

test("numbers given one after the other count up, each one more, none twice", () => {
	const start = fc.tuple(fc.stringMatching(/^[A-Z-]{0,4}$/), fc.nat(120), fc.integer({ min: 1, max: 6 }));
	fc.assert(
		fc.property(start, ([prefix, from, width]) => {
			const first = prefix + String(from).padStart(width, "0");
			const given = Array.from({ length: 1_000 }).reduce<string[]>(
				(numbers) => [...numbers, nextMemberNo(numbers.at(-1) ?? null, first)],
				[],
			);
			expect(given).toEqual(given.map((_, at) => prefix + String(from + at).padStart(width, "0")));
		}),
		{ numRuns: 20 },
	);
});

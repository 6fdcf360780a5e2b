import fc from "fast-check";
import { expect, test } from "vitest";
import { isNationalId, maskNationalId, normalNationalId } from "#domain/people/members/national-id.ts";

const VALID = ["A123456789", "F131104093", "A800000014", "AB23456789", "AA00000009"];

test.each(VALID)("%s is one, and stays as it is", (id) => {
	expect(isNationalId(id)).toBe(true);
	expect(normalNationalId(id)).toBe(id);
});

test.each([
	["a123456789", "A123456789"],
	["Ａ１２３４５６７８９", "A123456789"],
	["ａｂ２３４５６７８９", "AB23456789"],
	[" A 1234 56789\n", "A123456789"],
	["A123-456-789", "A123456789"],
	["A123456789\u200b", "A123456789"],
])("%j is %s", (typed, id) => {
	expect(isNationalId(typed)).toBe(true);
	expect(normalNationalId(typed)).toBe(id);
});

test.each([
	"A123456788",
	"AA00000000",
	"",
	"A12345678",
	"A1234567890",
	"1234567890",
	"AAA0000009",
	"A300000005", // the sum is right, 3 is none of the form
	"AE00000007", // the sum is right, the letter is none of the form
	"Α123456789", // Greek
	"A١٢٣٤٥٦٧٨٩",
	"A12345678X",
	"不詳",
	"A123456789、F131104093",
	"' OR 1=1 --",
])("%j is none", (typed) => {
	expect(isNationalId(typed)).toBe(false);
	expect(normalNationalId(typed)).toBeNull();
});

test("every letter has the value that the rule gives it", () => {
	const values = Object.entries({
		...{ A: 10, B: 11, C: 12, D: 13, E: 14, F: 15, G: 16, H: 17, I: 34, J: 18, K: 19, L: 20, M: 21 },
		...{ N: 22, O: 35, P: 23, Q: 24, R: 25, S: 26, T: 27, U: 28, V: 29, W: 32, X: 30, Y: 31, Z: 33 },
	});
	const found = values.map(([letter]) => checkDigits(`${letter}10000000`));
	const wanted = values.map(([, value]) => [(20 - ((Math.floor(value / 10) + (value % 10) * 9 + 8) % 10)) % 10]);
	expect(found).toEqual(wanted);
});

const serial = fc.stringMatching(/^[0-9]{7}$/);
const start = fc
	.tuple(fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), fc.constantFrom(..."1289ABCD"))
	.map((two) => two.join(""));
const checkDigits = (nine: string): number[] => [...Array(10).keys()].filter((last) => isNationalId(nine + last));

test("each start has exactly one check digit, and a wrong digit passes only where the rule itself lets it", () => {
	fc.assert(
		fc.property(start, serial, fc.nat(6), fc.integer({ min: 1, max: 9 }), (two, seven, at, more) => {
			const [last, ...others] = checkDigits(two + seven);
			expect(others).toEqual([]);
			const weight = 7 - at;
			const wrong = seven.slice(0, at) + ((Number(seven[at]) + more) % 10) + seven.slice(at + 1);
			const changed = Number(wrong[at]) - Number(seven[at]);
			// Weights 6, 5, 4 and 2 share a factor with 10.
			expect(isNationalId(two + wrong + last)).toBe((changed * weight) % 10 === 0);
		}),
	);
});

test("whatever is typed, what is made of it is canonical or nothing", () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[A-Za-z0-9 -]{8,12}$/)), (typed) => {
			const id = normalNationalId(typed);
			expect(id === null || (/^[A-Z][1289A-D]\d{8}$/.test(id) && normalNationalId(id) === id)).toBe(true);
		}),
	);
});

test("a mask shows three characters at either end, and nothing of what is no such number", () => {
	expect(["A123456789", "AB23456789", "A12", "", "A1234567890"].map(maskNationalId)).toEqual([
		"A12****789",
		"AB2****789",
		"**********",
		"**********",
		"**********",
	]);
});

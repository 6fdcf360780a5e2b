import fc from "fast-check";
import { expect, test } from "vitest";
import { readPhone } from "#domain/people/members/phones.ts";

test.each([
	"0912345678",
	"0912-345-678",
	"(0912)345-678",
	"０９１２３４５６７８",
	"912345678",
	"+886 912 345 678",
	"+886-0912-345-678",
])("%j is a mobile", (typed) => expect(readPhone(typed)).toEqual({ mobile: "0912345678" }));

test.each([
	["02-2345-6789", "02-23456789"],
	["(02)2345-6789", "02-23456789"],
	["（０２）２３４５－６７８９", "02-23456789"],
	["02 2345 6789", "02-23456789"],
	["02.2345.6789", "02-23456789"],
	["0223456789", "02-23456789"],
	["+886-2-2345-6789", "02-23456789"],
	["+886 (0)2 2345 6789", "02-23456789"],
	["886223456789", "02-23456789"],
	["00886223456789", "02-23456789"],
	["002 886 2 23456789", "02-23456789"],
	["02\u20132345\u22126789", "02-23456789"],
	["(04)23456789#12", "04-23456789#12"],
	["04-7123456", "04-7123456"],
	["049-2345678", "049-2345678"],
	["(049)2345678", "049-2345678"],
	["037 123456 轉 5", "037-123456#5"],
	["03-7123456", "037-123456"],
	["03-5123456", "03-5123456"],
	["(035)123456", "03-5123456"],
	["05-2234567", "05-2234567"],
	["06-2234567 分機 301", "06-2234567#301"],
	["07-2234567轉分機12", "07-2234567#12"],
	["07-2234567 ext. 12", "07-2234567#12"],
	["07-2234567＃１２", "07-2234567#12"],
	["07-2234567x12", "07-2234567#12"],
	["08-7234567", "08-7234567"],
	["082-323456", "082-323456"],
	["0826-66123", "0826-66123"],
	["0836-22123", "0836-22123"],
	["089-323456", "089-323456"],
	["070-1234-5678", "070-12345678"],
	["+886 37 123456", "037-123456"],
])("%j is %s", (typed, landline) => expect(readPhone(typed)).toEqual({ landline }));

test.each([
	["223456789", "02-23456789"],
	["423456789", "04-23456789"],
	["492345678", "049-2345678"],
	["2-2345-6789", "02-23456789"],
])("%j gets its 0 back: %s", (typed, landline) => expect(readPhone(typed)).toEqual({ landline }));

test.each([
	"",
	" ",
	"無",
	"不詳",
	"user@example.org",
	"23456789",
	"2345-6789",
	"37123456",
	"71234567",
	"7-1234567",
	"123456",
	"02-234567",
	"02-234567890",
	"01-2345678",
	"091234567",
	"09123456789",
	"323456789",
	"823456789",
	"0800-123-456",
	"+852 9123 4567",
	"+85291234567",
	"02-23456789/0912345678",
	"02-2345678/9",
	"02-23456789~90",
	"02-23456789#",
	"02-23456789#1234567",
	"0912345678#12",
	"0912345678、0922333444",
	"02-2345-678九",
	"٠٢٢٣٤٥٦٧٨٩",
	`${" ".repeat(60)}02-23456789`,
])("%j is none", (typed) => expect(readPhone(typed)).toBeNull());

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const AREAS: readonly (readonly [string, number])[] = [
	...([
		["02", 8],
		["04", 8],
		["037", 6],
		["049", 7],
		["082", 6],
		["089", 6],
		["0826", 5],
		["0836", 5],
	] as const),
	...([
		["05", 7],
		["06", 7],
		["07", 7],
		["070", 8],
	] as const),
];
const landline = fc
	.constantFrom(...AREAS)
	.chain(([area, count]) => fc.record({ area: fc.constant(area), number: digits(count) }))
	// 0826 is an area of its own within 082, and 049 within 04 by the number of digits.
	.filter(({ area, number }) => !(area === "082" && number.startsWith("6")) && !(area === "04" && number[0] === "9"));
const before = fc.constantFrom("0", "+886", "+886-0", "00886 ", "（０");
const between = fc.constantFrom("", " ", "-", "）", ".", "　");
const extension = fc.option(fc.stringMatching(/^[0-9]{1,6}$/), { nil: undefined });

test("however a landline is written, it is the same one, and stays it when written as stored", () => {
	fc.assert(
		fc.property(landline, before, between, extension, ({ area, number }, start, gap, inner) => {
			const stored = { landline: `${area}-${number}${inner === undefined ? "" : `#${inner}`}` };
			const tail = inner === undefined ? "" : ` 轉 ${inner}`;
			expect(readPhone(`${start}${area.slice(1)}${gap}${number}${tail}`)).toEqual(stored);
			expect(readPhone(stored.landline)).toEqual(stored);
		}),
	);
});

test("whatever is typed, what is made of it is canonical or nothing", () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[+0-9 ()#轉-]{0,18}$/)), (typed) => {
			const found = readPhone(typed);
			const stored = found && ("mobile" in found ? found.mobile : found.landline);
			expect(stored === null || /^09\d{8}$|^0\d{1,3}-\d{5,8}(?:#\d{1,6})?$/.test(stored)).toBe(true);
			if (stored) expect(readPhone(stored)).toEqual(found);
		}),
		{ numRuns: 2_000 },
	);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { identify } from "#domain/system/users/identifiers.ts";

const PHONE = { kind: "phone", phone: "0912345678" };
const EMAIL = { kind: "email", email: "ming.chen+a@example.org" };

for (const typed of [
	"0912345678",
	"0912-345-678",
	"0912 345 678",
	"0912.345.678",
	"(0912)345-678",
	"（０９１２）３４５－６７８",
	"０９１２３４５６７８",
	"912345678",
	"+886912345678",
	"+886 912 345 678",
	"+886-0912-345-678",
	"＋８８６９１２３４５６７８",
	"886912345678",
	"00886912345678",
	"002886912345678",
	"  0912345678\n",
	"0912\u2013345\u2212678",
	"\u200b0912345678\u200e",
])
	test(`a phone: ${JSON.stringify(typed)}`, () => expect(identify(typed)).toEqual(PHONE));

for (const typed of [
	"ming.chen+a@example.org",
	"Ming.Chen+A@Example.ORG",
	" ming.chen+a@example.org ",
	"ｍｉｎｇ．ｃｈｅｎ＋ａ＠ｅｘａｍｐｌｅ．ｏｒｇ",
	"ming.chen+a＠example.org",
	"ming.chen+a @ example.org",
	"ming.chen+a@example.org\u200b",
])
	test(`an e-mail address: ${JSON.stringify(typed)}`, () => expect(identify(typed)).toEqual(EMAIL));

for (const typed of [
	"",
	" ",
	"@",
	"a@b",
	"a@@example.org",
	"a@example.org,b@example.org",
	"02-2345-6789",
	"0812345678",
	"091234567",
	"09123456789",
	"+85291234567",
	"+8860912345",
	"0912345678a",
	"M0001",
	"' OR 1=1 --",
	"<script>@example.org",
	`${"a".repeat(250)}@example.org`,
	"٠٩١٢٣٤٥٦٧٨",
])
	test(`neither: ${JSON.stringify(typed)}`, () => expect(identify(typed)).toBeUndefined());

const digits = fc.stringMatching(/^[0-9]{8}$/);
const between = fc.constantFrom("", " ", "-", ".", "　", "－", "‑");
const before = fc.constantFrom("0", "", "+886", "886", "+886 0", "00886", "＋８８６");
const wide = (text: string): string => text.replace(/[0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

test("however a phone is written, it is the same one, and stays it when written as stored", () => {
	fc.assert(
		fc.property(
			before,
			digits,
			fc.array(between, { minLength: 9, maxLength: 9 }),
			fc.boolean(),
			(start, rest, gaps, isWide) => {
				const spread = `9${rest}`.split("").map((digit, at) => (gaps[at] ?? "") + digit);
				const typed = start + spread.join("");
				const phone = `09${rest}`;
				expect(identify(isWide ? wide(typed) : typed)).toEqual({ kind: "phone", phone });
				expect(identify(phone)).toEqual({ kind: "phone", phone });
			},
		),
	);
});

test("whatever is typed, what is made of it is canonical or nothing", () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.string({ unit: "binary" }), fc.emailAddress(), fc.stringMatching(/^[+0-9 ()-]{0,16}$/)),
			(typed) => {
				const found = identify(typed);
				if (!found) return;
				const canonical = found.kind === "phone" ? found.phone : found.email;
				expect(canonical).toMatch(found.kind === "phone" ? /^09\d{8}$/ : /^[^\sA-Z@]+@[^\sA-Z@]+$/);
				expect(identify(canonical)).toEqual(found);
			},
		),
	);
});

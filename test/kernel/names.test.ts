import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hindrance, isSecond } from "#domain/money/receipt-rights/rules.ts";
import { foldName } from "#kernel/names.ts";

const NAME = fc.oneof(
	fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
	fc
		.array(fc.constantFrom(..."陳怡君臺台先生小姐女士 　·．,（）()Ａa\u200b\ufe0féÉ"), { minLength: 1, maxLength: 12 })
		.map((parts) => parts.join("")),
);

describe("a folded name", () => {
	test.each([
		["陳 怡 君", "陳怡君"],
		["陳　怡君 小姐", "陳怡君"],
		["陳怡君先生", "陳怡君"],
		["（陳怡君）女士", "陳怡君"],
		["陳\u200b怡\ufe0f君", "陳怡君"],
		["ＡＬＩＣＥ Chen", "alice-chen"],
		["臺北市病友會", "台北市病友會"],
		["Siki·Lahai", "siki lahai"],
		["⾦小姐", "金"],
	])("%j is called like %j", (one, other) => {
		expect(foldName(one)).toBe(foldName(other));
	});
	test.each([
		["陳怡君", "陳怡均"],
		["先生", "小姐"],
		["小姐", "女士"],
		["***", "---"],
	])("%j is not called like %j", (one, other) => {
		expect(foldName(one)).not.toBe(foldName(other));
	});
	test("is the same whatever spaces, punctuation or title stand around it, and folding again changes nothing", () => {
		const around = fc.constantFrom("", " ", "　", "·", "\u200b", "，", "()");
		fc.assert(
			fc.property(NAME, around, fc.constantFrom("", "先生", "小姐", "女士", " 女士 "), (name, more, title) => {
				const folded = foldName(name);
				expect(foldName(folded)).toBe(folded);
				expect(folded).not.toBe("");
				if (/^[\p{L}\p{N}]+$/u.test(folded) && !/(?:先生|小姐|女士)$/.test(folded))
					expect(foldName(`${more}${name}${more}${title}`)).toBe(folded);
			}),
			{ numRuns: 2_000, seed: 41 },
		);
	});
});

describe("who issues alone", () => {
	const cashier = { kind: "users", id: 1, name: "陳怡君", is_actor: 1 } as const;
	const payer = { kind: "members", id: 1, name: "林大同", is_actor: 0 } as const;
	const of = (names: Parameters<typeof hindrance>[0]["names"], titles: string[], said: string[] = []) =>
		hindrance({ names, titles, said });
	test("under the payer's name, or what somebody else said", () => {
		expect(of([cashier, payer], ["林大同 先生"])).toBeUndefined();
		expect(of([cashier, payer], ["大同公司"], ["大同公司"])).toBeUndefined();
		expect(of([cashier], ["善心人士"])).toBeUndefined();
	});
	test("not under another title, nor beside their own name", () => {
		expect(of([cashier, payer], ["大同公司"])).toBe("other_title");
		expect(of([cashier, payer], ["林大同", "大同公司"])).toBe("other_title");
		expect(of([cashier], ["路人"])).toBe("other_title");
		expect(of([cashier, payer], ["陳怡君小姐"], ["陳怡君小姐"])).toBe("same_name");
		expect(of([cashier, { ...payer, name: "陳 怡君" }], ["大同公司"], ["大同公司"])).toBe("same_name");
	});
	test("not for themselves, under whatever title", () => {
		expect(of([cashier, { ...payer, is_actor: 1 }, payer], ["善心人士"])).toBe("own");
	});
	test("and a second person is another, who presses the very same", () => {
		const ask = { replacement: "title", payer_title: "大同公司", asked_by: 7 };
		const wanted = { replacement: "title", payer_title: "大同公司" };
		expect(isSecond(ask, wanted, [8])).toBe(true);
		expect(isSecond(ask, wanted, [8, 7])).toBe(false);
		expect(isSecond(ask, { ...wanted, payer_title: "別的公司" }, [8])).toBe(false);
		expect(isSecond(ask, { ...wanted, replacement: "one" }, [8])).toBe(false);
		expect(isSecond(undefined, wanted, [8])).toBe(false);
	});
});

import { expect, test } from "vitest";
import { isTaxId } from "#kernel/tax-id.ts";

test.each(["12345675", "04126516", "10458575", "00000000"])("%s is one", (text) => expect(isTaxId(text)).toBe(true));

test.each(["12345672", "04126517", "1234567", "123456755", "1234567a", "１２３４５６７５", "", " 12345675"])(
	"%j is none",
	(text) => expect(isTaxId(text)).toBe(false),
);

test("with a 7 in the seventh place one more also counts, without it does not", () => {
	const ending = (start: string) =>
		Array.from({ length: 10 }, (_, last) => last).filter((last) => isTaxId(start + last));
	expect([ending("1234567"), ending("1234566")]).toEqual([
		[0, 1, 5, 6],
		[0, 5],
	]);
});

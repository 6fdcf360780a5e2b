import fc from "fast-check";
import { expect, test } from "vitest";
import { big5Of, lackedByBig5 } from "#kernel/big5.ts";

const read = (bytes: Uint8Array): string => new TextDecoder("big5", { fatal: true, ignoreBOM: true }).decode(bytes);

test("known characters have the bytes that Windows writes", () => {
	for (const [text, bytes] of [
		["中文", [0xa4, 0xa4, 0xa4, 0xe5]],
		["一", [0xa4, 0x40]],
		["，", [0xa1, 0x41]],
		["功", [0xa5, 0x5c]],
		["A1,\r\n", [0x41, 0x31, 0x2c, 0x0d, 0x0a]],
		["碁", [0xf9, 0xd6]],
	] as const)
		expect([...big5Of(text)]).toEqual([...bytes]);
});

test("a text is read back as it was, or its lacking characters are told; nothing is replaced", () => {
	const character = fc.oneof(
		fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
		fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
		fc.constantFrom("堃", "𠮷", "é", "😀", "喆", "裏", "あ"),
	);
	fc.assert(
		fc.property(fc.array(character, { maxLength: 20 }), (characters) => {
			const text = characters.join("");
			const lacked = lackedByBig5(text);
			if (lacked.length > 0) expect(() => big5Of(text)).toThrow(RangeError);
			else expect(read(big5Of(text))).toBe(text);
			const rest = characters.filter((one) => !lacked.includes(one)).join("");
			expect(read(big5Of(rest))).toBe(rest);
		}),
	);
	expect(lackedByBig5("王𠮷😀王𠮷")).toEqual(["𠮷", "😀"]);
});

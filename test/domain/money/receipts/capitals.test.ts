import fc from "fast-check";
import { expect, test } from "vitest";
import { capitals } from "#kernel/capitals.ts";

test.each([
	[0, "零元整"],
	[1, "壹元整"],
	[10, "壹拾元整"],
	[100, "壹佰元整"],
	[1005, "壹仟零伍元整"],
	[1010, "壹仟零壹拾元整"],
	[10_000, "壹萬元整"],
	[10_001, "壹萬零壹元整"],
	[10_010, "壹萬零壹拾元整"],
	[100_500, "壹拾萬零伍佰元整"],
	[105_000, "壹拾萬伍仟元整"],
	[348_865, "參拾肆萬捌仟捌佰陸拾伍元整"],
	[1_000_001, "壹佰萬零壹元整"],
	[2_003_000, "貳佰萬參仟元整"],
	[20_300_000, "貳仟零參拾萬元整"],
	[100_000_000, "壹億元整"],
	[100_001_000, "壹億零壹仟元整"],
	[100_100_000, "壹億零壹拾萬元整"],
	[110_000_000, "壹億壹仟萬元整"],
	[1_000_000_000_001, "壹兆零壹元整"],
	[Number.MAX_SAFE_INTEGER, "玖仟零柒兆壹仟玖佰玖拾貳億伍仟肆佰柒拾肆萬零玖佰玖拾壹元整"],
])("%d is %s", (amount, words) => {
	expect(capitals(amount)).toBe(words);
});

test.each([-1, 0.5, 2 ** 53, Number.NaN])("refuses %d", (amount) => {
	expect(() => capitals(amount)).toThrow(RangeError);
});

const DIGITS: Record<string, bigint> = { 壹: 1n, 貳: 2n, 參: 3n, 肆: 4n, 伍: 5n, 陸: 6n, 柒: 7n, 捌: 8n, 玖: 9n };
const TENS: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n };
const MYRIADS: Record<string, bigint> = { 兆: 10n ** 12n, 億: 10n ** 8n, 萬: 10n ** 4n };

/** Reads as people do: a digit waits for its unit, a group for its own. */
function readBack(words: string): bigint {
	let [total, group, digit] = [0n, 0n, 0n];
	for (const sign of words.slice(0, -"元整".length)) {
		if (sign in TENS) group += digit * (TENS[sign] ?? 0n);
		if (sign in MYRIADS) {
			total += (group + digit) * (MYRIADS[sign] ?? 0n);
			group = 0n;
		}
		digit = DIGITS[sign] ?? 0n;
	}
	return total + group + digit;
}

/** Any number, with more zeros than chance would give. */
const amounts = fc
	.tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.constantFrom(0, 0, 0, 1, 2, 5, 9), { maxLength: 14 }))
	.map(([first, rest]) => Number([first, ...rest].join("")));

test("reads back as the same number", () => {
	fc.assert(
		fc.property(fc.oneof(amounts, fc.maxSafeNat()), (amount) => {
			expect(readBack(capitals(amount))).toBe(BigInt(amount));
		}),
		{ numRuns: 2_000 },
	);
});

test("has one zero where there are some, none at the end, and never two units of one size", () => {
	fc.assert(
		fc.property(amounts, (amount) => {
			expect(capitals(amount)).not.toMatch(/零零|零元|零[拾佰仟萬億兆]|[萬億兆]{2}|[^壹貳參肆伍陸柒捌玖][拾佰仟]/);
		}),
		{ numRuns: 2_000 },
	);
});

test("no two amounts have the same words, up to 20,000", () => {
	const all = Array.from({ length: 20_001 }, (_, amount) => capitals(amount));
	expect(new Set(all).size).toBe(20_001);
});

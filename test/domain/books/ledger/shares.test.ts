import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf, sharesOf } from "#domain/books/ledger/shares.ts";

type Line = { level: "class" | "account" | "below" | "sum"; code: string | null; value: number };
const value = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }), fc.nat(900_000_000));
/** A class with accounts, some of which have sub-accounts; each line is the sum of its parts. */
const classOf = (digit: string): fc.Arbitrary<Line[]> =>
	fc.array(fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 4 })), { maxLength: 12 }).map((accounts) => {
		const sum = (parts: number | number[]): number => [parts].flat().reduce((all, one) => all + one, 0);
		return [
			{ level: "class", code: digit, value: accounts.reduce<number>((all, one) => all + sum(one), 0) },
			...accounts.flatMap((one, nth): Line[] => [
				{ level: "account", code: `${digit}${nth}`, value: sum(one) },
				...(typeof one === "number" ? [] : one).map(
					(part): Line => ({ level: "below", code: `${digit}${nth}-01`, value: part }),
				),
			]),
		];
	});
const shares = (lines: Line[]) => sharesOf(lines, (line) => line.value);
const sumOf = (lines: Line[], of: Map<Line, number>): number =>
	lines.reduce((all, line) => all + (of.get(line) ?? Number.NaN), 0);

/** The lines of the level below that follow a line. */
function partsOf(lines: Line[], head: Line): Line[] {
	const below = head.level === "class" ? "account" : "below";
	const after = lines.slice(lines.indexOf(head) + 1);
	const end = after.findIndex(({ level }) => level === head.level || level === "class" || level === "sum");
	return after.slice(0, end < 0 ? undefined : end).filter(({ level }) => level === below);
}

/** What holds of the shares of lines of which `wholes` are 100% together. */
function expectShares(lines: Line[], wholes: Line[]): void {
	const of = shares(lines);
	const total = wholes.reduce((all, line) => all + line.value, 0);
	const own = lines.slice(lines.indexOf(wholes[0] as Line)).filter(({ level }) => level !== "sum");
	if (total <= 0) {
		expect(wholes.map((line) => of.get(line))).toEqual(wholes.map(() => undefined));
		return;
	}
	expect(sumOf(wholes, of)).toBe(1_000);
	for (const line of own.slice(0, 40)) {
		const share = of.get(line);
		if (share === undefined) continue;
		const parts = partsOf(lines, line);
		if (parts.length > 0) expect(sumOf(parts, of)).toBe(share);
	}
	for (const whole of wholes)
		for (const line of [whole, ...partsOf(lines, whole)]) {
			const share = of.get(line) ?? Number.NaN;
			expect(Math.abs(share - (line.value * 1_000) / total)).toBeLessThan(1);
			if (line.value === 0) expect(share).toBe(0);
		}
}

test("the shares of a statement sum to the whole, those of parts to that of their line, each within a tenth of a percent", () => {
	fc.assert(
		fc.property(classOf("4"), classOf("5"), (income, expense) => {
			const lines: Line[] = [...income, ...expense, { level: "sum", code: null, value: 1 }];
			expectShares(lines, income.slice(0, 1));
			expectShares(lines, expense.slice(0, 1));
			expect(shares(lines).get(lines.at(-1) as Line)).toBeUndefined();
		}),
	);
});

test("in a balance sheet each side is a whole", () => {
	fc.assert(
		fc.property(classOf("1"), classOf("2"), classOf("3"), (assets, debts, funds) => {
			const sum: Line = { level: "sum", code: null, value: (debts[0]?.value ?? 0) + (funds[0]?.value ?? 0) };
			const lines = [...assets, ...debts, ...funds, sum];
			expectShares(lines, assets.slice(0, 1));
			expectShares(lines, [...debts.slice(0, 1), ...funds.slice(0, 1)]);
			expect(shares(lines).get(sum)).toBe(sum.value > 0 ? 1_000 : undefined);
		}),
	);
});

test("three thirds are a whole", () => {
	const lines: Line[] = [
		{ level: "class", code: "4", value: 3 },
		...["4110", "4120", "4210"].map((code): Line => ({ level: "account", code, value: 1 })),
	];
	expect([...shares(lines).values()]).toEqual([1_000, 334, 333, 333]);
});

test("a change is a percentage of what was there, and none of nothing", () => {
	expect(changeOf(150, 100)).toBe(500);
	expect(changeOf(0, 100)).toBe(-1_000);
	expect(changeOf(100, -100)).toBe(2_000);
	expect(changeOf(-150, -100)).toBe(-500);
	expect(changeOf(100, 0)).toBeNull();
	expect(Object.is(changeOf(99_999, 100_000), 0)).toBe(true);
});

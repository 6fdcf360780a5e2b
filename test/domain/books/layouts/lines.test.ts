import fc from "fast-check";
import { expect, test } from "vitest";
import {
	changeOf,
	type Item,
	type LayoutLine,
	type LayoutRow,
	layoutLines,
	REPORTS,
	SHAPES,
} from "#domain/books/layouts/lines.ts";

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
const items: Item[] = [
	{ id: 1, class: "5", name: "人事費", position: 1 },
	{ id: 2, class: "5", name: "辦公費", position: 2 },
	{ id: 3, class: "4", name: "會費收入", position: 1 },
];
/** Accounts of any class and item; sub-accounts may stand in another item than the account above them. */
const row: fc.Arbitrary<LayoutRow> = fc
	.record({
		home: fc.integer({ min: 40, max: 59 }),
		below: fc.option(fc.integer({ min: 1, max: 3 })),
		pick: fc.nat(2),
		moved: amount,
		budget: fc.nat(1_000_000),
		budget_before: fc.nat(1_000_000),
	})
	.map(({ home, below, pick, ...figures }) => {
		const choices = home < 50 ? [null, 3, 3] : [null, 1, 2];
		const code = `${home}10`;
		return {
			code: below === null ? code : `${code}-0${below}`,
			home_id: home,
			home: `科目${home}`,
			item_id: choices[pick] ?? null,
			is_used: 1 as const,
			...figures,
		};
	});
const rowsOf = fc.uniqueArray(row, { selector: ({ code }) => code, maxLength: 30 });
const total = (lines: readonly LayoutLine[], name: "now" | "than") => lines.reduce((sum, line) => sum + line[name], 0);

test("whatever the accounts and their items: 項 sum to their 款, 目 to their 項, and 款 to all accounts", () => {
	fc.assert(
		fc.property(rowsOf, fc.constantFrom(...REPORTS), fc.constantFrom(...SHAPES), (rows, report, shape) => {
			const lines = layoutLines(rows, items, { report, shape });
			for (const [nth, digit, sign] of [
				[1, "4", -1],
				[2, "5", 1],
			] as const) {
				const own = lines.filter(({ place }) => place[0] === nth);
				const [head] = own.filter(({ level }) => level === "class");
				const some = own.filter(({ level }) => level === "item");
				const mine = rows.filter(({ code }) => code.startsWith(digit));
				const now = mine.reduce((sum, one) => sum + (report === "final" ? one.moved * sign : one.budget), 0);
				const than = mine.reduce((sum, one) => sum + (report === "final" ? one.budget : one.budget_before), 0);
				expect([head?.now, head?.than]).toEqual([now + 0, than]);
				expect([total(some, "now"), total(some, "than")]).toEqual([now + 0, than]);
				for (const item of some) {
					const below = own.filter(({ level, place }) => level === "account" && place[1] === item.place[1]);
					if (below.length > 0) expect([total(below, "now"), total(below, "than")]).toEqual([item.now, item.than]);
					if (shape === "simple") expect(below).toEqual([]);
				}
			}
			const [income, expense, left] = [1, 2, 3].map((nth) => lines.find(({ place }) => place[0] === nth));
			expect(left?.now).toBe((income?.now ?? 0) - (expense?.now ?? 0));
			expect(new Set(lines.map(({ key }) => key)).size).toBeGreaterThanOrEqual(3);
		}),
	);
});

test("the difference stands on one side only", () => {
	fc.assert(
		fc.property(amount, amount, (now, than) => {
			const { more, less } = changeOf({ now, than });
			expect(more - less).toBe(now - than);
			expect(Math.min(more, less)).toBe(0);
		}),
	);
});

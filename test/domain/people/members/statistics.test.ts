import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Crossing, crossTable, TRAITS } from "#domain/people/members/statistics.ts";
import { SHIPPED_TYPES } from "../../../support/membership-types.ts";

const crossing: fc.Arbitrary<Crossing> = fc.record({
	row: fc.option(fc.constantFrom("臺北市", "高雄市", "female", "0", "65", "patient", "individual", "火星")),
	column: fc.option(fc.constantFrom("臺北市", "male", "18", "parent", "student", "其他")),
	many: fc.integer({ min: 1, max: 500 }),
});

test("whatever is counted, nobody is lost or counted twice, and each sum is of its row and its column", () => {
	fc.assert(
		fc.property(fc.array(crossing), fc.constantFrom(...TRAITS), fc.constantFrom(...TRAITS), (all, rows, columns) => {
			const table = crossTable(all, { rows, columns, types: SHIPPED_TYPES });
			const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
			expect(table.total).toBe(sum(all.map(({ many }) => many)));
			expect(sum(table.sums)).toBe(table.total);
			expect(sum(table.rows.map(({ total }) => total))).toBe(table.total);
			for (const { counts, total } of table.rows) expect(sum(counts)).toBe(total);
			table.columns.forEach((_, at) => {
				expect(sum(table.rows.map(({ counts }) => counts[at] ?? 0))).toBe(table.sums[at]);
			});
			expect(new Set(table.columns).size).toBe(table.columns.length);
		}),
	);
});

test("values stand in their order, what is unknown last, and what nobody has is left out", () => {
	const all = [
		{ row: null, column: "65", many: 1 },
		{ row: "高雄市", column: "0", many: 2 },
		{ row: "臺北市", column: null, many: 3 },
	];
	const table = crossTable(all, { rows: "city", columns: "age", types: SHIPPED_TYPES });
	expect([table.rows.map(({ label }) => label), table.columns]).toEqual([
		["臺北市", "高雄市", "未填"],
		["未滿 18 歲", "65 歲以上", "未填"],
	]);
});

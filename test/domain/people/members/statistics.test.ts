import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Crossing, crossTable, TRAITS, toldTable } from "#domain/people/members/statistics.ts";
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

test("by special data no group under three is told, and none can be computed from the sums", () => {
	const many = fc.integer({ min: 0, max: 9 });
	fc.assert(
		fc.property(fc.array(fc.tuple(many, many, many), { minLength: 1, maxLength: 6 }), (counts) => {
			const rows = counts.map((row, at) => ({ label: `${at}`, counts: [...row], total: row[0] + row[1] + row[2] }));
			const sums = [0, 1, 2].map((at) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0));
			const total = sums.reduce((sum, one) => sum + one, 0);
			const told = toldTable({ columns: ["a", "b", "c"], rows, sums, total }, { isSealed: true, isAlone: false });
			for (const [at, row] of told.rows.entries()) {
				const exact = counts[at] ?? [];
				expect(row.counts).toEqual(exact.map((one) => (one > 0 && one < 3 ? "<3" : one)));
				expect(typeof row.total === "number").toBe(exact.every((one) => one === 0 || one >= 3));
			}
			const plain = toldTable({ columns: ["a", "b", "c"], rows, sums, total }, { isSealed: false, isAlone: false });
			expect([plain.rows.map((row) => row.total), plain.sums, plain.total]).toEqual([
				rows.map((row) => row.total),
				sums,
				total,
			]);
		}),
	);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { userList } from "#admin/system/users/list.ts";
import {
	always,
	choice,
	day,
	fieldsOf,
	linked,
	narrowing,
	oneOf,
	periodEnd,
	RecordId,
	tab,
	words,
} from "#kits/list/conditions.ts";
import { partOf } from "#kits/list/log.ts";

const CONDITIONS = {
	q: words("姓名"),
	state: choice("狀態", [["open", "done"], { open: "進行中", done: "已完成" }], "不限"),
	owner: oneOf("負責人", RecordId),
	from: day("日期從"),
	tab: tab(z.enum(["all", "mine"]).default("all")),
	ids: linked(z.string()),
};

describe("the conditions of a list", () => {
	test("empty fields ask for nothing; what is unknown, malformed or another type is refused", () => {
		const all = { q: "", page: 1 };
		expect(userList.query.parse({})).toEqual(all);
		expect(userList.query.parse({ q: "", status: "", role: "", second_factor: "", sort: "" })).toEqual(all);
		expect(userList.query.parse({ role: "3", page: "2", second_factor: "off", sort: "-name" })).toEqual({
			...{ q: "", role: 3, page: 2, second_factor: "off", sort: "-name" },
		});
		for (const bad of [
			{ status: "gone" },
			{ page: "0" },
			{ page: "1.5" },
			{ sort: "password_hash" },
			{ role: "x" },
			{ role: "0x10" },
			{ x: "1" },
		])
			expect(userList.query.safeParse(bad).success).toBe(false);
	});

	test("a typed word is well-formed, trimmed and cut", () => {
		const { schema } = words("");
		expect(schema.parse(` ${"名".repeat(200)}`)).toBe("名".repeat(100));
		expect(schema.parse("\ud800x")).toBe("\ufffdx");
	});

	test("a field stands for each that has options; what was read gives them or hides it", () => {
		expect(fieldsOf(CONDITIONS, {}).map(({ name }) => name)).toEqual(["state", "from"]);
		const owner = { owner: [{ value: "1", label: "陳怡君" }] };
		expect(fieldsOf(CONDITIONS, owner).map(({ name }) => name)).toEqual(["state", "owner", "from"]);
		expect(fieldsOf(CONDITIONS, { state: undefined }).map(({ name }) => name)).toEqual(["from"]);
		expect(fieldsOf(CONDITIONS, {})[0]).toEqual({
			...{ name: "state", label: "狀態", empty: "不限" },
			options: [
				{ value: "open", label: "進行中" },
				{ value: "done", label: "已完成" },
			],
		});
	});

	test("an end of a period is a month, or a day where the address has days; what always has a value says so", () => {
		const of = { from: periodEnd("起始", z.string()), year: always(oneOf("年度", RecordId)) };
		const shown = (from?: string) => fieldsOf(of, { year: [] }, { from })[0];
		expect(shown("2026-03")).toEqual({ name: "from", label: "起始月份", type: "month", always: true });
		expect(shown("2026-03-05")).toEqual({ name: "from", label: "起始日期", type: "date", always: true });
		expect(shown()).toEqual(shown("2026-03"));
		expect(fieldsOf(of, { year: [] })[1]).toEqual({ name: "year", label: "年度", options: [], always: true });
	});

	test("all but tabs narrow it", () => {
		expect(narrowing(CONDITIONS)).toEqual(["q", "state", "owner", "from", "ids"]);
	});
});

test("a text of conditions is read back, the star is all of them, and another is none", () => {
	expect(userList.askedBy("status=active&q=%E6%9E%97")).toEqual({ q: "林", status: "active", page: 1 });
	expect(userList.askedBy("*")).toEqual({ q: "", page: 1 });
	expect(userList.askedBy("status=gone")).toBeUndefined();
	expect(userList.again("status=active")).toBe("/admin/users?status=active");
	expect(userList.again("evil=1")).toBe("/admin/users");
});

test("a log that is walked to its end and back shows every row once each way, whatever its length and page size", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }), (length, size) => {
			const newestFirst = Array.from({ length }, (_, nth) => length - nth);
			const older = (before?: number) =>
				partOf(newestFirst.filter((id) => before === undefined || id < before).slice(0, size + 1), { before }, size);
			const newer = (after: number) =>
				partOf(
					newestFirst
						.filter((id) => id > after)
						.toReversed()
						.slice(0, size + 1),
					{ after },
					size,
				);
			const down: number[] = [];
			const up: number[] = [];
			let page = older();
			for (expect(page.newer).toBe(false); ; page = older(page.rows.at(-1))) {
				down.push(...page.rows);
				if (!page.older) break;
			}
			expect(down).toEqual(newestFirst);
			for (let first = page.rows[0]; page.newer && first !== undefined; first = page.rows[0]) {
				up.unshift(...page.rows);
				page = newer(first);
				expect(page.older).toBe(true);
			}
			expect([...page.rows, ...up]).toEqual(newestFirst);
		}),
	);
});

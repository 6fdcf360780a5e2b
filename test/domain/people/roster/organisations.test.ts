import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { organisationList } from "#admin/people/representatives/list.ts";
import { open } from "#db/commit.ts";
import { applyRoster, planRoster } from "#domain/people/roster/actions.ts";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { readSeats, readTaxId } from "#domain/people/roster/values.ts";
import { paths } from "#http/paths.ts";
import { byImport } from "#kernel/by.ts";
import type { Cell } from "#kernel/table.ts";
import { readSheet, writeSheet } from "#platform/spreadsheets.ts";
import { ask, signIn } from "../../../support/people.ts";
import { rows as rowsOf } from "../../../support/users.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 10, 21, 4);
const HEADER = ["會員編號", "會員名稱", "會員類別", "統一編號", "代表人數"];
const planOf = async (rows: Cell[][], header = HEADER) =>
	planRoster(env, db, {
		roster: { filename: "團體.xlsx", bytes: await writeSheet({ sheet: "名冊", header, rows }, "xlsx") },
		options: NO_OPTIONS,
		at: AT,
	});
let at = AT;
const importOf = async (rows: Cell[][], header = HEADER) =>
	applyRoster(env, db, { plan: await planOf(rows, header), filename: "團體.xlsx", by: byImport(++at) });
const said = async (rows: Cell[][], header = HEADER) =>
	(await planOf(rows, header)).rows.map(({ outcome, reasons }) => [
		outcome,
		...reasons.map(({ code, field }) => (field ? `${code} ${field}` : code)),
	]);
const stored = (name: string) =>
	rowsOf("SELECT member_no, type_code, tax_id, seats, birth_date FROM members WHERE name = ?", name);

describe("organisations in a roster", () => {
	test("come in with 統一編號 and seats, are known by them, and change as the file says; undoing brings back", async () => {
		await importOf([["G001", "甲醫院", "團體會員", 4_126_516, "3 位"]]);
		expect(await stored("甲醫院")).toEqual([
			{ member_no: "G001", type_code: "organisation", tax_id: "04126516", seats: 3, birth_date: null },
		]);
		expect(await said([[null, "甲醫院", "團體會員", "04126516", 3]])).toEqual([["skip", "same"]]);
		expect(await said([[null, "乙醫院", "團體會員", "04126516", 3]])).toEqual([["update", "renamed"]]);
		expect(await said([["G001", "甲醫院", "團體會員", "12345675", 3]])).toEqual([["conflict", "other_national_id"]]);
		const id = await importOf([["G001", "甲醫院", null, null, 5]]);
		expect(await stored("甲醫院")).toMatchObject([{ tax_id: "04126516", seats: 5 }]);
		await undoImport(env, db, { id, version: 2, by: byImport(++at) });
		expect(await stored("甲醫院")).toMatchObject([{ tax_id: "04126516", seats: 3 }]);
	});

	test("with what only people have, and people with what only organisations have, come in without it", async () => {
		const header = [...HEADER, "出生日期", "性別", "身心障礙證明", "監護人"];
		const lines: Cell[][] = [
			["G002", "丙基金會", "團體會員", null, 2, "80/1/1", "女", "有", "丁一一"],
			["G003", "丁一一", "個人會員", "12345675", 2, "80/1/1", "女", null, "丙基金會"],
		];
		expect(await said(lines, header)).toEqual([
			[
				"create",
				...["not_of_kind gender", "not_of_kind birth_date", "not_of_kind certificate"],
				"not_of_kind guardian",
			],
			[
				"create",
				...["not_of_kind tax_id", "not_of_kind seats", "identity_assumed identity_type"],
				"not_of_kind guardian",
			],
		]);
		await importOf(lines, header);
		expect(await stored("丙基金會")).toMatchObject([{ seats: 2, birth_date: null }]);
		expect(await stored("丁一一")).toMatchObject([{ tax_id: null, seats: null, birth_date: "1991-01-01" }]);
		expect(
			await said([
				["G003", "丁一一", "團體會員"],
				["G002", "丙基金會", "個人會員"],
			]),
		).toEqual([
			["skip", "same", "kind_kept membership_type"],
			["skip", "same", "kind_kept membership_type"],
		]);
	});

	test("a wrong 統一編號 is an error of its row, and two rows with one are one organisation", async () => {
		expect(await said([["G004", "戊公司", "團體會員", "04126517", 2]])).toEqual([["error", "bad_value tax_id"]]);
		expect(
			await said([
				["G005", "己公司", "團體會員", "12345675", 2],
				["G006", "庚公司", "團體會員", "12345675", 2],
			]),
		).toEqual([
			["conflict", "same_person"],
			["conflict", "same_person"],
		]);
	});
});

test("the file of organisations has who represents them, and changes nothing when it comes back", async () => {
	await importOf([
		["G007", "辛病院", "團體會員", "12345675", 2],
		["G008", "壬學會", "團體會員", null, null],
	]);
	await env.DB.prepare(
		`INSERT INTO member_representatives (organisation_id, name, from_on, until_on, created_at, updated_at)
		SELECT id, '代表甲', '2020-01-01', '2020-12-31', 1, 1 FROM members WHERE name = '辛病院'
		UNION ALL SELECT id, '代表乙', '2026-01-01', NULL, 1, 1 FROM members WHERE name = '辛病院'`,
	).run();
	const as = await signIn({ name: "會務", roles: ["secretary"] });
	const answer = await ask(paths.admin.organisations.export("xlsx"), { as });
	expect(answer.status).toBe(200);
	const [sheet] = await readSheet(new Uint8Array(await answer.arrayBuffer()), "團體.xlsx");
	const [header = [], ...rows] = sheet?.rows ?? [];
	const row = rows.find(([number]) => number === "G007");
	expect(row).toEqual(["G007", "辛病院", "團體會員", "有效", "12345675", 2, "代表乙（2026-01-01 起）"]);
	const plan = await planOf(rows, header.map(String));
	expect(plan.rows.map(({ outcome, reasons }) => [outcome, ...reasons.map(({ code }) => code)])).toEqual(
		rows.map(() => ["skip", "same"]),
	);
	expect(organisationList.routes.length).toBeGreaterThan(1);
});

test.each([
	["0412-6516", "04126516"],
	["４１２６５１６", "04126516"],
	["04126517", undefined],
	["王", undefined],
])("the 統一編號 %j is %j", (text, id) => expect(readTaxId(text)).toBe(id));
test.each([
	["3", "3"],
	["12 人", "12"],
	["0", undefined],
	["100", undefined],
])("the seats %j are %j", (text, seats) => expect(readSeats(text)).toBe(seats));

import { describe, expect, test } from "vitest";
import { fieldOfHeader, paidYearOfHeader, targetNamed } from "#domain/people/roster/columns.ts";
import { interpretRows } from "#domain/people/roster/interpret.ts";
import { mapSheet, readChoices } from "#domain/people/roster/mapping.ts";
import { newNotes } from "#domain/people/roster/notes.ts";
import { identityOf, paidOf, paidYearsOf, tidyPersonName, yesOrNo } from "#domain/people/roster/values.ts";
import { type Cell, columnName, type Sheet } from "#kernel/table.ts";
import { SHIPPED_TYPES } from "../../../support/membership-types.ts";
import { nationalId, ROSTER_HEADER } from "../../../support/rosters.ts";

const sheet = (rows: Cell[][], formulas: string[] = []): Sheet => ({
	sheet: "名冊",
	rows,
	formulas: new Set(formulas),
});
const READING = {
	...{ today: "2026-11-21", types: SHIPPED_TYPES },
	...{ acceptDates: false, leaveEmpty: false, strict: true, keepUnknown: false },
};

/** The only person of a roster with these columns. */
function read(columns: Record<string, Cell>, reading = READING) {
	const found = mapSheet([sheet([Object.keys(columns), Object.values(columns)])]);
	if (!found) throw new Error("no header");
	const [person] = interpretRows(found.sheet, found.mapping, reading).people;
	if (!person) throw new Error("nobody");
	return person;
}
const values = (columns: Record<string, Cell>, reading = READING) => {
	const { name: _, ...rest } = read({ 姓名: "甲乙", 會員編號: "M1", ...columns }, reading).values;
	const { member_no: __, ...others } = rest;
	return others;
};

describe("headers", () => {
	test.each([
		["姓  名", "name"],
		["身分證\n字號", "national_id"],
		["Ｅ－ｍａｉｌ", "email"],
		["*手機(必填)", "phone"],
		["電話（宅）", "phone_home"],
		["電話（可留白）", "phone"],
		["您的姓名", "name"],
		["出生日期（民國）", "birth_date"],
		["身心障礙證明", "certificate"],
		["緊急聯絡人電話", "emergency_phone"],
		["鞋子尺寸", undefined],
		["", undefined],
	])("%j is %s", (header, field) => expect(fieldOfHeader(header)).toBe(field));

	test.each([
		["113", 2024],
		["113年度", 2024],
		["會費113年", 2024],
		["2024年會費", 2024],
		["民國114年度常年會費", 2025],
		["１１４年", 2025],
		["12", undefined],
		["姓名", undefined],
	])("%j is the year %s", (header, year) => expect(paidYearOfHeader(header)).toBe(year));

	test("targets are named by code, by Chinese name, or by year", () => {
		expect(["name", "手機", "paid:113", "paid:2024", "note", "ignore", "nothing"].map(targetNamed)).toEqual([
			"name",
			"phone",
			"paid:2024",
			"paid:2024",
			"note",
			"ignore",
			undefined,
		]);
	});

	test("columns are named as in a spreadsheet", () => {
		expect([0, 25, 26, 51, 52, 199].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "GR"]);
	});
});

describe("finding the columns", () => {
	const targets = (rows: Cell[][], choice = {}) =>
		mapSheet([sheet(rows)], choice)?.mapping.columns.map(({ target }) => target);

	test("behind a title, a date and a blank row, on the sheet that has them", () => {
		const rows = [
			["社團法人示例協會 會員名冊"],
			["製表日期：民國115年10月1日"],
			[],
			["編號", "姓名", "手機", "生日"],
			["A01", "甲", "0912345678", null],
		];
		const found = mapSheet([sheet([["說明"], ["姓名、手機必填"]]), sheet(rows)]);
		expect(found?.mapping.header).toBe(3);
		expect(found?.mapping.columns.map(({ target }) => target)).toEqual(["member_no", "name", "phone", "birth_date"]);
	});

	test("in two rows, groups over names", () => {
		const rows = [
			["會員編號", "姓名", "聯絡方式", null, null, "緊急聯絡人", null, "會費", null],
			[null, null, "手機", "市話", "E-mail", "姓名", "電話", "113年", "114年"],
			["M1", "甲", "0912345678", "", "", "乙", "0922333444", "V", ""],
		];
		expect(targets(rows)).toEqual([
			...["member_no", "name", "phone", "phone_home", "email", "emergency_name", "emergency_phone"],
			...["paid:2024", "paid:2025"],
		]);
		expect(mapSheet([sheet(rows)])?.mapping.first).toBe(2);
	});

	test("a name in the row below the header is no second header", () => {
		expect(
			mapSheet([
				sheet([
					["姓名", "手機"],
					["甲", "電話"],
				]),
			])?.mapping.first,
		).toBe(1);
	});

	test("編號 that only counts is nobody's number; the same field twice counts once; two phones both count", () => {
		const rows = [
			["編號", "姓名", "地址", "戶籍地址", "手機", "市話", "聯絡電話"],
			[1, "甲", "a", "b", "", "", ""],
			[2, "乙", "", "", "", "", ""],
		];
		expect(targets(rows)).toEqual(["ignore", "name", "address", "ignore", "phone", "phone_home", "phone"]);
	});

	test("a header of two names of one field is that field; of two fields none", () => {
		const rows = [
			["會員姓名", "手機/行動電話", "E-mail 或 電子信箱", "電話／地址", "病友或家屬", "生日(民國)"],
			["甲", "", "", "", "", ""],
		];
		expect(targets(rows)).toEqual(["name", "phone", "email", "ignore", "identity_type", "birth_date"]);
	});

	test("no header, or none with 姓名, is none", () => {
		expect(mapSheet([sheet([["甲", "0912345678"]])])).toBeUndefined();
		expect(mapSheet([sheet([["手機", "生日", "地址"]])])).toBeUndefined();
		expect(mapSheet([])).toBeUndefined();
	});

	test("what somebody chose wins, and takes the field from another column", () => {
		const rows = [
			["姓名", "電話", "別名"],
			["甲", "x", "乙"],
		];
		const found = mapSheet([sheet(rows)]);
		if (!found) throw new Error("no header");
		expect(readChoices("電話=phone_home, C=name,Z=name,別名=鞋子", found.mapping)).toEqual({
			columns: { 1: "phone_home", 2: "name" },
			unknown: ["Z=name", "別名=鞋子"],
		});
		expect(targets(rows, { columns: { 2: "name" } })).toEqual(["ignore", "phone", "name"]);
		expect(
			mapSheet(
				[
					sheet([
						["甲", "乙"],
						["丙", "丁"],
					]),
				],
				{ header: { row: 0, rows: 1 }, columns: { 1: "name" } },
			)?.mapping.first,
		).toBe(1);
	});

	test("fifty columns that nobody knows are listed, and may be kept", () => {
		const unknown = Array.from({ length: 50 }, (_, n) => `問題${n}`);
		const rows = [
			["姓名", "手機", ...unknown],
			["甲", "0912345678", ...unknown.map((_, n) => `答${n}`)],
		];
		const found = mapSheet([sheet(rows)]);
		if (!found) throw new Error("no header");
		expect(found.mapping.columns.filter(({ known }) => !known).map(({ header }) => header)).toEqual(unknown);
		const [kept] = interpretRows(found.sheet, found.mapping, { ...READING, keepUnknown: true }).people;
		expect(kept?.notes).toEqual([`名冊其他欄位\n${unknown.map((header, n) => `${header}：答${n}`).join("\n")}`]);
		expect(interpretRows(found.sheet, found.mapping, READING).people[0]?.notes).toEqual([]);
	});
});

describe("rows that are nobody", () => {
	test("sums, the header once more, footers; blank ones are not counted", () => {
		const rows = [
			["會員編號", "姓名", "會員類別"],
			["M1", "甲", "個人會員"],
			[null, null, null],
			["會員編號", "姓名", "會員類別"],
			[null, "小計", "60 人"],
			["合計：1", null, null],
			["以下空白", null, null],
			["M2", "計程", "個人會員"],
		];
		const found = mapSheet([sheet(rows)]);
		if (!found) throw new Error("no header");
		const { people, passed } = interpretRows(found.sheet, found.mapping, READING);
		expect(people.map(({ row, name }) => [row, name])).toEqual([
			[2, "甲"],
			[8, "計程"],
		]);
		expect(passed.map(({ row, reason }) => [row, reason.code])).toEqual([
			[4, "header_again"],
			[5, "subtotal"],
			[6, "subtotal"],
			[7, "no_person"],
		]);
	});
});

describe("cells", () => {
	test.each([
		["2023/3/5", "2023-03-05"],
		["112/3/5", "2023-03-05"],
		["112.03.05", "2023-03-05"],
		["民國112年3月5日", "2023-03-05"],
		["1120305", "2023-03-05"],
		[890305, "2000-03-05"],
		["20230305", "2023-03-05"],
		[44_990, "2023-03-05"],
	])("the date %j is %s", (cell, day) => expect(values({ 生日: cell })).toEqual({ birth_date: day }));

	test.each(["2/30", "112/2/30", "2027/1/1", "明天", "113/13/1"])("the date %s is an error", (cell) => {
		expect(read({ 姓名: "甲", 生日: cell }).errors).toEqual([{ code: "bad_value", field: "birth_date", text: cell }]);
	});

	test("a date that reads two ways waits for somebody, as it was understood", () => {
		const person = read({ 姓名: "甲", 生日: "12/3/5" });
		expect(person.values).toEqual({ name: "甲" });
		expect(person.conflicts).toEqual([
			{ code: "date_ambiguous", field: "birth_date", text: "12/3/5", read: "1923-03-05" },
		]);
		expect(values({ 生日: "12/3/5" }, { ...READING, acceptDates: true })).toEqual({ birth_date: "1923-03-05" });
	});

	test.each([
		[912_345_678, { phone: "0912345678" }],
		["０９１２－３４５－６７８", { phone: "0912345678" }],
		["+886 912 345 678", { phone: "0912345678" }],
		["0912345678（媽媽）", { phone: "0912345678" }],
		["(02)2345-6789", { phone_home: "02-23456789" }],
		["0912345678、02-23456789", { phone: "0912345678", phone_home: "02-23456789" }],
		["無", {}],
	])("the phone %j", (cell, read) => expect(values({ 聯絡電話: cell })).toEqual(read));

	test("a phone, a national id, an e-mail and a postal code that are none are errors, or left empty where that was asked", () => {
		const bad = { 姓名: "甲", 手機: "12345", 身分證字號: "A123456788", 電子郵件: "a@", 郵遞區號: "1234" };
		expect(read(bad).errors.map(({ field }) => field)).toEqual(["national_id", "phone", "email", "postal_code"]);
		const without = read(bad, { ...READING, strict: false });
		expect(without.errors.map(({ field }) => field)).toEqual(["phone", "email", "postal_code"]);
		expect(without.notices).toEqual([{ code: "id_left_out", field: "national_id", text: "A123456788" }]);
		expect(without.values.national_id).toBeUndefined();
		const lenient = read(bad, { ...READING, leaveEmpty: true });
		expect([lenient.errors, lenient.values]).toEqual([[], { name: "甲" }]);
		expect(lenient.notices.map(({ code, text }) => [code, text])).toEqual([
			["left_empty", "A123456788"],
			["left_empty", "12345"],
			["left_empty", "a@"],
			["left_empty", "1234"],
		]);
	});

	test("a masked id of our own export says nothing", () => {
		expect(values({ 身分證字號: "A12****789" })).toEqual({});
		expect(values({ 身分證字號: nationalId("A12345678").toLowerCase() })).toEqual({ national_id: "A123456789" });
	});

	test("an address says its city; with a column for the city it does not", () => {
		expect(values({ 通訊地址: "40757台中市西屯區中山路292號" })).toEqual({
			postal_code: "40757",
			city: "臺中市",
			district: "西屯區",
			address: "中山路292號",
		});
		expect(values({ 縣市: "台中市", 鄉鎮市區: "西屯區", 地址: "臺北路1號" })).toEqual({
			city: "臺中市",
			district: "西屯區",
			address: "臺北路1號",
		});
		expect(read({ 姓名: "甲", 縣市: "臺中市", 鄉鎮市區: "板橋區" }).errors.map(({ field }) => field)).toEqual([
			"district",
		]);
	});

	test("a name loses the space that made it as wide as others, and is never computed", () => {
		expect(
			["江　宥雅", "江 宥雅", "Mary Ann Lee", "王 Mary"].map((name) => tidyPersonName(name.replace("　", " "))),
		).toEqual(["江宥雅", "江宥雅", "Mary Ann Lee", "王 Mary"]);
		expect(read({ 姓名: "=HYPERLINK(1)", 手機: "0912345678" }).errors).toEqual([
			{ code: "bad_value", field: "name", text: "=HYPERLINK(1)" },
		]);
		expect(read({ 會員編號: "M1", 姓名: "", 手機: "0912345678" }).errors.map(({ code }) => code)).toEqual(["no_name"]);
	});

	test("what stands behind a name in brackets is the membership where it says so, else a part of the name", () => {
		const names = ["王大同(歿)", "王大同（已退會）", "王大同 [停權]", "林明（阿明）", "(歿)"].map((name) => {
			const { values } = read({ 姓名: name, 手機: "0912345678" });
			return [values.name, values.status];
		});
		expect(names).toEqual([
			["王大同", "deceased"],
			["王大同", "resigned"],
			["王大同", "suspended"],
			["林明（阿明）", undefined],
			["(歿)", undefined],
		]);
	});

	test("what a cell of phones says beyond the record's two numbers is kept as a note", () => {
		const phones = (cells: Record<string, string>) => {
			const { values, notes } = read({ 姓名: "甲", ...cells });
			return [values.phone, values.phone_home, notes];
		};
		expect(phones({ 手機: "0912345678／02-23456789" })).toEqual(["0912345678", "02-23456789", []]);
		expect(phones({ 手機: "0922-333-444 / 0933444555", 備註: "晚上打" })).toEqual([
			"0922333444",
			undefined,
			["手機：0922-333-444 / 0933444555", "晚上打"],
		]);
		expect(phones({ 手機: "0912345678（媽媽）" })).toEqual(["0912345678", undefined, ["手機：0912345678（媽媽）"]]);
	});

	test("a formula's value counts and is told", () => {
		const found = mapSheet([
			sheet(
				[
					["姓名", "手機"],
					["甲", "0912345678"],
				],
				["1,0"],
			),
		]);
		if (!found) throw new Error("no header");
		expect(interpretRows(found.sheet, found.mapping, READING).people[0]?.notices).toEqual([
			{ code: "formula", text: "甲" },
		]);
	});

	test("身分, 性別, 會員類別 and 狀態 in their many words", () => {
		expect(values({ 身分: "病友", 性別: "F", 會員類別: "一般", 狀態: "寬限期" })).toEqual({
			identity_type: "patient",
			gender: "female",
			membership_type: "regular",
			status: "active",
		});
		expect(["家長/父母", "家長", "父母", "病友家屬", "路人"].map(identityOf)).toEqual([
			{ identity: "parent", confirm: false },
			{ identity: "parent", confirm: false },
			{ identity: "parent", confirm: false },
			{ identity: "parent", confirm: true },
			undefined,
		]);
		expect(read({ 姓名: "甲", 身分: "病友家屬" }).notices).toEqual([
			{ code: "parent_to_confirm", field: "identity_type", text: "病友家屬" },
		]);
	});

	test("身心障礙證明 and paid years", () => {
		expect(["有（中度）", "Y", "V", "無", "", "申請中?"].map(yesOrNo)).toEqual([
			true,
			true,
			true,
			false,
			undefined,
			undefined,
		]);
		expect(["V", "已繳", "1,000", "113/5/6", "未繳", "", "補繳中"].map(paidOf)).toEqual([
			true,
			true,
			true,
			true,
			false,
			false,
			undefined,
		]);
		expect(["112、113", "112-114年", "113年度", "?"].map(paidYearsOf)).toEqual([
			[2023, 2024],
			[2023, 2024, 2025],
			[2024],
			undefined,
		]);
		const person = read({
			姓名: "甲",
			"113年會費": "V",
			"114年會費": "未繳",
			"115年會費": "補繳中",
			已繳年度: "110、111",
		});
		expect(person.paidYears).toEqual([2021, 2022, 2024]);
		expect(person.notices).toEqual([{ code: "paid_unclear", text: "115年會費：補繳中" }]);
	});

	test("同上 says nothing by itself, and is an error", () => {
		expect(read({ 姓名: "甲", 地址: "同上" }).errors).toEqual([{ code: "bad_value", field: "address", text: "同上" }]);
	});

	test("a column that only counts is not even kept as a note", () => {
		expect(
			read({ 序號: "1", 姓名: "甲", 手機: "0912345678", 鞋號: "42" }, { ...READING, keepUnknown: true }).notes,
		).toEqual(["名冊其他欄位\n鞋號：42"]);
	});

	test("a diagnosis is never taken, not even into a note", () => {
		const person = read({ 姓名: "甲", 病名: "某病", 備註: "無" }, { ...READING, keepUnknown: true });
		expect([person.notes, person.notices]).toEqual([[], [{ code: "diagnosis_left_out", field: "diagnosis" }]]);
	});

	test("a remark is a note; a long one is several", () => {
		expect(read({ 姓名: "甲", 備註: "第一行\n 第二行 " }).notes).toEqual(["第一行\n第二行"]);
		expect(read({ 姓名: "甲", 備註: "字".repeat(4_001) }).notes.map((note) => note.length)).toEqual([2_000, 2_000, 1]);
		expect(newNotes(["甲\n乙", "丙"], ["乙\n甲", "丁"])).toEqual(["丙"]);
	});

	test("the header of the tests' rosters is all known", () => {
		expect(ROSTER_HEADER.filter((header) => fieldOfHeader(header) === undefined)).toEqual([]);
	});
});

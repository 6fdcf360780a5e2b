import { describe, expect, test } from "vitest";
import type { Known, RosterRow } from "#domain/people/roster/match.ts";
import { countsOf, type PlanInput } from "#domain/people/roster/plan.ts";
import type { Cell } from "#kernel/table.ts";
import { planOf as plan, knownRecord as record, rosterRows as rows } from "../../../support/roster-plans.ts";
import { nationalId } from "../../../support/rosters.ts";

const [ID_A, ID_B] = [nationalId("A12345678"), nationalId("B12345678")];
const said = (people: RosterRow[], more: Partial<PlanInput> = {}) =>
	plan(people, more).map(({ outcome, known, reasons }) => [outcome, known?.id, ...reasons.map(({ code }) => code)]);

const HEADER = ["會員編號", "姓名", "身分", "身分證字號", "生日", "手機", "電子郵件"];

describe("whom a row means", () => {
	const NEW = ["M1", "王大明", "病友", ID_A, "75/3/5", "0912345678", "a@example.org"];
	const cases: [string, Cell[], Known[], unknown[]][] = [
		["nobody: it is new", NEW, [], ["create", undefined]],
		["by number", ["M1", "王大明", "病友"], [record(1, { member_no: "M1" })], ["skip", 1, "same"]],
		[
			"by an older number",
			["M1", "王大明"],
			[record(1, { member_no: "M9", numbers: ["M9", "M1"] })],
			["skip", 1, "same"],
		],
		[
			"by national id, under another name",
			["", "王小明", "", ID_A],
			[record(1, { national_id_hash: ID_A })],
			["update", 1, "renamed"],
		],
		[
			"by name and birthday",
			["", "王大明", "", "", "75/3/5"],
			[record(1, { birth_date: "1986-03-05" })],
			["skip", 1, "same"],
		],
		[
			"by name and mobile",
			["", "王大明", "", "", "", "0912345678"],
			[record(1, { phone: "0912345678" })],
			["skip", 1, "same"],
		],
		[
			"by e-mail",
			["", "王大明", "", "", "", "", "a@example.org"],
			[record(1, { email: "a@example.org" })],
			["skip", 1, "same"],
		],
		[
			"another of the same e-mail, told apart",
			NEW,
			[record(1, { name: "王小明", member_no: "M2", email: "a@example.org" })],
			["create", undefined],
		],
		[
			"not another name of the same e-mail",
			["", "王大明", "", "", "", "", "a@example.org"],
			[record(1, { name: "李四", email: "a@example.org" })],
			["conflict", undefined, "other_name"],
		],
		[
			"several of name and birthday",
			["", "王大明", "", "", "75/3/5"],
			[record(1, { birth_date: "1986-03-05" }), record(2, { birth_date: "1986-03-05" })],
			["conflict", undefined, "several"],
		],
		[
			"a number of somebody else",
			["M1", "王大明"],
			[record(1, { member_no: "M1", name: "李四" })],
			["conflict", undefined, "other_name"],
		],
		[
			"number and id of two people",
			["M1", "王大明", "", ID_A],
			[record(1, { member_no: "M1" }), record(2, { national_id_hash: ID_A, name: "李四" })],
			["conflict", undefined, "keys_disagree"],
		],
		[
			"another id",
			["M1", "王大明", "", ID_A],
			[record(1, { member_no: "M1", national_id_hash: ID_B })],
			["conflict", undefined, "other_national_id"],
		],
		[
			"another birthday",
			["M1", "王大明", "", "", "75/3/5"],
			[record(1, { member_no: "M1", birth_date: "1986-05-03" })],
			["conflict", undefined, "other_birth_date"],
		],
		[
			"another number",
			["M1", "王大明", "", "", "75/3/5"],
			[record(1, { member_no: "M2", birth_date: "1986-03-05" })],
			["conflict", undefined, "other_number"],
		],
		["a number of who is forgotten", ["M8", "王大明"], [], ["conflict", undefined, "number_taken"]],
		[
			"the name alone, with something new",
			["", "王大明", "", "", "75/3/5"],
			[record(1)],
			["conflict", undefined, "name_alone"],
		],
		["the name alone, with nothing new", ["", "王大明", "病友"], [record(1)], ["skip", 1, "same"]],
		[
			"the same name of another birthday",
			["M3", "王大明", "病友", "", "75/3/5"],
			[record(1, { birth_date: "1990-01-01" })],
			["create", undefined],
		],
	];
	test.each(cases)("%s", (_, line, known, result) => {
		const [first] = said(rows(HEADER, line), { known, takenNumbers: new Set(["M8"]) });
		expect(first).toEqual(result[0] === "create" ? [...result, ...(line[2] ? [] : ["identity_assumed"])] : result);
	});
});

describe("what a row does", () => {
	const known = record(1, { member_no: "M1", phone: "0922333444", name_en: "" });

	test("fills what is empty, updates what differs, and says from what to what", () => {
		const [filled] = plan(rows(["會員編號", "姓名", "英文姓名"], ["M1", "王大明", "Wang Ta-ming"]), { known: [known] });
		expect([filled?.outcome, filled?.adds.changes]).toEqual([
			"fill",
			[{ field: "name_en", from: null, to: "Wang Ta-ming", fills: true }],
		]);
		const line = rows(["會員編號", "姓名", "手機"], ["M1", "王大明", "0912345678"]);
		const [updated] = plan(line, { known: [known] });
		expect([updated?.outcome, updated?.adds.changes]).toEqual([
			"update",
			[{ field: "phone", from: "0922333444", to: "0912345678", fills: false }],
		]);
		const [kept] = plan(line, { known: [known], fillOnly: true });
		expect([kept?.outcome, kept?.adds.changes, kept?.reasons]).toEqual([
			"skip",
			[],
			[{ code: "same" }, { code: "kept", field: "phone", text: "0912345678" }],
		]);
	});

	test("a status is never taken from a list, and a longer postal code stays", () => {
		const line = rows(["會員編號", "姓名", "狀態", "郵遞區號"], ["M1", "王大明", "退會", "407"]);
		expect(said(line, { known: [record(1, { member_no: "M1", postal_code: "40757" })] })).toEqual([
			["skip", 1, "same", "status_kept"],
		]);
	});

	test("a certificate is a flag once, a note and a paid year too", () => {
		const line = rows(["會員編號", "姓名", "身心障礙證明", "備註", "113年會費"], ["M1", "王大明", "有", "常缺席", "V"]);
		const [first] = plan(line, { known: [known] });
		expect(first?.adds).toEqual({
			changes: [],
			notes: ["常缺席"],
			groups: [],
			own: [],
			paidYears: [2024],
			certificate: true,
		});
		expect(said(line, { known: [known] })).toEqual([["fill", 1, "certificate_to_verify"]]);
		const after = { ...known, hasCertificate: true, notes: ["常缺席"], duesYears: [{ year: 2024, isOwed: false }] };
		expect(said(line, { known: [after] })).toEqual([["skip", 1, "same"]]);
		// What is owed here stays owed, and is told.
		const owed = { ...after, duesYears: [{ year: 2024, isOwed: true }] };
		expect(said(line, { known: [owed] })).toEqual([["skip", 1, "same", "year_owed"]]);
	});
});

describe("a national id that cannot be read", () => {
	test("comes in without it, and says so; a record that has one keeps it", () => {
		const line = ["M1", "王大明", "病友", "A123456788", "75/3/5"];
		const [made] = plan(rows(HEADER, line));
		expect([made?.outcome, made?.values.national_id, made?.reasons]).toEqual([
			"create",
			undefined,
			[{ code: "id_left_out", field: "national_id", text: "A123456788" }],
		]);
		const known = record(1, { member_no: "M1", birth_date: "1986-03-05", national_id_hash: ID_A });
		expect(said(rows(HEADER, line), { known: [known] })).toEqual([["skip", 1, "same", "id_left_out"]]);
	});

	test("two people with the same unreadable one stay two", () => {
		const people = rows(HEADER, ["M1", "甲", "病友", "A12345"], ["M2", "乙", "病友", "A12345"]);
		expect(said(people)).toEqual([
			["create", undefined, "id_left_out"],
			["create", undefined, "id_left_out"],
		]);
	});
});

describe("rows of one person", () => {
	test("the same again is a duplicate, wherever the fuller one stands", () => {
		const people = rows(
			HEADER,
			["", "甲乙", "病友", ID_A, "75/3/5"],
			["", "甲乙", "病友", ID_A, "75/3/5", "0912345678"],
			["", "丙", "病友"],
			["", "丙", "病友"],
		);
		expect(said(people)).toEqual([
			["skip", undefined, "duplicate"],
			["create", undefined, "no_number"],
			["create", undefined, "no_number"],
			["skip", undefined, "duplicate"],
		]);
	});

	test("two that say different things of one id, one number, or one name and birthday are conflicts", () => {
		expect(said(rows(HEADER, ["M1", "甲", "", ID_A], ["M2", "乙", "", ID_A]))).toEqual([
			["conflict", undefined, "same_person"],
			["conflict", undefined, "same_person"],
		]);
		expect(said(rows(HEADER, ["M1", "甲"], ["M1", "乙"])).map(([outcome]) => outcome)).toEqual([
			"conflict",
			"conflict",
		]);
		const born = rows(HEADER, ["", "甲", "", "", "75/3/5", "0912345678"], ["", "甲", "", "", "75/3/5", "0922333444"]);
		expect(said(born).map(([outcome]) => outcome)).toEqual(["conflict", "conflict"]);
	});

	test("nobody goes in, and nobody is left out as the same, beside a row of theirs that cannot be read", () => {
		const people = rows(HEADER, ["M1", "甲", "", ID_A, "75/13/5"], ["M2", "乙", "", ID_A], ["M1", "甲", "", ID_A]);
		expect(said(people)).toEqual([
			["error", undefined, "bad_value"],
			["conflict", undefined, "same_person"],
			["conflict", undefined, "same_person"],
		]);
	});

	test("two rows that lead to one record by different keys are conflicts", () => {
		const known = [record(1, { member_no: "M1", email: "a@example.org" })];
		const people = rows(HEADER, ["M1", "王大明"], ["", "王大明", "", "", "", "0912345678", "a@example.org"]);
		expect(said(people, { known })).toEqual([
			["conflict", undefined, "same_person"],
			["conflict", undefined, "same_person"],
		]);
	});

	test("namesakes of one birthday with ids of their own are two people", () => {
		const people = rows(HEADER, ["M1", "甲乙", "病友", ID_A, "75/3/5"], ["M2", "甲乙", "病友", ID_B, "75/3/5"]);
		expect(said(people).map(([outcome]) => outcome)).toEqual(["create", "create"]);
		const known = [record(1, { name: "甲乙", member_no: "M1", birth_date: "1986-03-05", national_id_hash: ID_A })];
		expect(said(people, { known }).map(([outcome, id]) => [outcome, id])).toEqual([
			["skip", 1],
			["create", undefined],
		]);
	});

	test("namesakes of another number and another phone are two people, whatever their birthday, and are told of", () => {
		const first = ["M1", "甲乙", "病友", "", "75/3/5", "0912345678"];
		const second = ["M2", "甲乙", "病友", "", "75/3/5", "0922333444"];
		expect(said(rows(HEADER, first, second))).toEqual([
			["create", undefined, "namesake"],
			["create", undefined, "namesake"],
		]);
		const known = record(1, { name: "甲乙", member_no: "M1", birth_date: "1986-03-05", phone: "0912345678" });
		expect(said(rows(HEADER, first, second), { known: [known] })).toEqual([
			["skip", 1, "same"],
			["create", undefined, "namesake"],
		]);
	});

	test.each([
		["a number is missing", ["", "甲乙", "病友", "", "75/3/5", "0922333444"]],
		["a phone is missing", ["M2", "甲乙", "病友", "", "75/3/5"]],
		["a mobile stands beside a landline", ["M2", "甲乙", "病友", "", "75/3/5", "02-23456789"]],
		["the phone is the same", ["M2", "甲乙", "病友", "", "75/3/5", "0912345678"]],
	])("they are a doubt where %s", (_, other) => {
		const people = rows(HEADER, ["M1", "甲乙", "病友", "", "75/3/5", "0912345678"], other);
		expect(said(people).map(([outcome]) => outcome)).not.toContain("create");
	});

	test("one national id is one person, under two numbers and phones", () => {
		const people = rows(
			HEADER,
			["M1", "甲乙", "病友", ID_A, "", "0912345678"],
			["M2", "甲乙", "病友", ID_A, "", "0922333444"],
		);
		expect(said(people).map(([outcome, , code]) => [outcome, code])).toEqual([
			["conflict", "same_person"],
			["conflict", "same_person"],
		]);
	});

	test("namesakes who are told apart are two people", () => {
		const people = rows(HEADER, ["M1", "甲乙", "病友", "", "75/3/5"], ["M2", "甲乙", "病友", "", "76/3/5"]);
		expect(said(people).map(([outcome]) => outcome)).toEqual(["create", "create"]);
	});
});

describe("guardians", () => {
	const FAMILY = ["會員編號", "姓名", "身分", "監護人"];
	const guardians = (people: RosterRow[], known: Known[] = []) =>
		plan(people, { known }).map(
			({ guardian, reasons }) => guardian ?? reasons.find(({ code }) => code.startsWith("guardian"))?.code,
		);

	test("the only one of the name, in the roster or among the records", () => {
		expect(guardians(rows(FAMILY, ["M1", "父", "家長"], ["M2", "子", "病友", "父（爸爸）"]))).toEqual([
			undefined,
			{ row: 2 },
		]);
		expect(guardians(rows(FAMILY, ["M2", "子", "病友", "王大明"]), [record(7)])).toEqual([{ id: 7 }]);
	});

	test("nobody, or two of the name, are not linked", () => {
		expect(guardians(rows(FAMILY, ["M2", "子", "病友", "父"]))).toEqual(["guardian_unknown"]);
		const twice = rows(FAMILY, ["M1", "父", "家長"], ["M3", "父", "家長"], ["M2", "子", "病友", "父"]);
		expect(guardians(twice)).toEqual([undefined, undefined, "guardian_several"]);
		expect(guardians(rows(FAMILY, ["M2", "子", "病友", "王大明"]), [record(7), record(8)])).toEqual([
			"guardian_several",
		]);
	});

	test("oneself, a loop and a chain are refused, both ends of it", () => {
		expect(guardians(rows(FAMILY, ["M1", "甲", "病友", "甲"]))).toEqual(["guardian_unknown"]);
		expect(guardians(rows(FAMILY, ["M1", "甲", "病友", "乙"], ["M2", "乙", "病友", "甲"]))).toEqual([
			"guardian_refused",
			"guardian_refused",
		]);
		const chain = rows(FAMILY, ["M1", "祖", "家長"], ["M2", "父", "家長", "祖"], ["M3", "子", "病友", "父"]);
		expect(guardians(chain)).toEqual([undefined, "guardian_refused", "guardian_refused"]);
		expect(guardians(rows(FAMILY, ["M3", "子", "病友", "王大明"]), [record(7, { guardian_member_id: 1 })])).toEqual([
			"guardian_refused",
		]);
	});

	test("another one who is linked stays; the same one is nothing new", () => {
		const child = record(9, { member_no: "M3", name: "子", guardian_member_id: 7 });
		const line = rows(["會員編號", "姓名", "監護人"], ["M3", "子", "王大明"]);
		expect(said(line, { known: [child, record(7)] })).toEqual([["skip", 9, "same"]]);
		expect(said(line, { known: [child, record(8)] })).toEqual([["skip", 9, "same", "guardian_kept"]]);
	});
});

describe("a survey", () => {
	const ROSTER = rows(
		["會員編號", "姓名", "身分", "手機", "電子郵件"],
		["M1", "甲", "病友", "0912345678"],
		["M2", "乙", "病友", "0922333444", "b@example.org"],
		["M3", "丙", "病友"],
	);
	const answers = (...lines: Cell[][]) => ({
		people: rows(["您的姓名", "行動電話", "電子郵件信箱"], ...lines),
		passed: [],
	});
	const replies = (survey: PlanInput["survey"], known: Known[] = [], more: Partial<PlanInput> = {}) =>
		plan(ROSTER, { survey, known, ...more })
			.filter(({ source }) => source === "survey")
			.map(({ row, outcome, reasons, known: of }) => [row, outcome, reasons[0]?.code, of?.id]);

	test("fills an empty e-mail, and never another one", () => {
		const survey = answers(
			["甲 ", "0912345678", "A@Example.org"],
			["乙", "0922333444", "other@example.org"],
			["乙", "0922333444", "b@example.org"],
		);
		expect(replies(survey)).toEqual([
			[2, "fill", "email_from_survey", undefined],
			[3, "conflict", "email_other", undefined],
			[4, "skip", "has_email", undefined],
		]);
		expect(plan(ROSTER, { survey })[0]?.values.email).toBe("a@example.org");
	});

	test("a name that stands once, without a contradiction, waits to be confirmed, and then fills the empty e-mail", () => {
		const survey = answers(["丙", "0955666777", "c@example.org"], ["戊", "", "e@example.org"]);
		const known = [record(5, { name: "戊", birth_date: "1986-03-05" })];
		expect(replies(survey, known)).toEqual([
			[2, "confirm", "name_once", undefined],
			[3, "confirm", "name_once", undefined],
		]);
		expect(plan(ROSTER, { survey, known })[2]?.values.email).toBeUndefined();
		expect(replies(survey, known, { acceptNames: true })).toEqual([
			[2, "fill", "email_from_survey", undefined],
			[3, "fill", "email_from_survey", 5],
		]);
		const [, , third, , fifth] = plan(ROSTER, { survey, known, acceptNames: true });
		const filled = (to: string) => ({ field: "email", from: null, to, fills: true });
		expect([third?.adds.changes.at(-1), fifth?.adds.changes]).toEqual([
			filled("c@example.org"),
			[filled("e@example.org")],
		]);
	});

	test("a name is not enough where a fact is another one, the name stands twice, or two addresses are given", () => {
		const email = "z@example.org";
		const header = ["姓名", "行動電話", "電子郵件信箱", "生日", "身分證字號"];
		const asked = (line: Cell[], known: Known[]) =>
			replies({ people: rows(header, line), passed: [] }, known, { acceptNames: true }).map(([, ...told]) => told);
		const refused = [["conflict", "name_alone", undefined]];
		const known = record(5, { name: "戊", phone: "0933444555", birth_date: "1986-03-05", national_id_hash: ID_A });
		expect(asked(["戊", "0911222333", email], [known])).toEqual(refused);
		expect(asked(["戊", "", email, "76/3/5"], [known])).toEqual(refused);
		expect(asked(["戊", "", email, "", ID_B], [known])).toEqual(refused);
		expect(asked(["戊", "", email], [{ ...known, email: "other@example.org" }])).toEqual(refused);
		expect(asked(["戊", "", email], [known, record(6, { name: "戊" })])).toEqual(refused);
		expect(asked(["甲", "", email], [record(6, { name: "甲" })])).toEqual(refused);
		expect(asked(["戊", "", email], [known])).toEqual([["fill", "email_from_survey", 5]]);
		const twice = answers(["丙", "", "c@example.org"], ["丙", "", "d@example.org"]);
		expect(replies(twice, [], { acceptNames: true }).map(([, outcome, code]) => [outcome, code])).toEqual([
			["conflict", "email_twice"],
			["conflict", "email_twice"],
		]);
		const both = answers(["甲", "", "x@example.org"], ["甲", "0912345678", "y@example.org"]);
		expect(replies(both, [], { acceptNames: true }).map(([, outcome, code]) => [outcome, code])).toEqual([
			["conflict", "email_other"],
			["fill", "email_from_survey"],
		]);
	});

	test("the name alone, nobody, no e-mail, and two of one person", () => {
		expect(
			replies(answers(["丙", "", "c@example.org"], ["丁", "", "d@example.org"], ["甲", "0912345678", "no"])),
		).toEqual([
			[2, "confirm", "name_once", undefined],
			[3, "skip", "not_in_roster", undefined],
			[4, "error", "bad_value", undefined],
		]);
		expect(replies(answers(["甲", "0912345678", "x@example.org"], ["甲", "0912345678", "y@example.org"]))).toEqual([
			[2, "conflict", "email_twice", undefined],
			[3, "conflict", "email_twice", undefined],
		]);
	});

	test("also fills a record that the roster does not name", () => {
		const known = [record(5, { name: "戊", phone: "0933444555" })];
		expect(replies(answers(["戊", "0933444555", "e@example.org"]), known)).toEqual([
			[2, "fill", "email_from_survey", 5],
		]);
		const filled = [record(5, { name: "戊", phone: "0933444555", email: "e@example.org" })];
		expect(replies(answers(["戊", "0933444555", "e@example.org"]), filled)).toEqual([
			[2, "skip", "has_email", undefined],
		]);
	});
});

test("counts", () => {
	expect(countsOf(plan(rows(HEADER, ["M1", "甲", "病友"], ["M1", "乙"], ["M2", "", "病友", ID_A])))).toEqual({
		conflict: 2,
		confirm: 0,
		error: 1,
		create: 0,
		update: 0,
		fill: 0,
		skip: 0,
		same: 0,
	});
});

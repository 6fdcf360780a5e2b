import { describe, expect, test } from "vitest";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { MemberForm, NewMemberForm } from "#domain/people/members/form.ts";
import { stepForm } from "#domain/people/members/steps.ts";

const FORM = {
	...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((name) => [name, ""])),
	name: "陳怡君",
	identity_type: "patient",
	membership_type: "individual",
	version: "1",
};
/** What is said of each field; an empty object when all is well. */
function said(more: Record<string, unknown>): Record<string, string[]> {
	const errors: Record<string, string[]> = {};
	for (const { path, message } of MemberForm.safeParse({ ...FORM, ...more }).error?.issues ?? []) {
		const name = String(path[0]);
		errors[name] = [...(errors[name] ?? []), message];
	}
	return errors;
}

test("an empty form but for the name is a member", () => {
	expect(MemberForm.parse(FORM)).toMatchObject({
		name: "陳怡君",
		name_en: "",
		birth_date: null,
		national_id: undefined,
		diagnosis_note: undefined,
		phone: null,
		city: null,
		health_consent: false,
	});
});

test("every mistake is told at once, each beside its field, in Chinese", () => {
	const errors = said({
		name: "名".repeat(81),
		national_id: "A123456788",
		birth_date: "2999/1/1",
		phone: "02-2345-6789",
		phone_home: "123",
		email: "not an address",
		line_id: "有空格 的",
		postal_code: "1234",
		city: "臺北市",
		district: "板橋區",
		emergency_phone: "abc",
		joined_on: "2023/2/30",
		member_no: "M-0001!",
		identity_type: "someone",
		membership_type: "Gold!",
		gender: "unknown",
		occupation: `工程\u202e師`,
		address: "街\u0000號",
	});
	expect(errors).toEqual({
		name: ["最多 80 個字。"],
		national_id: ["身分證字號或居留證號不正確，請逐字核對。"],
		birth_date: ["日期不能在今天之後。"],
		phone: ["請輸入 09 開頭的手機號碼，例如 0912 345 678；市話請填在住家電話。"],
		phone_home: ["請輸入電話號碼，例如 02-2345-6789。"],
		email: ["請輸入電子郵件，例如 name@example.org。"],
		line_id: ["LINE ID 只有英文字母、數字、點、底線與橫線。"],
		postal_code: ["郵遞區號是 3、5 或 6 位數字。"],
		district: ["這個鄉鎮市區不在所選的縣市，請重新選擇。"],
		emergency_phone: ["請輸入電話號碼，例如 0912 345 678。"],
		joined_on: ["請輸入正確的日期，例如 1985/3/5、74/3/5 或 民國74年3月5日。"],
		member_no: ["會員編號只用英文字母、數字與橫線，最多 20 個字，例如 M0001 或 A-001。"],
		identity_type: ["請選擇身分。"],
		membership_type: ["請選擇會員類別。"],
		gender: ["請從選項中選擇。"],
		occupation: ["含有看不見的字元，請重新輸入。"],
		address: ["含有看不見的字元，請重新輸入。"],
	});
});

describe("a national id", () => {
	test.each([
		"A123456789",
		"F131104093",
		"A800000014",
		"AB23456789",
		"AA00000009",
		"ａ１２３４５６７８９",
		"a 123-456-789",
	])("%s is one", (text) => {
		expect(said({ national_id: text })).toEqual({});
		expect(MemberForm.parse({ ...FORM, national_id: text }).national_id).toBe(
			text.normalize("NFKC").replace(/[ -]/g, "").toUpperCase(),
		);
	});
	test.each(["A123456788", "AA00000000", "A12345678", "1234567890", "A923456789"])("%s is none", (text) =>
		expect(Object.keys(said({ national_id: text }))).toEqual(["national_id"]),
	);
	test("is left alone by an empty field, and taken away by a tick", () => {
		expect(MemberForm.parse({ ...FORM, remove_national_id: "1" }).national_id).toBe(null);
		expect(MemberForm.parse({ ...FORM, remove_national_id: "1", national_id: "A123456789" }).national_id).toBe(
			"A123456789",
		);
	});
});

describe("a name", () => {
	test.each([
		["", "請填寫姓名。"],
		["   ", "請填寫姓名。"],
		["‧‧‧", "請填寫姓名。"],
		["王\u202e明", "含有看不見的字元，請重新輸入。"],
		["王\u200f明", "含有看不見的字元，請重新輸入。"],
		["王\u200b明", "含有看不見的字元，請重新輸入。"],
		["王\u0007明", "含有看不見的字元，請重新輸入。"],
	])("%j is refused", (name, words) => expect(said({ name })).toEqual({ name: [words] }));
	test.each([
		[" 王  小明\n", "王 小明"],
		["Watan Nomin", "Watan Nomin"],
		["𠮷".repeat(80), "𠮷".repeat(80)],
	])("%j is taken", (name, taken) => expect(MemberForm.parse({ ...FORM, name }).name).toBe(taken));
});

describe("a day", () => {
	test.each([
		["112/3/5", "2023-03-05"],
		["民國112年3月5日", "2023-03-05"],
		["1120305", "2023-03-05"],
		["2023.03.05", "2023-03-05"],
	])("%s", (text, day) => expect(MemberForm.parse({ ...FORM, birth_date: text }).birth_date).toBe(day));
	test("that reads two ways is said back and not taken", () =>
		expect(said({ birth_date: "12/3/5" })).toEqual({
			birth_date: [
				"「12/3/5」可能是民國12年3月5日，也可能是2012年3月5日，請把年份寫完整，例如 115/11/20 或 2026/11/20。",
			],
		}));
	test.each(["1899/12/31", "2023/13/1", "昨天"])("%s is none", (text) =>
		expect(Object.keys(said({ birth_date: text }))).toEqual(["birth_date"]),
	);
});

test("a postal code comes with the district, unless one was typed", () => {
	const typed = { city: "臺北市", district: "大安區" };
	expect(MemberForm.parse({ ...FORM, ...typed }).postal_code).toBe("106");
	expect(MemberForm.parse({ ...FORM, ...typed, postal_code: "１０６４５５" }).postal_code).toBe("106455");
});

test("an unknown field is refused, and health data without a consent", () => {
	expect(MemberForm.safeParse({ ...FORM, status: "active" }).success).toBe(false);
	const { version: _version, ...fresh } = FORM;
	expect(NewMemberForm.safeParse(fresh).success).toBe(true);
	const ill = NewMemberForm.safeParse({ ...fresh, name: "", diagnosis_note: "氣喘" });
	expect(ill.error?.issues.map(({ path }) => path[0])).toEqual(["name", "diagnosis_note"]);
	expect(NewMemberForm.safeParse({ ...fresh, diagnosis_note: "氣喘", health_consent: "1" }).success).toBe(true);
});

test("a step brings what it asks for", () => {
	const approval = stepForm("approve").safeParse({ version: "2", resolution_no: "", resolution_on: "" });
	expect(approval.error?.issues.map(({ message }) => message)).toEqual([
		"請填寫決議文號或會議名稱。",
		"請填寫決議日期。",
	]);
	expect(stepForm("expel").safeParse({ version: "2", reason: " ", on: "" }).error?.issues[0]?.message).toBe(
		"請填寫理由。",
	);
	expect(stepForm("resign").parse({ version: "2", reason: "", on: "115/3/5" })).toEqual({
		version: 2,
		move: { step: "resign", reason: "", on: "2026-03-05" },
	});
	expect(stepForm("resign").safeParse({ version: "2", reason: "", on: "2999/1/1" }).success).toBe(false);
});

import { describe, expect, test } from "vitest";
import { type Group, SETTINGS } from "#domain/system/settings/schema.ts";
import { formOf, keyOf, keysOf, settingsOf, storedText, valuesOf } from "#domain/system/settings/stored.ts";

const GROUPS = Object.keys(SETTINGS) as Group[];
const defaults = (group: Group) => valuesOf(group, new Map()).values as Record<string, unknown>;

describe.each(GROUPS)("%s", (group) => {
	test("its defaults are what its form may send, and are read again as they are stored", () => {
		expect(formOf(group).parse(defaults(group))).toEqual(defaults(group));
		const stored = new Map(settingsOf(group).map(([name, one]) => [keyOf(group, name), storedText(one.default)]));
		expect(valuesOf(group, stored)).toEqual({ values: defaults(group), unreadable: [] });
	});

	test("a field that it does not have is refused", () => {
		expect(formOf(group).safeParse({ ...defaults(group), is_admin: "1" }).success).toBe(false);
	});
});

test("a box that is not ticked is no field of the form at all", () => {
	expect(formOf("security").parse({})).toEqual({ require_second_factor: false });
});

test("every key is another one; those of the site are named as the variables that they override", () => {
	const keys = GROUPS.flatMap(keysOf);
	expect(new Set(keys).size).toBe(keys.length);
	const overriding = ["PUBLIC_SITE_ORIGIN", "PREVIEW_ORIGIN_PATTERN", "PREVIEW_URL"];
	expect(keysOf("site")).toEqual([...overriding, "site.privacy_url", "site.social_links"]);
	expect(keysOf("fees")[0]).toBe("fees.entrance_fee");
});

const DRAFT = "/api/draft?type={type}&id={id}&token={token}";
const one = (group: Group, name: string, value: unknown) => {
	const read = formOf(group).safeParse({ ...defaults(group), [name]: value });
	return read.success
		? { value: Object.entries(read.data).find(([key]) => key === name)?.[1] }
		: read.error.issues[0]?.message;
};

test.each([
	["association", "name", "  台灣海藍病友協會 ", "台灣海藍病友協會"],
	["association", "tax_id", "１２３４５６７５", "12345675"],
	["association", "phone", "（02）2345-6789 轉 12", "(02)2345-6789 轉 12"],
	["association", "email", " office@example.org", "office@example.org"],
	["association", "registration_no", "台內團字第 1234567 號", "台內團字第 1234567 號"],
	["association", "logo_file_id", "12", 12],
	["association", "logo_file_id", "", null],
	["fees", "annual_fee", "1,200", 1200],
	["fees", "annual_fee", "１２００", 1200],
	["fees", "annual_fee", "0", 0],
	["fees", "disability_discount_percent", "100", 100],
	["site", "PUBLIC_SITE_ORIGIN", "https://WWW.Example.org/about?x=1", "https://www.example.org"],
	["site", "PUBLIC_SITE_ORIGIN", "", ""],
	["site", "PREVIEW_ORIGIN_PATTERN", "https://site-*-team.vercel.app", "https://site-*-team.vercel.app"],
	["site", "PREVIEW_URL", `https://www.example.org${DRAFT}`, `https://www.example.org${DRAFT}`],
	[
		"site",
		"PREVIEW_URL",
		"http://localhost:3000/draft/{type}/{id}/{token}",
		"http://localhost:3000/draft/{type}/{id}/{token}",
	],
	["statutes", "term_years", "4", 4],
	["mail", "provider", "resend", "resend"],
	["security", "require_second_factor", "on", true],
	["security", "require_second_factor", undefined, false],
] as const)("%s.%s: %j is %j", (group, name, typed, value) => expect(one(group, name, typed)).toEqual({ value }));

const NO_PREVIEW =
	"請輸入 https:// 開頭的網址，裡面要有 {type}、{id} 和 {token}，例如 https://www.example.org/api/draft?type={type}&id={id}&token={token}。";
const NUMBER = "請輸入 0 到 1,000,000 的整數。";
test.each([
	["association", "name", "   ", "請填寫協會名稱。"],
	["association", "name", "長".repeat(81), "最多 80 個字。"],
	["association", "tax_id", "12345672", "統一編號不正確，請檢查 8 位數字。"],
	["association", "email", "office", "請輸入電子郵件，例如 office@example.org。"],
	["association", "phone", "明天再打", "請輸入電話號碼，例如 02-2345-6789 轉 12。"],
	["association", "logo_file_id", "../1", "沒有這個檔案。"],
	["fees", "annual_fee", "", NUMBER],
	["fees", "annual_fee", "-1", NUMBER],
	["fees", "annual_fee", "1.5", NUMBER],
	["fees", "annual_fee", 1.5, NUMBER],
	["fees", "annual_fee", "1e3", NUMBER],
	["fees", "annual_fee", "1000001", NUMBER],
	["fees", "annual_fee", null, NUMBER],
	["fees", "disability_discount_percent", "101", "請輸入 0 到 100 的整數。"],
	["site", "PREVIEW_URL", "https://www.example.org/draft?id={id}&token={token}", NO_PREVIEW],
	["site", "PREVIEW_URL", "https://{token}.example.org/{type}/{id}", NO_PREVIEW],
	["site", "PREVIEW_URL", `http://www.example.org${DRAFT}`, NO_PREVIEW],
	["site", "PREVIEW_URL", `https://me:secret@www.example.org${DRAFT}`, NO_PREVIEW],
	["site", "PREVIEW_URL", `https://www.example.org${DRAFT}&slug={slug}`, NO_PREVIEW],
	["site", "PREVIEW_URL", `https://www.example.org/#${DRAFT}`, NO_PREVIEW],
	["site", "PREVIEW_URL", `javascript:alert(1)${DRAFT}`, NO_PREVIEW],
	["site", "PUBLIC_SITE_ORIGIN", "www.example.org", "請輸入網址，例如 https://www.example.org。"],
	["site", "PUBLIC_SITE_ORIGIN", "javascript:alert(1)", "請輸入網址，例如 https://www.example.org。"],
	[
		"site",
		"PREVIEW_ORIGIN_PATTERN",
		"https://*",
		"請輸入 https:// 開頭的小寫網址，結尾不加斜線，最多兩個 *，例如 https://site-*-team.vercel.app。",
	],
	["statutes", "court_date", "去年", "看不懂這個日期，請寫成 2026/11/20 或 115/11/20。"],
	["statutes", "term_years", "5", "請輸入 0 到 4 的整數。"],
	["mail", "provider", "smtp", "請從選項中選擇。"],
] as const)("%s.%s: %j is refused: %s", (group, name, typed, message) => expect(one(group, name, typed)).toBe(message));

test("a stored text that is none of its values gives way to the default and is named, not shown", () => {
	const stored = new Map([
		["fees.annual_fee", "a lot"],
		["fees.entrance_fee", "1500"],
		["fees.grace_months", "-3"],
		["fees.disability_discount_percent", ""],
		["fees.unknown", "1"],
	]);
	expect(valuesOf("fees", stored)).toEqual({
		values: { ...valuesOf("fees", new Map()).values, entrance_fee: 1500 },
		unreadable: ["fees.annual_fee", "fees.disability_discount_percent", "fees.grace_months"],
	});
});

const REGISTERED = { court: "臺灣臺北地方法院", court_no: "登記簿第 12 冊第 34 頁第 56 號", court_date: "112/3/5" };
/** The fields of the statutes that are refused, with these values instead of the defaults. */
const wrongStatutes = (values: Record<string, unknown>) =>
	formOf("statutes")
		.safeParse({ ...defaults("statutes"), ...values })
		.error?.issues.map(({ path }) => path.join("."));

test.each<[string, Record<string, unknown>, string[] | undefined]>([
	["a registration of a legal person, whose day is typed in any form", REGISTERED, undefined],
	["a registration in part", { court: "臺灣臺北地方法院" }, ["court_no", "court_date"]],
	[
		"gifts free of stamp tax without a registration",
		{ gift_stamp: "exempt", gift_stamp_words: "免納" },
		["gift_stamp"],
	],
	["gifts free of it with one", { ...REGISTERED, gift_stamp: "exempt", gift_stamp_words: "免納" }, undefined],
	["dues free of it, which the accountant decides", { dues_stamp: "exempt", dues_stamp_words: "免納" }, undefined],
	["no words", { dues_stamp: "exempt", gift_stamp: "bulk" }, ["gift_stamp_words", "dues_stamp_words"]],
	["stamps need no words", { dues_stamp: "affixed", gift_stamp: "affixed" }, undefined],
	["監事 up to a third of 理事", { director_seats: "15", supervisor_seats: "5" }, undefined],
	["監事 above a third of 理事", { director_seats: "14", supervisor_seats: "5" }, ["supervisor_seats"]],
	["監事 where 理事 are not filled in yet", { supervisor_seats: "5" }, undefined],
])("of the statutes: %s", (_, values, wrong) => expect(wrongStatutes(values)).toEqual(wrong));

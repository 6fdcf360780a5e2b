import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { CONSENT_TEXTS, currentText } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { member, storedNow } from "../support/members.ts";
import { fieldValue, page, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { applicationForm, errorsBeside, wordsOf } from "../support/profiles.ts";
import { rolesOf, rows } from "../support/users.ts";

const { profile, home } = paths.member;
let newcomer: Person;
let phone: string;
let count = 0;
beforeEach(async () => {
	newcomer = await signIn({ name: "吳宛蓁" });
	count += 1;
	phone = `09110000${String(count).padStart(2, "0")}`;
});

const store = (as: Person, given: Record<string, string> = {}) =>
	ask(profile.store(), { as, form: applicationForm({ phone, name: `吳宛蓁${count}`, ...given }) });
const requestsOf = ({ userId }: Person) =>
	rows<{ id: number; status: string; candidates: string; profile: string }>(
		"SELECT id, status, candidates, profile FROM link_requests WHERE user_id = ? ORDER BY id",
		userId,
	);
const recordsOf = ({ userId }: Person) => rows<{ id: number }>("SELECT id FROM members WHERE user_id = ?", userId);
describe("a user without a record", () => {
	test("is led to the form, which has what the account knows and shows what is agreed to", async () => {
		const led = await ask(home(), { as: newcomer });
		expect([led.status, led.headers.get("Location")]).toEqual([303, profile.create()]);
		const form = await page(profile.create(), newcomer);
		expect(fieldValue(form, "name")).toBe("吳宛蓁");
		expect(fieldValue(form, "email")).toMatch(/^u.*@example\.org$/);
		expect(fieldValue(form, "personal_version")).toBe(CONSENT_TEXTS.personal_data.version);
		const types = form.elements
			.filter(({ attributes }) => attributes.name === "membership_type")
			.map(({ attributes }) => attributes.value);
		expect(types).toEqual(["individual", "sponsor", "honorary_academic"]);
		for (const words of currentText("personal_data", [], "病友協會").paragraphs)
			expect(wordsOf(form.html)).toContain(words);
	});

	test("makes an application, with what was agreed to, once however often it is sent", async () => {
		const form = {
			birth_date: "74/3/5",
			national_id: "a123456789",
			diagnosis_note: "第二型糖尿病",
			consent_health: "1",
			city: "臺北市",
			district: "中正區",
			_key: "one",
		};
		const sent = await store(newcomer, form);
		expect([sent.status, sent.headers.get("Location")]).toEqual([303, home()]);
		const again = await store(newcomer, form);
		expect([again.status, again.headers.get("Location")]).toEqual([303, home()]);
		const made = await recordsOf(newcomer);
		expect(made.length).toBe(1);
		const id = made[0]?.id ?? 0;
		expect(await storedNow(id)).toMatchObject({
			name: `吳宛蓁${count}`,
			status: "applied",
			source: "self",
			member_no: null,
			birth_date: "1985-03-05",
			national_id_mask: "A12****789",
			has_diagnosis_note: 1,
			has_health_consent: 1,
			phone,
			postal_code: "100",
			membership_type: "individual",
		});
		expect(await requestsOf(newcomer)).toEqual([]);
		expect(
			await rows(
				"SELECT kind, text_version, given, by_user_id, channel FROM consents WHERE member_id = ? ORDER BY id",
				id,
			),
		).toEqual([
			{
				kind: "personal_data",
				text_version: CONSENT_TEXTS.personal_data.version,
				given: 1,
				by_user_id: newcomer.userId,
				channel: "web",
			},
			{
				kind: "health_data",
				text_version: CONSENT_TEXTS.health_data.version,
				given: 1,
				by_user_id: newcomer.userId,
				channel: "web",
			},
		]);
		expect(await rolesOf({ id: newcomer.userId })).toEqual(["member"]);
		const log = await rows(
			"SELECT action, changes FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ?",
			String(id),
		);
		expect(log.map(({ action }) => action)).toEqual(["member.create"]);
		expect(JSON.stringify(log)).not.toMatch(/吳宛蓁|A123456789|糖尿病|0911/);
	});

	test.each([
		["the same phone", () => ({ phone: `+886 ${phone.slice(1)}` }), () => ({ phone })],
		[
			"the same phone at home",
			() => ({ phone: "", phone_home: "(02)2345-6789" }),
			() => ({ phone_home: "02-23456789" }),
		],
		["the same e-mail", () => ({ email: `Case${count}@Example.org` }), () => ({ email: `case${count}@example.org` })],
		[
			"the same name and birthday",
			() => ({ birth_date: "1990/1/2" }),
			() => ({ name: `吳宛蓁${count}`, birth_date: "1990-01-02" }),
		],
		["the same national id", () => ({ national_id: "F131104093" }), () => ({ national_id: "F131104093" })],
	] as const)("of whom a record has %s asks to be linked, and makes no second one", async (_, said, kept) => {
		const known = await member({ name: "名冊上的人", ...kept() });
		const before = await rows("SELECT count(*) AS n FROM members");
		const sent = await store(newcomer, said());
		expect([sent.status, sent.headers.get("Location")]).toEqual([303, home()]);
		const [request, ...more] = await requestsOf(newcomer);
		expect([request?.status, JSON.parse(request?.candidates ?? ""), more]).toEqual(["open", [known.id], []]);
		expect(request?.profile).not.toMatch(/吳宛蓁/);
		expect(await rows("SELECT count(*) AS n FROM members")).toEqual(before);
		expect((await storedNow(known.id)).user_id).toBe(null);
		expect(await rolesOf({ id: newcomer.userId })).toEqual(["member"]);
	});

	test("is also found by what they sign in with, whatever they type", async () => {
		const [{ email } = { email: "" }] = await rows<{ email: string }>(
			"SELECT email FROM users WHERE id = ?",
			newcomer.userId,
		);
		const known = await member({ name: "名冊上的人", email });
		await store(newcomer, { email: "" });
		expect((await requestsOf(newcomer)).map(({ candidates }) => candidates)).toEqual([JSON.stringify([known.id])]);
	});

	test("who waits cannot send another; who has a record is led to it", async () => {
		await store(newcomer);
		await store(newcomer, { phone: "0911777666" });
		expect([(await recordsOf(newcomer)).length, (await requestsOf(newcomer)).length]).toEqual([1, 0]);
		const own = await signIn({ name: "郭子晴", roles: ["member"] });
		await member({ name: "郭子晴", userId: own.userId, status: "active" });
		const answer = await store(own);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, home()]);
		expect([(await recordsOf(own)).length, (await requestsOf(own)).length]).toEqual([1, 0]);
	});

	test("two tabs at once make one", async () => {
		await Promise.all([store(newcomer), store(newcomer), store(newcomer)]);
		expect([(await recordsOf(newcomer)).length, (await requestsOf(newcomer)).length]).toEqual([1, 0]);
	});
});

test.each([
	[{ name: " 　" }, { name: "請填寫姓名。" }],
	[{ name: "" }, { name: "請填寫姓名。" }],
	[{ name: "一".repeat(81) }, { name: "最多 80 個字。" }],
	[{ national_id: "A123456788" }, { national_id: "身分證字號或居留證號不正確，請逐字核對。" }],
	[{ national_id: "AA00000000" }, { national_id: "身分證字號或居留證號不正確，請逐字核對。" }],
	[{ birth_date: "2999/1/1" }, { birth_date: "日期不能在今天之後。" }],
	[{ birth_date: "112/2/30" }, { birth_date: "請輸入正確的日期，例如 1985/3/5、74/3/5 或 民國74年3月5日。" }],
	[{ birth_date: "12/3/5" }, { birth_date: expect.stringContaining("可能是民國12年3月5日，也可能是2012年3月5日") }],
	[{ phone: "12345" }, { phone: expect.stringContaining("09") }],
	[{ phone: "", email: "" }, { phone: "手機、住家電話與電子郵件，請至少填一項。" }],
	[{ phone_home: "2345" }, { phone_home: "請輸入電話號碼，例如 02-2345-6789。" }],
	[{ email: "nobody" }, { email: "請輸入電子郵件，例如 name@example.org。" }],
	[{ postal_code: "1234" }, { postal_code: "郵遞區號是 3、5 或 6 位數字。" }],
	[{ city: "東京都" }, { city: "請從選項中選擇縣市。" }],
	[{ city: "臺北市", district: "板橋區" }, { district: "這個鄉鎮市區不在所選的縣市，請重新選擇。" }],
	[{ membership_type: "lifetime" }, { membership_type: "這個會員類別已停用或不開放申請，請改選另一個。" }],
	[{ membership_type: "" }, { membership_type: "請選擇會員類別。" }],
	[{ identity_type: "doctor" }, { identity_type: "請選擇身分。" }],
	[{ gender: "x" }, { gender: "請從選項中選擇。" }],
	[{ emergency_phone: "abc" }, { emergency_phone: "請輸入電話號碼，例如 0912 345 678。" }],
	[{ consent_personal: "" }, { consent_personal: "請閱讀並勾選同意，協會才能受理。" }],
	[{ diagnosis_note: "氣喘" }, { consent_health: "要填寫病況，請先同意保存健康資料；也可以留空。" }],
	[{ line_id: "有 空格" }, { line_id: "LINE ID 只有英文字母、數字、點、底線與橫線。" }],
] as [Record<string, string>, object][])(
	"%j is told beside its field, and nothing that was typed is lost",
	async (given, errors) => {
		const form = applicationForm({ occupation: "教師", ...given });
		const answer = await shown(await ask(profile.store(), { as: newcomer, form }));
		expect([answer.status, errorsBeside(answer.elements)]).toEqual([422, errors]);
		expect(fieldValue(answer, "occupation")).toBe("教師");
		expect([(await recordsOf(newcomer)).length, (await requestsOf(newcomer)).length]).toEqual([0, 0]);
	},
);

test("what is wrong is told in the order of the page", async () => {
	const wrong = {
		postal_code: "1",
		email: "x",
		national_id: "A1",
		birth_date: "88/13/1",
		name: "",
		consent_personal: "",
	};
	const answer = await shown(await ask(profile.store(), { as: newcomer, form: applicationForm(wrong) }));
	const told = answer.elements.flatMap(({ name, attributes }) =>
		name === "a" && attributes.href?.startsWith("#f-") ? [attributes.href.slice(3)] : [],
	);
	expect(told).toEqual(["name", "birth_date", "national_id", "email", "postal_code", "consent_personal"]);
});

test("a text that changed since the page was drawn, or a field that the form has not, refuses", async () => {
	for (const given of [{ personal_version: "personal_data-2020-1" }, { guardian_member_id: "1" }, { status: "active" }])
		expect([given, (await store(newcomer, given)).status]).toEqual([given, 422]);
	expect((await recordsOf(newcomer)).length).toBe(0);
});

test("a session that ended keeps what was typed", async () => {
	await env.DB.prepare("UPDATE sessions SET ended_at = 1 WHERE id = ?").bind(newcomer.sid).run();
	const answer = await store(newcomer, { occupation: "教師" });
	expect(answer.status).toBe(401);
	expect(fieldValue(await shown(answer), "occupation")).toBe("教師");
});

import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { auditOf, isLive, mailsTo, PASSWORD, userField } from "../support/logins.ts";
import { get, owner, post, words } from "../support/own-account.ts";
import { tripsOf } from "../support/pages.ts";
import { openSession } from "../support/people.ts";

const { account } = paths;
const STALE_MS = 10 * 60_000 + 1_000;
const NEW = "溪邊的石頭慢慢磨圓 77";
const withCookie = (person: { userId: number; sid: string }, cookie: string | undefined) => ({
	...person,
	cookie: cookie ?? "",
});

test("the overview shows how one signs in and what protects it, escaped", async () => {
	const person = await owner({ role: "accountant", phone: "0987654321", email: "overview@example.org" });
	await openSession(person.userId);
	await env.DB.prepare("UPDATE users SET name = '<b>林</b>', password_changed_at = ?2 WHERE id = ?1")
		.bind(person.userId, Date.now() - 3 * 60_000)
		.run();
	const { status, text } = await get(account.show(), person);
	expect(status).toBe(200);
	expect(text).not.toContain("<b>林</b>");
	expect(words(text)).toContain("&lt;b>林&lt;/b> 會計");
	for (const shown of [
		"overview@example.org",
		"0987 654 321",
		"上次變更： 3 分鐘前",
		"2 個裝置",
		"未開啟",
		"設定代理人",
	])
		expect([shown, words(text).includes(shown)]).toEqual([shown, true]);
});

test.each([
	["accountant", paths.admin.home(), "總覽"],
	["member", paths.member.home(), "我的首頁"],
])("the way of a %s begins where all their ways begin", async (role, home, label) => {
	const person = await owner({ role });
	for (const path of [account.show(), account.sessions()])
		expect((await get(path, person)).text).toMatch(
			new RegExp(`<ol class="crumbs">\\s*<li><a href="${home}">${label}</a>`),
		);
	// Of the door, for somebody who is inside: as slim as there.
	expect((await get(paths.forgot(), person)).text).toContain('class="page slim"');
});

test("who lacks a second factor that the association asks for is told so; a member is not", async () => {
	const [staff, member] = [await owner({ role: "accountant" }), await owner({ role: "member" })];
	await env.DB.prepare(
		"INSERT INTO settings (key, value, updated_at) VALUES ('security.require_second_factor', 'true', 0)",
	).run();
	expect((await get(account.show(), staff)).text).toContain("需要設定");
	const text = (await get(account.show(), member)).text;
	expect([text.includes("需要設定"), text.includes("未開啟"), text.includes("職務代理")]).toEqual([false, true, false]);
	await env.DB.prepare("DELETE FROM settings WHERE key = 'security.require_second_factor'").run();
});

test.each([
	account.show(),
	account.password(),
	account.email(),
	account.phone(),
	account.sessions(),
	account.failedSignIns(),
	account.secondFactor(),
	account.secondFactorSetup(),
	account.deputies(),
	account.confirm(),
])("%s asks once besides the session, with one session and with three", async (path) => {
	const person = await owner({ role: "chair" });
	expect(await tripsOf(path, person)).toBe(2);
	await openSession(person.userId);
	await openSession(person.userId);
	expect(await tripsOf(path, person)).toBe(2);
});

describe("the password", () => {
	const change = (person: Awaited<ReturnType<typeof owner>>, form: Record<string, string>) =>
		post(account.password(), person, { username: person.email, ...form });

	test("changes with the present one: other sessions end, this one goes on under a new id, its owner is told", async () => {
		const person = await owner({ role: "member" });
		const other = await openSession(person.userId);
		const done = await change(person, { current: PASSWORD, password: NEW });
		expect([done.status, done.to]).toEqual([303, account.show()]);
		expect(await Promise.all([isLive(person.sid), isLive(other.sid)])).toEqual([false, false]);
		expect(done.cookie).not.toBe(person.cookie);
		expect((await get(account.show(), withCookie(person, done.cookie))).status).toBe(200);
		expect((await get(account.show(), person)).to).toBe("/login?next=%2Faccount");
		expect((await mailsTo(person.userId)).map(({ template, to_address }) => [template, to_address])).toEqual([
			["password_changed", person.email],
		]);
		expect(await auditOf(person.userId)).toEqual(["user.change_password"]);
	});

	test.each([
		["a wrong present one", { current: "not this one at all", password: NEW }, "目前的密碼不正確。", 422],
		["none", { current: "", password: "" }, "請輸入新密碼。", 422],
		["a common one", { current: PASSWORD, password: "password1234" }, "這個密碼太常見", 422],
		["a field that is not its own", { current: PASSWORD, password: NEW, is_admin: "1" }, "表單的欄位不正確", 422],
	])("is kept after %s", async (_, form, said, status) => {
		const person = await owner({ role: "member" });
		const before = await userField(person.userId, "password_hash");
		const refused = await change(person, form);
		expect([refused.status, refused.text.includes(said)]).toEqual([status, true]);
		for (const typed of Object.values(form).filter((value) => value.length > 5))
			expect([typed, refused.text.includes(typed)]).toEqual([typed, false]);
		expect(await userField(person.userId, "password_hash")).toBe(before);
		expect(await isLive(person.sid)).toBe(true);
		expect(await auditOf(person.userId)).toEqual([]);
	});

	test("says how long it has to be for this person", async () => {
		const [staff, member] = [await owner({ role: "editor" }), await owner({ role: "member" })];
		expect((await get(account.password(), staff)).text).toContain("至少 15 個字元（開啟兩步驟驗證後可縮短為 12 個）");
		expect((await get(account.password(), member)).text).toContain("至少 12 個字元，");
	});

	test("guessed five times, it is not looked at for a while, though it be right", async () => {
		const person = await owner({ role: "member" });
		for (let n = 0; n < 5; n++) await change(person, { current: `wrong guess ${n}`, password: NEW });
		const waits = await change(person, { current: PASSWORD, password: NEW });
		expect([waits.status, /嘗試次數過多.*以後可以再試/.test(waits.text)]).toEqual([429, true]);
	});
});

describe("fresh authentication", () => {
	const stale = () => owner({ role: "chair", authenticatedAt: Date.now() - STALE_MS });

	test.each([
		account.email(),
		account.phone(),
		account.secondFactorSetup(),
		account.secondFactorEnd(),
		account.recoveryCodes(),
		account.deputies(),
	])("%s asks for it first", async (path) => {
		expect((await get(path, await stale())).to).toBe(account.confirm(path));
	});

	test("is given by the password, and leads on to where one was going, under a new session id", async () => {
		const person = await stale();
		const page = await get(account.confirm(account.phone()), person);
		expect(words(page.text)).toContain("為了保護協會的資料");
		expect(page.text).toContain(`<input type="hidden" name="next" value="${account.phone()}"`);
		expect(page.text).not.toContain('name="code"');
		const done = await post(account.confirm(), person, {
			current: PASSWORD,
			next: account.phone(),
			username: person.email,
		});
		expect([done.status, done.to]).toEqual([303, account.phone()]);
		expect((await get(account.phone(), withCookie(person, done.cookie))).status).toBe(200);
		expect((await get(account.phone(), person)).to).toBe(`/login?next=${encodeURIComponent(account.phone())}`);
		expect(await auditOf(person.userId)).toEqual(["user.confirm_password"]);
	});

	test.each([undefined, "https://evil.example/", "//evil.example", "javascript:alert(1)"])(
		"in a tab of its own (next: %s) it sends back to the first tab",
		async (next) => {
			const person = await stale();
			const done = await post(account.confirm(), person, { current: PASSWORD, ...(next ? { next } : {}) });
			expect([done.status, done.to]).toEqual([200, null]);
			expect(words(done.text)).toContain("已確認，請回到原本的分頁按「重新送出」");
			expect(done.cookie).toMatch(/^session=\S+\.\S+\.\S+$/);
		},
	);

	test("a wrong password opens nothing and is not shown again; where to go on stays", async () => {
		const person = await stale();
		const refused = await post(account.confirm(), person, { current: "not my password", next: account.phone() });
		expect([refused.status, refused.cookie, refused.text.includes("not my password")]).toEqual([422, undefined, false]);
		expect(refused.text).toContain("密碼不正確");
		expect(refused.text).toContain(`name="next" value="${account.phone()}"`);
		expect((await get(account.phone(), person)).to).toBe(account.confirm(account.phone()));
	});

	test("a form that was sent too late keeps what was typed", async () => {
		const person = await stale();
		const held = await post(account.phone(), person, { phone: "0955-000-111" });
		expect([held.status, held.text.includes('name="phone" value="0955-000-111"')]).toEqual([403, true]);
		expect(await userField(person.userId, "phone")).toBe(person.phone);
	});
});

describe("sessions", () => {
	const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
	const dress = (sid: string, userAgent: string, ip: string) =>
		env.DB.prepare("UPDATE sessions SET user_agent = ?2, ip_address = ?3 WHERE id = ?1").bind(sid, userAgent, ip).run();

	test("are listed with device and address, one's own marked and without a button", async () => {
		const person = await owner({ role: "member" });
		expect((await get(account.sessions(), person)).text).not.toContain("登出其他所有裝置");
		const other = await openSession(person.userId);
		const stranger = await owner({ role: "member" });
		await dress(person.sid, CHROME, "192.0.2.7");
		await dress(other.sid, "<i>Firefox/1</i> iPhone", "2001:db8::1");
		await dress(stranger.sid, CHROME, "203.0.113.250");
		const { text } = await get(account.sessions(), person);
		const said = words(text);
		for (const shown of ["Chrome・Windows", "192.0.2.7", "Firefox・iPhone", "2001:db8::1", "登出其他所有裝置"])
			expect([shown, said.includes(shown)]).toEqual([shown, true]);
		expect([said.includes("203.0.113.250"), text.includes("<i>"), said.split("這個裝置").length]).toEqual([
			false,
			false,
			2,
		]);
		expect([text.includes(account.sessionEnd(other.sid)), text.includes(account.sessionEnd(person.sid))]).toEqual([
			true,
			false,
		]);
	});

	test("end one at a time; pressed twice it has ended; somebody else's is none of ours", async () => {
		const [person, stranger] = [await owner({ role: "member" }), await owner({ role: "member" })];
		const [second, third] = [await openSession(person.userId), await openSession(person.userId)];
		expect((await post(account.sessionEnd(second.sid), person)).to).toBe(account.sessions());
		expect(await Promise.all([person, second, third].map(({ sid }) => isLive(sid)))).toEqual([true, false, true]);
		for (const sid of [second.sid, stranger.sid, "nothing"]) {
			const again = await post(account.sessionEnd(sid), person);
			expect([again.status, words(again.text).includes("那個裝置已經登出了。")]).toEqual([422, true]);
		}
		expect(await isLive(stranger.sid)).toBe(true);
		expect(await auditOf(person.userId)).toEqual(["user.end_session"]);
	});

	test("all others end at once, of this person alone", async () => {
		const [person, stranger] = [await owner({ role: "member" }), await owner({ role: "member" })];
		const others = [await openSession(person.userId), await openSession(person.userId)];
		expect((await post(account.sessionsEnd(), person)).to).toBe(account.sessions());
		const live = await Promise.all([person, ...others, stranger].map(({ sid }) => isLive(sid)));
		expect(live).toEqual([true, false, false, true]);
		expect(await auditOf(person.userId)).toEqual(["user.end_other_sessions"]);
		expect((await post(account.sessionsEnd(), person, { all: "1" })).status).toBe(422);
	});
});

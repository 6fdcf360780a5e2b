import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { signLink } from "#platform/links.ts";
import { hashPassword } from "#platform/passwords.ts";
import { ask, type Person, signIn } from "../support/people.ts";

const PASSWORD = "九月的風吹過水面 2026";

/** Somebody who can sign in with PASSWORD. Each has an address of their own, so that one test's failures slow no other. */
async function withPassword(of: Parameters<typeof signIn>[0] & { email?: string; phone?: string }): Promise<Person> {
	const person = await signIn(of);
	await env.DB.prepare("UPDATE users SET password_hash = ?2, email = coalesce(?3, email), phone = ?4 WHERE id = ?1")
		.bind(person.userId, await hashPassword(env, PASSWORD), of.email ?? null, of.phone ?? null)
		.run();
	return person;
}

let lastAddress = 0;
const login = (form: Record<string, string>, headers: Record<string, string> = {}) =>
	ask(paths.login(), { form, headers: { "CF-Connecting-IP": `198.51.100.${++lastAddress}`, ...headers } });

const sessionOf = (answer: Response): string | undefined =>
	answer.headers.getSetCookie().find((cookie) => cookie.startsWith("session="));

describe("signing in", () => {
	test.each(["0912-345-678", "+886912345678", "０９１２ ３４５ ６７８", "912345678", "MEMBER@Example.org"])(
		"with %s",
		async (identifier) => {
			await env.DB.prepare("DELETE FROM users WHERE phone = '0912345678'").run();
			await withPassword({ roles: ["member"], phone: "0912345678", email: "member@example.org" });
			const answer = await login({ identifier, password: PASSWORD });
			expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
			const cookie = sessionOf(answer);
			expect(cookie).toMatch(/^session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/);
			const home = await ask("/", { as: { userId: 0, sid: "", cookie: cookie?.split(";")[0] ?? "" } });
			expect(home.headers.get("Location")).toBe("/member");
		},
	);

	test("a member who asks for it is remembered for 30 days, staff never", async () => {
		await withPassword({ roles: ["member"], email: "keep@example.org" });
		await withPassword({ roles: ["editor"], email: "keep-staff@example.org" });
		const [member, staff] = await Promise.all(
			["keep@example.org", "keep-staff@example.org"].map((identifier) =>
				login({ identifier, password: PASSWORD, remember: "1" }),
			),
		);
		expect(sessionOf(member as Response)).toMatch(/Max-Age=(2592000|25919\d\d)/);
		expect(sessionOf(staff as Response)).not.toContain("Max-Age");
	});

	test("goes on to where one came from, and nowhere else", async () => {
		await withPassword({ roles: ["editor"], email: "next@example.org" });
		const leadsTo = async (next: string) =>
			(await login({ identifier: "next@example.org", password: PASSWORD, next })).headers.get("Location");
		expect(await leadsTo("/admin?x=1")).toBe("/admin?x=1");
		for (const evil of [
			"https://evil.example",
			"//evil.example",
			"/\\evil.example",
			"javascript:alert(1)",
			"/\t/evil.example",
		])
			expect([evil, await leadsTo(evil)]).toEqual([evil, "/"]);
	});
});

test("a wrong password, an unknown account, somebody invited and somebody disabled get one and the same answer", async () => {
	const known = await withPassword({ roles: ["member"], email: "known@example.org" });
	await withPassword({ roles: ["member"], email: "invited@example.org" });
	await withPassword({ roles: ["member"], email: "disabled@example.org" });
	await env.DB.batch([
		env.DB.prepare("UPDATE users SET status = 'invited', password_hash = NULL WHERE email = 'invited@example.org'"),
		env.DB.prepare("UPDATE users SET status = 'disabled' WHERE email = 'disabled@example.org'"),
	]);
	const texts: string[] = [];
	for (const identifier of ["known", "nobody", "invited", "disabled"].map((name) => `${name}@example.org`)) {
		const answer = await login({ identifier, password: "a wrong password" });
		expect([answer.status, sessionOf(answer)]).toEqual([422, undefined]);
		texts.push((await answer.text()).replaceAll(identifier, "IDENTIFIER"));
	}
	expect(new Set(texts).size).toBe(1);
	expect(texts[0]).toContain("帳號或密碼不正確");
	expect(texts[0]).toContain('value="IDENTIFIER"');
	expect(texts[0]).not.toContain("a wrong password");
	expect(known.userId).toBeGreaterThan(0);
});

test("markup and SQL in every field are only text", async () => {
	const nasty = `"><script>alert(1)</script>' OR 1=1 --`;
	const answer = await login({ identifier: nasty, password: nasty, next: nasty });
	const text = await answer.text();
	expect(answer.status).toBe(422);
	expect(text).not.toContain("<script>alert");
	expect(text).toContain("&quot;>&lt;script>alert(1)");
});

test("unknown fields are refused, with what was typed kept", async () => {
	const answer = await login({ identifier: "x@example.org", password: PASSWORD, admin: "1" });
	expect(answer.status).toBe(422);
	expect(await answer.text()).toContain("表單的欄位不正確");
});

test("signing out ends the session in the database, so that its cookie opens nothing any more", async () => {
	const person = await signIn({ roles: ["editor"] });
	const answer = await ask(paths.logout(), { as: person, form: {} });
	expect([answer.headers.get("Location"), sessionOf(answer)]).toEqual(["/login", expect.stringContaining("Max-Age=0")]);
	expect((await ask(paths.admin.home(), { as: person })).headers.get("Location")).toBe("/login?next=%2Fadmin");
});

test("a form sent after the session ended keeps every word until it can be sent again, but no password", async () => {
	const answer = await ask("/admin/users/3/edit", {
		form: { name: "王<小>明", roles: ["1", "2"], password: "secret words" },
	});
	const text = await answer.text();
	expect(answer.status).toBe(401);
	expect(text).toContain('<input type="hidden" name="name" value="王&lt;小>明"');
	expect(text.match(/<input type="hidden" name="roles"/g)).toHaveLength(2);
	expect(text).not.toContain("secret words");
});

describe("links by mail", () => {
	const link = async (purpose: "invitation" | "password_reset", userId: number, expiresAt = Date.now() + 60_000) => {
		const id = crypto.randomUUID().replaceAll("-", "").slice(0, 22);
		await env.DB.prepare(
			"INSERT INTO one_time_links (id, purpose, user_id, created_at, expires_at) VALUES (?1, ?2, ?3, 1, ?4)",
		)
			.bind(id, purpose, userId, expiresAt)
			.run();
		return signLink(env.LINK_KEY, purpose, id);
	};

	test("a reset link sets the password once and ends every session", async () => {
		const person = await withPassword({ roles: ["member"], email: "reset@example.org" });
		const token = await link("password_reset", person.userId);
		const page = await ask(paths.reset(token));
		expect([page.status, (await page.text()).includes("reset@example.org")]).toEqual([200, true]);
		const set = () =>
			ask(paths.reset(token), { form: { password: "溪邊的石頭慢慢磨圓 77", username: "reset@example.org" } });
		expect((await set()).headers.get("Location")).toBe("/login");
		const again = await set();
		expect([again.status, (await again.text()).includes("這個連結不能使用")]).toEqual([410, true]);
		expect((await ask(paths.home(), { as: person })).headers.get("Location")).toBe("/login");
		expect((await login({ identifier: "reset@example.org", password: "溪邊的石頭慢慢磨圓 77" })).status).toBe(303);
	});

	test("a link that is over, altered, or for something else shows what to do instead", async () => {
		const person = await withPassword({ roles: ["member"], email: "dead@example.org" });
		const over = await link("password_reset", person.userId, Date.now() - 1);
		const good = await link("password_reset", person.userId);
		for (const path of [paths.reset(over), paths.reset(`${good}x`), paths.invite(good), paths.reset("nonsense")]) {
			const page = await ask(path);
			expect([path, page.status, (await page.text()).includes("這個連結不能使用")]).toEqual([path, 410, true]);
		}
	});

	test("a forgotten password is answered alike for everybody; only who exists gets a mail", async () => {
		await withPassword({ roles: ["member"], email: "forgot@example.org" });
		const forgot = async (identifier: string) =>
			(await ask(paths.forgot(), { form: { identifier }, headers: { "CF-Connecting-IP": "203.0.113.9" } })).text();
		expect(await forgot("forgot@example.org")).toBe(await forgot("nobody-at-all@example.org"));
		const { results } = await env.DB.prepare(
			"SELECT to_address FROM mail_messages WHERE template = 'password_reset'",
		).all();
		expect(results).toEqual([{ to_address: "forgot@example.org" }]);
	});
});

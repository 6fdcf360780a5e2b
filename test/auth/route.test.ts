import { env } from "cloudflare:test";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask, signIn } from "../support/people.ts";

const key = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

test("nobody is sent to sign in and back; who is signed in gets the page", async () => {
	const nobody = await ask(`${paths.admin.home()}?x=1`);
	expect([nobody.status, nobody.headers.get("Location")]).toEqual([303, "/login?next=%2Fadmin%3Fx%3D1"]);
	const admin = await signIn({ roles: ["admin"] });
	expect((await ask(paths.admin.home(), { as: admin })).status).toBe(200);
});

test("a permission that was taken away is gone with the next request, and so is a session that ended", async () => {
	const admin = await signIn({ roles: ["admin"] });
	await env.DB.prepare("DELETE FROM user_roles WHERE user_id = ?").bind(admin.userId).run();
	expect((await ask(paths.admin.home(), { as: admin })).status).toBe(403);
	await env.DB.prepare("UPDATE sessions SET ended_at = 1 WHERE id = ?").bind(admin.sid).run();
	expect((await ask(paths.admin.home(), { as: admin })).status).toBe(303);
});

test.each([
	["idle too long", "UPDATE sessions SET last_seen_at = last_seen_at - idle_ms WHERE id = ?"],
	["past its absolute limit", "UPDATE sessions SET expires_at = 1 WHERE id = ?"],
	[
		"of an older session version",
		"UPDATE users SET session_version = 2 WHERE id = (SELECT user_id FROM sessions WHERE id = ?)",
	],
	["of a disabled user", "UPDATE users SET status = 'disabled' WHERE id = (SELECT user_id FROM sessions WHERE id = ?)"],
])("a session %s is none", async (_, sql) => {
	const admin = await signIn({ roles: ["admin"] });
	await env.DB.prepare(sql).bind(admin.sid).run();
	expect((await ask(paths.admin.home(), { as: admin })).status).toBe(303);
});

test.each([
	[
		"without a signature",
		(sid: string) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sid, aud: "session" }))}.`,
	],
	["of another key", (sid: string) => sign(sid, btoa("x".repeat(32)), { audience: "session" })],
	["for another purpose", (sid: string) => sign(sid, env.SESSION_KEY, { audience: "second-factor" })],
	["that is over", (sid: string) => sign(sid, env.SESSION_KEY, { audience: "session", exp: 1 })],
	["of another algorithm", (sid: string) => sign(sid, env.SESSION_KEY, { audience: "session", alg: "HS512" })],
	["with nothing in it", () => "..."],
])("a token %s opens nothing", async (_, forge) => {
	const admin = await signIn({ roles: ["admin"] });
	const forged = { ...admin, cookie: `session=${await forge(admin.sid)}` };
	expect((await ask(paths.admin.home(), { as: forged })).status).toBe(303);
});

const sign = (sid: string, secret: string, of: { audience: string; exp?: number; alg?: string }) =>
	new SignJWT({ sid })
		.setProtectedHeader({ alg: of.alg ?? "HS256" })
		.setAudience(of.audience)
		.setExpirationTime(of.exp ?? Math.floor(Date.now() / 1000) + 600)
		.sign(key(secret));

test("another site changes nothing, whatever the content type", async () => {
	for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/form-data"]) {
		for (const foreign of [
			{ "Sec-Fetch-Site": "cross-site" },
			{ "Sec-Fetch-Site": "same-site" },
			{ Origin: "https://evil.example" },
			{ Origin: "null" },
		]) {
			const headers = { "Sec-Fetch-Site": "", "Content-Type": type, ...foreign };
			const answer = await ask(paths.logout(), { form: {}, headers });
			expect([type, foreign, answer.status, await answer.text()]).toEqual([
				type,
				foreign,
				403,
				expect.stringContaining("來自其他網站"),
			]);
		}
	}
});

test("in production cookies are for https alone, and bound to this host", async () => {
	const form = { theme: "dark" };
	const over = { ENVIRONMENT: "production" };
	const answer = await ask(paths.theme(), { form, over });
	expect(answer.headers.getSetCookie()).toEqual([
		"__Host-theme=dark; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
	]);
	const admin = await signIn({ roles: ["admin"] });
	const bound = { ...admin, cookie: `__Host-${admin.cookie}` };
	expect((await ask(paths.admin.home(), { as: bound, over })).status).toBe(200);
	expect((await ask(paths.admin.home(), { as: admin, over })).status).toBe(303);
});

test.each([
	[paths.account.email(), "signed_in"],
	[paths.account.phone(), "signed_in"],
	[paths.admin.roles.create(), "roles"],
])("%s asks for the password again after ten minutes, and keeps what was typed", async (path) => {
	const old = await signIn({ roles: ["admin"], authenticatedAt: Date.now() - 10 * 60_000 - 1 });
	const page = await ask(path, { as: old });
	expect([page.status, page.headers.get("Location")]).toEqual([303, paths.account.confirm(path)]);
	const sent = await ask(path, { as: old, form: { name: "打好的字" } });
	expect([sent.status, (await sent.text()).includes('name="name" value="打好的字"')]).toEqual([403, true]);
});

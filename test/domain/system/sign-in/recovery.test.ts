import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { openLink } from "#domain/system/sign-in/password-actions.ts";
import { recoverAdmin } from "#domain/system/sign-in/recovery-actions.ts";
import { byOperator } from "#kernel/by.ts";
import { signLink } from "#platform/links.ts";
import { firstAdminLink } from "../../../../scripts/users/recovery.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, idOfRole, person, rolesOf, rows } from "../../../support/users.ts";

const db = open(env.DB);
const MINUTE = 60_000;
const recover = (email: string, at = AT) =>
	recoverAdmin(db, { login: { kind: "email", email }, name: "新的管理者", ...byOperator(at) });
const userOf = async (email: string) =>
	(await rows("SELECT id, name, status, version, session_version FROM users WHERE email = ?", email))[0];

beforeEach(async () => {
	await env.DB.batch([env.DB.prepare("DELETE FROM users")]);
});

test("somebody new is made, invited, and their link opens", async () => {
	const link = await recover("new@example.org");
	const user = await userOf("new@example.org");
	expect(user).toEqual({
		id: expect.any(Number),
		name: "新的管理者",
		status: "invited",
		version: 2,
		session_version: 2,
	});
	expect(await rolesOf({ id: Number(user?.id) })).toEqual(["admin"]);
	expect(link).toEqual({ purpose: "invitation", id: expect.any(String), expiresAt: AT + 7 * 24 * 60 * MINUTE });
	const token = signLink(env.LINK_KEY, "invitation", link.id);
	const opened = await openLink(db, env, { purpose: "invitation", token, at: AT });
	expect(opened?.login.id).toBe(user?.id);
	expect(
		(await auditOf("user", Number(user?.id))).map(({ action, actor, user_id }) => [action, actor, user_id]),
	).toEqual([["user.recover", "operator", null]]);
});

test("who had a password is let in again, keeps their roles, and gets a short link; the one before is void", async () => {
	const user = await person({ email: "back@example.org", roles: ["editor"], status: "disabled" });
	const first = await recover("back@example.org");
	const second = await recover("back@example.org", AT + 1);
	expect(second).toEqual({ purpose: "password_reset", id: expect.any(String), expiresAt: AT + 1 + 30 * MINUTE });
	expect(await userOf("back@example.org")).toEqual({
		id: user.id,
		name: "陳同仁",
		status: "active",
		version: 3,
		session_version: 3,
	});
	expect(await rolesOf(user)).toEqual(["admin", "editor"]);
	const open = (id: string) =>
		openLink(db, env, { purpose: "password_reset", token: signLink(env.LINK_KEY, "password_reset", id), at: AT + 2 });
	expect([await open(first.id), (await open(second.id))?.login.id]).toEqual([undefined, user.id]);
});

test("the role gets back what makes an administrator; without the role it says so and makes nobody", async () => {
	const admin = await idOfRole("admin");
	await env.DB.prepare("DELETE FROM role_permissions WHERE role_id = ?").bind(admin).run();
	await recover("a@example.org");
	expect(await rows("SELECT permission FROM role_permissions WHERE role_id = ? ORDER BY permission", admin)).toEqual([
		{ permission: "roles.manage" },
		{ permission: "users.manage" },
	]);
	await env.DB.batch([env.DB.prepare("DELETE FROM users"), env.DB.prepare("DELETE FROM roles WHERE code = 'admin'")]);
	expect(await recover("b@example.org").catch(codeOf)).toBe("role.stale");
	expect(await userOf("b@example.org")).toBe(undefined);
	await env.DB.prepare(
		"INSERT INTO roles (id, code, name, created_at, updated_at) VALUES (?, 'admin', '系統管理員', 0, 0)",
	)
		.bind(admin)
		.run();
});

test("the first administrator's link, anew at each start until somebody is active", async () => {
	const place = { baseUrl: "http://localhost:8787", LINK_KEY: env.LINK_KEY };
	const ask = (email: string, at: number) => firstAdminLink(env.DB, place, { email, at });
	await expect(ask("0912345678", AT)).rejects.toThrow('"0912345678" is not an e-mail address');
	const first = await ask("First@Example.org", AT);
	const second = await ask("first@example.org", AT + 1);
	expect(first).toMatch(/^http:\/\/localhost:8787\/invite\/[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/);
	const openAt = (url = "") =>
		openLink(db, env, { purpose: "invitation", token: url.split("/").at(-1) ?? "", at: AT + 2 });
	expect([await openAt(first), (await openAt(second))?.login.email]).toEqual([undefined, "first@example.org"]);
	await person({ status: "active" });
	expect(await ask("first@example.org", AT + 3)).toBe(undefined);
	expect((await openAt(second))?.login.email).toBe("first@example.org");
});

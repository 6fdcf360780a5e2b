import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import * as rights from "#domain/system/roles/rights-actions.ts";
import { issueActivationCode } from "#domain/system/sign-in/activation-actions.ts";
import * as actions from "#domain/system/users/actions.ts";
import { hashCode } from "#platform/codes.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, idOfRole, mailsTo, person, roleOf, rolesOf, rows } from "../../../support/users.ts";

const db = open(env.DB);
const DAY = 86_400_000;
const admin = await person({ name: "陳秘書長", roles: ["admin"] });
const entry = (action: string, id: number, changes = {}) => ({
	at: AT,
	user_id: admin.id,
	actor: `user:${admin.id}`,
	ip_address: "192.0.2.1",
	action,
	description: `user ${id}`,
	changes: JSON.stringify(changes),
});
const stateOf = async ({ id }: { id: number }) =>
	(await rows("SELECT status, version, session_version FROM users WHERE id = ?", id))[0];
const input = (more = {}) => ({ name: "林怡君", email: "yichun@example.org", phone: null, ...more });
const create = (more = {}, how = {}) =>
	actions.createUser(
		db,
		{ ...input(more), roleIds: [] },
		{ ...by(admin), key: crypto.randomUUID(), invite: false, ...how },
	);

test("somebody is made as invited, with roles, a link and its mail, once", async () => {
	const roleIds = [await idOfRole("secretary"), await idOfRole("member")];
	const make = () =>
		actions.createUser(db, { ...input({ phone: "0911222333" }), roleIds }, { ...by(admin), key: "made", invite: true });
	const id = await make();
	expect(await make()).toBe(id);
	const [user] = await rows("SELECT name, email, phone, status, password_hash, created_at FROM users WHERE id = ?", id);
	expect(user).toEqual({ ...input(), phone: "0911222333", status: "invited", password_hash: null, created_at: AT });
	expect(await rolesOf({ id })).toEqual(["secretary", "member"]);
	expect(await auditOf("user", id)).toEqual([
		{ ...entry("user.create", id, { roles: roleIds }), description: "new user" },
	]);
	const [link] = await rows("SELECT * FROM one_time_links WHERE user_id = ?", id);
	const expires = AT + 7 * DAY;
	expect(link).toEqual({
		id: expect.stringMatching(/^[0-9a-f]{32}$/),
		purpose: "invitation",
		user_id: id,
		email: null,
		created_at: AT,
		expires_at: expires,
		used_at: null,
	});
	expect(await mailsTo("yichun@example.org")).toEqual([
		{ template: "invitation", user_id: id, to_name: "林怡君", data: { linkId: link?.id, expiresAt: expires } },
	]);
});

test("an address or a number belongs to one user, whoever asks first", async () => {
	const taken = await person({ email: "taken@example.org", phone: "0900000001" });
	expect(await create({ email: "taken@example.org" }).catch(codeOf)).toBe("user.email_taken");
	expect(await create({ email: null, phone: "0900000001" }).catch(codeOf)).toBe("user.phone_taken");
	const other = await person({ email: "other@example.org" });
	const edit = (more: object) =>
		actions.editUser(db, other, { input: input({ email: "other@example.org", ...more }), ...by(admin) }).catch(codeOf);
	expect(await edit({ email: "taken@example.org" })).toBe("user.email_taken");
	expect(await edit({ phone: "0900000001" })).toBe("user.phone_taken");
	expect([await auditOf("user", other.id), await auditOf("user", taken.id)]).toEqual([[], []]);
	const at = await Promise.all(Array.from({ length: 10 }, () => create({ email: "raced@example.org" }).catch(codeOf)));
	expect(at.filter((end) => end === "user.email_taken").length).toBe(9);
});

test("a role that is gone takes the whole user with it", async () => {
	const made = actions.createUser(
		db,
		{ ...input({ email: "none@example.org" }), roleIds: [9_999] },
		{ ...by(admin), key: "gone", invite: false },
	);
	expect(await made.catch(codeOf)).toBe("role.stale");
	expect(await rows("SELECT id FROM users WHERE email = 'none@example.org'")).toEqual([]);
});

test("nobody is invited without an address, or who came already", async () => {
	expect(await create({ email: null, phone: "0900000002" }, { invite: true }).catch(codeOf)).toBe("user.no_email");
	const byPhone = await person({ email: null, phone: "0900000003", status: "invited" });
	expect(await actions.inviteUser(db, byPhone, by(admin)).catch(codeOf)).toBe("user.no_email");
	for (const status of ["active", "disabled"] as const) {
		const user = await person({ status });
		expect(await actions.inviteUser(db, user, by(admin)).catch(codeOf)).toBe("user.not_invited");
		expect(await auditOf("user", user.id)).toEqual([]);
	}
});

test("an invitation sent again voids the one before", async () => {
	const user = await person({ email: "again@example.org", status: "invited" });
	await actions.inviteUser(db, user, by(admin));
	await actions.inviteUser(db, user, by(admin, AT + 1));
	const links = await rows(
		"SELECT created_at, used_at FROM one_time_links WHERE user_id = ? ORDER BY created_at",
		user.id,
	);
	expect(links).toEqual([
		{ created_at: AT, used_at: AT + 1 },
		{ created_at: AT + 1, used_at: null },
	]);
	expect((await mailsTo("again@example.org")).length).toBe(2);
});

test("an activation code is shown once, stored hashed, and voids the one before", async () => {
	const user = await person({ email: null, phone: "0900000004", roles: ["member"] });
	const issue = async (at: number) => {
		const issued = await issueActivationCode(db, env, { user, shown: "passport", ...by(admin, at) });
		if (issued === "waits") throw new Error("it waits");
		return issued.code;
	};
	const [first, second] = [await issue(AT), await issue(AT + 1)];
	expect(first).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
	const codes = await rows("SELECT * FROM one_time_codes WHERE user_id = ? ORDER BY created_at", user.id);
	const code = { purpose: "activation", user_id: user.id, way: "counter", works_from: null };
	expect(codes).toEqual([
		{
			...code,
			code_hash: await hashCode(env, "activation", first),
			created_at: AT,
			expires_at: AT + 14 * DAY,
			used_at: AT + 1,
		},
		{
			...code,
			code_hash: await hashCode(env, "activation", second),
			created_at: AT + 1,
			expires_at: AT + 1 + 14 * DAY,
			used_at: null,
		},
	]);
	const log = await auditOf("user", user.id);
	expect(log.map(({ action }) => action)).toEqual(["user.issue_activation_code", "user.issue_activation_code"]);
	expect(JSON.stringify(log)).not.toContain(first);
});

test("no activation code for staff or for who is disabled, and none outlives a new role", async () => {
	const issue = (user: { id: number; version: number }) =>
		issueActivationCode(db, env, { user, shown: "passport", ...by(admin) }).catch(codeOf);
	expect(await issue(await person({ roles: ["member", "applicant"] }))).toBe("user.is_staff");
	expect(await issue(await person({ status: "disabled" }))).toBe("user.stale");
	const user = await person({ roles: ["member"] });
	await issue(user);
	await rights.setUserRoles(db, user, { roleIds: [await idOfRole("editor")], ...by(admin) });
	expect(await rows("SELECT used_at FROM one_time_codes WHERE user_id = ?", user.id)).toEqual([{ used_at: AT }]);
});

test("a changed e-mail voids what was sent to the old one, which hears of it", async () => {
	const user = await person({ name: "吳大明", email: "old@example.org", status: "invited" });
	await actions.inviteUser(db, user, by(admin));
	const edited = { name: "吳大明", email: "new@example.org", phone: "0900000005" };
	await actions.editUser(db, user, { input: edited, ...by(admin, AT + 1) });
	expect(await rows("SELECT used_at FROM one_time_links WHERE user_id = ?", user.id)).toEqual([{ used_at: AT + 1 }]);
	expect((await mailsTo("old@example.org"))[1]).toEqual({
		template: "email_changed",
		user_id: user.id,
		to_name: "吳大明",
		data: { changedAt: AT + 1 },
	});
	expect(await mailsTo("new@example.org")).toEqual([]);
	expect((await auditOf("user", user.id))[1]).toEqual({
		...entry("user.edit", user.id, { fields: ["email", "phone"] }),
		at: AT + 1,
	});
	expect(await stateOf(user)).toEqual({ status: "invited", version: 2, session_version: 1 });
	expect(await actions.editUser(db, user, { input: { ...edited, name: "吳小明" }, ...by(admin) }).catch(codeOf)).toBe(
		"user.stale",
	);
});

test("an edit that changes nothing leaves no trace", async () => {
	const user = await person({ name: "不變", email: "same@example.org" });
	await actions.editUser(db, user, { input: { name: "不變", email: "same@example.org", phone: null }, ...by(admin) });
	expect([await stateOf(user), await auditOf("user", user.id)]).toEqual([
		{ status: "active", version: 1, session_version: 1 },
		[],
	]);
});

test("roles are set as they are ticked, and sessions end", async () => {
	const user = await person({ roles: ["cashier", "member"] });
	const roleIds = [await idOfRole("member"), await idOfRole("chair")];
	await rights.setUserRoles(db, user, { roleIds, ...by(admin) });
	expect(await rolesOf(user)).toEqual(["chair", "member"]);
	expect(await stateOf(user)).toEqual({ status: "active", version: 2, session_version: 2 });
	expect(await auditOf("user", user.id)).toEqual([entry("user.set_roles", user.id, { roles: roleIds })]);
	expect(await rights.setUserRoles(db, user, { roleIds: [], ...by(admin) }).catch(codeOf)).toBe("user.stale");
});

test("disabled: sessions, links, codes and deputyships end, and they hear of it; enabled again as before", async () => {
	const user = await person({ email: "leaves@example.org", roles: ["member"] });
	await issueActivationCode(db, env, { user, shown: "passport", ...by(admin) });
	await env.DB.prepare(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?1, ?2, '2026-01-01', '2026-12-31', 1), (?2, ?1, '2026-01-01', '2026-12-31', 1)",
	)
		.bind(user.id, admin.id)
		.run();
	await actions.disableUser(db, user, by(admin, AT + 1));
	expect(await stateOf(user)).toEqual({ status: "disabled", version: 2, session_version: 2 });
	expect(await rows("SELECT used_at FROM one_time_codes WHERE user_id = ?", user.id)).toEqual([{ used_at: AT + 1 }]);
	expect(await rows("SELECT DISTINCT ended_at FROM deputies WHERE ? IN (user_id, deputy_id)", user.id)).toEqual([
		{ ended_at: AT + 1 },
	]);
	expect((await mailsTo("leaves@example.org")).map(({ template }) => template)).toEqual(["account_disabled"]);
	const disabled = { id: user.id, version: 2 };
	expect(await actions.disableUser(db, disabled, by(admin)).catch(codeOf)).toBe("user.stale");
	await actions.enableUser(db, disabled, by(admin));
	expect(await stateOf(user)).toEqual({ status: "active", version: 3, session_version: 2 });
	expect(await actions.enableUser(db, { id: user.id, version: 3 }, by(admin)).catch(codeOf)).toBe("user.stale");
	const never = await person({ status: "disabled", password: false });
	await actions.enableUser(db, never, by(admin));
	expect((await stateOf(never))?.status).toBe("invited");
});

test("a lost second factor is taken away with its recovery codes", async () => {
	const user = await person({ name: "何會計", email: "lost@example.org" });
	await env.DB.batch([
		env.DB.prepare("UPDATE users SET totp_secret = 'x', totp_enabled_at = 5, totp_last_step = 9 WHERE id = ?").bind(
			user.id,
		),
		env.DB.prepare(
			"INSERT INTO one_time_codes (code_hash, purpose, user_id, created_at, expires_at, used_at) VALUES ('h', 'recovery', ?, 5, NULL, NULL)",
		).bind(user.id),
	]);
	await actions.resetSecondFactor(db, user, by(admin));
	const [left] = await rows(
		"SELECT totp_secret, totp_enabled_at, totp_last_step, session_version FROM users WHERE id = ?",
		user.id,
	);
	expect(left).toEqual({ totp_secret: null, totp_enabled_at: null, totp_last_step: 0, session_version: 2 });
	expect(await rows("SELECT * FROM one_time_codes WHERE user_id = ?", user.id)).toEqual([]);
	expect(await mailsTo("lost@example.org")).toEqual([
		{
			template: "second_factor_changed",
			user_id: user.id,
			to_name: "何會計",
			data: { change: "reset", changedAt: AT },
		},
	]);
	expect(await auditOf("user", user.id)).toEqual([entry("user.reset_second_factor", user.id)]);
	expect(await actions.resetSecondFactor(db, { id: user.id, version: 2 }, by(admin)).catch(codeOf)).toBe("user.stale");
});

test("every session of somebody ends", async () => {
	const user = await person();
	await actions.endUserSessions(db, user, by(admin));
	expect(await stateOf(user)).toEqual({ status: "active", version: 2, session_version: 2 });
	expect(await auditOf("user", user.id)).toEqual([entry("user.end_sessions", user.id)]);
});

test("nobody raises, disables or opens themselves here; a name may be changed", async () => {
	const own = { id: admin.id, version: 1 };
	const [me] = await rows("SELECT name, email, phone FROM users WHERE id = ?", admin.id);
	const mine = { name: "陳秘書長", email: String(me?.email), phone: null };
	expect(await rights.setUserRoles(db, own, { roleIds: [], ...by(admin) }).catch(codeOf)).toBe("user.own_roles");
	expect(await actions.disableUser(db, own, by(admin)).catch(codeOf)).toBe("user.own_disable");
	expect(await actions.resetSecondFactor(db, own, by(admin)).catch(codeOf)).toBe("user.own_second_factor");
	const login = actions.editUser(db, own, { input: { ...mine, phone: "0900000009" }, ...by(admin) });
	expect(await login.catch(codeOf)).toBe("user.own_login");
	await actions.editUser(db, own, { input: { ...mine, name: "陳理事" }, ...by(admin) });
	expect(await auditOf("user", admin.id)).toEqual([entry("user.edit", admin.id, { fields: ["name"] })]);
});

test("who manages users but not roles reaches nobody above themselves, and hands out no more than they hold", async () => {
	const helper = await roleOf("helper", ["users.manage", "members.view"]);
	const clerk = await person();
	await env.DB.prepare("INSERT INTO user_roles VALUES (?, ?)").bind(clerk.id, helper).run();
	const above = await person({ roles: ["editor"] });
	const below = await person({ roles: ["member"] });
	const verbs = (user: { id: number; version: number }) => [
		actions.editUser(db, user, { input: input({ email: `${user.id}@example.org` }), ...by(clerk) }).catch(codeOf),
		actions.disableUser(db, user, by(clerk)).catch(codeOf),
		actions.resetSecondFactor(db, user, by(clerk)).catch(codeOf),
		actions.endUserSessions(db, user, by(clerk)).catch(codeOf),
		rights.setUserRoles(db, user, { roleIds: [], ...by(clerk) }).catch(codeOf),
	];
	expect(await Promise.all(verbs(above))).toEqual(Array(5).fill("user.above_you"));
	const gone = await person({ roles: ["editor"], status: "disabled" });
	expect(await actions.enableUser(db, gone, by(clerk)).catch(codeOf)).toBe("user.above_you");
	const coming = await person({ roles: ["editor"], status: "invited" });
	expect(await actions.inviteUser(db, coming, by(clerk)).catch(codeOf)).toBe("user.above_you");
	const give = (roleId: number) => rights.setUserRoles(db, below, { roleIds: [roleId], ...by(clerk) }).catch(codeOf);
	expect(await give(await idOfRole("admin"))).toBe("user.above_you");
	const key = crypto.randomUUID();
	const made = actions.createUser(
		db,
		{ ...input({ email: "x@example.org" }), roleIds: [await idOfRole("admin")] },
		{ ...by(clerk), key, invite: true },
	);
	expect(await made.catch(codeOf)).toBe("user.above_you");
	expect(await give(helper)).toBe("done");
	expect(await rolesOf(below)).toEqual(["helper"]);
});

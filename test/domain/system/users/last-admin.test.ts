import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { editRole } from "#domain/system/roles/actions.ts";
import { setUserRoles } from "#domain/system/roles/rights-actions.ts";
import { disableUser } from "#domain/system/users/actions.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, idOfRole, person, roleOf, rows } from "../../../support/users.ts";

const db = open(env.DB);
const done = () => "done";
const admins = async () =>
	rows(
		"SELECT u.id FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles r ON r.id = x.role_id WHERE r.code = 'admin' AND u.status = 'active'",
	);

beforeEach(async () => {
	await env.DB.prepare("DELETE FROM users").run();
});

test("of two administrators who disable each other at the same moment one is left, every time", async () => {
	for (let round = 0; round < 20; round++) {
		await env.DB.prepare("DELETE FROM users").run();
		const [a, b] = [await person({ roles: ["admin"] }), await person({ roles: ["admin"] })];
		const ends = await Promise.all([
			disableUser(db, b, by(a)).then(done, codeOf),
			disableUser(db, a, by(b)).then(done, codeOf),
		]);
		expect(ends.toSorted()).toEqual(["done", "user.last_admin"]);
		expect((await admins()).length).toBe(1);
	}
});

test("of twenty who disable each other in a ring one is left", async () => {
	const ring = await Promise.all(Array.from({ length: 20 }, () => person({ roles: ["admin"] })));
	const ends = await Promise.all(
		ring.map((user, at) => disableUser(db, ring[(at + 1) % 20] ?? user, by(user)).then(done, codeOf)),
	);
	expect(ends.toSorted()).toEqual([...Array(19).fill("done"), "user.last_admin"]);
	expect((await admins()).length).toBe(1);
});

test("the last one loses the role to nobody; a disabled, an invited and half an administrator do not count", async () => {
	const last = await person({ roles: ["admin"] });
	await person({ roles: ["admin"], status: "disabled" });
	await person({ roles: ["admin"], status: "invited" });
	const half = await person();
	const users = await roleOf("users_only", ["users.manage"]);
	await env.DB.prepare("INSERT INTO user_roles VALUES (?, ?)").bind(half.id, users).run();
	const operator = { actor: "operator", userId: null, ip: null, at: 1 };
	const strip = () => setUserRoles(db, last, { roleIds: [users], ...operator }).then(done, codeOf);
	expect(await strip()).toBe("user.last_admin");
	expect(await disableUser(db, last, operator).then(done, codeOf)).toBe("user.last_admin");
	// Both permissions through two roles make one too.
	const rolesOnly = await roleOf("roles_only", ["roles.manage"]);
	await env.DB.prepare("INSERT INTO user_roles VALUES (?, ?)").bind(half.id, rolesOnly).run();
	expect(await strip()).toBe("done");
});

test("nor is it taken out of the role, while that leaves nobody", async () => {
	const admin = await person({ roles: ["admin"] });
	const role = { id: await idOfRole("admin"), version: 1 };
	const input = { name: "系統管理員", description: "", permissions: ["users.manage" as const] };
	const held = () => rows("SELECT permission FROM role_permissions WHERE role_id = ? ORDER BY permission", role.id);
	const before = await held();
	expect(await editRole(db, role, { input, ...by(admin) }).then(done, codeOf)).toBe("user.last_admin");
	expect([await held(), before.length > input.permissions.length]).toEqual([before, true]);
	const other = await roleOf("keeper", ["users.manage", "roles.manage"]);
	const keeper = await person();
	await env.DB.prepare("INSERT INTO user_roles VALUES (?, ?)").bind(keeper.id, other).run();
	expect(await editRole(db, role, { input, ...by(admin) }).then(done, codeOf)).toBe("done");
});

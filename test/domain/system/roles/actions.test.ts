import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { listRoles, readRole } from "#db/system/roles.ts";
import { createRole, editRole, removeRole } from "#domain/system/roles/actions.ts";
import { codeOfRole } from "#domain/system/roles/rules.ts";
import { NewRoleInput, RoleInput } from "#domain/system/roles/schema.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, idOfRole, person, roleOf, rows } from "../../../support/users.ts";

const db = open(env.DB);
const admin = await person({ roles: ["admin"] });
const entry = (action: string, code: string, changes: object) => ({
	at: AT,
	user_id: admin.id,
	actor: `user:${admin.id}`,
	ip_address: "192.0.2.1",
	action,
	description: code,
	changes: JSON.stringify(changes),
});
const permissionsOf = async (id: number) =>
	(await rows("SELECT permission FROM role_permissions WHERE role_id = ? ORDER BY permission", id)).map(
		(row) => row.permission,
	);
const make = (input: object, key = crypto.randomUUID()) =>
	createRole(db, NewRoleInput.parse(input), { ...by(admin), key });

test("a role is made with its permissions, once", async () => {
	const input = {
		code: "volunteer",
		name: "志工",
		description: "活動協助",
		permissions: ["tasks.manage", "members.view", "tasks.manage"],
	};
	const id = await make(input, "made");
	expect(await make(input, "made")).toBe(id);
	expect(await readRole(env.DB, id)).toEqual({
		id,
		code: "volunteer",
		name: "志工",
		description: "活動協助",
		version: 1,
		permissions: '["members.view","tasks.manage"]',
		holders: 0,
	});
	expect(await auditOf("role", id)).toEqual([
		entry("role.create", "volunteer", { permissions: ["members.view", "tasks.manage"] }),
	]);
});

test("a code is given, or made of the name, or of the time", () => {
	expect(codeOfRole("night_shift", "夜班", AT)).toBe("night_shift");
	expect(codeOfRole("", "Résumé 夜班 2 (Taipei)", AT)).toBe("resume_2_taipei");
	expect(codeOfRole("", "3rd Editor", AT)).toBe("rd_editor");
	expect(codeOfRole("", "志工", AT)).toBe(`role_${AT.toString(36)}`);
	expect(codeOfRole("", `${"a".repeat(39)} b`, AT)).toBe("a".repeat(39));
});

test("codes and names belong to one role", async () => {
	expect(await make({ code: "editor", name: "另一個", permissions: [] }).catch(codeOf)).toBe("role.code_taken");
	expect(await make({ code: "other", name: "編輯", permissions: [] }).catch(codeOf)).toBe("role.name_taken");
	const role = { id: await idOfRole("editor"), version: 1 };
	const input = { name: "會計", description: "", permissions: [] };
	expect(await editRole(db, role, { input, ...by(admin) }).catch(codeOf)).toBe("role.name_taken");
});

test("what is not on the closed list, or no code, is refused before anything", () => {
	const bad = (input: object) => NewRoleInput.safeParse({ name: "x", permissions: [], ...input }).success;
	expect([
		bad({}),
		bad({ permissions: ["everything"] }),
		bad({ code: "9x" }),
		bad({ code: "a-b" }),
		bad({ name: "" }),
		bad({ id: 3 }),
	]).toEqual([true, false, false, false, false, false]);
	expect(RoleInput.safeParse({ name: "x", permissions: [], code: "admin" }).success).toBe(false);
});

test("an edit replaces the permissions; the log says what came and what went", async () => {
	const id = await roleOf("helper", ["members.view", "notes.manage"]);
	const input = {
		name: "helper",
		description: "新的說明",
		permissions: ["members.view" as const, "tasks.manage" as const],
	};
	await editRole(db, { id, version: 1 }, { input, ...by(admin) });
	expect(await permissionsOf(id)).toEqual(["members.view", "tasks.manage"]);
	expect(await auditOf("role", id)).toEqual([
		entry("role.edit", "helper", {
			added: ["tasks.manage"],
			removed: ["notes.manage"],
			description: { from: "", to: "新的說明" },
		}),
	]);
	const again = editRole(db, { id, version: 1 }, { input, ...by(admin) });
	expect(await again.catch(codeOf)).toBe("role.stale");
	expect((await readRole(env.DB, id))?.version).toBe(2);
});

test("nobody adds to a role that they hold; they may take away, and others may add", async () => {
	const id = await roleOf("mine", ["roles.manage"]);
	const holder = await person();
	await env.DB.prepare("INSERT INTO user_roles VALUES (?, ?)").bind(holder.id, id).run();
	const edit = (permissions: RoleInput["permissions"], who: { id: number }, version: number) =>
		editRole(db, { id, version }, { input: { name: "mine", description: "", permissions }, ...by(who) }).catch(codeOf);
	expect(await edit(["finance.pay", "roles.manage"], holder, 1)).toBe("role.own");
	expect([await permissionsOf(id), await auditOf("role", id)]).toEqual([["roles.manage"], []]);
	expect(await edit(["finance.pay", "roles.manage"], admin, 1)).toBe("done");
	expect(await edit(["finance.pay"], holder, 2)).toBe("done");
	expect(await permissionsOf(id)).toEqual(["finance.pay"]);
});

test("of two who edit one role at once the second is told", async () => {
	const id = await roleOf("raced", []);
	const edit = (description: string) =>
		editRole(db, { id, version: 1 }, { input: { name: "raced", description, permissions: [] }, ...by(admin) }).then(
			() => "done",
			codeOf,
		);
	expect((await Promise.all([edit("a"), edit("b")])).toSorted()).toEqual(["done", "role.stale"]);
	expect((await auditOf("role", id)).length).toBe(1);
});

test("only a role that nobody holds and that did not ship is removed", async () => {
	const remove = (id: number, version = 1) => removeRole(db, { id, version }, by(admin)).then(() => "gone", codeOf);
	expect(await remove(await idOfRole("member"))).toBe("role.shipped");
	const id = await roleOf("short_lived", ["tasks.manage"]);
	const holder = await person({ roles: ["short_lived"], status: "disabled" });
	expect(await remove(id)).toBe("role.in_use");
	await env.DB.prepare("DELETE FROM user_roles WHERE user_id = ?").bind(holder.id).run();
	expect(await remove(id, 7)).toBe("role.stale");
	expect(await remove(id)).toBe("gone");
	expect([await readRole(env.DB, id), await permissionsOf(id)]).toEqual([undefined, []]);
	expect(await auditOf("role", id)).toEqual([entry("role.remove", "short_lived", { permissions: ["tasks.manage"] })]);
	expect(await remove(id)).toBe("role.stale");
});

test("the list counts the holders", async () => {
	await person({ roles: ["auditor"] });
	await person({ roles: ["auditor"], status: "disabled" });
	const listed = await listRoles(env.DB);
	expect(listed.find(({ code }) => code === "auditor")).toEqual({
		id: await idOfRole("auditor"),
		code: "auditor",
		name: "監事",
		description: "",
		version: 1,
		permissions:
			'["audit.view","confirmations.decide","examinations.draw","finance.view","ledger.view","members.statistics","reports.view"]',
		holders: 2,
	});
	expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toSorted((a, b) => a - b));
});

import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { counted } from "../../support/round-trips.ts";
import { auditOf, idOfRole, person, roleOf, rows } from "../../support/users.ts";

const { roles, users } = paths.admin;
let admin: Person;
beforeEach(async () => {
	admin = await signIn({ name: "管理者", roles: ["admin"] });
});
const answered = async (answer: Response) => ({
	status: answer.status,
	to: answer.headers.get("Location"),
	text: await answer.text(),
});
const get = async (path: string, as = admin) => answered(await ask(path, { as }));
const post = async (path: string, form: Record<string, string | string[]>, as = admin) =>
	answered(await ask(path, { as, form }));
const roleRow = async (id: number) =>
	(
		await rows(
			`SELECT name, description, version, (SELECT group_concat(permission, ' ' ORDER BY permission) FROM role_permissions
			WHERE role_id = roles.id) AS permissions FROM roles WHERE id = ?`,
			id,
		)
	)[0];
const box = (code: string, state = "") =>
	new RegExp(`name="permissions" value="${code.replace(".", "\\.")}"${state}/?>`);

test("the list tells what each role allows and how many hold it", async () => {
	const id = await roleOf("volunteers", ["announcements.manage", "tasks.manage", "documents.manage", "members.view"]);
	await env.DB.prepare("UPDATE roles SET name = '<i>志工' WHERE id = ?").bind(id).run();
	await person({ roles: ["volunteers"] });
	const { text } = await get(roles.list());
	expect(text).not.toContain("<i>志工");
	expect(text).toContain("查看會員、會務（全部）");
	expect(text).toContain(`<a href="${users.list()}?role=${id}">1 位</a>`);
	const clerk = await signIn({ permissions: ["roles.manage"] });
	expect((await get(roles.list(), clerk)).text).not.toContain("?role=");
});

test("a role is made once for its form; mistakes keep what was typed, the code too", async () => {
	const form = { _key: "k", name: "志工組長", description: "帶志工", role_code: "", permissions: ["tasks.manage"] };
	const { status, to } = await post(roles.create(), form);
	expect(status).toBe(303);
	expect((await post(roles.create(), form)).to).toBe(to);
	const id = Number(to?.split("/").at(-1));
	expect(await roleRow(id)).toEqual({
		name: "志工組長",
		description: "帶志工",
		version: 1,
		permissions: "tasks.manage",
	});
	expect((await auditOf("role", id)).map(({ action, user_id }) => [action, user_id])).toEqual([
		["role.create", admin.userId],
	]);
	const taken = await post(roles.create(), { ...form, _key: "l", name: "另一個", role_code: "editor" });
	expect(taken.status).toBe(422);
	expect(taken.text).toContain(`value="editor"`);
	expect(taken.text).toContain(`href="#f-role_code"`);
	expect(taken.text).toContain("這個代號已經有角色使用，請換一個。");
	expect(taken.text).toMatch(box("tasks.manage", " checked"));
	const bad = await post(roles.create(), { ...form, _key: "m", name: "", role_code: "x y" });
	expect([bad.status, bad.text.includes("代號只能用小寫英文字母、數字和底線")]).toEqual([422, true]);
	const foreign = await post(roles.create(), { ...form, _key: "n", name: "假", permissions: ["everything"] });
	expect([foreign.status, foreign.text.includes("請從選項中選擇。")]).toEqual([422, true]);
});

test("a role is edited; a form that is older shows both and then saves what was chosen", async () => {
	const id = await roleOf("assistants", ["members.view"]);
	const sent = { name: "助理", description: "", permissions: ["members.view", "notes.manage"], version: "1" };
	expect((await post(roles.edit(id), sent)).to).toBe(roles.list());
	expect(await roleRow(id)).toEqual({
		name: "助理",
		description: "",
		version: 2,
		permissions: "members.view notes.manage",
	});
	const late = await post(roles.edit(id), { ...sent, description: "我寫的", permissions: ["tasks.manage"] });
	expect(late.status).toBe(409);
	expect(late.text).toContain(`name="version" value="2"`);
	expect(late.text).toContain(`name="_theirs.permissions" value="members.view notes.manage"`);
	expect(late.text).not.toContain("_theirs.name");
	expect(late.text).toMatch(box("tasks.manage", " checked"));
	const chosen = {
		...sent,
		version: "2",
		permissions: ["tasks.manage"],
		description: "我寫的",
		"_take.description": "mine",
		"_theirs.description": "",
		"_take.permissions": "theirs",
		"_theirs.permissions": "members.view notes.manage",
	};
	expect((await post(roles.edit(id), chosen)).status).toBe(303);
	expect(await roleRow(id)).toMatchObject({
		description: "我寫的",
		version: 3,
		permissions: "members.view notes.manage",
	});
	expect((await auditOf("role", id)).map(({ action }) => action)).toEqual(["role.edit", "role.edit"]);
	expect((await get(roles.edit(999_999))).status).toBe(404);
});

test("in a role of one's own nothing can be added, nor may the last administrator be lost", async () => {
	const id = await idOfRole("admin");
	const { text } = await get(roles.edit(id));
	expect(text).toContain("您屬於這個角色");
	expect(text).toMatch(box("ledger.post", " disabled"));
	expect(text).toMatch(box("users.manage", " checked"));
	const before = await roleRow(id);
	const sent = { name: "系統管理員", description: "", version: String(before?.version) };
	const raised = await post(roles.edit(id), { ...sent, permissions: ["users.manage", "roles.manage", "ledger.post"] });
	expect([raised.status, raised.text.includes("您或家人屬於這個角色，不能為它增加權限")]).toEqual([422, true]);
	const locked = await post(roles.edit(id), { ...sent, permissions: ["roles.manage"] });
	expect([locked.status, locked.text.includes("至少要保留一位")]).toEqual([422, true]);
	expect(await roleRow(id)).toEqual(before);
});

test("only an unused role that did not ship is removed", async () => {
	const id = await roleOf("temporary", []);
	expect((await get(roles.edit(id))).text).toContain(`href="${roles.removal(id)}"`);
	const held = await roleOf("held", []);
	await person({ roles: ["held"] });
	for (const other of [held, await idOfRole("editor")]) {
		expect((await get(roles.edit(other))).text).not.toContain(`"${roles.removal(other)}"`);
		expect((await get(roles.removal(other))).to).toBe(roles.edit(other));
	}
	const refused = await post(roles.removal(held), { version: "1" });
	expect([refused.status, refused.text.includes("還有使用者屬於這個角色")]).toEqual([422, true]);
	expect((await get(roles.removal(id))).text).toContain("刪除後無法復原");
	expect((await post(roles.removal(id), { version: "1" })).to).toBe(roles.list());
	expect(await roleRow(id)).toBe(undefined);
	expect((await auditOf("role", id)).map(({ action }) => action)).toEqual(["role.remove"]);
});

test("roles are changed only by who has just shown who they are, and may", async () => {
	const tired = await signIn({ roles: ["admin"], authenticatedAt: Date.now() - 10 * 60_000 - 1 });
	const id = await idOfRole("editor");
	for (const path of [roles.create(), roles.edit(id)]) {
		expect([path, (await get(path, tired)).to]).toEqual([path, paths.account.confirm(path)]);
		expect([path, (await post(path, { name: "x" }, tired)).status]).toEqual([path, 403]);
	}
	const editor = await signIn({ roles: ["editor"] });
	for (const path of [roles.list(), roles.create(), roles.edit(id)])
		expect([path, (await get(path, editor)).status]).toEqual([path, 403]);
});

/** Round trips of a page: one is the session's. */
async function roundTrips(path: string): Promise<number> {
	let trips = 0;
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${path}`, { headers: { Cookie: admin.cookie } });
	const answer = await app.fetch(request, { ...env, DB: counted(env.DB, () => trips++) }, context);
	await waitOnExecutionContext(context);
	expect([path, answer.status]).toEqual([path, 200]);
	await answer.body?.cancel();
	return trips;
}

test("every page takes one round trip besides the session, with one row and with three", async () => {
	const user = await person({ roles: ["chair"] });
	const role = await roleOf("counted", ["members.view"]);
	const pages = [
		users.list(),
		users.create(),
		...[users.show, users.edit, users.roles, users.disabling, users.deputies].map((of) => of(user.id)),
		roles.list(),
		roles.edit(role),
		roles.removal(role),
	];
	const trips = async () => Promise.all(pages.map(async (path) => [path, await roundTrips(path)]));
	const expected = pages.map((path) => [path, 2]);
	expect(await trips()).toEqual(expected);
	for (let n = 0; n < 2; n++) {
		const other = await person({ roles: ["chair"] });
		await roleOf(`counted${n}`, []);
		await env.DB.prepare(
			"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2999-01-01', '2999-01-02', 1)",
		)
			.bind(user.id, other.id)
			.run();
	}
	expect(await trips()).toEqual(expected);
});

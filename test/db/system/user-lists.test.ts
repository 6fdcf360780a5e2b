import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#db/read.ts";
import { readUser } from "#db/shell/user-page.ts";
import { USERS_PER_PAGE, type UsersAsk, usersSelect } from "#db/system/user-lists.ts";
import { SHIPPED_ROLES } from "#permissions.ts";
import { AT, idOfRole, person, TODAY } from "../../support/users.ts";

beforeEach(async () => {
	await env.DB.prepare("DELETE FROM users").run();
});
const list = async (query: Partial<UsersAsk> = {}) => {
	const [rows, [count]] = await readRows(env.DB, ...usersSelect({ q: "", sort: "name", page: 1, ...query }));
	return { rows, total: count?.total };
};
const names = async (query: Partial<UsersAsk> = {}) => (await list(query)).rows.map(({ name }) => name);
const set = ({ id }: { id: number }, column: string, value: number) =>
	env.DB.prepare(`UPDATE users SET ${column} = ? WHERE id = ?`).bind(value, id).run();

test("a row says who it is, what they are and when they came", async () => {
	const user = await person({
		name: "林怡君",
		email: "l@example.org",
		phone: "0911222333",
		roles: ["cashier", "member"],
	});
	await set(user, "last_sign_in_at", AT);
	await person({ name: "沒有角色", email: null, phone: "0911222334", status: "invited" });
	expect(await list()).toEqual({
		rows: [
			{
				id: user.id,
				name: "林怡君",
				email: "l@example.org",
				phone: "0911222333",
				status: "active",
				has_second_factor: 0,
				last_sign_in_at: AT,
				roles: '["出納","會員"]',
			},
			{
				id: user.id + 1,
				name: "沒有角色",
				email: null,
				phone: "0911222334",
				status: "invited",
				has_second_factor: 0,
				last_sign_in_at: null,
				roles: "[]",
			},
		],
		total: 2,
	});
});

test("it is searched by any part of a name, an address or a number, in any spelling", async () => {
	await person({ name: "林怡君", email: "yichun@example.org", phone: "0911222333" });
	await person({ name: "Lin 100%", email: null, phone: "0922333444" });
	await person({ name: "王_大明", email: "wang@example.org" });
	const cases: [string, string[]][] = [
		["怡", ["林怡君"]],
		["lin", ["Lin 100%"]],
		["ＬＩＮ", ["Lin 100%"]],
		["YICHUN@", ["林怡君"]],
		["0911-222-333", ["林怡君"]],
		["+886 922 333 444", ["Lin 100%"]],
		["333", ["Lin 100%", "林怡君"]],
		["%", ["Lin 100%"]],
		["_", ["王_大明"]],
		["' OR 1=1 --", []],
		["-", []],
	];
	for (const [q, found] of cases) expect([q, await names({ q })]).toEqual([q, found]);
});

test("it is narrowed by status, role and second factor, together", async () => {
	const cashier = await person({ name: "甲", roles: ["cashier"] });
	await person({ name: "乙", roles: ["cashier", "member"] });
	await person({ name: "丙", roles: ["member"], status: "disabled" });
	await env.DB.prepare("UPDATE users SET totp_secret = 'x', totp_enabled_at = 1 WHERE id = ?").bind(cashier.id).run();
	const role = await idOfRole("cashier");
	expect(await names({ role })).toEqual(["乙", "甲"]);
	expect(await names({ role, second_factor: "on" })).toEqual(["甲"]);
	expect(await names({ second_factor: "off" })).toEqual(["丙", "乙"]);
	expect(await names({ status: "disabled", role })).toEqual([]);
	expect(await names({ status: "disabled" })).toEqual(["丙"]);
});

test("it is sorted, who never came last either way, and cut into pages of one count", async () => {
	const [a, b] = [await person({ name: "a" }), await person({ name: "b" })];
	await set(a, "last_sign_in_at", 5);
	await set(b, "last_sign_in_at", 9);
	await person({ name: "c" });
	expect(await names({ sort: "-name" })).toEqual(["c", "b", "a"]);
	expect(await names({ sort: "last_sign_in" })).toEqual(["a", "b", "c"]);
	expect(await names({ sort: "-last_sign_in" })).toEqual(["b", "a", "c"]);
	for (let n = 0; n < USERS_PER_PAGE; n++) await person({ name: `p${n}` });
	const [first, second, beyond] = await Promise.all([list(), list({ page: 2 }), list({ page: 3 })]);
	expect([first.rows.length, second.rows.length, beyond.rows.length]).toEqual([USERS_PER_PAGE, 3, 0]);
	expect([first.total, second.total, beyond.total]).toEqual(Array(3).fill(USERS_PER_PAGE + 3));
	expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(USERS_PER_PAGE + 3);
});

test("a user's page in one read: sessions that live, open links and codes, deputies, what was done", async () => {
	const user = await person({ name: "理事長", email: "c@example.org", roles: ["chair"] });
	const other = await person({ name: "代理" });
	const session = (id: string, version: number, expires: number, ended: number | null, seen = AT) =>
		env.DB.prepare("INSERT INTO sessions VALUES (?, ?, ?, 1, ?, 1000, ?, 1, NULL, NULL, ?)").bind(
			id,
			user.id,
			version,
			seen,
			expires,
			ended,
		);
	const deputy = (from: number, to: number, start: string, end: string) =>
		env.DB.prepare(
			"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)",
		).bind(from, to, start, end);
	await env.DB.batch([
		session("alive", 1, AT + 1, null),
		session("old version", 0, AT + 1, null),
		session("expired", 1, AT, null),
		session("ended", 1, AT + 1, 5),
		session("idle", 1, AT + 1, null, AT - 1000),
		env.DB.prepare("INSERT INTO one_time_links VALUES ('l', 'invitation', ?, NULL, 1, ?, NULL)").bind(user.id, AT + 7),
		env.DB.prepare(
			"INSERT INTO one_time_codes (code_hash, purpose, user_id, created_at, expires_at, used_at) VALUES ('h', 'activation', ?, 1, ?, 3)",
		).bind(user.id, AT + 7),
		env.DB.prepare("INSERT INTO members (user_id, name, created_at, updated_at) VALUES (?, '理事長', 1, 1)").bind(
			user.id,
		),
		deputy(user.id, other.id, "2026-03-01", "2026-03-31"),
		deputy(other.id, user.id, "2026-04-01", "2026-04-02"),
		deputy(user.id, other.id, "2026-02-01", "2026-02-02"),
		env.DB.prepare(
			"INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description) VALUES (9, ?2, 'user:2', 'user.edit', 'user', ?1, 'x'), (9, NULL, 'operator', 'user.create', 'user', ?1, 'x'), (9, NULL, 'operator', 'role.edit', 'role', ?1, 'x')",
		).bind(String(user.id), other.id),
	]);
	const page = await readUser(env.DB, user.id, { at: AT, today: TODAY });
	const member = await env.DB.prepare("SELECT id FROM members").first<number>("id");
	expect(page?.user).toEqual({
		id: user.id,
		name: "理事長",
		email: "c@example.org",
		phone: null,
		status: "active",
		version: 1,
		totp_enabled_at: null,
		last_sign_in_at: null,
		password_changed_at: null,
		created_at: 1,
		has_second_factor: 0,
		has_password: 1,
		roles: JSON.stringify([{ id: await idOfRole("chair"), name: "理事長", code: "chair" }]),
		is_staff: 1,
		sessions: 1,
		invited_until: AT + 7,
		code_until: null,
		member_id: member,
		permissions: expect.any(String),
	});
	expect(JSON.parse(page?.user.permissions ?? "").sort()).toEqual([...(SHIPPED_ROLES.chair?.permissions ?? [])].sort());
	expect(page?.hanging).toEqual([
		{ kind: "deputies", count: 1, others: null },
		{ kind: "stands_in", count: 1, others: null },
	]);
	expect(page?.deputies.map(({ deputy_name, is_on }) => [deputy_name, is_on])).toEqual([["代理", 1]]);
	expect(page?.standsIn.map(({ user_name, is_on }) => [user_name, is_on])).toEqual([["代理", 0]]);
	expect(page?.history.map(({ action, actor, by }) => [action, actor, by])).toEqual([
		["user.create", "operator", null],
		["user.edit", "user:2", "代理"],
	]);
	expect(await readUser(env.DB, 99_999, { at: AT, today: TODAY })).toBe(undefined);
});

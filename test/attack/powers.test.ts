import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { readLogin } from "#db/system/sessions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Permission } from "#permissions.ts";
import { ask, openSession, type Person, signIn } from "../support/people.ts";
import { idOfRole, roleOf, rows } from "../support/users.ts";

const { users, roles } = paths.admin;
const DAY_MS = 86_400_000;
const [today, inAWeek] = [dateInTaipei(Date.now()), dateInTaipei(Date.now() + 7 * DAY_MS)];

/** Who manages users and nothing else of the system: what an office clerk may be given. */
const OFFICE: Permission[] = ["users.manage", "articles.manage"];
const clerk = (): Promise<Person> => signIn({ permissions: OFFICE });

async function post(path: string, as: Person, form: Record<string, string | string[]>): Promise<[number, boolean]> {
	const answer = await ask(path, { as, form });
	return [answer.status, (await answer.text()).includes("這個帳號的權限比您高")];
}
const ABOVE = [422, true];

const stateOf = async ({ userId }: Person) =>
	(await rows("SELECT name, email, status, version, session_version FROM users WHERE id = ?", userId))[0];
const deputiesNow = ({ userId }: Person) =>
	rows("SELECT user_id FROM deputies WHERE deputy_id = ? AND ended_at IS NULL", userId);
const standIn = (owner: Person, deputy: Person) =>
	env.DB.prepare("INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)")
		.bind(owner.userId, deputy.userId, today, inAWeek)
		.run();

test("who manages users hands nobody approvals that they do not hold, by naming their second account a deputy", async () => {
	const [office, chair, second] = [
		await clerk(),
		await signIn({ roles: ["chair"] }),
		await signIn({ roles: ["editor"] }),
	];
	const named = { deputy: String(second.userId), starts_on: today, ends_on: inAWeek };
	expect(await post(users.deputies(chair.userId), office, named)).toEqual(ABOVE);
	expect(await deputiesNow(second)).toEqual([]);
	const admin = await signIn({ roles: ["admin"] });
	expect((await post(users.deputies(chair.userId), admin, named))[0]).toBe(303);
	expect(await deputiesNow(second)).toEqual([{ user_id: chair.userId }]);
});

test("a deputy is named for another by whoever has just shown who they are", async () => {
	const at = Date.now();
	const stale = await signIn({ roles: ["admin"], at, authenticatedAt: at - 11 * 60_000 });
	const [chair, other] = [await signIn({ roles: ["chair"] }), await signIn({ roles: ["editor"] })];
	const form = { deputy: String(other.userId), starts_on: today, ends_on: inAWeek };
	const answer = await ask(users.deputies(chair.userId), { as: stale, form });
	expect([answer.status, (await answer.text()).includes("請先確認是您本人")]).toEqual([403, true]);
	expect(await deputiesNow(other)).toEqual([]);
});

test("a deputy is as far above as whom they stand in for: their account is not taken over in the meantime", async () => {
	const [office, chair] = [await clerk(), await signIn({ roles: ["chair"] })];
	const deputy = await signIn({ permissions: ["articles.manage"] });
	const before = await stateOf(deputy);
	const version = "1";
	const takeOver: [string, Record<string, string | string[]>][] = [
		[users.edit(deputy.userId), { name: "某人", email: "thief@example.org", phone: "", version }],
		[users.roles(deputy.userId), { roles: [], version }],
		[users.disabling(deputy.userId), { version }],
	];
	await standIn(chair, deputy);
	for (const [path, form] of takeOver) expect([path, await post(path, office, form)]).toEqual([path, ABOVE]);
	expect(await stateOf(deputy)).toEqual(before);

	await env.DB.prepare("UPDATE deputies SET ended_at = 1 WHERE deputy_id = ?").bind(deputy.userId).run();
	const [first] = takeOver;
	expect(first && (await post(first[0], office, first[1]))[0]).toBe(303);
});

test("whoever is staff no longer stands in for nobody, from their next request on", async () => {
	const [admin, chair] = [await signIn({ roles: ["admin"] }), await signIn({ roles: ["chair"] })];
	const [deputy, other] = [await signIn({ roles: ["editor"] }), await signIn({ roles: ["editor"] })];
	for (const one of [deputy, other]) await standIn(chair, one);
	const give = (to: Person, role: number) =>
		post(users.roles(to.userId), admin, { roles: [String(role)], version: "1" });
	expect((await give(deputy, await idOfRole("member")))[0]).toBe(303);
	expect((await give(other, await idOfRole("auditor")))[0]).toBe(303);
	expect([await deputiesNow(deputy), await deputiesNow(other)]).toEqual([[], [{ user_id: chair.userId }]]);
	const again = { ...deputy, ...(await openSession(deputy.userId)) };
	expect((await ask(paths.account.deputies(), { as: again })).status).toBe(403);
});

test("a role that loses its last staff permission ends what its holders stand in for", async () => {
	const [admin, chair] = [await signIn({ roles: ["admin"] }), await signIn({ roles: ["chair"] })];
	const role = await roleOf("helper", ["tasks.manage", "member.own"]);
	const [deputy, other] = [await signIn({ roles: ["helper"] }), await signIn({ roles: ["helper", "editor"] })];
	for (const one of [deputy, other]) await standIn(chair, one);
	const form = { name: "幫手", description: "", permissions: ["member.own"], version: "1" };
	expect((await post(roles.edit(role), admin, form))[0]).toBe(303);
	expect([await deputiesNow(deputy), await deputiesNow(other)]).toEqual([[], [{ user_id: chair.userId }]]);
});

test("a role that becomes staff's ends its members' long sessions, and nobody else's", async () => {
	const admin = await signIn({ roles: ["admin"] });
	const role = await roleOf("volunteer", ["member.own"]);
	const [member, bystander] = [await signIn({ roles: ["volunteer"] }), await signIn({ roles: ["member"] })];
	const short = await openSession(member.userId);
	for (const { sid } of [member, bystander])
		await env.DB.prepare("UPDATE sessions SET idle_ms = ?2, expires_at = expires_at + ?2 WHERE id = ?1")
			.bind(sid, 30 * DAY_MS)
			.run();
	const edit = (permissions: string[], version: string) =>
		post(roles.edit(role), admin, { name: "志工", description: "", permissions, version });
	const live = async (sid: string) =>
		(await rows("SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL", sid)).length;
	expect((await edit(["member.own"], "1"))[0]).toBe(303);
	expect(await live(member.sid)).toBe(1);
	expect((await edit(["member.own", "tasks.manage"], "2"))[0]).toBe(303);
	expect([await live(member.sid), await live(short.sid), await live(bystander.sid)]).toEqual([0, 1, 1]);
});

test("nobody raises themselves: not by their own role, not by a second account, not both admins at once", async () => {
	const office = await clerk();
	const second = await signIn({ permissions: ["articles.manage"] });
	const admin = String(await idOfRole("admin"));
	expect((await post(users.roles(office.userId), office, { roles: [admin], version: "1" }))[0]).toBe(422);
	expect(await post(users.roles(second.userId), office, { roles: [admin], version: "1" })).toEqual(ABOVE);
	const made = { name: "第二個我", email: "second@example.org", phone: "", roles: [admin] };
	expect(await post(users.create(), office, made)).toEqual(ABOVE);
	expect(await rows("SELECT 1 FROM users WHERE email = 'second@example.org'")).toEqual([]);

	await env.DB.prepare("DELETE FROM user_roles WHERE role_id = ?").bind(Number(admin)).run();
	const [one, two] = [await signIn({ roles: ["admin"] }), await signIn({ roles: ["admin"] })];
	const done = await Promise.all([
		post(users.disabling(two.userId), one, { version: "1" }),
		post(users.roles(one.userId), two, { roles: [], version: "1" }),
	]);
	// The other one is refused by the rule, or is signed out by then.
	expect(done.filter(([status]) => status === 303).length).toBe(1);
	expect(
		await rows(
			`SELECT count(*) AS n FROM users u JOIN user_roles x ON x.user_id = u.id
			WHERE u.status = 'active' AND x.role_id = ?`,
			Number(admin),
		),
	).toEqual([{ n: 1 }]);
});

test("a deputyship that is over makes nobody staff: they are remembered as members are, and a code on paper opens", async () => {
	const [chair, member] = [await signIn({ roles: ["chair"] }), await signIn({ roles: ["member"] })];
	const isStaff = async () => (await readLogin(env.DB, member.userId))?.is_staff;
	await standIn(chair, member);
	expect(await isStaff()).toBe(1);
	await env.DB.prepare("UPDATE deputies SET starts_on = '2020-01-01', ends_on = '2020-01-02' WHERE deputy_id = ?")
		.bind(member.userId)
		.run();
	expect(await isStaff()).toBe(0);
});

/** What lies sealed is opened by two people: who asked, whom it concerns and their families press in vain. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { setGuardian } from "#domain/people/members/guardianship-actions.ts";
import { linkLogin } from "#domain/people/members/login-actions.ts";
import * as confirmations from "#domain/shell/confirmations/actions.ts";
import { issueActivationCode } from "#domain/system/sign-in/activation-actions.ts";
import { activate } from "#domain/system/sign-in/password-actions.ts";
import { db, own } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { refusal } from "../support/office.ts";
import { person, rows } from "../support/users.ts";

const run = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const DAY = 86_400_000;
const staff = { clerk: 0, other: 0, chair: 0, auditor: 0, relative: 0 };
beforeAll(async () => {
	const make = async (name: string, ...roles: string[]) => (await person({ name, roles })).id;
	staff.clerk = await make("李同仁", "secretary", "admin");
	staff.other = await make("吳同仁", "secretary");
	staff.chair = await make("周理事長", "chair");
	staff.auditor = await make("劉監事", "auditor");
	staff.relative = await make("石同仁", "secretary");
	await run("UPDATE user_role_grants SET given_at = 0");
});
let count = 0;
async function parent(name = "石家長") {
	count += 1;
	const email = `opened${count}@example.org`;
	const { id: userId } = await person({ name, email, roles: ["member"] });
	return { userId, email, id: (await member({ name, status: "active", userId })).id };
}
const child = async () => (await member({ name: "石小朋友", birth_date: "2016-02-03", status: "active" })).id;
const by = (userId: number) => own(userId, Date.now());
const guardian = async (id: number, guardianId: number | null, userId = staff.clerk) =>
	setGuardian(env, db, { ref: await storedNow(id), guardianId, by: by(userId) });
type Waiting = { id: number; version: number; kind: string };
const waitingFor = (column: "member_id" | "user_id", id: number) =>
	rows<Waiting>(
		`SELECT id, version, kind FROM confirmations WHERE state = 'waiting' AND ${column} = ? ORDER BY id`,
		id,
	);
type Ending = Parameters<typeof confirmations.stop>[1];
const confirm = (of: Ending) => confirmations.confirm(env, db, of);
const stop = (of: Ending) => confirmations.stop(db, of);
async function press(act: typeof confirm, of: Waiting | undefined, userId: number) {
	if (!of) throw new Error("nothing waits");
	return refusal(act({ ref: of, by: by(userId) }));
}
const readers = async (id: number) =>
	(await rows<{ user_id: number }>("SELECT user_id FROM sealed_readers WHERE member_id = ? ORDER BY user_id", id)).map(
		({ user_id }) => user_id,
	);
const guardianNow = async (id: number) => (await storedNow(id)).guardian_member_id;

test("a guardian whom staff name waits; the second person's word sets and opens it", async () => {
	const [id, next] = [await child(), await parent()];
	expect([await guardian(id, next.id), await guardianNow(id)]).toEqual(["waits", null]);
	const [asked] = await waitingFor("member_id", id);
	for (const nobody of [staff.clerk, next.userId])
		expect(await press(confirm, asked, nobody)).toBe("confirmation.not_yours");
	expect(await refusal(guardian(id, next.id, staff.other))).toBe("confirmation.waits");
	expect(await press(confirm, asked, staff.other)).toBe("nothing");
	expect([await guardianNow(id), await readers(id)]).toEqual([next.id, [next.userId]]);
	expect(await waitingFor("member_id", id)).toEqual([]);
});

test("nobody of their family is the second person, whatever they hold, nor whoever stands in for one of it", async () => {
	const next = await parent();
	const kin = await member({ name: "石同仁", status: "active", userId: staff.relative });
	const id = await child();
	await run("UPDATE members SET guardian_member_id = ? WHERE id = ?", kin.id, id);
	await run("UPDATE members SET guardian_member_id = NULL WHERE id = ?", id);
	expect(await guardian(id, next.id)).toBe("waits");
	const [asked] = await waitingFor("member_id", id);
	expect(await press(confirm, asked, staff.relative)).toBe("confirmation.not_yours");
	expect(await press(stop, asked, staff.auditor)).toBe("nothing");
	expect(await guardianNow(id)).toBe(null);
});

test("by itself it opens dues and announcements after a day, and what lies sealed still waits for somebody", async () => {
	const [id, next] = [await child(), await parent()];
	expect(await guardian(id, next.id)).toBe("waits");
	await run(
		"UPDATE mail_messages SET state = 'sent', settled_at = ? WHERE id LIKE 'confirm!_%' ESCAPE '!'",
		Date.now() - DAY - 2000,
	);
	expect(await confirmations.doDue(env, db, Date.now())).toBe(1);
	expect([await guardianNow(id), await readers(id)]).toEqual([next.id, []]);
	const [sealed] = await waitingFor("member_id", id);
	expect(sealed?.kind).toBe("sealed_guardian");
	expect(await press(confirm, sealed, staff.clerk)).toBe("confirmation.not_yours");
	expect(await press(confirm, sealed, staff.chair)).toBe("nothing");
	expect(await readers(id)).toEqual([next.userId]);
});

test("a guardian whom a roster named is set by one, and read by two; the next one takes the question away", async () => {
	const [id, next, third] = [await child(), await parent(), await parent()];
	const named = "INSERT INTO guardianships (member_id, guardian_id, since, until, named) VALUES (?, ?, 1, 2, 'roster')";
	for (const one of [next.id, third.id]) await run(named, id, one);
	expect([await guardian(id, next.id), await guardianNow(id), await readers(id)]).toEqual(["done", next.id, []]);
	const [asked] = await waitingFor("member_id", id);
	expect(await guardian(id, third.id)).toBe("done");
	expect(await press(confirm, asked, staff.other)).toBe("confirmation.stale");
	const now = await waitingFor("member_id", id);
	expect(now.map(({ kind }) => kind)).toEqual(["sealed_guardian"]);
	expect(await press(confirm, now[0], staff.other)).toBe("nothing");
	expect(await readers(id)).toEqual([third.userId]);
});

test("a login that staff connect reads nothing sealed until somebody else says so; parting takes the question away", async () => {
	const { id } = await member({ name: "沒有帳號的會員", status: "active" });
	const second = await person({ name: "同仁的第二個帳號", roles: ["member"] });
	const link = async (userId: number | null) =>
		linkLogin(env, db, { ref: await storedNow(id), userId, by: by(staff.clerk) });
	await link(second.id);
	expect(await readers(id)).toEqual([]);
	const [asked] = await waitingFor("user_id", second.id);
	expect(asked?.kind).toBe("sealed_login");
	for (const nobody of [staff.clerk, second.id])
		expect(await press(confirm, asked, nobody)).toBe("confirmation.not_yours");
	await link(null);
	expect(await waitingFor("user_id", second.id)).toEqual([]);
	await link(second.id);
	const [again] = await waitingFor("user_id", second.id);
	expect(await press(confirm, again, staff.other)).toBe("nothing");
	expect(await readers(id)).toEqual([second.id]);
});

test("a code for a login in use, by a second person: asked, confirmed, issued once, and nothing sealed is put off", async () => {
	const login = await parent();
	const issue = async (userId: number) => {
		const [user] = await rows<{ id: number; version: number }>(
			"SELECT id, version FROM users WHERE id = ?",
			login.userId,
		);
		if (!user) throw new Error("no user");
		return issueActivationCode(db, env, { user, shown: "second_person", ...by(userId) });
	};
	expect(await issue(staff.clerk)).toBe("waits");
	const [asked] = await waitingFor("user_id", login.userId);
	expect(await press(confirm, asked, staff.clerk)).toBe("confirmation.not_yours");
	expect(await press(confirm, asked, staff.other)).toBe("nothing");
	// Who confirmed has asked for nothing.
	expect(await issue(staff.other)).toBe("waits");
	const issued = await issue(staff.clerk);
	if (issued === "waits") throw new Error("it waits");
	expect(await issue(staff.clerk).catch((error) => error.code)).toBe("confirmation.waits");
	const before = await readers(login.id);
	await activate(db, env, {
		identifier: login.email,
		code: issued.code,
		password: "一串夠長而且沒人用過的密碼",
		by: { actor: "visitor", userId: null, ip: "192.0.2.79", at: Date.now() },
	});
	expect(await readers(login.id)).toEqual(before);
});

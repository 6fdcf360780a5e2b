/** Who becomes a guardian by one person's word, what opens to them and how, and whom a code on paper lets in. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { openGuardianship, openLogin } from "#db/people/sealed-writes.ts";
import {
	agreeToGuardian,
	guardianConcerns,
	guardianWrites,
	setGuardian,
} from "#domain/people/members/guardianship-actions.ts";
import { planRoster } from "#domain/people/roster/actions.ts";
import { NO_OPTIONS } from "#domain/people/roster/options.ts";
import { issueActivationCode } from "#domain/system/sign-in/activation-actions.ts";
import { activate } from "#domain/system/sign-in/password-actions.ts";
import { CARDS } from "#domain/system/users/rules.ts";
import { paths } from "#http/paths.ts";
import { db, own } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { refusal } from "../support/office.ts";
import { ask, openSession, signIn } from "../support/people.ts";
import { insertSession } from "../support/rows.ts";
import { auditOf, mailsTo, person, rows } from "../support/users.ts";

const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const NOW = Date.now();
const DAY = 86_400_000;
const PASSWORD = "一串夠長而且沒人用過的密碼";

let clerk = 0;
beforeAll(async () => {
	clerk = (await person({ name: "李同仁", roles: ["secretary", "admin"] })).id;
});
let count = 0;
/** A grown-up with a login and a mailbox. */
async function parent(name = "家長") {
	count += 1;
	const email = `parent${count}@example.org`;
	const { id: userId } = await person({ name, email, roles: ["member"] });
	return { userId, email, id: (await member({ name, status: "active", userId })).id };
}
const child = async () => (await member({ name: "石品睿", birth_date: "2016-02-03", status: "active" })).id;
const by = (userId: number, at = NOW) => own(userId, at);
const change = async (id: number, guardianId: number | null, userId = clerk) => ({
	ref: await storedNow(id),
	guardianId,
	by: by(userId),
});
/** As two people do. */
const put = async (id: number, guardianId: number | null) =>
	commit(db, await guardianWrites(env, db, await change(id, guardianId)));
const opened = async (id: number) =>
	(
		await rows<{ opened_how: string | null }>(
			"SELECT opened_how FROM guardianships WHERE member_id = ? AND until IS NULL",
			id,
		)
	)[0]?.opened_how;
const readers = async (id: number) =>
	(await rows<{ user_id: number }>("SELECT user_id FROM sealed_readers WHERE member_id = ? ORDER BY user_id", id)).map(
		({ user_id }) => user_id,
	);

describe("a guardian", () => {
	test("whom nothing but staff names takes a second person; nothing is written", async () => {
		const [id, next] = [await child(), await parent()];
		expect(await guardianConcerns(db, { memberId: id, guardianId: next.id })).toBe("unnamed");
		expect(await setGuardian(env, db, await change(id, next.id))).toBe("waits");
		expect((await storedNow(id)).guardian_member_id).toBe(null);
		expect((await mailsTo(next.email)).map(({ template }) => template)).toEqual(["confirmation_about_you"]);
		await put(id, next.id);
		expect([await opened(id), await readers(id)]).toEqual([null, []]);
		await commit(db, [openGuardianship({ memberId: id, guardianId: next.id }, { how: "second_person", at: NOW })]);
		expect(await readers(id)).toEqual([next.userId]);
	});

	test("whom a roster named takes one person, and reads nothing sealed; both hear of it without a word of health", async () => {
		const [id, before, next] = [await child(), await parent(), await parent()];
		await put(id, before.id);
		await sql(
			"INSERT INTO guardianships (member_id, guardian_id, since, until, named) VALUES (?, ?, 1, 2, 'roster')",
			id,
			next.id,
		);
		expect(await guardianConcerns(db, { memberId: id, guardianId: next.id })).toBe(null);
		expect(await refusal(setGuardian(env, db, await change(id, next.id)))).toBe("nothing");
		expect(await opened(id)).toBe(null);
		expect((await mailsTo(before.email)).map(({ data }) => data)).toEqual([{ isNew: true }, { isNew: false }]);
		expect((await mailsTo(next.email)).map(({ data }) => data)).toEqual([{ isNew: true }]);
	});

	test("who sent the member's own application reads what they handed in", async () => {
		const sender = await parent();
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", sender.id);
		const { id } = await member({ name: "石品睿", status: "active", userId: sender.userId });
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", id);
		await sql("UPDATE members SET user_id = ? WHERE id = ?", sender.userId, sender.id);
		expect(await refusal(setGuardian(env, db, await change(id, sender.id)))).toBe("nothing");
		expect([await opened(id), await readers(id)]).toEqual(["handed_in", []]);
		await commit(db, [openLogin({ memberId: sender.id, userId: sender.userId }, { how: "second_person", at: NOW })]);
		expect(await readers(id)).toEqual([sender.userId]);
	});

	test("of the staff, or whose family is, takes a second person, whatever names them, and so does parting", async () => {
		const staff = await person({ name: "王同仁", roles: ["cashier"] });
		const { id: record } = await member({ name: "王同仁", status: "active", userId: staff.id });
		const [id, other, next] = [await child(), await child(), await parent()];
		await sql(
			"INSERT INTO guardianships (member_id, guardian_id, since, until, named) VALUES (?, ?, 1, 2, 'roster')",
			id,
			record,
		);
		expect(await guardianConcerns(db, { memberId: id, guardianId: record })).toBe("staff");
		await put(other, record);
		for (const of of [await change(id, record), await change(other, null), await change(other, next.id)])
			expect(await setGuardian(env, db, of)).toBe("waits");
	});
});

test("neither a new record nor a roster puts anybody under a guardian of the staff by one person's word", async () => {
	const staff = await person({ name: "賴同仁", roles: ["accountant"] });
	const { id: record } = await member({ name: "賴同仁", member_no: "G0001", status: "active", userId: staff.id });
	expect(await refusal(member({ name: "新孩子", guardianId: record, by: by(clerk) }))).toBe(
		"member.guardian_second_person",
	);
	const text = "會員編號,姓名,監護人\nG0001,賴同仁,\nG0002,賴小安,賴同仁\n";
	const roster = { filename: "名冊.csv", bytes: new TextEncoder().encode(text) };
	const plan = await planRoster(env, db, { roster, options: NO_OPTIONS, users: [clerk], at: NOW });
	expect(plan.rows.map(({ outcome, guardian }) => [outcome, guardian])).toEqual([
		["skip", undefined],
		["create", undefined],
	]);
	expect(plan.rows[1]?.reasons.map(({ code }) => code)).toContain("guardian_second_person");
});

describe("the guardian before", () => {
	const world = async () => {
		const [id, before, next] = [await child(), await parent("原監護人"), await parent("新監護人")];
		await put(id, before.id);
		await commit(db, [openGuardianship({ memberId: id, guardianId: before.id }, { how: "second_person", at: NOW })]);
		await put(id, next.id);
		return { id, before, next };
	};
	const agree = (of: { id: number; next: { id: number } }, userId: number) =>
		refusal(agreeToGuardian(db, { memberId: of.id, guardianId: of.next.id, by: by(userId) }));

	test("opens it by one press, once, and it is written down", async () => {
		const w = await world();
		const as = { userId: w.before.userId, ...(await openSession(w.before.userId)) };
		const home = await (await ask(paths.member.home(), { as })).text();
		expect(home).toContain("石品睿的新監護人：新監護人");
		expect(await readers(w.id)).toEqual([]);
		const form = { member: String(w.id), guardian: String(w.next.id) };
		expect((await ask(paths.member.guardianAgreement(), { as, form })).status).toBe(303);
		expect([await opened(w.id), await readers(w.id)]).toEqual(["guardian_agreed", [w.next.userId]]);
		expect((await auditOf("member", w.id)).at(-1)).toMatchObject({
			action: "member.open_to_guardian",
			user_id: w.before.userId,
		});
		expect(await agree(w, w.before.userId)).toBe("member.stale");
		expect(await (await ask(paths.member.home(), { as })).text()).not.toContain("的新監護人：");
	});

	test("is nobody else, and nobody whom it was not open to, and not after thirty days or another guardian", async () => {
		const w = await world();
		for (const userId of [w.next.userId, clerk, (await signIn({ roles: ["member"] })).userId])
			expect(await agree(w, userId)).toBe("member.stale");
		await sql("UPDATE users SET sealed_from = ? WHERE id = ?", NOW + DAY, w.before.userId);
		expect(await agree(w, w.before.userId)).toBe("member.stale");
		await sql("UPDATE users SET sealed_from = NULL WHERE id = ?", w.before.userId);
		await sql("UPDATE guardianships SET until = until - ? WHERE member_id = ? AND until IS NOT NULL", 31 * DAY, w.id);
		expect(await agree(w, w.before.userId)).toBe("member.stale");
		const closed = await child();
		const [first, second] = [await parent(), await parent()];
		await put(closed, first.id);
		await put(closed, second.id);
		expect(await agree({ id: closed, next: second }, first.userId)).toBe("member.stale");
		const moved = await world();
		const third = await parent();
		await put(moved.id, third.id);
		expect(await agree({ id: moved.id, next: third }, moved.before.userId)).toBe("member.stale");
		expect(await agree({ id: moved.id, next: third }, moved.next.userId)).toBe("member.stale");
	});
});

describe("a code on paper", () => {
	const issue = async (id: number, shown?: Parameters<typeof issueActivationCode>[2]["shown"], at = NOW) => {
		const [user] = await rows<{ id: number; version: number }>("SELECT id, version FROM users WHERE id = ?", id);
		const issued = await issueActivationCode(db, env, {
			user: user ?? { id: 0, version: 0 },
			...(shown ? { shown } : {}),
			...by(clerk, at),
		});
		if (issued === "waits") throw new Error("it waits");
		return issued;
	};
	const redeem = (email: string, code: string, at: number) =>
		refusal(
			activate(db, env, {
				identifier: email,
				code,
				password: PASSWORD,
				by: { actor: "visitor", userId: null, ip: "192.0.2.77", at },
			}),
		);

	test("for a login in use asks for a card, of which the log keeps the kind; health data open seven days later", async () => {
		const login = await parent();
		expect(await refusal(issue(login.userId))).toBe("user.in_use");
		for (const card of CARDS) await issue(login.userId, card);
		const { code, worksFrom } = await issue(login.userId, "health_insurance");
		expect(worksFrom).toBe(null);
		expect((await auditOf("user", login.userId)).at(-1)).toMatchObject({
			changes: '{"way":"counter","card":"health_insurance"}',
		});
		expect(await readers(login.id)).toEqual([login.userId]);
		expect(await redeem(login.email, code, NOW)).toBe("nothing");
		expect(await readers(login.id)).toEqual([]);
		expect(await rows("SELECT sealed_from FROM users WHERE id = ?", login.userId)).toEqual([
			{ sealed_from: NOW + 7 * DAY },
		]);
		await sql("UPDATE users SET sealed_from = sealed_from - ? WHERE id = ?", 8 * DAY, login.userId);
		expect(await readers(login.id)).toEqual([login.userId]);
	});

	test("with nothing shown works a day later; its owner hears of it, and signing in ends it", async () => {
		const login = await parent();
		const { code, worksFrom } = await issue(login.userId, "nothing");
		expect(worksFrom).toBe(NOW + DAY);
		expect(await mailsTo(login.email)).toMatchObject([
			{ template: "activation_code_issued", data: { worksFrom: NOW + DAY } },
		]);
		expect(await redeem(login.email, code, NOW + DAY - 1)).toBe("code.wrong");
		expect(await redeem(login.email, code, NOW + DAY)).toBe("nothing");
		const again = await issue(login.userId, "nothing");
		await insertSession(login.userId, { id: `s-${login.userId}`, ip_address: "192.0.2.78" });
		expect(await redeem(login.email, again.code, NOW + 2 * DAY)).toBe("code.wrong");
	});

	test("goes in a letter alone to who has no e-mail, and nowhere without an address", async () => {
		const login = await parent();
		await sql("UPDATE users SET email = NULL, phone = '0955111222' WHERE id = ?", login.userId);
		expect(await refusal(issue(login.userId, "nothing"))).toBe("user.no_address");
		await sql("UPDATE members SET city = '臺北市', address = '信義路三段 10 號' WHERE id = ?", login.id);
		expect((await issue(login.userId, "nothing")).letter).toMatchObject({ name: "家長", address: "信義路三段 10 號" });
	});

	test("is a first one without asking; and for no staff, not even who became it since", async () => {
		const { id } = await person({ email: "never@example.org", status: "invited", roles: ["member"] });
		const { code } = await issue(id);
		await sql("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'editor'", id);
		expect(await redeem("never@example.org", code, NOW)).toBe("code.wrong");
		await sql(
			"DELETE FROM user_roles WHERE user_id = ? AND role_id = (SELECT id FROM roles WHERE code = 'editor')",
			id,
		);
		expect(await redeem("never@example.org", code, NOW)).toBe("nothing");
		expect(await rows("SELECT sealed_from FROM users WHERE id = ?", id)).toEqual([{ sealed_from: NOW + 7 * DAY }]);
		const staff = await person({ roles: ["cashier"] });
		expect(await refusal(issue(staff.id, "passport"))).toBe("user.is_staff");
	});
});

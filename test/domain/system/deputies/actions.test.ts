import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { readVisitor } from "#db/shell/visitors.ts";
import { deputiesOf, deputyOptions, standsInFor } from "#db/system/deputies.ts";
import { endDeputy, nameDeputy } from "#domain/system/deputies/actions.ts";
import { DeputyInput } from "#domain/system/deputies/schema.ts";
import { openSession } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, person, rows, TODAY } from "../../../support/users.ts";

const db = open(env.DB);
const admin = await person({ name: "系統管理員", roles: ["admin"] });
const name = (
	user: { id: number },
	deputy: { id: number },
	{ from = TODAY, to = "2026-03-10", who = user, key = crypto.randomUUID(), at = AT } = {},
) =>
	nameDeputy(db, user.id, {
		input: DeputyInput.parse({ deputy: String(deputy.id), starts_on: from, ends_on: to }),
		key,
		...by(who, at),
	});
const chair = () => person({ name: "理事長", roles: ["chair"] });
const clerk = () => person({ name: "代理的人", roles: ["applicant"] });

/** What a person may do for others, as the query of every request says it on a day. */
async function standing({ id }: { id: number }, today: string) {
	const { sid } = await openSession(id, AT);
	const visitor = await readVisitor(env.DB, { sid, at: AT + 1, today });
	return visitor.sid === null ? null : JSON.parse(visitor.deputising);
}

test("a deputy stands in from the first day to the last, both included, and the log says so", async () => {
	const [user, deputy] = [await chair(), await clerk()];
	const id = await name(user, deputy, { from: "2026-03-06", to: "2026-03-08", key: "named" });
	expect(await name(user, deputy, { from: "2026-03-06", to: "2026-03-08", key: "named" })).toBe(id);
	const gives = [{ userId: user.id, name: "理事長", permissions: expect.any(Array) }];
	const days = ["2026-03-05", "2026-03-06", "2026-03-08", "2026-03-09"];
	expect(await Promise.all(days.map((day) => standing(deputy, day)))).toEqual([[], gives, gives, []]);
	const [stands] = await standing(deputy, "2026-03-07");
	expect(stands.permissions.toSorted()).toEqual([
		"confirmations.decide",
		"finance.review.chair",
		"ledger.reopen",
		"members.approve",
		"payments.reverse",
	]);
	expect(await auditOf("deputy", id)).toEqual([
		{
			at: AT,
			user_id: user.id,
			actor: `user:${user.id}`,
			ip_address: "192.0.2.1",
			action: "deputy.name",
			description: `user ${user.id} by user ${deputy.id}`,
			changes: '{"from":"2026-03-06","to":"2026-03-08"}',
		},
	]);
});

test("today is Taipei's: at half past midnight there it is the new day, though UTC has the old one", async () => {
	const [user, deputy] = [await chair(), await clerk()];
	const afterMidnight = Date.UTC(2026, 2, 5, 16, 30);
	expect(await name(user, deputy, { from: "2026-03-05", at: afterMidnight }).catch(codeOf)).toBe("deputy.past");
	expect(await name(user, deputy, { from: "2026-03-06", at: afterMidnight })).toEqual(expect.any(Number));
	expect(DeputyInput.safeParse({ deputy: "1", starts_on: "2026-02-30", ends_on: "2026-03-01" }).success).toBe(false);
	expect(
		DeputyInput.safeParse({ deputy: "1", starts_on: "2026-03-02", ends_on: "2026-03-01" }).error?.issues[0]?.path,
	).toEqual(["ends_on"]);
});

test("who has nothing to give, who cannot take it, and who would take it themselves", async () => {
	const [user, deputy] = [await chair(), await clerk()];
	expect(await name(deputy, user).catch(codeOf)).toBe("deputy.nothing_to_give");
	expect(await name(user, user).catch(codeOf)).toBe("deputy.own");
	expect(await name(user, admin, { who: admin }).catch(codeOf)).toBe("deputy.own");
	for (const unfit of [
		{ id: 99_999 },
		await person({ roles: ["editor"], status: "disabled" }),
		await person({ roles: ["editor"], status: "invited" }),
		await person({ roles: ["member"] }),
	])
		expect(await name(user, unfit).catch(codeOf)).toBe("deputy.not_active");
	expect(await rows("SELECT * FROM deputies WHERE user_id IN (?, ?)", user.id, deputy.id)).toEqual([]);
	expect(await name(user, deputy, { who: admin })).toEqual(expect.any(Number));
});

test("the same deputy twice for one day is refused, two deputies for one day are not", async () => {
	const [user, deputy, second] = [await chair(), await clerk(), await clerk()];
	await name(user, deputy, { from: "2026-03-06", to: "2026-03-08" });
	const again = (from: string, to: string) => name(user, deputy, { from, to }).then(() => "named", codeOf);
	expect(await again("2026-03-08", "2026-03-20")).toBe("deputy.overlaps");
	expect(await again("2026-03-05", "2026-03-06")).toBe("deputy.overlaps");
	expect(await again("2026-03-09", "2026-03-09")).toBe("named");
	await name(user, second, { from: "2026-03-06", to: "2026-03-08" });
	const both = await Promise.all([again("2026-04-01", "2026-04-02"), again("2026-04-02", "2026-04-03")]);
	expect(both.toSorted()).toEqual(["deputy.overlaps", "named"]);
});

test("it is ended early by whose it is, or by who manages users; once", async () => {
	const [user, deputy] = [await chair(), await clerk()];
	const id = await name(user, deputy);
	const end = (ownerId: number | null, who: { id: number }) =>
		endDeputy(db, { id, version: 1 }, { ownerId, ...by(who, AT + 5) }).then(() => "ended", codeOf);
	expect(await end(deputy.id, deputy)).toBe("deputy.stale");
	expect((await standing(deputy, TODAY)).length).toBe(1);
	expect(await end(user.id, user)).toBe("ended");
	expect([await standing(deputy, TODAY), await end(null, admin)]).toEqual([[], "deputy.stale"]);
	expect(await rows("SELECT ended_at, version FROM deputies WHERE id = ?", id)).toEqual([
		{ ended_at: AT + 5, version: 2 },
	]);
	expect((await auditOf("deputy", id)).map(({ action, user_id }) => [action, user_id])).toEqual([
		["deputy.name", user.id],
		["deputy.end", user.id],
	]);
	const next = await name(user, deputy);
	expect(
		await endDeputy(db, { id: next, version: 1 }, { ownerId: null, ...by(admin) }).then(() => "ended", codeOf),
	).toBe("ended");
});

test("nobody stands in for who is disabled, nor on for somebody's deputy", async () => {
	const [user, deputy, third] = [await chair(), await person({ roles: ["cashier"] }), await clerk()];
	await name(user, deputy);
	await name(deputy, third);
	expect((await standing(third, TODAY)).map(({ userId }: { userId: number }) => userId)).toEqual([deputy.id]);
	expect((await standing(third, TODAY))[0].permissions.toSorted()).toEqual([
		"certificates.review",
		"finance.pay",
		"finance.review.cashier",
		"payments.verify",
	]);
	await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").bind(user.id).run();
	expect(await standing(deputy, TODAY)).toEqual([]);
});

test("the lists: mine and those I stand in for, now and later, not what is over", async () => {
	const [user, deputy] = [await chair(), await clerk()];
	const now = await name(user, deputy);
	const later = await name(user, deputy, { from: "2026-05-01", to: "2026-05-02" });
	const ended = await name(user, deputy, { from: "2026-06-01", to: "2026-06-02" });
	await endDeputy(db, { id: ended, version: 1 }, { ownerId: user.id, ...by(user) });
	const row = { version: 1, user_id: user.id, user_name: "理事長", deputy_id: deputy.id, deputy_name: "代理的人" };
	const both = [
		{ ...row, id: now, starts_on: TODAY, ends_on: "2026-03-10", is_on: 1 },
		{ ...row, id: later, starts_on: "2026-05-01", ends_on: "2026-05-02", is_on: 0 },
	];
	const [mine, theirs, none] = await readRows(
		env.DB,
		deputiesOf(user.id, TODAY),
		standsInFor(deputy.id, TODAY),
		standsInFor(user.id, TODAY),
	);
	expect([mine, theirs, none]).toEqual([both, both, []]);
	expect((await readRows(env.DB, deputiesOf(user.id, "2026-03-11")))[0].map(({ id }) => id)).toEqual([later]);
});

test("to choose from: active staff but the two it is between", async () => {
	const user = await chair();
	await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id <> ?").bind(user.id).run();
	const [a, b] = [await person({ name: "乙", roles: ["editor"] }), await person({ name: "甲", roles: ["auditor"] })];
	const boss = await person({ roles: ["admin"] });
	await person({ roles: ["member"] });
	await person({ roles: ["editor"], status: "invited" });
	expect((await readRows(env.DB, deputyOptions(user.id, boss.id)))[0]).toEqual([
		{ id: a.id, name: "乙" },
		{ id: b.id, name: "甲" },
	]);
});

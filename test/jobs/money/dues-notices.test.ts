import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { keepDuesNotices, remindMembers } from "#jobs/money/dues-notices.ts";
import {
	claim,
	empty,
	item,
	member,
	memberWithLogin,
	noted,
	notices,
	reminders,
	taipei,
} from "../../support/dues-notices.ts";
import { set } from "../../support/mail.ts";
import { endPayments } from "../../support/money-fixtures.ts";
import { person, rows } from "../../support/users.ts";
import { withQueueKept } from "../../support/webhooks.ts";

beforeEach(empty);

const run = (at: number) => remindMembers(withQueueKept().env, at);
const NEW_YEAR = taipei("2027-01-01");
const data = (kind: string, more: object = {}) => ({
	kind,
	own: true,
	dependents: 0,
	until: "2026-12-31",
	grace: "2027-03-31",
	...more,
});

test("a mail names what its reader owes, and those for whom the reader pays, and nobody else's", async () => {
	const parent = await memberWithLogin({ name: "石永明", paid: [2026], owes: [2027] });
	const child = await member({
		name: "石小安",
		guardian: parent.id,
		email: null,
		paid: [2026],
		owes: [2027],
		percent: 50,
	});
	const grown = await memberWithLogin({ name: "石大安", guardian: parent.id, paid: [2026] });
	await item(grown.id, 2027, { percent: 25 });
	await member({ name: "陳怡君", email: "chen@example.org", paid: [2026], owes: [2027] });
	// Somebody's payment waits: it is not asked for again.
	const claimed = await memberWithLogin({ name: "林先生", paid: [2026] });
	await claim(claimed.id, await item(claimed.id, 2025));
	await run(NEW_YEAR);
	type Said = { owed: { own: boolean; no: string; items: { left: number }[] }[] };
	const said = new Map(
		(await reminders()).map((mail) => [
			mail.user_id ?? mail.to_address,
			(mail.data as Said).owed.map(({ own, no, items }) => [own, no, items.map(({ left }) => left)]),
		]),
	);
	const numbers = new Map(
		(await rows<{ id: number; member_no: string }>("SELECT id, member_no FROM members")).map((row) => [
			row.id,
			row.member_no,
		]),
	);
	const own = (id: number, ...left: number[]) => [true, numbers.get(id), left];
	expect(said.get(parent.userId)).toEqual([
		own(parent.id, 1_000),
		[false, numbers.get(child), [500]],
		...(said.get(parent.userId) ?? []).slice(2),
	]);
	expect(said.get(grown.userId)).toEqual([own(grown.id, 750)]);
	expect(said.get("chen@example.org")).toMatchObject([[true, expect.any(String), [1_000]]]);
	expect(said.get(claimed.userId)).toEqual([own(claimed.id)]);
	// No name of another person stands in what is kept for a mail.
	for (const { data: kept } of await reminders()) expect(JSON.stringify(kept)).not.toMatch(/石|陳|林/);
});

test("no mail goes to an address of somebody who must not be told of the member", async () => {
	const banned = await member({ email: "both@example.org" });
	const child = await member({ email: "both@example.org", paid: [2026], owes: [2027] });
	await env.DB.prepare("INSERT INTO member_bans (member_id, person_id, reason, since) VALUES (?1, ?2, 'court', 1)")
		.bind(child, banned)
		.run();
	await run(NEW_YEAR);
	expect(await reminders()).toEqual([]);
	expect(await notices()).toEqual([]);
});

describe("when", () => {
	test("30 days before the end, the day after it and the day after the grace: once each, in Taipei's days", async () => {
		const { id, userId } = await memberWithLogin({ paid: [2025, 2026] });
		await run(taipei("2026-11-30", "23:59"));
		expect(await notices()).toEqual([]);
		for (const at of [taipei("2026-12-01"), taipei("2026-12-01", "00:01"), taipei("2026-12-31", "23:59")])
			await run(at);
		expect(await noted()).toEqual([[id, "before_end"]]);
		for (const at of [NEW_YEAR, NEW_YEAR + 1, taipei("2027-01-31", "23:59"), taipei("2027-03-31", "23:59")])
			await run(at);
		expect(await noted()).toEqual([
			[id, "before_end"],
			[id, "end"],
		]);
		for (const day of ["2027-04-01", "2027-04-02", "2027-12-31", "2028-01-01"]) await run(taipei(day));
		expect(
			(await notices()).map(({ kind, at, period_end, channel, user_id }) => [kind, at, period_end, channel, user_id]),
		).toEqual([
			["before_end", taipei("2026-12-01"), "2026-12-31", "mail", null],
			["end", NEW_YEAR, "2026-12-31", "mail", null],
			["grace_end", taipei("2027-04-01"), "2026-12-31", "mail", null],
		]);
		expect((await reminders()).map((mail) => [mail.user_id, mail.data])).toMatchObject(
			[
				["before_end", "2026-12-31"],
				["end", "2027-03-31"],
				["grace_end", "2027-05-01"],
			].map(([kind = "", payBy]) => [userId, data(kind, { payBy, owed: [{ own: true, items: [] }] })]),
		);
		expect((await notices()).map(({ mail_id }) => mail_id)).toEqual((await reminders()).map((mail) => mail.id));
	});

	test("31 December 23:59 in Taipei is the old year still, one minute later the new one", async () => {
		const id = await member({ paid: [2026] });
		await run(taipei("2026-12-31", "23:59"));
		expect(await noted()).toEqual([[id, "before_end"]]);
		const other = await member({ paid: [2026] });
		await run(NEW_YEAR);
		expect((await noted()).slice(1)).toEqual([[other, "end"]]);
	});

	test("two at once, and five, tell nobody twice", async () => {
		const some = [
			await member({ paid: [2026] }),
			await member({ paid: [2026] }),
			(await memberWithLogin({ paid: [2026] })).id,
		];
		await Promise.all([1, 2, 3, 4, 5].map(() => run(NEW_YEAR)));
		expect(await noted()).toEqual(some.map((id) => [id, "end"]));
		expect((await reminders()).length).toBe(3);
	});

	test("a cron that was out tells up to 30 days late, and only what counts now", async () => {
		const id = await member({ paid: [2026] });
		await run(taipei("2027-01-31", "23:59"));
		expect(await noted()).toEqual([[id, "end"]]);
		const late = await member({ paid: [2026] });
		await run(taipei("2027-02-01"));
		await run(taipei("2027-05-02"));
		expect((await noted()).filter(([one]) => one === late)).toEqual([]);
		await run(taipei("2027-05-01", "23:59"));
		expect((await noted()).filter(([one]) => one === late)).toEqual([[late, "grace_end"]]);
	});

	test("who was just told of one thing is not told of the next within three days", async () => {
		const id = await member({ paid: [2026] });
		for (const at of [taipei("2026-12-30", "12:00"), NEW_YEAR, taipei("2027-01-02", "11:59")]) await run(at);
		expect(await noted()).toEqual([[id, "before_end"]]);
		await run(taipei("2027-01-02", "12:00"));
		expect(await noted()).toEqual([
			[id, "before_end"],
			[id, "end"],
		]);
	});

	test("the months of grace are the settings'; with none, the end is the last word", async () => {
		await set({ "fees.grace_months": "0" });
		const id = await member({ paid: [2026] });
		await run(NEW_YEAR);
		for (const day of ["2027-01-02", "2027-01-10", "2027-04-01"]) await run(taipei(day));
		expect(await noted()).toEqual([[id, "end"]]);
		expect((await reminders()).map((mail) => mail.data)).toMatchObject([data("end", { grace: null })]);
		await set({ "fees.grace_months": "1" });
		await run(taipei("2027-02-01"));
		expect((await noted()).slice(1)).toEqual([[id, "grace_end"]]);
	});

	test("once an hour, and the queue hears of it", async () => {
		const id = await member({ paid: [2026] });
		const { env: worker, sent } = withQueueKept();
		await keepDuesNotices(worker, NEW_YEAR + 19 * 60_000);
		expect([await noted(), sent]).toEqual([[], []]);
		await keepDuesNotices(worker, NEW_YEAR + 20 * 60_000);
		await keepDuesNotices(worker, NEW_YEAR + 80 * 60_000);
		expect(await noted()).toEqual([[id, "end"]]);
		expect(sent.map(({ body }) => body)).toEqual([{ type: "mail.due" }]);
	});
});

describe("who", () => {
	test("nobody who has paid on, whose payment for the next year waits, or whom there is nothing to tell", async () => {
		const [next, other] = [await member({ paid: [2026] }), await member({ paid: [2026] })];
		await claim(next, await item(next, 2027));
		const owes = await member({ paid: [2026], owes: [2027] });
		for (const of of [
			{ paid: [2026, 2027] },
			{ paid: [2025] },
			{ owes: [2026] },
			{ paid: [2026], type: "lifetime" },
			{ paid: [2026], type: "honorary_academic" },
			...["deceased", "resigned", "expelled", "suspended", "withdrawn", "applied"].map((status) => ({
				paid: [2026],
				status,
			})),
			{ paid: [2026], email: null },
		])
			await member(of);
		const [merged, unknown] = [await member({ paid: [2026] }), await member({ paid: [2026] })];
		await env.DB.prepare("UPDATE members SET merged_into = ? WHERE id = ?").bind(other, merged).run();
		await env.DB.prepare("UPDATE members SET pseudonymised_at = 1 WHERE id = ?").bind(unknown).run();
		await run(NEW_YEAR);
		expect(await noted()).toEqual([
			[other, "end"],
			[owes, "end"],
		]);
		expect((await notices()).map(({ amount }) => amount)).toEqual([null, 1_000]);
	});

	test("a payment that was sent back holds nobody's reminder", async () => {
		const id = await member({ paid: [2026] });
		await claim(id, await item(id, 2027));
		await run(NEW_YEAR);
		expect(await noted()).toEqual([]);
		await endPayments("reject", "true", "金額不符");
		await run(NEW_YEAR);
		expect(await noted()).toEqual([[id, "end"]]);
	});

	test("who paid the old year only after its end is not told at once that it has ended; of the grace they are", async () => {
		const id = await member({ paid: [2026], paidAt: taipei("2027-01-10") });
		await run(taipei("2027-01-10", "12:00"));
		expect(await noted()).toEqual([]);
		await run(taipei("2027-04-01"));
		expect(await noted()).toEqual([[id, "grace_end"]]);
	});

	test("a guardian gets one mail for the family, both logins of a grown dependent theirs, a record without a login its address", async () => {
		const parent = await memberWithLogin({ name: "石永明", paid: [2026] });
		const children = [
			await member({ guardian: parent.id, email: "child@example.org", paid: [2026] }),
			await member({ guardian: parent.id, email: null, paid: [2026] }),
		];
		const grown = await memberWithLogin({ name: "石小安", guardian: parent.id, paid: [2026] });
		const plain = await member({ name: "陳怡君", email: "chen@example.org", paid: [2026] });
		const elder = await member({ name: "林爺爺", email: "lin@example.org" });
		const ward = await member({ guardian: elder, email: null, paid: [2026] });
		await run(NEW_YEAR);
		const mails = await reminders();
		expect(mails.map(({ user_id, to_name, data: said }) => [user_id, to_name, said])).toMatchObject([
			[parent.userId, "石永明", data("end", { dependents: 3 })],
			[grown.userId, "石小安", data("end")],
			[null, "陳怡君", data("end")],
			[null, "林爺爺", data("end", { own: false, dependents: 1 })],
		]);
		expect(mails.slice(2).map(({ to_address }) => to_address)).toEqual(["chen@example.org", "lin@example.org"]);
		const [family, own, ...records] = mails.map(({ id }) => id);
		expect((await notices()).map(({ member_id, mail_id }) => [member_id, mail_id])).toEqual([
			[parent.id, family],
			...children.map((id) => [id, family]),
			[grown.id, own],
			[plain, records[0]],
			[ward, records[1]],
		]);
	});

	test("a login that is off, or has no address, does not count; a dead guardian is not written to", async () => {
		const off = await person({ status: "disabled" });
		const mute = await person({ email: null, phone: "0912000111" });
		await member({ userId: off.id, email: "off@example.org", paid: [2026] });
		await member({ userId: mute.id, email: null, paid: [2026] });
		const dead = await member({ email: "dead@example.org", status: "deceased" });
		await member({ guardian: dead, email: null, paid: [2026] });
		await run(NEW_YEAR);
		expect((await reminders()).map(({ to_address }) => to_address)).toEqual(["off@example.org"]);
	});

	test("the log of what was done says how many, and of nobody", async () => {
		const before = (await rows("SELECT id FROM audit_log WHERE action = 'dues.remind'")).length;
		await run(NEW_YEAR);
		await member({ paid: [2026] });
		await member({ paid: [2026] });
		await run(NEW_YEAR);
		const logged = await rows(
			"SELECT actor, user_id, auditable_id, description, changes FROM audit_log WHERE action = 'dues.remind' ORDER BY id",
		);
		expect(logged.slice(before)).toEqual([
			{ actor: "cron", user_id: null, auditable_id: "", description: "end 2026-12-31", changes: '{"members":2}' },
		]);
	});
});

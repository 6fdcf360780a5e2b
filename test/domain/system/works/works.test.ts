/** Long work: what its user sees of it is what is stored, whatever happens in between. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { standingAnnouncement } from "#db/office/announcement-edits.ts";
import { readRows } from "#db/read.ts";
import { endWork, noteProgress } from "#db/system/works.ts";
import { arrangeMailing, sendMailings, stopMailing } from "#domain/office/announcement-mailings/actions.ts";
import { followed, keepWorks } from "#domain/system/works/actions.ts";
import { timeLeft, type WorkRow } from "#domain/system/works/rules.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { announcement, MAY } from "../../../support/announcements.ts";
import { newSeed } from "../../../support/chances.ts";
import { page, tripsOf } from "../../../support/pages.ts";
import { ask, type Person, signIn } from "../../../support/people.ts";
import { random } from "../../../support/random.ts";
import { rows } from "../../../support/users.ts";

const { works, tasks, roles } = paths.admin;
const HOUR = 3_600_000;
const db = open(env.DB);

let staff: Person;
let other: Person;
const by = () => byUser(staff.userId, null, Date.now());
const stored = () => rows<WorkRow>("SELECT * FROM works WHERE user_id = ? ORDER BY id", staff.userId);
const headOf = async (as: Person) => {
	const { elements } = await page(tasks.list(), as);
	return elements.filter(({ name }) => name === "aside").map(({ text }) => text.replace(/\s+/g, " "));
};

beforeEach(async () => {
	staff = await signIn({ name: "林書瑜", roles: ["admin", "secretary"] });
	other = await signIn({ name: "別人", roles: ["admin", "secretary"] });
});

const begun = (total: number, run: Parameters<typeof followed>[2]) =>
	followed(db, { kind: "roster", href: roles.list(), total, by: by() }, run);

test("work is done in the batch that stores it, and not before", async () => {
	await begun(300, async ({ report, ended }) => {
		report(120);
		await expect
			.poll(async () => (await stored()).map(({ state, done, total }) => [state, done, total]))
			.toEqual([["running", 120, 300]]);
		expect(await headOf(staff)).toEqual([expect.stringContaining("匯入名冊中 已處理 120／300 列")]);
		expect(await headOf(other)).toEqual([]);
		const lost = commit(db, [...ended, { toSQL: () => ({ sql: "INSERT INTO nowhere VALUES (1)", params: [] }) }]);
		await expect(lost).rejects.toThrow();
		expect((await stored())[0]).toMatchObject({ state: "running", ended_at: null });
		await commit(db, ended);
	});
	expect((await stored())[0]).toMatchObject({ state: "done", done: 300, total: 300, reason: null });
	expect(await headOf(staff)).toEqual([expect.stringContaining("匯入名冊完成，共 300 列。")]);
});

test("work that throws has failed, by what it threw", async () => {
	const broken = begun(3, () => Promise.reject(new Error("no room")));
	await expect(broken).rejects.toThrow("no room");
	const refused = begun(3, () => Promise.reject(new Refusal("import.stale")));
	await expect(refused).rejects.toThrow(Refusal);
	expect((await stored()).map(({ state, reason, done }) => [state, reason, done])).toEqual([
		["failed", "broken", 0],
		["failed", "refused", 0],
	]);
	expect((await headOf(staff))[0]).toContain("匯入名冊沒有完成：沒有寫入任何資料");
});

test("whatever order progress, end, failure and the cron come in, done never means less than all, nor becomes less", async () => {
	const seed = newSeed();
	const { next, pick } = random(seed);
	const does = {
		progress: (id: number) => commit(db, [noteProgress(id, { done: Math.floor(next() * 80), at: Date.now() })]),
		end: (id: number) => commit(db, [endWork(id, Date.now())]),
		cron: () => keepWorks(env, db, Date.now() + pick([0, HOUR])),
	};
	for (let walk = 0; walk < 8; walk++) {
		const { results } = await env.DB.prepare(
			"INSERT INTO works (user_id, kind, href, total, started_at, touched_at) VALUES (?, 'roster', '/admin/roles', 50, 1, 1) RETURNING id",
		)
			.bind(staff.userId)
			.all<{ id: number }>();
		const id = results[0]?.id ?? 0;
		let ended = false;
		let most = 0;
		for (let step = 0; step < 10; step++) {
			const kind = pick(["progress", "progress", "end", "cron"] as const);
			await does[kind](id);
			ended ||= kind === "end";
			const [row] = await rows<WorkRow>("SELECT * FROM works WHERE id = ?", id);
			expect([seed, step, row?.state === "done"]).toEqual([seed, step, ended]);
			if (row?.state === "done") expect([seed, row.done]).toEqual([seed, row.total]);
			expect([seed, (row?.done ?? 0) >= most, (row?.done ?? 0) <= 50]).toEqual([seed, true, true]);
			most = row?.done ?? 0;
		}
	}
	await expect(
		env.DB.prepare("UPDATE works SET state = 'done', ended_at = 1, reason = NULL, done = 1, total = 2").run(),
	).rejects.toThrow("CHECK");
});

test("work whose program was ended is interrupted after five minutes, and deleted a day after its end", async () => {
	await env.DB.prepare(
		"INSERT INTO works (user_id, kind, href, total, done, started_at, touched_at) VALUES (?, 'bank', '/admin/roles', 9, 4, 1, ?)",
	)
		.bind(staff.userId, Date.now() - 4 * 60_000)
		.run();
	await keepWorks(env, db, Date.now());
	expect((await stored()).map(({ state }) => state)).toEqual(["running"]);
	await keepWorks(env, db, Date.now() + 2 * 60_000);
	expect((await stored()).map(({ state, reason }) => [state, reason])).toEqual([["failed", "interrupted"]]);
	await keepWorks(env, db, Date.now() + 25 * HOUR);
	expect(await stored()).toEqual([]);
});

test("is seen, put away and listed by its user alone", async () => {
	await begun(2, ({ ended }) => commit(db, ended));
	const [work] = await stored();
	const sight = works.sight(work?.id ?? 0);
	expect((await ask(sight, { as: other, form: {} })).status).toBe(303);
	expect(await headOf(staff)).toHaveLength(1);
	expect((await page(works.list(), other)).html).toContain("現在沒有進行中的工作");
	expect((await page(works.list(), staff)).html).toContain("匯入名冊完成，共 2 列。");
	const json = await (await ask(works.list(), { as: staff, headers: { Accept: "application/json" } })).json();
	expect(json).toEqual({ html: expect.stringContaining("匯入名冊完成，共 2 列。") });
	expect((await ask(sight, { as: staff, form: {} })).status).toBe(303);
	expect(await headOf(staff)).toEqual([]);
});

test("whoever opens the page of what was done has seen it; the head costs no round trip", async () => {
	await begun(2, ({ ended }) => commit(db, ended));
	expect(await headOf(staff)).toHaveLength(1);
	const trips = await tripsOf(tasks.list(), staff);
	expect(trips).toBe(await tripsOf(tasks.list(), other));
	expect((await page(roles.list(), staff)).html).not.toContain("匯入名冊完成");
	expect(await headOf(staff)).toEqual([]);
});

async function mailing(people: number) {
	await env.DB.prepare("UPDATE members SET status = 'resigned' WHERE status <> 'resigned'").run();
	for (let nth = 0; nth < people; nth++)
		await env.DB.prepare(
			`INSERT INTO members (name, seal_id, email, membership_type, status, member_no, created_at, updated_at)
			VALUES (?1, ?1, ?2, 'individual', 'active', ?1, 1, 1)`,
		)
			.bind(crypto.randomUUID(), nth % 3 === 0 ? null : `${crypto.randomUUID()}@example.org`)
			.run();
	const id = await announcement();
	const [[row]] = await readRows(env.DB, standingAnnouncement(id));
	const href = paths.admin.announcements.show(id);
	await arrangeMailing(db, {
		key: crypto.randomUUID(),
		id,
		version: row?.version ?? 0,
		scope: "all",
		href,
		may: MAY,
		...by(),
	});
	return id;
}
const receivers = async (id: number) =>
	(
		await rows<{ n: number }>(
			"SELECT count(*) AS n FROM announcement_receivers r JOIN announcement_mailings g ON g.id = r.mailing_id WHERE g.announcement_id = ?",
			id,
		)
	)[0]?.n;

test("a mailing names its total from the beginning, counts each person once, and is done when nobody is left", async () => {
	const id = await mailing(11);
	expect((await stored())[0]).toMatchObject({ kind: "mailing", state: "running", done: 0, total: 11 });
	expect((await headOf(staff))[0]).toContain("寄送公告中 已處理 0／11 位");
	for (let run = 0; run < 12; run++) {
		// Two runs at once, as when the cron comes again before the first has ended: one of them writes nothing.
		await Promise.all([sendMailings(db, Date.now(), 2), sendMailings(db, Date.now(), 2)]);
		await env.DB.prepare("UPDATE mail_messages SET state = 'sent', settled_at = 1 WHERE state = 'queued'").run();
		await keepWorks(env, db, Date.now() + HOUR);
		const [work] = await stored();
		expect([run, work?.done, work?.total]).toEqual([run, await receivers(id), 11]);
		const [under] = await rows<{ state: string }>(
			"SELECT state FROM announcement_mailings WHERE announcement_id = ?",
			id,
		);
		expect([run, work?.state === "done"]).toEqual([run, under?.state === "done"]);
	}
	expect((await stored())[0]).toMatchObject({ state: "done", done: 11, total: 11 });
});

test("a mailing that was stopped says so, with whom it had reached", async () => {
	const id = await mailing(5);
	await sendMailings(db, Date.now(), 2);
	await stopMailing(db, id, { may: MAY, ...by() });
	expect((await stored())[0]).toMatchObject({ state: "failed", reason: "stopped", done: 2, total: 5 });
	expect((await headOf(staff))[0]).toContain("寄送公告沒有完成（2／5 位）：已停止");
});

test("the time left follows the pace, and is not told before there is one", () => {
	const row = { id: 1, kind: "roster", href: "/admin/roles", state: "running", reason: null, ended_at: null } as const;
	const left = (done: number, minutes: number, since = 0) =>
		timeLeft({ ...row, done, total: 100, started_at: 0, touched_at: minutes * 60_000 }, (minutes + since) * 60_000);
	expect([left(0, 5), left(50, 5), left(50, 5, 2), left(99, 5), left(100, 5)]).toEqual([
		"",
		"約 5 分鐘",
		"約 3 分鐘",
		"不到 1 分鐘",
		"",
	]);
});

test("the list is a page without scripts, with a link that loads it again", async () => {
	const shown = await page(works.list(), staff);
	expect(shown.elements.some(({ name, attributes }) => name === "a" && attributes.href === works.list())).toBe(true);
});

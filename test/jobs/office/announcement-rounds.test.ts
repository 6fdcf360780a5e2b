/** Rounds of mails about announcements: whom each reaches, whatever the order and the number of presses and runs. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { standingAnnouncement } from "#db/office/announcement-edits.ts";
import { mailingsOf } from "#db/office/announcement-mailings.ts";
import {
	audienceOfStored,
	countAudience,
	countReceivers,
	type MailingScope,
} from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import { arrangeMailing, sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import {
	mailMyself,
	OWN_MAILS,
	releaseAnnouncement,
	takeBackAnnouncement,
} from "#domain/office/announcement-mailings/release-actions.ts";
import { markRead } from "#domain/office/announcements/actions.ts";
import { chooseAudience, chooseChannels } from "#domain/office/announcements/step-actions.ts";
import { unsubscribe } from "#domain/system/mail-subscriptions/actions.ts";
import { announcement, draft, rowsOf, writer } from "../../support/announcements.ts";
import { signIn } from "../../support/people.ts";
import { codeOf } from "../../support/refusal.ts";

const db = open(env.DB);
let nth = 0;

async function person(of: { email?: string | null; userId?: number; guardian?: number } = {}): Promise<number> {
	nth += 1;
	const id = await env.DB.prepare(
		`INSERT INTO members (name, seal_id, email, user_id, guardian_member_id, status, member_no, created_at, updated_at)
		VALUES (?1, ?2, ?3, ?4, ?5, 'active', ?6, 1, 1) RETURNING id`,
	)
		.bind(
			`會員${nth}`,
			crypto.randomUUID(),
			of.email === undefined ? `r${nth}@example.org` : of.email,
			of.userId ?? null,
			of.guardian ?? null,
			`R${nth}`,
		)
		.first<number>("id");
	if (id === null) throw new Error("no member");
	return id;
}
const reader = async () => {
	const { userId } = await signIn();
	return { userId, id: await person({ userId, email: null }) };
};
const addressOf = async (userId: number) =>
	(await rowsOf<{ email: string }>("SELECT email FROM users WHERE id = ?", userId))[0]?.email ?? "";
const versionOf = async (id: number): Promise<number> => {
	const [[row]] = await readRows(env.DB, standingAnnouncement(id));
	return row?.version ?? 0;
};
const arrange = async (id: number, scope: MailingScope, key: string = crypto.randomUUID()) =>
	arrangeMailing(db, { id, version: await versionOf(id), scope, key, ...writer() });
const sendAll = async (state = "sent") => {
	while ((await sendMailings(db, Date.now(), 3)) > 0)
		await env.DB.prepare("UPDATE mail_messages SET state = ?, settled_at = ? WHERE state = 'queued'")
			.bind(state, Date.now())
			.run();
};
const mailsTo = (address: string) =>
	rowsOf("SELECT id FROM mail_messages WHERE to_address = ? AND template = 'announcement'", address);
const counted = async (id: number, scope: MailingScope) => (await readRows(env.DB, countReceivers(id, scope)))[0][0];

beforeEach(async () => {
	for (const sql of [
		"UPDATE announcement_mailings SET state = 'stopped', ended_at = 1 WHERE state IN ('waiting', 'sending')",
		"DELETE FROM mail_messages",
		"DELETE FROM notifications",
		"DELETE FROM mail_unsubscriptions",
		"UPDATE members SET status = 'resigned' WHERE status <> 'resigned'",
	])
		await env.DB.prepare(sql).run();
});

test("it goes again to those alone who have a login, did not open it and still get mails; once a press", async () => {
	const [read, unread, off] = [await reader(), await reader(), await reader()];
	const plain = await person();
	const id = await announcement();
	await arrange(id, "all");
	await sendAll();
	await markRead(db, id, { userId: read.userId, at: Date.now() });
	await unsubscribe(db, { kind: "member_announcements", user: off.userId, member: null }, writer());
	const count = await counted(id, "unread");
	expect(count).toEqual({ mailed: 1, no_address: 0, unsubscribed: 1 });
	// Five presses of one form and runs of the cron at once: one round.
	const key = crypto.randomUUID();
	await Promise.allSettled([...[1, 2, 3].map(() => arrange(id, "unread", key)), sendMailings(db, Date.now(), 2)]);
	await Promise.all([sendAll(), sendAll()]);
	await arrange(id, "unread", key);
	await sendAll();
	expect((await mailsTo(await addressOf(unread.userId))).length).toBe(2);
	for (const { userId } of [read, off]) expect((await mailsTo(await addressOf(userId))).length).toBe(1);
	const [row] = await rowsOf<{ email: string }>("SELECT email FROM members WHERE id = ?", plain);
	expect((await mailsTo(row?.email ?? "")).length).toBe(1);
	const [[newest]] = await readRows(env.DB, mailingsOf(id));
	expect(newest).toMatchObject({ scope: "unread", state: "done", sent: count?.mailed, unsubscribed: 1 });
});

test("any order of reading, presses and runs: nobody has two of a round, and a reader gets no further one", async () => {
	const readers = [await reader(), await reader(), await reader(), await reader()];
	const id = await announcement();
	const seen = new Map<number, number>();
	for (let step = 0; step < 40; step++) {
		const chance = Math.random();
		const one = readers[Math.floor(Math.random() * readers.length)];
		if (chance < 0.3) await arrange(id, chance < 0.2 ? "unread" : "missing").catch(codeOf);
		else if (chance < 0.6) await Promise.all([sendMailings(db, Date.now(), 1), sendMailings(db, Date.now(), 2)]);
		else if (chance < 0.8) await sendAll();
		else if (one && !seen.has(one.userId)) {
			// What is under way may be written already: its round is finished before the reader counts as one.
			await sendAll();
			await markRead(db, id, { userId: one.userId, at: Date.now() });
			seen.set(one.userId, (await mailsTo(await addressOf(one.userId))).length);
		}
	}
	await sendAll();
	expect(
		await rowsOf(
			`SELECT mailing_id FROM announcement_receivers r JOIN announcement_mailings g ON g.id = r.mailing_id
			WHERE g.announcement_id = ? GROUP BY mailing_id, user_id HAVING count(*) > 1`,
			id,
		),
	).toEqual([]);
	for (const [userId, before] of seen) {
		const rounds = await rowsOf<{ scope: number }>(
			`SELECT g.unread_only AS scope FROM announcement_receivers r JOIN announcement_mailings g ON g.id = r.mailing_id
			WHERE g.announcement_id = ? AND r.user_id = ? AND r.outcome = 'mailed'`,
			id,
			userId,
		);
		// Whoever never got one may still get the first; a round for those who did not read is for others.
		expect((await mailsTo(await addressOf(userId))).length).toBe(Math.max(before, rounds.length));
	}
});

test("an address from which the last mail came back gets none until one goes through again", async () => {
	const one = await person({ email: "back@example.org" });
	const id = await announcement();
	await arrange(id, "all");
	await sendAll("bounced");
	const other = await announcement({ title: "另一則" });
	expect(await counted(other, "all")).toEqual({ mailed: 0, no_address: 1, unsubscribed: 0 });
	expect((await readRows(env.DB, countAudience(audienceOfStored(other))))[0][0]).toMatchObject({
		bounced: 1,
		reads_only: 0,
	});
	await person({ email: "fine@example.org" });
	await arrange(other, "all");
	await sendAll();
	expect((await mailsTo("back@example.org")).length).toBe(1);
	expect((await readRows(env.DB, mailingsOf(other)))[0][0]).toMatchObject({ sent: 1, held: 1, no_address: 0 });
	await env.DB.prepare(
		"UPDATE mail_messages SET state = 'sent', settled_at = settled_at + 1 WHERE to_address = 'back@example.org'",
	).run();
	expect(await counted(other, "missing")).toMatchObject({ mailed: 1 });
	expect(one).toBeGreaterThan(0);
});

test("who must not be told is not written to by the member's own record either", async () => {
	const banned = await person({ email: "shared@example.org" });
	const child = await person({ email: "shared@example.org" });
	await env.DB.prepare("UPDATE members SET status = 'resigned' WHERE id = ?").bind(banned).run();
	await env.DB.prepare("INSERT INTO member_bans (member_id, person_id, reason, since) VALUES (?1, ?2, 'court', 1)")
		.bind(child, banned)
		.run();
	const id = await announcement();
	expect((await readRows(env.DB, countAudience("members")))[0][0]).toMatchObject({
		mailed: 0,
		no_address: 1,
		banned: 1,
	});
	await person({ email: "fine@example.org" });
	await arrange(id, "all");
	await sendAll();
	expect(await mailsTo("shared@example.org")).toEqual([]);
	expect((await mailsTo("fine@example.org")).length).toBe(1);
});

test("sent as its steps say: one change opens it and arranges the mails; taken back, nothing goes", async () => {
	await person();
	const id = await draft();
	const ref = async () => ({ id, version: await versionOf(id) });
	const now = { publish: "now", publish_at: null, until: null } as const;
	const later = { publish: "later", publish_at: Date.now() + 3_600_000, until: null } as const;
	await chooseChannels(db, await ref(), { by_mail: true, line_text: "", ...writer() });
	expect(await releaseAnnouncement(db, await ref(), { wish: later, href: "/admin/x", ...writer() })).toBe("scheduled");
	expect(await rowsOf("SELECT state FROM announcement_mailings WHERE announcement_id = ?", id)).toEqual([
		{ state: "waiting" },
	]);
	// The time is moved: still one mailing.
	await releaseAnnouncement(db, await ref(), {
		wish: { ...later, publish_at: later.publish_at + 1 },
		href: "/admin/x",
		...writer(),
	});
	// Without a mail by now: what waits is taken back, and arranged anew with the next press.
	const states = () => rowsOf("SELECT state FROM announcement_mailings WHERE announcement_id = ? ORDER BY id", id);
	await chooseChannels(db, await ref(), { by_mail: false, line_text: "", ...writer() });
	expect(await states()).toEqual([{ state: "stopped" }]);
	await chooseChannels(db, await ref(), { by_mail: true, line_text: "", ...writer() });
	await releaseAnnouncement(db, await ref(), { wish: later, href: "/admin/x", ...writer() });
	expect(await states()).toEqual([{ state: "stopped" }, { state: "waiting" }]);
	await takeBackAnnouncement(db, await ref(), writer());
	expect(await states()).toEqual([{ state: "stopped" }, { state: "stopped" }]);
	await flipDue(db, Date.now() + 7_200_000);
	expect(await sendMailings(db, Date.now())).toBe(0);
	expect(await rowsOf("SELECT 1 FROM mail_messages")).toEqual([]);
	const seen = await ref();
	const ends = await Promise.allSettled(
		[1, 2].map(() => releaseAnnouncement(db, seen, { wish: now, href: "/admin/x", ...writer() })),
	);
	expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	await sendAll();
	expect((await rowsOf("SELECT 1 FROM mail_messages")).length).toBe(1);
});

test("the cron and a hand that takes it back: one of them, never both", async () => {
	await person();
	for (let round = 0; round < 8; round++) {
		const id = await draft({ title: `第${round}則` });
		const ref = async () => ({ id, version: await versionOf(id) });
		await chooseChannels(db, await ref(), { by_mail: true, line_text: "", ...writer() });
		const wish = { publish: "later", publish_at: Date.now() + 3_600_000, until: null } as const;
		await releaseAnnouncement(db, await ref(), { wish, href: "/admin/x", ...writer() });
		const seen = await ref();
		const [, taken] = await Promise.allSettled([
			flipDue(db, wish.publish_at + 1),
			takeBackAnnouncement(db, seen, writer()),
		]);
		await sendAll();
		const [row] = await rowsOf<{ is_live: number; publish_from: number | null }>(
			"SELECT is_live, publish_from FROM announcements WHERE id = ?",
			id,
		);
		const sent = await rowsOf(
			"SELECT r.id FROM announcement_receivers r JOIN announcement_mailings g ON g.id = r.mailing_id WHERE g.announcement_id = ?",
			id,
		);
		expect([row?.is_live, sent.length]).toEqual(taken.status === "fulfilled" ? [0, 0] : [1, 1]);
	}
});

test("without a text, or by mail to nobody, it is not sent; a new audience stops what was arranged", async () => {
	const now = { publish: "now", publish_at: null, until: null } as const;
	const send = async (id: number) =>
		releaseAnnouncement(db, { id, version: await versionOf(id) }, { wish: now, href: "/admin/x", ...writer() }).then(
			() => "sent",
			codeOf,
		);
	expect(await send(await draft({ title: "空的", body: "  \n" }))).toBe("announcement.no_text");
	const id = await draft({ title: "沒有人" });
	await chooseChannels(db, { id, version: 1 }, { by_mail: true, line_text: "", ...writer() });
	expect(await send(id)).toBe("announcement.nobody");
	await person();
	expect(await send(id)).toBe("sent");
	expect(
		await chooseAudience(db, { id, version: await versionOf(id) }, { audience: "type:sponsor", ...writer() }),
	).toBe(true);
	expect(await rowsOf("SELECT state FROM announcement_mailings WHERE announcement_id = ?", id)).toEqual([
		{ state: "stopped" },
	]);
	expect(
		await chooseAudience(db, { id, version: 1 }, { audience: "members", ...writer() }).then(() => "", codeOf),
	).toBe("announcement.stale");
});

test("a mail to oneself goes to nobody else, counts as no mailing, and so many an hour", async () => {
	const { userId } = await signIn({ permissions: ["announcements.manage"] });
	await person();
	const id = await draft();
	const by = { ...writer(), userId };
	for (let many = 0; many < OWN_MAILS; many++) await mailMyself(db, id, by);
	expect(await mailMyself(db, id, by).then(() => "", codeOf)).toBe("announcement.own_too_many");
	expect(await rowsOf("SELECT DISTINCT to_address FROM mail_messages")).toEqual([
		{ to_address: await addressOf(userId) },
	]);
	expect(await rowsOf("SELECT 1 FROM announcement_mailings WHERE announcement_id = ?", id)).toEqual([]);
	await mailMyself(db, id, { ...by, at: by.at + 3_600_001 });
	await unsubscribe(db, { kind: "member_announcements", user: userId, member: null }, writer());
	expect(await mailMyself(db, id, by).then(() => "", codeOf)).toBe("announcement.own_unsubscribed");
	const publicOnly = { ...by, may: new Set(["announcements.publish"] as const) };
	expect(await mailMyself(db, id, publicOnly).then(() => "", codeOf)).toBe("announcement.stale");
});

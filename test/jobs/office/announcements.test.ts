import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { standingAnnouncement } from "#db/office/announcement-edits.ts";
import { mailingsOf, receiversOf } from "#db/office/announcement-mailings.ts";
import { countReceivers } from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { arrangeMailing, sendMailings, stopMailing } from "#domain/office/announcement-mailings/actions.ts";
import { saveAnnouncement } from "#domain/office/announcements/actions.ts";
import { unsubscribe } from "#domain/system/mail-subscriptions/actions.ts";
import { mailAnnouncements } from "#jobs/office/announcements.ts";
import { sendMail } from "#jobs/system/mail.ts";
import { announcement, draft, rowsOf, said, writer } from "../../support/announcements.ts";
import { insertMail } from "../../support/content.ts";
import { signIn } from "../../support/people.ts";
import { codeOf } from "../../support/refusal.ts";

const db = () => open(env.DB);
let nth = 0;

/** A member as bare rows: what the mailing looks at. */
async function person(
	of: { email?: string | null; userId?: number; guardian?: number; type?: string; status?: string; born?: string } = {},
) {
	nth += 1;
	const row = await env.DB.prepare(
		`INSERT INTO members (name, seal_id, email, user_id, guardian_member_id, membership_type, status, birth_date, member_no, created_at, updated_at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, 1) RETURNING id`,
	)
		.bind(
			`會員${nth}`,
			crypto.randomUUID(),
			of.email === undefined ? `m${nth}@example.org` : of.email,
			of.userId ?? null,
			of.guardian ?? null,
			of.type ?? "individual",
			of.status ?? "active",
			of.born ?? null,
			`T${nth}`,
		)
		.first<{ id: number }>();
	if (!row) throw new Error("no member");
	return row.id;
}

const versionOf = async (id: number): Promise<number> => {
	const [[row]] = await readRows(env.DB, standingAnnouncement(id));
	return row?.version ?? 0;
};
const arrange = async (id: number, scope: "all" | "missing" = "all") =>
	arrangeMailing(db(), { key: crypto.randomUUID(), id, version: await versionOf(id), scope, ...writer() });
/** Goes on until nothing is left, with so many persons a time; returns how many parts it took. */
async function runOut(size: number): Promise<number> {
	for (let parts = 0; ; ) {
		const done = await sendMailings(db(), Date.now(), size);
		if (done === 0) return parts;
		parts += done;
		await env.DB.prepare("UPDATE mail_messages SET state = 'sent', settled_at = 1 WHERE state = 'queued'").run();
	}
}
const mails = () =>
	rowsOf<{ id: string; to_address: string; template: string }>(
		"SELECT id, to_address, template FROM mail_messages ORDER BY to_address",
	);

beforeEach(async () => {
	for (const sql of [
		"DROP TRIGGER announcement_receivers_are_never_deleted",
		"DELETE FROM announcement_receivers",
		`CREATE TRIGGER announcement_receivers_are_never_deleted BEFORE DELETE ON announcement_receivers
			BEGIN SELECT RAISE(ABORT, 'announcement.log_is_final'); END`,
		"DELETE FROM announcement_mailings",
		"DELETE FROM announcements",
		"DELETE FROM mail_messages",
		"DELETE FROM notifications",
		"DELETE FROM mail_unsubscriptions",
		"UPDATE members SET status = 'resigned' WHERE status <> 'resigned'",
	])
		await env.DB.prepare(sql).run();
});

test("every mailbox of the audience gets one mail, in parts, whatever repeats", async () => {
	const parent = await signIn();
	const child = await signIn();
	const guardian = await person({ userId: parent.userId, email: null });
	await person({ guardian, email: null, born: "2020-01-01" });
	await person({ guardian, userId: child.userId, email: "record@example.org", born: "2019-01-01" });
	const grown = await person({ guardian, email: null, born: "1990-01-01" });
	await person({ email: "shared@example.org" });
	await person({ email: "shared@example.org" });
	const nobody = await person({ email: null });
	await person({ email: "left@example.org", status: "resigned" });
	await person({ email: "stopped@example.org", status: "suspended" });
	const id = await announcement();
	await arrange(id);
	expect(await arrange(id).then(() => undefined, codeOf)).toBe("announcement.mail_under_way");
	const [[counted]] = await readRows(env.DB, countReceivers(id, "all"));
	expect(counted).toEqual({ mailed: 3, no_address: 2, unsubscribed: 0 });

	const at = Date.now();
	// Twice at once: one of them does nothing.
	await Promise.all([sendMailings(db(), at, 2), sendMailings(db(), at, 2)]);
	await runOut(2);
	await runOut(2);
	const address = async (userId: number) =>
		(await rowsOf<{ email: string }>("SELECT email FROM users WHERE id = ?", userId))[0]?.email ?? "";
	expect((await mails()).map(({ to_address }) => to_address).sort()).toEqual(
		["shared@example.org", await address(parent.userId), await address(child.userId)].sort(),
	);
	// What the log's addresses and Resend's tags take.
	for (const mail of await mails()) expect(mail.id).toMatch(/^ann\d+_[um]\d+$/);
	const [[mailing]] = await readRows(env.DB, mailingsOf(id));
	expect(mailing).toMatchObject({ state: "done", sent: 3, waiting: 0, failed: 0, no_address: 2, unsubscribed: 0 });
	const without = await rowsOf("SELECT member_id FROM announcement_receivers WHERE outcome = 'no_address' ORDER BY 1");
	expect(without).toEqual([{ member_id: grown }, { member_id: nobody }]);
	const [log] = await readRows(env.DB, receiversOf(id, { page: 1, isNamed: true }));
	expect(log.map(({ result }) => result).sort()).toEqual(["no_address", "no_address", "sent", "sent", "sent"]);
});

test("a job that dies between two parts goes on where it was; nobody gets it twice", async () => {
	const ids: number[] = [];
	for (let n = 0; n < 7; n++) ids.push(await person());
	const id = await announcement();
	await arrange(id);
	await sendMailings(db(), Date.now(), 3);
	expect(await rowsOf("SELECT state, cursor FROM announcement_mailings")).toEqual([
		{ state: "sending", cursor: ids[2] },
	]);
	// The same part again, as if its answer had been lost: the place that it was seen at is gone.
	await env.DB.prepare("UPDATE mail_messages SET state = 'sent', settled_at = 1").run();
	expect(await runOut(3)).toBe(2);
	expect((await mails()).length).toBe(7);
	expect(await rowsOf("SELECT DISTINCT count(*) AS many FROM announcement_receivers GROUP BY member_id")).toEqual([
		{ many: 1 },
	]);
});

test("mails wait for the announcement to open, and go by the cron alone", async () => {
	await person();
	const opens = Date.now() + 60_000;
	const id = await announcement({ publish: "later", publish_at: opens });
	await arrange(id);
	await mailAnnouncements(env, Date.now());
	expect(await mails()).toEqual([]);
	await env.DB.prepare("UPDATE announcements SET publish_from = 1 WHERE id = ?").bind(id).run();
	await mailAnnouncements(env, Date.now());
	expect((await mails()).length).toBe(1);
});

test("what is closed, or for somebody else now, is mailed to nobody more", async () => {
	for (let n = 0; n < 4; n++) await person();
	const id = await announcement();
	await arrange(id);
	await sendMailings(db(), Date.now(), 2);
	await saveAnnouncement(db(), { id, version: await versionOf(id) }, { input: said(), step: "close", ...writer() });
	expect(await rowsOf("SELECT state, last_error FROM mail_messages")).toEqual(
		Array.from({ length: 2 }, () => ({ state: "failed", last_error: "mail.withdrawn" })),
	);
	expect(await sendMailings(db(), Date.now(), 2)).toBe(0);
	expect(await rowsOf("SELECT state FROM announcement_mailings")).toEqual([{ state: "stopped" }]);

	const other = await announcement({ title: "另一則" });
	await arrange(other);
	await saveAnnouncement(
		db(),
		{ id: other, version: await versionOf(other) },
		{
			input: said({ title: "另一則", audience: "type:sponsor" }),
			...writer(),
		},
	);
	expect(await rowsOf("SELECT state FROM announcement_mailings WHERE announcement_id = ?", other)).toEqual([
		{ state: "stopped" },
	]);

	// Bare SQL that moves the audience: the job sees it.
	const third = await announcement({ title: "第三則" });
	await arrange(third);
	await env.DB.prepare("UPDATE announcements SET audience = 'type:sponsor' WHERE id = ?").bind(third).run();
	expect(await sendMailings(db(), Date.now())).toBe(0);
	expect(await rowsOf("SELECT state FROM announcement_mailings WHERE announcement_id = ?", third)).toEqual([
		{ state: "stopped" },
	]);
});

test("a correction mails nobody; asked again it goes to those who were left out, or to all", async () => {
	await person();
	const id = await announcement();
	await arrange(id);
	await runOut(10);
	await saveAnnouncement(db(), { id, version: await versionOf(id) }, { input: said({ title: "改了" }), ...writer() });
	expect(await sendMailings(db(), Date.now())).toBe(0);
	expect((await mails()).length).toBe(1);
	expect(await arrange(id, "missing").then(() => undefined, codeOf)).toBe("announcement.nobody");
	await person();
	await arrange(id, "missing");
	await runOut(10);
	expect((await mails()).length).toBe(2);
	await arrange(id, "all");
	await runOut(10);
	expect((await mails()).length).toBe(4);
});

test("who took themselves off gets none, by login or by record", async () => {
	const user = await signIn();
	const own = await person({ userId: user.userId });
	const alone = await person();
	const by = { actor: "visitor", userId: null, ip: null, at: 5 };
	await unsubscribe(db(), { kind: "member_announcements", user: null, member: alone }, by);
	await unsubscribe(db(), { kind: "member_announcements", user: user.userId, member: null }, by);
	await unsubscribe(db(), { kind: "member_announcements", user: user.userId, member: null }, by);
	const id = await announcement();
	expect(await arrange(id).then(() => undefined, codeOf)).toBe("announcement.nobody");
	await person();
	await arrange(id);
	await runOut(10);
	expect((await mails()).length).toBe(1);
	expect(
		await rowsOf(
			"SELECT user_id, member_id FROM announcement_receivers WHERE outcome = 'unsubscribed' ORDER BY user_id IS NULL",
		),
	).toEqual([
		{ user_id: user.userId, member_id: null },
		{ user_id: null, member_id: alone },
	]);
	expect(own).toBeGreaterThan(0);
	const audit = await rowsOf(
		"SELECT action, auditable_type FROM audit_log WHERE action = 'mail.unsubscribe' ORDER BY id",
	);
	expect(audit).toEqual([
		{ action: "mail.unsubscribe", auditable_type: "member" },
		{ action: "mail.unsubscribe", auditable_type: "user" },
	]);

	// A login without an address: the mails go to the record's.
	const phone = await signIn();
	await env.DB.prepare("UPDATE users SET email = NULL, phone = '0912345670' WHERE id = ?").bind(phone.userId).run();
	const reached = await person({ userId: phone.userId });
	await unsubscribe(db(), { kind: "member_announcements", user: phone.userId, member: null }, { ...by, at: 6 });
	const next = await announcement();
	await arrange(next);
	await runOut(10);
	expect(await rowsOf("SELECT outcome FROM announcement_receivers WHERE member_id = ?", reached)).toEqual([
		{ outcome: "unsubscribed" },
	]);
});

test("staff's announcements go to the holders of the role; a draft's mail goes when it is published", async () => {
	const staff = await signIn({ roles: ["cashier"] });
	await signIn({ roles: ["accountant"] });
	await person();
	const id = await draft({ audience: "staff:cashier" });
	await arrange(id);
	expect(await sendMailings(db(), Date.now())).toBe(0);
	await saveAnnouncement(
		db(),
		{ id, version: await versionOf(id) },
		{ input: said({ audience: "staff:cashier" }), step: "publish", ...writer() },
	);
	await runOut(10);
	expect(
		await rowsOf("SELECT user_id, data ->> '$.isForStaff' AS staff, data ->> '$.listed' AS listed FROM mail_messages"),
	).toEqual([{ user_id: staff.userId, staff: 1, listed: `staff_announcements-u${staff.userId}` }]);
});

test("while mails are behind, no more are added; a mailing can be stopped", async () => {
	await person();
	const old = { template: "mail_test", to_address: "a@example.org", to_name: "", data: "{}" };
	await insertMail({ ...old, due_at: 5, created_at: 5 });
	const id = await announcement();
	await arrange(id);
	expect(await sendMailings(db(), Date.now())).toBe(0);
	await stopMailing(db(), id, writer());
	expect(await rowsOf("SELECT state FROM announcement_mailings")).toEqual([{ state: "stopped" }]);
	expect(await arrange(id, "all").then(() => undefined, codeOf)).toBe(undefined);
});

test("the mail says its words, and how to be taken off the list", async () => {
	const alone = await person();
	const id = await announcement({ body: "第一段 <b>粗</b>\n\n- 一\n- 二" });
	await arrange(id);
	await sendMailings(db(), Date.now());
	const [mail] = await rowsOf<{ data: string; to_name: string }>("SELECT data, to_name FROM mail_messages");
	expect(JSON.parse(mail?.data ?? "")).toEqual({
		announcement: id,
		title: "春季病友聚會",
		lines: ["第一段 粗", "一", "二"],
		isWhole: true,
		isForStaff: false,
		signsIn: false,
		listed: `member_announcements-m${alone}`,
		until: null,
	});
	await sendMail(env);
	expect(await rowsOf("SELECT state, last_error FROM mail_messages")).toEqual([{ state: "sent", last_error: null }]);
});

test("a mailing for a group counts and reaches whoever is in it on the day, by the guardian where a child has no address", async () => {
	await env.DB.prepare("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (9, '北區', 1, 1)").run();
	const guardian = await person({ status: "resigned", email: "guardian@example.org" });
	const [adult, child, left, outside, lapsed] = [
		await person({ email: "adult@example.org" }),
		await person({ email: null, guardian, born: "2020-01-01" }),
		await person({ email: "left@example.org" }),
		await person({ email: "outside@example.org" }),
		await person({ email: "resigned@example.org", status: "resigned" }),
	];
	const stays = (member: number, until: string | null) =>
		env.DB.prepare(
			"INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at) VALUES (9, ?, '2020-01-01', ?, 1, 1)",
		)
			.bind(member, until)
			.run();
	for (const member of [adult, child, lapsed]) await stays(member, null);
	await stays(left, "2020-12-31");
	expect(outside).toBeGreaterThan(left);
	const id = await announcement({ audience: "group:9" });
	const [[counts]] = await readRows(env.DB, countReceivers(id, "all"));
	expect(counts).toEqual({ mailed: 2, no_address: 0, unsubscribed: 0 });
	await arrange(id);
	await runOut(1);
	const of = (await mails()).map(({ to_address }) => to_address);
	expect(of).toEqual(["adult@example.org", "guardian@example.org"]);
	await env.DB.prepare("DELETE FROM group_memberships").run();
	const nobody = await announcement({ audience: "group:9", slug: "nobody" });
	await expect(arrange(nobody).catch(codeOf)).resolves.toBe("announcement.nobody");
});

test("a mailing for a segment counts and reaches whoever fits it on the day, and nobody whose membership is over", async () => {
	await env.DB.prepare(
		"INSERT INTO member_segments (id, name, city, disability, created_at, updated_at) VALUES (9, '臺北證明到期', '臺北市', 'expired', 1, 1)",
	).run();
	const fits = async (id: number, until = "2020-12-31", city = "臺北市") => {
		await env.DB.prepare(
			"UPDATE members SET city = ?, disability_status = 'approved', disability_until = ? WHERE id = ?",
		)
			.bind(city, until, id)
			.run();
		return id;
	};
	const guardian = await person({ status: "resigned", email: "guardian@example.org" });
	const adult = await fits(await person({ email: "adult@example.org" }));
	await fits(await person({ email: null, guardian, born: "2020-01-01" }));
	await fits(await person({ email: "valid@example.org" }), "2999-12-31");
	await fits(await person({ email: "south@example.org" }), "2020-12-31", "高雄市");
	await fits(await person({ email: "resigned@example.org", status: "resigned" }));
	const id = await announcement({ audience: "segment:9" });
	const [[counts]] = await readRows(env.DB, countReceivers(id, "all"));
	expect(counts).toEqual({ mailed: 2, no_address: 0, unsubscribed: 0 });
	await arrange(id);
	await runOut(1);
	expect((await mails()).map(({ to_address }) => to_address)).toEqual(["adult@example.org", "guardian@example.org"]);
	// Changed conditions count from then on.
	await env.DB.prepare("UPDATE member_segments SET city = '高雄市', version = version + 1 WHERE id = 9").run();
	const [[now]] = await readRows(env.DB, countReceivers(id, "all"));
	expect(now?.mailed).toBe(1);
	await fits(adult, "2020-12-31", "高雄市");
	const [[both]] = await readRows(env.DB, countReceivers(id, "all"));
	expect(both?.mailed).toBe(2);
});

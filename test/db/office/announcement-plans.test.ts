import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { announcementsSelect } from "#db/office/announcement-edits.ts";
import { mailingsOf, mailingsUnderWay, receiversOf } from "#db/office/announcement-mailings.ts";
import { announcementFor, announcementsFor, readShare } from "#db/office/announcement-readers.ts";
import { countAudience, countReceivers, insertReceivers, nextPart } from "#db/office/announcement-receivers.ts";
import type { Select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { VISITOR, visitorParams } from "#db/shell/visitors.ts";
import { arrangeMailing, sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import { announcement, writer } from "../../support/announcements.ts";
import { rows } from "../../support/users.ts";

const MANY = 5_000;
let id = 0;

/** 5,000 members: every second has an address, every tenth a login, every fifth looks after the one before. */
beforeAll(async () => {
	const n = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})`;
	for (const statement of [
		`INSERT INTO users (id, name, email, status, password_hash, created_at, updated_at)
			${n} SELECT 1000000 + i, '會員' || i, 'u' || i || '@example.org', 'active', 'x', 1, 1 FROM n WHERE i % 10 = 0`,
		`INSERT INTO members (id, user_id, member_no, name, email, status, birth_date, created_at, updated_at)
			${n} SELECT i, iif(i % 10 = 0, 1000000 + i, NULL), printf('Z%05d', i), '會員' || i,
				iif(i % 2 = 0, 'm' || i || '@example.org', NULL), 'active', '2020-01-01', 1, 1 FROM n`,
		"UPDATE members SET guardian_member_id = id + 1 WHERE id % 10 = 4",
	])
		await env.DB.prepare(statement).run();
	id = await announcement();
	await announcement({ title: "給出納的", audience: "staff:cashier" });
	await env.DB.prepare("INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (1, '北區', 1, 1)").run();
	await announcement({ title: "給北區的", audience: "group:1" });
	await env.DB.prepare(
		"INSERT INTO member_segments (id, name, city, status, created_at, updated_at) VALUES (1, '臺北', '臺北市', 'active', 1, 1)",
	).run();
	await announcement({ title: "給臺北的", audience: "segment:1" });
});

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) /.test(detail));
}
/** Tables that grow with the association: nothing that a page or a session asks walks through one of them. */
const WALKED =
	/^SCAN (m|g|o|t|u|x|r|e|s|members|member_segments|group_memberships|users|user_roles|announcement_\w+|mail_\w+)\b(?!.* announcement_mailings_under_way)/;

test.each([
	["a member's list", announcementsFor(1_000_010, "member", { take: 20 })],
	["a role's list", announcementsFor(1_000_010, "staff", { take: 20 })],
	["one of them", announcementFor(1_000_010, "member", 1)],
	["the session of every request", { sql: VISITOR, params: visitorParams("none", 1, "2026-01-01") }],
	["the mailings of one", mailingsOf(1)],
	["mailings under way", mailingsUnderWay()],
	["the log", receiversOf(1, { page: 1, isNamed: true })],
] as const)("%s walks through no table that grows", async (_, statement) => {
	const plan = await planOf(statement);
	expect(plan.length).toBeGreaterThan(0);
	expect(plan.filter((line) => WALKED.test(line))).toEqual([]);
});

test("the staff's list goes by the index of its order", async () => {
	const [list] = announcementsSelect(
		{ q: "", audience: undefined, state: undefined, pinned: false, sort: "-updated", page: 1 },
		{ all: true, at: 1 },
	);
	expect((await planOf(list))[0]).toMatch(/announcements_for_staff/);
});

test("a part of a mailing reads its own members, by their numbers", async () => {
	const next = await planOf(nextPart("members", { after: 100, size: 200 }));
	expect(next.filter((line) => / m /.test(line))).toEqual(["SEARCH m USING INTEGER PRIMARY KEY (rowid>?)"]);
	for (const scope of ["missing", "unread"] as const) {
		const part = insertReceivers(
			{ audience: "members", after: 100, upto: 300 },
			{ mailingId: 1, announcementId: id, scope, at: 1 },
		);
		const plan = await planOf(selectOf(part));
		expect(plan.filter((line) => WALKED.test(line))).toEqual([]);
		expect(plan.filter((line) => / m /.test(line))[0]).toBe("SEARCH m USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
	}
	// Whether a mail bounced is looked up by its address.
	const counted = await planOf(countAudience("members"));
	expect(counted.filter((line) => / e /.test(line))).toEqual([
		"SEARCH e USING INDEX mail_messages_settled_to (to_address=?)",
	]);
});

test("5,000 members: what was counted is what goes, 200 a turn, each once", async () => {
	const read = async <Row>({ sql, params }: Select<Row>): Promise<Row | null> =>
		env.DB.prepare(sql)
			.bind(...params)
			.first<Row>();
	// Every second has a mailbox; those whom the next one looks after have theirs, and the guardian gets one mail for both.
	const counted = await read(countReceivers(id, "all"));
	expect(counted).toEqual({ mailed: 2_500, no_address: 2_500, unsubscribed: 0 });
	expect(await read(countAudience("members"))).toEqual({ ...counted, bounced: 0, reads_only: 0, banned: 0 });
	expect(await read(readShare(id))).toEqual({ reached: 500, read: 0 });
	const db = open(env.DB);
	await arrangeMailing(db, { key: crypto.randomUUID(), id, version: 1, scope: "all", ...writer() });
	let turns = 0;
	for (; (await sendMailings(db, Date.now())) > 0; turns++)
		await rows("UPDATE mail_messages SET state = 'sent', settled_at = 1 WHERE state = 'queued'");
	expect(turns).toBe(25);
	expect(
		await rows("SELECT outcome, count(*) AS many FROM announcement_receivers GROUP BY outcome ORDER BY 1"),
	).toEqual([
		{ outcome: "mailed", many: counted?.mailed },
		{ outcome: "no_address", many: counted?.no_address },
	]);
	expect(await rows("SELECT count(*) AS mails, count(DISTINCT to_address) AS boxes FROM mail_messages")).toEqual([
		{ mails: counted?.mailed, boxes: counted?.mailed },
	]);
	expect(await rows("SELECT state FROM announcement_mailings")).toEqual([{ state: "done" }]);
});

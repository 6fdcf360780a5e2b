/**
 * Whatever the statement: what announcements, their mailings and logs refuse is refused by the database itself
 * (docs/concepts.md#whom-an-announcement-reaches).
 */
import { beforeAll, expect, test } from "vitest";
import { insert } from "../../support/content.ts";
import { signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const refused = (code: string | RegExp, statement: string, ...params: (string | number | null)[]) =>
	expect(rows(statement, ...params), statement).rejects.toThrow(code);
const TIMES = { created_at: 1, updated_at: 1 };
let user: number;

beforeAll(async () => {
	user = (await signIn({ roles: ["cashier"] })).userId;
	await insert("members", { id: 1, name: "陳怡君", status: "active", ...TIMES });
	await insert("members", { id: 2, name: "陳品睿", status: "active", ...TIMES });
	await insert("announcements", { id: 1, slug: "a", title: "甲", audience: "members", publish_from: 1, ...TIMES });
	await insert("announcements", { id: 2, slug: "b", title: "乙", audience: "members", ...TIMES });
	await insert("announcement_reads", { announcement_id: 1, user_id: user, at: 5 });
	await insert("announcement_mailings", { id: 1, announcement_id: 1, audience: "members", asked_at: 1 });
	await insert("announcement_mailings", { id: 2, announcement_id: 2, audience: "members", asked_at: 1 });
	await rows("UPDATE announcement_mailings SET state = 'sending', cursor = 2 WHERE id = 1");
	await insert("announcement_receivers", { mailing_id: 1, member_id: 1, outcome: "mailed", mail_id: "ann1_m1", at: 1 });
	await insert("announcement_receivers", { mailing_id: 1, user_id: user, outcome: "no_address", at: 1 });
	await insert("mail_unsubscriptions", { id: 1, kind: "member_announcements", user_id: user, at: 1 });
	await insert("mail_unsubscriptions", { id: 2, kind: "member_announcements", member_id: 2, at: 1 });
});

const TABLES = ["announcement_reads", "announcement_mailings", "announcement_receivers", "mail_unsubscriptions"];
const all = async () => Promise.all(TABLES.map((table) => rows(`SELECT * FROM ${table}`)));

test("an announcement is for somebody that there is", async () => {
	await insert("member_groups", { id: 5, name: "北區", ...TIMES });
	await insert("member_groups", { id: 6, name: "停用", is_active: 0, ...TIMES });
	await insert("member_segments", { id: 5, name: "臺北", city: "臺北市", ...TIMES });
	await insert("member_segments", { id: 6, name: "停用", city: "臺北市", is_active: 0, ...TIMES });
	for (const audience of [
		"",
		"everybody",
		"type:",
		"type:nothing",
		"staff:",
		"staff:nobody",
		"staff:member",
		"group:",
		"group:4",
		"group:6",
		"group:05",
		"segment:",
		"segment:4",
		"segment:6",
		"segment:05",
		"Members",
	]) {
		await refused("announcement.no_audience", "UPDATE announcements SET audience = ? WHERE id = 1", audience);
		await refused(
			"announcement.no_audience",
			"INSERT INTO announcements (slug, title, audience, created_at, updated_at) VALUES ('x', 'x', ?, 1, 1)",
			audience,
		);
	}
	for (const audience of ["public", "type:lifetime", "group:5", "segment:5", "staff:chair", "members"])
		await rows("UPDATE announcements SET audience = ? WHERE id = 2", audience);
});

test("no row takes another's place, whatever its key is called; the logs never change", async () => {
	const before = await all();
	for (const how of ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE", "INSERT"]) {
		await refused("announcement.log_is_final", `${how} INTO announcement_reads VALUES (1, ${user}, 9)`);
		await refused(
			"announcement.mail_under_way",
			`${how} INTO announcement_mailings (announcement_id, audience, asked_at) VALUES (1, 'members', 2)`,
		);
		await refused(
			"announcement.mail_moved",
			`${how} INTO announcement_receivers (mailing_id, member_id, outcome, at) VALUES (1, 1, 'no_address', 2)`,
		);
		await refused(
			"announcement.log_is_final",
			`${how} INTO mail_unsubscriptions (kind, user_id, at) VALUES ('member_announcements', ${user}, 2)`,
		);
	}
	for (const how of ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"]) {
		await refused("announcement.log_is_final", `${how} announcement_reads SET at = 9`);
		for (const name of ["id", "rowid", "_rowid_", "oid"])
			for (const table of TABLES.slice(1))
				await refused(/announcement\.(?:log_is_final|mail_moved)/, `${how} ${table} SET ${name} = 2 WHERE id = 1`);
		for (const change of ["outcome = 'no_address', mail_id = NULL", "mail_id = 'other'", "at = 9", "mailing_id = 2"])
			await refused("announcement.log_is_final", `${how} announcement_receivers SET ${change} WHERE member_id = 1`);
	}
	await refused("announcement.log_is_final", "DELETE FROM announcement_receivers");
	expect(await all()).toEqual(before);
});

test("a mailing goes forward alone, and only while its announcement is open for the same people", async () => {
	await refused("announcement.mail_moved", "UPDATE announcement_mailings SET cursor = 1 WHERE id = 1");
	await refused(
		"announcement.mail_moved",
		"UPDATE announcement_mailings SET state = 'waiting', cursor = 2 WHERE id = 1",
	);
	await refused("announcement.mail_moved", "UPDATE announcement_mailings SET audience = 'public' WHERE id = 1");
	await refused("announcement.mail_moved", "UPDATE announcement_mailings SET scope = 'missing' WHERE id = 1");
	await refused("announcement.mail_moved", "UPDATE announcement_mailings SET state = 'sending' WHERE id = 2");
	await refused(
		"announcement.mail_moved",
		"UPDATE announcement_mailings SET state = 'done', ended_at = 1 WHERE id = 2",
	);
	await refused(
		"announcement.mail_under_way",
		"INSERT INTO announcement_mailings (announcement_id, audience, state, ended_at, asked_at) VALUES (2, 'members', 'done', 1, 1)",
	);
	await refused(
		"announcement.mail_moved",
		"INSERT INTO announcement_receivers (mailing_id, member_id, outcome, at) VALUES (2, 1, 'no_address', 2)",
	);
	await rows("UPDATE announcements SET audience = 'public' WHERE id = 1");
	await refused("announcement.mail_moved", "UPDATE announcement_mailings SET cursor = 3 WHERE id = 1");
	await rows("UPDATE announcements SET audience = 'members' WHERE id = 1");
});

test("what was mailed to anybody stays; a draft goes with what was arranged for it", async () => {
	await refused("announcement.was_mailed", "DELETE FROM announcements WHERE id = 1");
	await refused("announcement.was_mailed", "DELETE FROM announcement_mailings WHERE id = 1");
	await rows("DELETE FROM announcements WHERE id = 2");
	expect(await rows("SELECT id FROM announcement_mailings")).toEqual([{ id: 1 }]);
});

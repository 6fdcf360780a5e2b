import { env } from "cloudflare:test";
import type { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { readRows } from "#db/read.ts";
import { bounceMail, emptyMails, NEXT_DUE, TAKE_MAILS } from "#db/system/mail.ts";
import { countMails, listMails, type MailFilter, mailHealth } from "#db/system/mail-log.ts";

beforeAll(async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		INSERT INTO notifications (id, kind, data, created_at) SELECT 'm' || i, iif(i % 2, 'invitation', 'mail_test'), '{}', i FROM n`,
	).run();
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		INSERT INTO mail_messages (id, template, to_address, to_name, data, state, due_at, created_at, settled_at, provider_id)
		SELECT 'm' || i, iif(i % 2, 'invitation', 'mail_test'), 'a' || i || '@example.org', '王' || i, '{}',
			iif(i <= 3, 'queued', iif(i <= 5, 'failed', 'sent')), i, i, iif(i <= 3, NULL, i), iif(i <= 3, NULL, 'p' || i) FROM n`,
	).run();
	await env.DB.prepare("ANALYZE").run();
});

async function plan(sql: string, ...params: unknown[]): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
/** The same of a write. */
function planOf(write: SQL): Promise<string[]> {
	const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(write);
	return plan(sql, ...params);
}

test("mails are taken by the index of what is due, however many were sent", async () => {
	expect(await plan(TAKE_MAILS, 1, 2, 5)).toEqual([
		"SEARCH mail_messages USING COVERING INDEX sqlite_autoindex_mail_messages_1 (id=?)",
		"LIST SUBQUERY 1",
		"SEARCH mail_messages USING INDEX mail_messages_due (due_at<?)",
		"CORRELATED SCALAR SUBQUERY 2",
		"SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
	]);
	expect(await plan(NEXT_DUE)).toEqual(["SEARCH mail_messages USING INDEX mail_messages_due"]);
});

test("a bounce and the emptying find their rows by index", async () => {
	expect(await planOf(bounceMail({ mail: { id: "m9", round: 1 }, providerId: "p9", reason: "" }, 1))).toEqual([
		"MULTI-INDEX OR",
		"INDEX 1",
		"SEARCH mail_messages USING INDEX mail_messages_of_provider (provider_id=?)",
		"INDEX 2",
		"SEARCH mail_messages USING INDEX sqlite_autoindex_mail_messages_1 (id=?)",
	]);
	expect(await planOf(emptyMails(1))).toEqual([
		"SEARCH mail_messages USING INDEX mail_messages_to_empty (settled_at<?)",
	]);
});

test("the list, whole or of one state, comes in the order of an index", async () => {
	const page = { limit: 25, offset: 0 };
	const whole = listMails({ q: "" }, page);
	expect(await plan(whole.sql, ...whole.params)).toEqual(["SCAN mail_messages USING INDEX mail_messages_by_time"]);
	const failed = listMails({ q: "", state: "failed" }, page);
	expect(await plan(failed.sql, ...failed.params)).toEqual([
		"SEARCH mail_messages USING INDEX mail_messages_by_state (state=?)",
	]);
});

test.each([
	[{ q: "" }, ["m2000", "m1999"], 2000],
	[{ q: "", state: "failed" }, ["m5", "m4"], 2],
	[{ q: "", template: "invitation", state: "queued" }, ["m3", "m1"], 2],
	[{ q: "A1999@EXAMPLE" }, ["m1999"], 1],
	[{ q: "王1234" }, ["m1234"], 1],
	[{ q: "%" }, [], 0],
] as [MailFilter, string[], number][])("the list of %j", async (filter, ids, total) => {
	const [mails, [count]] = await readRows(env.DB, listMails(filter, { limit: 2, offset: 0 }), countMails(filter));
	expect(mails.map(({ id }) => id)).toEqual(ids);
	expect(count?.total).toBe(total);
});

test("how it stands with mail", async () => {
	const [[health]] = await readRows(env.DB, mailHealth(4));
	expect(health).toEqual({ waiting: 3, oldestAt: 1, sent: 1995, failed: 1, bounced: 0 });
	expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_messages").first("n")).toBe(2000);
});

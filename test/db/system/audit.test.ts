import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { recordAudit } from "#db/audit.ts";
import { commit, open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { type AuditFilter, auditPages, listAudit } from "#db/system/audit.ts";
import { byCron, byUser } from "#kernel/by.ts";

const db = open(env.DB);
const DAY = 86_400_000;
const AT = Date.UTC(2026, 2, 5);
const ROWS = 3_000;
const rows = async (text: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(text)
			.bind(...params)
			.all()
	).results;
const listed = async (...of: Parameters<typeof listAudit>) => (await readRows(env.DB, listAudit(...of)))[0];
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

beforeAll(async () => {
	await rows("INSERT INTO users (id, name, email, created_at, updated_at) VALUES (7, '王小明', 'a@example.org', 1, 1)");
	await rows(
		"INSERT INTO users (id, name, email, created_at, updated_at) VALUES (8, '陳理事長', 'b@example.org', 1, 1)",
	);
	await rows(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
		INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description)
		SELECT ${AT} + i / 2, iif(i % 10 = 0, 7, NULL), iif(i % 10 = 0, 'user:7', 'cron'),
			iif(i % 5 = 0, 'tag.rename', 'article.publish'), iif(i % 5 = 0, 'tag', 'article'), i % 50, 'Text ' || i FROM n`,
	);
	await rows(
		`WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
		INSERT INTO users (id, name, email, created_at, updated_at) SELECT i, 'n' || i, i || '@example.org', 1, 1 FROM n`,
	);
	await rows("ANALYZE");
});

test("a record made in the same batch is named by its own id, a deputy together with the one they stand in for", async () => {
	await commit(db, [
		sql`INSERT INTO tags (slug, name, created_at, updated_at) VALUES ('fresh', '新', 1, 1)`,
		...recordAudit(db, {
			...byUser(7, "192.0.2.7", AT + 10 * DAY),
			action: "tag.create",
			auditableType: "tag",
			auditableId: sql`(SELECT max(id) FROM tags)`,
			description: "fresh",
			onBehalfOf: 8,
			changes: { slug: "fresh" },
		}),
	]);
	const id = await env.DB.prepare("SELECT id FROM tags WHERE slug = 'fresh'").first<number>("id");
	expect(await listed({}, { limit: 1 })).toEqual([
		{
			id: ROWS + 1,
			at: AT + 10 * DAY,
			actor: "user:7",
			userName: "王小明",
			onBehalfOfName: "陳理事長",
			action: "tag.create",
			type: "tag",
			auditableId: String(id),
			subjectName: null,
			recordNumber: null,
			description: "fresh",
			ip: "192.0.2.7",
			changes: '{"slug":"fresh"}',
		},
	]);
	expect(await rows("SELECT typeof(auditable_id) AS t FROM audit_log WHERE id = ?", ROWS + 1)).toEqual([{ t: "text" }]);
});

/** What a filter must let through, said again in plain SQL. */
const FILTERS: [AuditFilter, string][] = [
	[{}, "1"],
	[{ actor: "user:7" }, "user_id = 7"],
	[{ actor: "cron" }, "user_id IS NULL"],
	[{ action: "tag.rename" }, "action = 'tag.rename'"],
	[{ type: "tag" }, "auditable_type = 'tag'"],
	[{ type: "article", id: "3" }, "auditable_type = 'article' AND auditable_id = '3'"],
	[{ from: AT + 100, to: AT + 200 }, `at BETWEEN ${AT + 100} AND ${AT + 199}`],
	[{ text: "tEXT 29" }, "description LIKE 'Text 29%'"],
	[{ text: "%" }, "0"],
	[{ actor: "user:7", type: "tag", from: AT + 1000 }, `user_id = 7 AND auditable_type = 'tag' AND at >= ${AT + 1000}`],
];

test.each(FILTERS)("%j: every row of it once, newest first, whatever the page", async (filter, where) => {
	const expected = ids(
		(await rows(`SELECT id FROM audit_log WHERE ${where} ORDER BY at DESC, id DESC`)) as { id: number }[],
	);
	const found: number[] = [];
	for await (const page of auditPages(db, filter, 301)) found.push(...ids(page));
	expect(found).toEqual(expected);
	expect(ids(await listed(filter, { limit: 3 }))).toEqual(expected.slice(0, 3));
});

/** The steps of a plan that take longer the longer the log is. */
async function plan(filter: AuditFilter, before?: number): Promise<string[]> {
	const { sql: text, params } = listAudit(filter, { before, limit: 51 });
	const steps = await rows(`EXPLAIN QUERY PLAN ${text}`, ...params);
	return steps.map(({ detail }) => String(detail)).filter((detail) => !detail.startsWith("SCALAR"));
}

const JOINS = [
	"SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
	"SEARCH d USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
	"SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
];
test.each([
	[{}, undefined, "SCAN a USING INDEX audit_log_by_time"],
	[{}, 900, "SEARCH a USING INDEX audit_log_by_time (at<?)"],
	[{ from: AT, to: AT + 1 }, undefined, "SEARCH a USING INDEX audit_log_by_time (at>? AND at<?)"],
	[{ actor: "user:7" }, undefined, "SEARCH a USING INDEX audit_log_of_actor (actor=?)"],
	[{ actor: "user:7" }, 900, "SEARCH a USING INDEX audit_log_of_actor (actor=? AND at<?)"],
	[{ action: "tag.rename" }, undefined, "SEARCH a USING INDEX audit_log_of_action (action=?)"],
	[{ type: "tag" }, undefined, "SEARCH a USING INDEX audit_log_of_type (auditable_type=?)"],
	[
		{ type: "tag", id: "3" },
		undefined,
		"SEARCH a USING INDEX audit_log_of_record (auditable_type=? AND auditable_id=?)",
	],
] as [AuditFilter, number | undefined, string][])("the plan of %j before %s", async (filter, before, expected) => {
	const [first, ...rest] = await plan(filter, before);
	expect([first, rest.filter((step) => step.includes("LEFT-JOIN"))]).toEqual([expected, JOINS]);
	expect(rest.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});

test("nobody changes, removes, replaces a row, or leaves a gap", async () => {
	const before = await rows("SELECT * FROM audit_log ORDER BY id");
	const columns = "at, actor, action, auditable_type, auditable_id, description";
	for (const statement of [
		"UPDATE audit_log SET description = 'x' WHERE id = 5",
		"DELETE FROM audit_log WHERE id = 5",
		`INSERT OR REPLACE INTO audit_log (id, ${columns}) VALUES (5, 1, 'a', 'b', 'c', 'd', 'e')`,
		`INSERT INTO audit_log (id, ${columns}) VALUES (${ROWS + 9}, 1, 'a', 'b', 'c', 'd', 'e')`,
		`INSERT INTO audit_log (id, ${columns}) VALUES (9223372036854775807, 1, 'a', 'b', 'c', 'd', 'e')`,
		`INSERT INTO audit_log (id, ${columns}) VALUES (0, 1, 'a', 'b', 'c', 'd', 'e')`,
	])
		await expect(rows(statement)).rejects.toThrow("audit.append_only: SQLITE_CONSTRAINT");
	expect(await rows("SELECT * FROM audit_log ORDER BY id")).toEqual(before);
});

test("what happens by itself names no user", () => {
	expect(byCron(5)).toEqual({ actor: "cron", userId: null, ip: null, at: 5 });
	expect(byUser(12, null, 5)).toEqual({ actor: "user:12", userId: 12, ip: null, at: 5 });
});

import { env } from "cloudflare:test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepare } from "#db/commit.ts";
import { noticeLog, noticesOf } from "#db/money/dues-notice-log.ts";
import { anybodyEnding, tellOfEnding } from "#db/money/dues-notice-writes.ts";
import { noticeSheets, owedYears, owingFigures, owingPage } from "#db/money/dues-notices.ts";
import type { Select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { remindOfDues } from "#domain/money/dues-notices/actions.ts";
import { noticesDue } from "#domain/money/dues-notices/rules.ts";
import { byCron } from "#kernel/by.ts";
import { db, taipei } from "../../support/dues-notices.ts";
import { without } from "../../support/money-fixtures.ts";
import { slowness } from "../../support/pace.ts";
import { rows } from "../../support/users.ts";

const MANY = 10_000;
/** Other files have the same database: their members have lower numbers, and no dues of these years. */
const FIRST = 1_000_000;
const AT = taipei("2151-01-01");

/** Of 10,000 all have paid 2150, half owe 2151, every second has an address for mail, every hundredth a login. */
beforeAll(async () => {
	const n = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})`;
	const statements = [
		`INSERT INTO users (id, name, email, status, password_hash, created_at, updated_at)
			${n} SELECT ${FIRST} + i, '會員' || i, 'u' || i || '@example.org', 'active', 'x', 1, 1 FROM n WHERE i % 100 = 0`,
		`INSERT INTO members (id, user_id, guardian_member_id, member_no, name, email, status, created_at, updated_at)
			${n} SELECT ${FIRST} + i, iif(i % 100 = 0, ${FIRST} + i, NULL), NULL, printf('Z%05d', i), '會員' || i,
				iif(i % 2 = 0, 'm' || i || '@example.org', NULL), 'active', 1, 1 FROM n`,
		`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, source, created_at, updated_at)
			${n} SELECT ${FIRST} + i, 'annual', 2150, 0, 0, 'paid', 'import', 1, 1 FROM n`,
		`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, created_at, updated_at)
			${n} SELECT ${FIRST} + i, 'annual', 2151, 1000, 1000, 'open', 1, 1 FROM n WHERE i > ${MANY / 2}`,
	];
	for (const statement of statements) await env.DB.prepare(statement).run();
});
afterAll(async () => {
	await without(["dues_items_assessed_are_never_deleted"], async () => {
		for (const table of ["dues_notices", "dues_items"])
			await env.DB.prepare(`DELETE FROM ${table} WHERE member_id > ${FIRST}`).run();
	});
	for (const statement of [
		"DELETE FROM mail_messages WHERE template = 'dues_reminder'",
		"DELETE FROM notifications WHERE kind = 'dues_reminder'",
		"DELETE FROM member_numbers WHERE member_no LIKE 'Z%'",
		`DELETE FROM members WHERE id > ${FIRST}`,
		`DELETE FROM users WHERE id > ${FIRST}`,
	])
		await env.DB.prepare(statement).run();
});

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) /.test(detail));
}
const [due] = noticesDue("2151-01-01", 3);
if (!due) throw new Error("nothing is due");

/** Tables that hold members, their dues and what was told are never walked from one end to the other. */
const WALKED = /^SCAN (m|d|t|g|u|p|a|members|dues_items|dues_notices|users|payments)\b(?!.* (COVERING )?INDEX)/;

test("the cron looks at those alone whose year it is, by an index, and at no table as a whole", async () => {
	const plan = await planOf(selectOf(anybodyEnding(due, AT)));
	expect(plan[0]).toBe("SEARCH m USING INDEX members_by_validity (valid_year=?)");
	expect(plan.filter((line) => /^SCAN/.test(line))).toEqual([]);
	expect(plan.filter((line) => / t /.test(line))).toEqual([
		expect.stringMatching(/dues_notices_once \(member_id=\? AND kind=\? AND period_end=\?\)/),
		expect.stringMatching(/dues_notices_of \(member_id=\? AND at>\?\)/),
	]);
	for (const write of tellOfEnding(due, { run: "msg_1", by: byCron(AT), pay: { accounts: [], until: null } })) {
		const { sql, params } = writeOf(write);
		const walked = (await planOf({ sql, params })).filter((line) => WALKED.test(line));
		expect(walked).toEqual([]);
	}
});

const writeOf = (write: ReturnType<typeof tellOfEnding>[number]): Select<unknown> => {
	if (!("queryChunks" in write)) throw new Error("a statement by hand was expected");
	expect(prepare(env.DB, write)).toBeDefined();
	return selectOf(write);
};

const FILTER = { today: "2151-01-01" };
test.each([
	["a page of those who owe", owingPage(FILTER, { page: 1 })],
	[
		"narrowed",
		owingPage(
			{ ...FILTER, year: 2151, status: "grace", type: "individual", reach: "none", quietSince: AT },
			{ page: 3 },
		),
	],
	["of a group and a segment", owingPage({ ...FILTER, group: 1, segment: 1 }, { page: 1 })],
	["some", owingPage({ ...FILTER, ids: [1, 2, 3] }, { page: 1 })],
	["how many", owingFigures(FILTER, AT)],
	["the papers", noticeSheets(FILTER, 300)],
	["the years", owedYears()],
	["of a member", noticesOf(1)],
	["the log", noticeLog({}, { page: 2 })[0]],
	["the log of a member", noticeLog({ member: 1, kind: "end" }, { page: 1 })[0]],
] as const)("%s: no table is walked", async (_, query) => {
	expect((await planOf(query)).filter((line) => WALKED.test(line))).toEqual([]);
});

test("5,000 of 10,000 are told in one run, each once, and the next run finds nobody", async () => {
	const began = Date.now();
	expect(await remindOfDues(db, AT)).toBe(MANY / 2);
	const took = Date.now() - began;
	expect(await remindOfDues(db, AT + 3_600_000)).toBe(0);
	expect(
		await rows(`SELECT count(*) AS n, count(DISTINCT member_id) AS members FROM dues_notices WHERE at = ${AT}`),
	).toEqual([{ n: MANY / 2, members: MANY / 2 }]);
	expect(
		await rows("SELECT count(*) AS n, count(user_id) AS logins FROM mail_messages WHERE created_at = ?", AT),
	).toEqual([{ n: MANY / 2, logins: MANY / 100 }]);
	expect(took).toBeLessThan(30_000 * (await slowness()));
});

const OURS = { ...FILTER, year: 2151 };
test("a page of those who owe is read from 10,000 in well under a second", async () => {
	const began = Date.now();
	const [page, [figures]] = [
		await env.DB.prepare(owingPage(OURS, { page: 1 }).sql)
			.bind(...owingPage(OURS, { page: 1 }).params)
			.all(),
		(
			await env.DB.prepare(owingFigures(OURS, AT).sql)
				.bind(...owingFigures(OURS, AT).params)
				.all()
		).results,
	];
	expect([page.results.length, figures]).toEqual([50, { members: 5_000, amount: 5_000_000, mailed: 2_500, told: 0 }]);
	const took = Date.now() - began;
	expect(took).toBeLessThan(10_000 * (await slowness()));
});

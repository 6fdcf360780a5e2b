import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { collectedByMonth, duesByMember, duesByType, duesByYear, membersWithDues } from "#db/money/dues-report.ts";
import { readRows, type Select } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { duesOf, memberOf, paid } from "../../support/dues.ts";
import { without } from "../../support/money-fixtures.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { dues } = paths.admin;
let auditor: Person;
let members: number[] = [];
beforeAll(async () => {
	auditor = await signIn({ name: "監事", roles: ["auditor"] });
	members = [await memberOf(), await memberOf({ membership_type: "student" }), await memberOf()];
	const [first = 0, second = 0, third = 0] = members;
	const itemId = await duesOf(first);
	await paid({ memberId: first, itemId, amount: 1000 });
	await paid({ memberId: second, itemId: await duesOf(second), amount: 400 });
	await paid({
		memberId: second,
		itemId: await duesOf(second, { kind: "entrance", amount: 500, base_amount: 500 }),
		amount: 500,
	});
	await paid({ memberId: third, itemId: await duesOf(third, { dues_year: 2027 }), amount: 1000 });
	await duesOf(third, { status: "waived" });
	await duesOf(third, { dues_year: 2025, status: "cancelled" });
});
const text = async (path: string, as = auditor) => (await ask(path, { as })).text();

describe("sums", () => {
	test("by year, type and member", async () => {
		const [years, types, of, [count]] = await readRows(
			env.DB,
			duesByYear(),
			duesByType(2026),
			duesByMember(2026, { owing: true, limit: 50 }),
			membersWithDues(2026, true),
		);
		expect(years).toEqual([
			{ year: 2027, items: 1, due: 1000, paid: 1000, waived: 0, owed: 0 },
			{ year: 2026, items: 4, due: 3500, paid: 1900, waived: 1000, owed: 600 },
		]);
		expect(types.map(({ kind, type, paid: sum, owed }) => [kind, type, sum, owed])).toEqual([
			["entrance", "學生會員", 500, 0],
			["annual", "個人會員", 1000, 0],
			["annual", "學生會員", 400, 600],
		]);
		expect(of.map(({ member_id, due, paid: sum, owed }) => [member_id, due, sum, owed])).toEqual([
			[members[1], 1500, 900, 600],
		]);
		expect(count).toEqual({ total: 1 });
	});

	test("what came in by month is what the books have of verified payments", async () => {
		const [months] = await readRows(env.DB, collectedByMonth(2026));
		expect(months).toEqual([
			{ month: "2026-03", kind: "annual", collected: 2400, of_import: 0 },
			{ month: "2026-03", kind: "entrance", collected: 500, of_import: 0 },
		]);
		const posted = await rows(
			`SELECT substr(v.date, 1, 7) AS month, sum(l.credit - l.debit) AS sum FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
				JOIN accounts a ON a.id = l.account_id
			WHERE v.state = 'posted' AND v.source = 'payment' AND a.code IN ('4110', '4120', '2120') GROUP BY 1`,
		);
		expect(posted).toEqual([{ month: "2026-03", sum: 2900 }]);
	});
});

test("the page tells them, for who may; pages and years in the address", async () => {
	const page = await text(`${dues.report()}?year=2026`);
	for (const words of [
		"115 年會費",
		"3,500 元",
		"1,900 元",
		"600 元",
		"共收到 2,900 元：入會費 500 元、常年會費 2,400 元",
	])
		expect(page).toContain(words);
	expect((await ask(`${dues.report()}?year=abc`, { as: auditor })).status).toBe(400);
	expect(await text(`${dues.report()}?year=2019`)).toContain("這一年沒有會費");
	const member = await signIn({ name: "會員", roles: ["member"] });
	expect((await ask(dues.report(), { as: member })).status).toBe(403);
});

test.each(["members", "years", "types", "months"])("its table of %s as a file", async (part) => {
	const answer = await ask(`${dues.reportExport("xlsx")}?year=2026&part=${part}`, { as: auditor });
	const [sheet] = await readSheet(new Uint8Array(await answer.arrayBuffer()), "x.xlsx");
	const lines = { members: 4, years: 3, types: 4, months: 13 };
	expect(sheet?.rows.length).toBe(Object.entries(lines).find(([name]) => name === part)?.[1]);
	expect(
		await rows("SELECT action, changes ->> '$.filter.part' AS part FROM audit_log ORDER BY id DESC LIMIT 1"),
	).toEqual([{ action: "dues.export", part }]);
	const csv = await text(`${dues.reportExport("csv")}?year=2026&part=${part}`);
	expect(csv.trim().split("\r\n").length).toBe(sheet?.rows.length);
});

test("the dues, the receipts and the books say the same; what does not is found", async () => {
	expect(await brokenInvariants(env.DB)).toEqual([]);
	await without(["dues_items_are_paid_by_payments"], async () => {
		await env.DB.prepare("UPDATE dues_items SET paid_amount = 300 WHERE status = 'partially_paid'").run();
		expect((await brokenInvariants(env.DB)).map(({ code, count }) => [code, count])).toEqual([["dues_paid", 1]]);
		await env.DB.prepare("UPDATE dues_items SET paid_amount = 400 WHERE status = 'partially_paid'").run();
	});
});

test("10,000 items: no plan walks through all dues for one year, and the whole takes less than a second", async () => {
	await env.DB.prepare(
		`INSERT INTO members (id, member_no, name, status, created_at, updated_at)
		SELECT 100000 + key, 'R' || key, '會員' || key, 'active', 1, 1 FROM json_each(?)`,
	)
		.bind(JSON.stringify(Array.from({ length: 5000 }, () => 0)))
		.run();
	await env.DB.batch(
		[2026, 2025].map((year) =>
			env.DB.prepare(
				`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
				SELECT id, 'annual', ?, 1000, 1000, 1, 1 FROM members WHERE id >= 100000`,
			).bind(year),
		),
	);
	const plan = async ({ sql, params }: Select<unknown>) =>
		(
			await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
				.bind(...params)
				.all<{ detail: string }>()
		).results
			.map(({ detail }) => detail)
			.join("\n");
	const of = duesByMember(2026, { owing: true, limit: 50, offset: 50 });
	for (const one of [of, duesByType(2026), membersWithDues(2026, false)])
		expect(await plan(one)).toContain("dues_items_by_year (dues_year=?)");
	expect(await plan(collectedByMonth(2026))).toContain("payments_by_status (status=? AND paid_on>? AND paid_on<?)");
	const began = performance.now();
	expect(await text(`${dues.report()}?year=2026&owing=1&page=2`)).toContain("5,001");
	console.log(`the report of 10,000 items: ${Math.round(performance.now() - began)} ms`);
});

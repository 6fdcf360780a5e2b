import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { countWaiting } from "#db/books/finance-waiting.ts";
import { readRows, type Select } from "#db/read.ts";
import { menuCounts, whatHangsOn } from "#db/shell/waits.ts";
import { returnDocument } from "#domain/books/finance/review-actions.ts";
import { paths } from "#http/paths.ts";
import * as certificates from "../../support/certificates.ts";
import { as, bring, draft, office, refOf, reviewersOf, type Staff } from "../../support/finance.ts";
import { dues, owing, payment, submit } from "../../support/payments.ts";
import { ask, openSession } from "../../support/people.ts";
import { person, rows } from "../../support/users.ts";

const NOW = Date.now();
const TODAY = "2026-11-22";
let people: Awaited<ReturnType<typeof office>>;
let deputy: Staff;

/** A document in every state, payments and certificates that wait, and a deputy of the chair's. */
beforeAll(async () => {
	people = await office();
	deputy = { ...(await person({ name: "副理事長", roles: ["applicant"] })), held: [] };
	for (const until of ["submitted", "submitted", "cashier", "accountant", "chair", "paid", "posted"] as const)
		await bring(await draft(people.applicant), people, until);
	await draft(people.applicant);
	const back = await bring(await draft(people.applicant), people, "submitted");
	await returnDocument(certificates.db, { ref: await refOf(back), comment: "請補收據", ...as(people.cashier) });
	await env.DB.prepare("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'applicant'")
		.bind(people.chair.id)
		.run();
	// The chair's own: nobody reviews what they asked for.
	await bring(await draft(people.chair), { ...people, applicant: people.chair }, "accountant");
	for (const _ of [1, 2]) {
		const owed = await owing();
		await submit(payment([dues(owed)]), owed);
	}
	const { id, userId } = await certificates.memberWithLogin();
	await certificates.upload({ memberId: id, userId });
	await env.DB.prepare(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2026-11-01', '2026-11-30', 1)",
	)
		.bind(people.chair.id, deputy.id)
		.run();
});

async function counted({ id }: { id: number }) {
	const { sid } = await openSession(id, NOW);
	return (await readRows(env.DB, menuCounts(sid, TODAY)))[0][0];
}

test("the menu counts what the dashboard counts: by permission, for a deputy, without one's own", async () => {
	const { applicant, cashier, accountant, chair } = people;
	const expected = async (who: Staff, principals: Staff[] = []) => {
		const viewer = { userId: who.id, reviewers: reviewersOf(who, principals), today: TODAY };
		return (await readRows(env.DB, countWaiting(viewer)))[0][0]?.waiting;
	};
	const finance = await Promise.all([
		expected(applicant),
		expected(cashier),
		expected(accountant),
		expected(chair),
		expected(deputy, [chair]),
	]);
	expect(finance).toEqual([1, 3, 2, 1, 1]);
	const found = await Promise.all([applicant, cashier, accountant, chair, deputy].map(counted));
	const none = Object.fromEntries(Object.keys(found[0] ?? {}).map((name) => [name, 0]));
	expect(found).toEqual([
		{ ...none, finance: 1, payments: 0, certificates: 0 },
		{ ...none, finance: 3, payments: 2, certificates: 1 },
		{ ...none, finance: 2, payments: 2, certificates: 0 },
		{ ...none, finance: 1, payments: 0, certificates: 0 },
		{ ...none, finance: 1, payments: 0, certificates: 0 },
	]);
	expect(await counted(await person({ roles: ["member"] }))).toEqual(none);
	expect(await readRows(env.DB, menuCounts("", TODAY))).toEqual([[none]]);
});

test("the menu says how many, beside the place, and nothing where nothing waits", async () => {
	const menuOf = async ({ id }: { id: number }) => {
		const page = await (await ask(paths.admin.home(), { as: { userId: id, ...(await openSession(id, NOW)) } })).text();
		const menu = page.slice(page.indexOf("data-menu"), page.indexOf("</details>"));
		return [
			...menu.matchAll(/<a href="([^"]+)"[^>]*>\s*([^<\s]+)<span class="push"><span class="count">(\d+)<\/span>/g),
		].map(([, href, label, many]) => [href, label, many]);
	};
	expect(await menuOf(people.cashier)).toEqual([
		[paths.admin.certificates.list(), "身障證明", "1"],
		[paths.admin.payments.queue(), "收款核對", "2"],
		[paths.admin.finance.list(), "支出申請", "3"],
	]);
	// 監事 are the second person of the 退匯 that was asked for.
	expect(await menuOf(await person({ roles: ["secretary", "auditor"] }))).toEqual([
		[paths.admin.certificates.list(), "身障證明", "1"],
		[paths.admin.finance.list(), "支出申請", "1"],
	]);
	expect(await menuOf(await person({ roles: ["editor"] }))).toEqual([]);
});

test("what hangs on somebody says how many others could go on", async () => {
	const hangs = async (id: number) => (await readRows(env.DB, whatHangsOn(id, TODAY)))[0];
	await person({ name: "第二位出納", roles: ["cashier"] });
	await person({ name: "離職的理事長", roles: ["chair"], status: "disabled" });
	await env.DB.prepare(
		`INSERT INTO tasks (title, status, priority, assignee_id, rank, closed_at, created_at, updated_at) VALUES ('開會', 'todo', 3, ?1, 1, NULL, 1, 1), ('做完了', 'done', 3, ?1, 2, 1, 1, 1)`,
	)
		.bind(people.cashier.id)
		.run();
	expect(await hangs(people.cashier.id)).toEqual([
		{ kind: "approve_cashier", count: 2, others: 1 },
		{ kind: "pay", count: 1, others: 1 },
		{ kind: "payments", count: 2, others: 2 },
		{ kind: "certificates", count: 1, others: 2 },
		{ kind: "tasks", count: 1, others: null },
	]);
	expect(await hangs(people.chair.id)).toEqual([
		{ kind: "approve_chair", count: 1, others: 0 },
		{ kind: "deputies", count: 1, others: null },
	]);
	expect(await hangs(people.applicant.id)).toEqual([
		{ kind: "mend", count: 1, others: null },
		{ kind: "drafts", count: 1, others: null },
	]);
	expect(await hangs(deputy.id)).toEqual([{ kind: "stands_in", count: 1, others: null }]);
});

test.each([
	["the menu's counts", menuCounts("x", TODAY)],
	["what hangs on somebody", whatHangsOn(1, TODAY)],
] as [string, Select<unknown>][])("%s walks no table that grows", async (_, { sql, params }) => {
	const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params);
	const scans = plan.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail));
	const small = /^SCAN (a|h|j|w|p|u|x|own|mine|holds|me|waiting|json_each|\(subquery|CONSTANT ROW)/;
	expect(scans.filter((detail) => !small.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});

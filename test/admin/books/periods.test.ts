import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { endPayments } from "../../support/money-fixtures.ts";
import { db, dues, owing, payment, submit } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
let second: Person;
let chair: Person;
let waiting: { userId: number; memberId: number; itemId: number };

const newest = sql`(SELECT max(id) FROM vouchers)`;
const draft = (date: string, lines: readonly Entry[]) => [
	sql`INSERT INTO vouchers (date, description, created_by, created_at, updated_at) VALUES (${date}, '記帳', ${accountant.userId}, 1, 1)`,
	insertLines(newest, lines),
];
const posted = (date: string, lines: readonly Entry[]) =>
	commit(db, [...draft(date, lines), post(newest, by({ id: accountant.userId }))]);

beforeAll(async () => {
	accountant = await signIn({ name: "葉佳穎", roles: ["accountant"] });
	second = await signIn({ name: "劉會計", roles: ["accountant"] });
	chair = await signIn({ name: "王理事長", roles: ["chair"] });
	await posted("2025-01-10", [debit("1130", 8_000, ""), credit("4220", 8_000, "")]);
	await posted("2025-02-10", [debit("5310", 3_000, ""), credit("1130", 3_000, "")]);
	waiting = await owing({ year: 2026 });
	await submit(payment([dues(waiting)], { paidOn: "2025-02-20" }), waiting);
});

const page = async (address: string, who = accountant) => {
	const answer = await ask(address, { as: who });
	return { status: answer.status, text: await answer.text() };
};
const send = async (address: string, form: Record<string, string>, who = accountant) => {
	const answer = await ask(address, { as: who, form });
	return { status: answer.status, text: await answer.text() };
};
const bank = async () => Number((await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'"))[0]?.id);
const stateOf = (month: string) => rows("SELECT status, closed_by, version FROM periods WHERE month = ?", month);
const close = (month: string, version = 0, who = accountant) =>
	send(ledger.periodClosing(month), { version: String(version) }, who);

test("a month tells what keeps it from being closed, each with the way to clear it", async () => {
	const { text } = await page(ledger.period("2025-02"));
	for (const words of [
		"前面還有 1 個月沒有結帳",
		"等待核對的收款 1 筆，合計 1,000 元",
		"1 個帳戶還沒有填月底的銀行餘額",
		`href="${paths.admin.payments.queue()}"`,
		`href="${ledger.periods()}?year=2025"`,
		'href="#balances"',
		"帳上 5,000 元",
		"還有 3 項要處理",
	])
		expect(text).toContain(words);
	expect(text).not.toContain("結帳 114 年 2 月");
	expect((await close("2025-02")).status).toBe(422);
	expect(await stateOf("2025-02")).toEqual([]);
	// A month that is not over, and what is no month.
	const now = dateInTaipei(Date.now()).slice(0, 7);
	expect((await page(ledger.period(now))).text).toContain("這個月還沒有過完");
	expect((await page(ledger.period("2025-13"))).status).toBe(404);
});

test("the bank's balance is compared: one that differs wants words", async () => {
	const id = await bank();
	const say = (month: string, amount: string, note = "") =>
		send(ledger.periodBalances(month), { [`balance_${id}`]: amount, [`note_${id}`]: note });
	for (const wrong of ["八千", "8000.5", "1,00"]) {
		const answer = await say("2025-01", wrong);
		expect([answer.status, answer.text.includes("請填寫整數的餘額")]).toEqual([422, true]);
		expect(answer.text).toContain(`value="${wrong}"`);
	}
	expect((await say("2025-01", "７,５００元")).status).toBe(303);
	expect((await page(ledger.period("2025-01"))).text).toContain("1 個帳戶的銀行餘額與帳上不同，相差 500 元");
	expect((await close("2025-01")).status).toBe(422);
	expect((await say("2025-01", "7500", "在途存款")).status).toBe(303);
	const { text } = await page(ledger.period("2025-01"));
	expect(text).toContain("1 個帳戶的銀行餘額與帳上相差 500 元，已說明");
	expect(text).toContain("結帳 114 年 1 月");
});

test("of two who close it at once one does; another opens it again with a reason", async () => {
	const both = await Promise.all([close("2025-01"), close("2025-01", 0, second)]);
	expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
	const closer = both[0].status === 303 ? accountant : second;
	expect(await stateOf("2025-01")).toEqual([{ status: "closed", closed_by: closer.userId, version: 1 }]);
	expect(await rows("SELECT step, user_id, reason FROM period_events WHERE period = '2025-01' ORDER BY id")).toEqual([
		{ step: "close", user_id: closer.userId, reason: null },
	]);
	// Closed: no voucher, no other balance.
	await expect(posted("2025-01-31", [debit("1110", 1, ""), credit("4910", 1, "")])).rejects.toThrow(
		"ledger.period_closed",
	);
	expect((await send(ledger.periodBalances("2025-01"), { [`balance_${await bank()}`]: "1" })).status).toBe(422);
	const reopen = (who: Person, reason: string, version = "1") =>
		send(ledger.periodReopening("2025-01"), { version, reason }, who);
	expect((await reopen(accountant, "x")).status).toBe(403);
	expect((await reopen(chair, "")).status).toBe(422);
	expect((await reopen(chair, "x", "7")).status).toBe(409);
	expect((await reopen(chair, "漏記一筆利息")).status).toBe(303);
	expect(await stateOf("2025-01")).toEqual([{ status: "open", closed_by: null, version: 2 }]);
	expect((await page(ledger.period("2025-01"))).text).toContain("漏記一筆利息");
	expect((await close("2025-01", 0)).status).toBe(409);
	expect((await close("2025-01", 2)).status).toBe(303);
	expect(
		await rows(
			"SELECT action, auditable_id FROM audit_log WHERE auditable_type = 'period' AND action LIKE 'period.%open' OR action = 'period.close' ORDER BY id",
		),
	).toEqual([
		{ action: "period.close", auditable_id: "2025-01" },
		{ action: "period.reopen", auditable_id: "2025-01" },
		{ action: "period.close", auditable_id: "2025-01" },
	]);
});

test("a chair who closed as the accountant's deputy does not open it again", async () => {
	await env.DB.prepare(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2020-01-01', '2099-01-01', 1)",
	)
		.bind(accountant.userId, chair.userId)
		.run();
	await endPayments("cancel");
	const id = await bank();
	await send(ledger.periodBalances("2025-02"), { [`balance_${id}`]: "5,000", [`note_${id}`]: "" }, chair);
	expect((await close("2025-02", 0, chair)).status).toBe(303);
	expect(await rows("SELECT user_id, on_behalf_of FROM period_events WHERE period = '2025-02'")).toEqual([
		{ user_id: chair.userId, on_behalf_of: accountant.userId },
	]);
	const { text } = await page(ledger.period("2025-02"), chair);
	expect(text).toContain("請由其他人重新開帳");
	expect(text).toContain("目前沒有其他人可以辦理");
	const answer = await send(ledger.periodReopening("2025-02"), { version: "1", reason: "更正" }, chair);
	expect([answer.status, answer.text.includes("重新開帳要由結帳者以外的人辦理")]).toEqual([422, true]);
	// Nor does somebody who stands in for the one in whose place it was closed.
	const other = await signIn({ name: "陳理事長", roles: ["chair"] });
	expect((await page(ledger.period("2025-02"), chair)).text).toContain("可以辦理的人：陳理事長");
	expect((await send(ledger.periodReopening("2025-02"), { version: "1", reason: "更正" }, other)).status).toBe(303);
});

/** The papers of a year, and those of them that say 未結帳. */
async function papersOf(year: number) {
	const span = `from=${year}-01&to=${year}-12`;
	const addresses = [
		`${ledger.journal()}?${span}`,
		`${ledger.general()}?account=${await bank()}&${span}`,
		`${ledger.sub()}?${span}`,
		`${ledger.trialBalance()}?${span}`,
		`${ledger.cashBook()}?${span}`,
		`${ledger.cashBook()}?account=${await bank()}&${span}`,
		...["income", "final", "balance"].map((kind) => `${ledger.statements()}?kind=${kind}&${span}`),
		`${ledger.assets()}?year=${year}`,
		`${ledger.annual()}?year=${year}`,
	];
	const texts = await Promise.all(addresses.map(async (address) => (await page(address)).text));
	for (const text of texts) expect(text).toContain('class="report-head');
	return { all: addresses, open: addresses.filter((_, at) => /<h2>[^<]*（未結帳）<\/h2>/.test(texts[at] ?? "")) };
}

test("the year's page shows what its closing would move, and closes it", async () => {
	expect((await page(ledger.year(2025))).text).toContain("還有 11 個月沒有結帳");
	expect((await page(ledger.year(2026))).text).toContain("看 114 年</a>");
	const months = Array.from({ length: 11 }, (_, n) => `2025-${String(n + 2).padStart(2, "0")}`);
	for (const month of months) {
		await send(ledger.periodBalances(month), { [`balance_${await bank()}`]: "5,000" });
		expect([month, (await close(month, month === "2025-02" ? 2 : 0)).status]).toEqual([month, 303]);
	}
	const { text } = await page(ledger.year(2025));
	for (const words of ["8,000 元", "3,000 元", "5,000 元", "37.5%", "符合", "辦理年度結帳"])
		expect(text).toContain(words);
	const papers = await papersOf(2025);
	expect(papers.open).toEqual(papers.all);
	expect((await send(ledger.yearClosing(2025), { version: "0" })).status).toBe(303);
	expect((await papersOf(2025)).open).toEqual([]);
	expect((await papersOf(2026)).open).toHaveLength(papers.all.length);
	expect((await send(ledger.yearClosing(2025), { version: "0" })).status).toBe(422);
	expect((await page(ledger.year(2025), chair)).text).toContain("取消年度結帳");
	expect((await page(`${ledger.periods()}?year=2025`)).text).toContain("12／12");
	expect(
		(await send(ledger.yearReopening(2025), { version: "1", reason: "漏記" }, await signIn({ roles: ["chair"] })))
			.status,
	).toBe(303);
	expect((await papersOf(2025)).open).toHaveLength(papers.all.length);
	expect(await rows("SELECT step, reason FROM period_events WHERE period = '2025' ORDER BY id")).toEqual([
		{ step: "close", reason: null },
		{ step: "reopen", reason: "漏記" },
	]);
});

test("nobody else closes; what is no month and no year is no page", async () => {
	const auditor = await signIn({ roles: ["auditor"] });
	expect((await page(ledger.periods(), auditor)).status).toBe(200);
	expect((await page(ledger.period("2025-03"), auditor)).text).not.toContain('method="post" action="/admin/ledger');
	expect((await close("2026-01", 0, auditor)).status).toBe(403);
	expect((await page(ledger.periods(), await signIn({ roles: ["secretary"] }))).status).toBe(403);
	expect((await page(`${ledger.periods()}?year=99`)).status).toBe(400);
	expect((await page(ledger.year(":year"))).status).toBe(404);
});

import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { MonthsForm } from "#domain/books/periods/form.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine } from "../../support/bank.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
let ledgerAccount: number;

const newest = sql`(SELECT max(id) FROM vouchers)`;
const draft = (date: string, lines: readonly Entry[]) => [
	sql`INSERT INTO vouchers (date, description, created_by, created_at, updated_at) VALUES (${date}, '記帳', ${accountant.userId}, 1, 1)`,
	insertLines(newest, lines),
];
const posted = (date: string, lines: readonly Entry[]) =>
	commit(db, [...draft(date, lines), post(newest, by({ id: accountant.userId }))]);

beforeAll(async () => {
	accountant = await signIn({ name: "葉佳穎", roles: ["accountant"] });
	const bank = await bankAccount();
	ledgerAccount = Number(
		(await rows<{ id: number }>("SELECT account_id AS id FROM bank_accounts WHERE id = ?", bank))[0]?.id,
	);
	const [{ code } = { code: "" }] = await rows<{ code: string }>(
		"SELECT code FROM accounts WHERE id = ?",
		ledgerAccount,
	);
	for (const [month, balance] of [
		["01", 8_000],
		["02", 9_000],
		["03", 10_000],
		["04", 11_000],
	] as const) {
		const amount = month === "01" ? 8_000 : 1_000;
		await posted(`2025-${month}-10`, [debit(code, amount, ""), credit("4220", amount, "")]);
		await bankLine({ accountId: bank, day: `2025-${month}-10`, amount, balance });
	}
	await commit(db, draft("2025-04-11", [debit("5310", 1, ""), credit("1110", 1, "")]));
});

/** The page, which is that of the oldest open months. */
async function page() {
	const answer = await ask(ledger.closings(), { as: accountant });
	return answer.status === 303
		? (await ask(answer.headers.get("Location") ?? "", { as: accountant })).text()
		: answer.text();
}
const saidBy = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const press = async (form: Record<string, string>, who = accountant) => {
	const [, action = ""] = /action="(\/admin\/ledger\/closings[^"]*)"/.exec(await page()) ?? [];
	const answer = await ask(action, { as: who, form });
	return { status: answer.status, to: answer.headers.get("Location"), said: saidBy(answer), text: await answer.text() };
};
/** The fields of the page's form as a browser sends them. */
async function fields(): Promise<Record<string, string>> {
	const text = await page();
	const found = [
		...text.matchAll(/<input(?=[^>]*name="((?:version|balance|note)_[^"]+)")(?:[^>]*value="([^"]*)")?[^>]*>/g),
	];
	return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
}
const closed = () => rows("SELECT month FROM periods WHERE status = 'closed' ORDER BY month");

test("the page has the oldest months that are over, with the files' balances and what blocks each", async () => {
	const text = await page();
	expect(text).toContain("先列出最早的 12 個月");
	expect([...text.matchAll(/name="version_([0-9-]+)"/g)].map(([, month]) => month)).toEqual(
		Array.from({ length: 12 }, (_, n) => `2025-${String(n + 1).padStart(2, "0")}`),
	);
	expect(text).toContain(`value="9,000"`);
	expect(text).not.toContain("前面還有");
	expect(text).not.toContain("還沒有填月底的銀行餘額");
	expect(text.match(/要處理 1 項/g)).toHaveLength(9);
	expect(text).toContain("傳票草稿 1 張");
	expect(text).toContain(`href="${ledger.drafts()}"`);
});

test("what is no such form is refused, and closes nothing", async () => {
	const whole = await fields();
	for (const wrong of [
		{},
		{ ...whole, "version_2025-13": "0" },
		{ ...whole, balance_1: "5" },
		{ ...whole, other: "x" },
		{ ...whole, "version_2025-01": "-1" },
		{ ...whole, [`balance_2025-01_${ledgerAccount}`]: "八千" },
		{ ...whole, [`note_2025-01_${ledgerAccount}`]: "x".repeat(201) },
		{ ...whole, "version_2026-01": "0" },
	])
		expect((await press(wrong)).status).toBe(422);
	expect(await closed()).toEqual([]);
	expect(await rows("SELECT * FROM period_balances")).toEqual([]);
});

test("one press stores the balances and closes in order up to the first that cannot be closed, and says why", async () => {
	const answer = await press(await fields());
	expect([answer.status, answer.to]).toEqual([303, ledger.closings()]);
	expect(answer.said).toContain("已結帳 114 年 1 月、114 年 2 月、114 年 3 月。114 年 4 月還不能結帳：傳票草稿 1 張。");
	expect(await closed()).toEqual(["01", "02", "03"].map((month) => ({ month: `2025-${month}` })));
	expect(await rows("SELECT month, amount FROM period_balances WHERE month < '2025-05' ORDER BY month")).toEqual(
		[8_000, 9_000, 10_000, 11_000].map((amount, n) => ({ month: `2025-0${n + 1}`, amount })),
	);
	for (const month of ["2025-01", "2025-02", "2025-03"])
		expect(await rows("SELECT action, user_id FROM audit_log WHERE auditable_id = ? ORDER BY id", month)).toEqual(
			["period.balances", "period.close"].map((action) => ({ action, user_id: accountant.userId })),
		);
	expect(await rows("SELECT period, step FROM period_events ORDER BY id")).toEqual(
		["01", "02", "03"].map((month) => ({ period: `2025-${month}`, step: "close" })),
	);
});

test("where the first cannot be closed the page comes back with what was typed, and nothing is closed", async () => {
	const answer = await press({ ...(await fields()), [`note_2025-05_${ledgerAccount}`]: "定存到期" });
	expect(answer.status).toBe(422);
	expect(answer.text).toContain("還有項目沒有處理完，不能結帳");
	expect(answer.text).toContain('value="定存到期"');
	expect(await closed()).toHaveLength(3);
	// The same balances once more leave no second row in the log.
	expect(
		await rows("SELECT count(*) AS n FROM audit_log WHERE action = 'period.balances' AND auditable_id = '2025-04'"),
	).toEqual([{ n: 1 }]);
});

test("of two presses at once each month is closed by one", async () => {
	await rows("DELETE FROM vouchers WHERE state = 'draft'");
	const same = await fields();
	for (const month of ["05", "06", "07", "08", "09", "10", "11", "12"])
		same[`balance_2025-${month}_${ledgerAccount}`] = "11,000";
	const other = await signIn({ name: "劉會計", roles: ["accountant"] });
	await Promise.all([press(same), press(same, other)]);
	const left = await fields();
	for (const name of Object.keys(left)) if (name.startsWith("balance_")) left[name] = "11,000";
	await press(left);
	expect((await closed()).length).toBeGreaterThanOrEqual(12);
	expect(await rows("SELECT period, count(*) AS n FROM period_events GROUP BY period HAVING n > 1")).toEqual([]);
});

test("the form's months come in their order, whatever the order of the fields", () => {
	const read = MonthsForm.parse({ "version_2025-03": "0", "version_2025-01": "2", "balance_2025-01_7": "-1,000" });
	expect(read).toEqual([
		{ month: "2025-01", version: 2, balances: [{ accountId: 7, amount: -1_000, note: "" }] },
		{ month: "2025-03", version: 0, balances: [] },
	]);
});

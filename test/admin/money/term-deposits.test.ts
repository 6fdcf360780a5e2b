import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { interestOf, leftWords, termWords } from "#domain/money/bank/terms.ts";
import { paths } from "#http/paths.ts";
import { keepTermDeposits } from "#jobs/money/index.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { bank, ledger } = paths.admin;
let cashier: Person;
let accountant: Person;
beforeAll(async () => {
	cashier = await signIn({ roles: ["cashier"] });
	accountant = await signIn({ roles: ["accountant"] });
});

const form = (more: Record<string, string> = {}) => ({
	_key: crypto.randomUUID(),
	kind: "term",
	name: "一年定存",
	bank_name: "臺灣銀行",
	branch: "",
	holder: "",
	number: `900-${crypto.randomUUID().replaceAll(/\D/g, "").slice(0, 9)}`,
	position: "9",
	is_shown: "1",
	term_rate: "1.715",
	term_from: "114/12/1",
	term_until: "2026-12-01",
	term_renews: "1",
	...more,
});
const create = async (more: Record<string, string> = {}) => {
	const answer = await ask(bank.accountCreate(), { as: cashier, form: form(more) });
	return { status: answer.status, text: await answer.text() };
};
const page = async (path: string, as = cashier) => (await ask(path, { as })).text();
const stored = async (name: string) =>
	(
		await rows<{ id: number; version: number; code: string; account_id: number; is_shown: number }>(
			"SELECT b.id, b.version, a.code, b.account_id, b.is_shown FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.name = ?",
			name,
		)
	)[0] ?? { id: 0, version: 0, code: "", account_id: 0, is_shown: 9 };
const refused = (sql: string, code: string) => expect(env.DB.prepare(sql).run()).rejects.toThrow(code);

test("the days and the interest of a term, in words and figures", () => {
	const term = { rate: 1_715, from: "2025-12-01", until: "2026-12-01", renews: true };
	expect(termWords(term)).toBe("115年12月1日到期，年利率 1.715%，自動轉期");
	expect(interestOf(1_000_000, term)).toBe(17_150);
	expect(interestOf(100_000, { ...term, from: "2026-06-04", rate: 2_000 })).toBe(986);
	expect(leftWords(term, "2026-11-01")).toBe("還有 30 天");
	expect(leftWords(term, "2026-12-01")).toBe("今天到期");
	expect(leftWords(term, "2026-12-02")).toBe("已到期轉期，請填新的期間");
	expect(leftWords({ ...term, renews: false }, "2026-12-02")).toBe("已到期，請辦理解約或填新的期間");
});

describe("a 定期存款", () => {
	test("stands below 1130 once an account there takes money, and below 1310 in the funds; what is lacking is said", async () => {
		expect((await create()).text).toContain("請先新增平常收付的銀行帳戶");
		await create({ kind: "bank", name: "活期", term_rate: "", term_from: "", term_until: "" });
		for (const [wrong, words] of [
			[{ term_rate: "" }, "請填年利率"],
			[{ term_rate: "21" }, "0 到 20"],
			[{ term_rate: "1.7151" }, "最多三位小數"],
			[{ term_until: "" }, "請填到期日"],
			[{ term_from: "昨天" }, "看不懂「昨天」"],
			[{ term_until: "114/12/1" }, "到期日要晚於起存日"],
		] as const) {
			const answer = await create(wrong);
			expect([answer.status, answer.text.includes(words)]).toEqual([422, true]);
		}
		expect((await create()).status).toBe(303);
		expect((await create({ kind: "fund_term", name: "基金定存", term_renews: "" })).status).toBe(303);
		expect(await stored("活期")).toMatchObject({ code: "1130-01", is_shown: 1 });
		expect(await stored("一年定存")).toMatchObject({ code: "1130-02", is_shown: 0 });
		expect(await stored("基金定存")).toMatchObject({ code: "1310-01", is_shown: 0 });
		expect(await rows("SELECT * FROM bank_accounts WHERE name = '活期'")).toMatchObject([
			{ term_until: null, term_rate: null },
		]);
		const list = await page(bank.accounts());
		expect(list).toContain("115年12月1日到期，年利率 1.715%，自動轉期");
		expect(list).toContain("定期存款（基金專戶）");
	});

	test("takes and pays no money by itself: it is not offered, and no writer may name it", async () => {
		const { id, account_id } = await stored("一年定存");
		for (const [path, as] of [
			[paths.admin.payments.create(), cashier],
			[paths.admin.income.create(), cashier],
			[bank.statements(), cashier],
			[paths.admin.deposits.create(), cashier],
			[paths.admin.finance.withdrawalSlip(), cashier],
		] as const)
			expect(await page(path, as)).not.toContain("一年定存");
		await refused(
			`INSERT INTO bank_statements (bank_account_id, filename, state, created_at) VALUES (${id}, 'x', 'applied', 1)`,
			"bank.term",
		);
		await refused(
			`INSERT INTO cash_deposits (deposited_on, bank_account_id, amount, created_at, updated_at) VALUES ('2026-01-01', ${id}, 5, 1, 1)`,
			"bank.term",
		);
		await refused(
			`INSERT INTO payments (source, method, paid_on, amount, bank_account_id, created_at, updated_at)
			VALUES ('staff', 'transfer', '2026-01-01', 5, ${id}, 1, 1)`,
			"bank.term",
		);
		await refused(
			`INSERT INTO income_records (kind, method, bank_account_id, amount, received_on, created_at, updated_at)
			VALUES ('interest', 'transfer', ${id}, 5, '2026-01-01', 1, 1)`,
			"bank.term",
		);
		await refused(`UPDATE bank_accounts SET is_shown = 1 WHERE id = ${id}`, "CHECK");
		await refused(`UPDATE bank_accounts SET term_rate = NULL WHERE id = ${id}`, "CHECK");
		await refused(
			`UPDATE bank_accounts SET term_rate = NULL, term_from = NULL, term_until = NULL, term_renews = NULL WHERE id = ${id}`,
			"bank.line_used",
		);
		// Transfers to no named account go to the account that takes money, not to the deposit.
		expect(
			await rows(
				"SELECT a.code FROM cash_homes h JOIN accounts p ON p.id = h.account_id JOIN accounts a ON a.id = h.home_id WHERE p.code = '1130'",
			),
		).toEqual([{ code: "1130-01" }]);
		expect(account_id).toBeGreaterThan(0);
	});

	test("is told of 30 days before its end, once for each end, to cashiers and accountants, and on the dashboard", async () => {
		const mails = () =>
			rows<{ n: number }>(
				"SELECT count(*) AS n FROM notifications WHERE kind = 'term_deposit_ending' GROUP BY user_id",
			);
		await keepTermDeposits(env, Date.parse("2026-10-31T10:00:00+08:00"));
		expect(await mails()).toEqual([]);
		for (const day of ["2026-11-01", "2026-11-20"]) await keepTermDeposits(env, Date.parse(`${day}T10:00:00+08:00`));
		expect(await mails()).toEqual([{ n: 2 }, { n: 2 }]);
		const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
		const { id, version } = await stored("一年定存");
		const edit = {
			...form({ term_until: soon, term: "1", is_active: "1", version: String(version) }),
			number: "900-1",
		};
		const { _key, kind, is_shown, ...sent } = edit;
		expect((await ask(bank.account(id), { as: cashier, form: sent })).status).toBe(303);
		for (const as of [cashier, accountant]) expect(await page(paths.admin.home(), as)).toContain("wait=terms");
		expect(await page(paths.admin.home(), accountant)).toContain(ledger.general());
		expect(await page(bank.account(id))).toContain("預估利息");
		expect(await page(paths.admin.home(), await signIn({ roles: ["editor"] }))).not.toContain("wait=terms");
	});

	test("a renewal within the funds needs no resolution; what leaves them does", async () => {
		await create({ kind: "fund_term", name: "基金定存乙" });
		const move = async (to: string) => {
			const sent = {
				...{ _key: crypto.randomUUID(), date: "2026-03-01", description: "定存移轉", step: "post" },
				...{ account: [to, "1310-01"], memo: ["", ""], debit: ["100", ""], credit: ["", "100"], member: ["", ""] },
			};
			const answer = await ask(ledger.voucherCreate(), { as: accountant, form: sent });
			return [answer.status, (await answer.text()).includes("要填理事會決議的會次與日期")];
		};
		expect(await move("1130-01")).toEqual([422, true]);
		expect((await move("1310-02"))[0]).toBe(303);
		expect(await rows("SELECT state FROM vouchers")).toEqual([{ state: "posted" }]);
	});
});

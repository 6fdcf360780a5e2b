import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { depositItems, linesForDeposit, listDeposits, undepositedCash } from "#db/money/deposits.ts";
import type { Select } from "#db/read.ts";
import { createDeposit, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { DepositForm } from "#domain/money/deposits/form.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine, lineNow, OPEN } from "../../support/bank.ts";
import { db, dues, owing, payment, refOf, submit, verify } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { codeOf } from "../../support/refusal.ts";
import { AT, by, rows } from "../../support/users.ts";

const { deposits, bank } = paths.admin;
let cashier: Person;
let accountant: Person;
let account: number;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
	account = await bankAccount();
});
// What another test left there would be gathered too.
beforeEach(async () => {
	for (const { id, amount } of await there()) await deposit([id], { amount });
});

const there = async () => (await env.DB.prepare(undepositedCash().sql).all<{ id: number; amount: number }>()).results;
/** Cash of 1,000 that a cashier verified; returns the payment's id. */
async function cash(paidOn = "2026-03-03"): Promise<number> {
	const owed = await owing();
	const id = await submit(payment([dues(owed)], { method: "cash", last5: null, paidOn }), { userId: owed.userId });
	await verify(id, cashier.userId);
	return id;
}
const formOf = (ids: number[], more: Record<string, string> = {}) => ({
	items: ids.map((id) => `p${id}.1000`),
	account: String(account),
	deposited_on: "2026-03-05",
	amount: String(ids.length * 1_000),
	...more,
});
const deposit = (ids: number[], { amount = 1_000, key = crypto.randomUUID(), at = AT } = {}) =>
	createDeposit(db, {
		input: DepositForm.parse({
			...formOf(ids, { amount: String(amount * ids.length) }),
			items: ids.map((id) => `p${id}.${amount}`),
		}),
		key,
		by: by({ id: cashier.userId }, at),
	});
const versionOf = async (id: number) =>
	Number((await rows<{ version: number }>("SELECT version FROM cash_deposits WHERE id = ?", id))[0]?.version);
const reverse = async (id: number) =>
	reverseDeposit(db, {
		ref: { id, version: await versionOf(id) },
		reason: "帳戶選錯",
		by: by({ id: cashier.userId }, AT),
	});
/** The vouchers of a deposit and its reversal, as texts. */
const booked = (id: number) =>
	rows<{ date: string; lines: string }>(
		`SELECT v.date, (SELECT group_concat(a.code || ' ' || l.debit || ' ' || l.credit, '; ') FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
			WHERE l.voucher_id = v.id) AS lines FROM vouchers v WHERE v.state = 'posted' AND (v.source = 'deposit' AND v.source_id = ?1
			OR v.reverses_id IN (SELECT id FROM vouchers WHERE source = 'deposit' AND source_id = ?1)) ORDER BY v.id`,
		id,
	);
const text = async (path: string, as = cashier) => (await ask(path, { as })).text();

describe("cash that is taken to the bank", () => {
	test("is listed with its age, and goes by a form into the bank's account, once for a form", async () => {
		const [one, two] = [await cash("2026-03-02"), await cash()];
		const page = await text(deposits.create());
		expect(page).toContain(`value="p${one}.1000"`);
		expect(page).toContain("2,000 元");
		expect(await text(deposits.list())).toContain("115年3月2日");
		const form = { ...formOf([one, two]), _key: "deposit-once" };
		const answer = await ask(deposits.create(), { as: cashier, form });
		const [made] = await rows<{ id: number; amount: number }>(
			"SELECT id, amount FROM cash_deposits ORDER BY id DESC LIMIT 1",
		);
		expect(answer.headers.get("Location")).toBe(deposits.show(made?.id ?? 0));
		expect(made?.amount).toBe(2_000);
		expect(await booked(made?.id ?? 0)).toEqual([{ date: "2026-03-05", lines: "1130-01 2000 0; 1110 0 2000" }]);
		const again = await ask(deposits.create(), { as: cashier, form });
		expect(again.status).toBe(409);
		expect(await there()).toEqual([]);
		const shown = await text(deposits.show(made?.id ?? 0), accountant);
		expect(shown).toContain(`收款 ${one}`);
		expect(shown).toContain("貳仟元整");
		expect(
			await rows("SELECT action, description FROM audit_log WHERE action LIKE 'deposit.%' ORDER BY id DESC LIMIT 1"),
		).toEqual([{ action: "deposit.create", description: "deposit" }]);
	});

	test("a key that is sent again makes nothing", async () => {
		const id = await cash();
		const key = crypto.randomUUID();
		const made = await deposit([id], { key });
		expect(await deposit([id], { key }).catch(codeOf)).toBe("deposit.moved");
		expect(await booked(made)).toHaveLength(1);
	});

	test("what was counted must be what was chosen: nothing typed is lost", async () => {
		const id = await cash();
		const answer = await ask(deposits.create(), {
			as: cashier,
			form: { ...formOf([id], { amount: "900", note: "收執聯 7" }), _key: "k" },
		});
		expect(answer.status).toBe(422);
		const page = await answer.text();
		expect(page).toContain("所選的現金合計與存入金額不同");
		expect(page).toContain('value="收執聯 7"');
		expect(await there()).toHaveLength(1);
	});

	test.each([
		["a day before it came", { deposited_on: "2026-03-01" }, "存入日期不能早於"],
		["a day that is not there yet", { deposited_on: "2099-01-01" }, "存入日期不能早於"],
		["no account", { account: "999" }, "請選擇使用中的帳戶"],
	])("refuses %s", async (_, more, words) => {
		const id = await cash();
		const answer = await ask(deposits.create(), {
			as: cashier,
			form: { ...formOf([id], more), _key: crypto.randomUUID() },
		});
		expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true]);
	});

	test("of thirty who take the same cash at once, one does", async () => {
		const id = await cash();
		const all = await Promise.all(Array.from({ length: 30 }, () => deposit([id]).catch(codeOf)));
		const numbers = all.filter((one) => typeof one === "number");
		expect(numbers).toHaveLength(1);
		expect(new Set(all.filter((one) => typeof one !== "number"))).toEqual(new Set(["deposit.moved"]));
		expect(await booked(Number(numbers[0]))).toHaveLength(1);
	});
});

describe("a deposit that never was", () => {
	test("is reversed: its voucher too, and the cash is there again", async () => {
		const id = await cash();
		const made = await deposit([id]);
		expect(await text(deposits.reversal(made))).toContain("回到還沒存入的現金");
		const answer = await ask(deposits.reversal(made), {
			as: cashier,
			form: { version: String(await versionOf(made)), reason: "帳戶選錯" },
		});
		expect(answer.status).toBe(303);
		expect((await booked(made)).map(({ lines }) => lines)).toEqual([
			"1130-01 1000 0; 1110 0 1000",
			"1130-01 0 1000; 1110 1000 0",
		]);
		expect((await there()).map((one) => one.id)).toEqual([id]);
		expect(await text(deposits.show(made))).toContain("帳戶選錯");
		const second = await deposit([id]);
		expect(await booked(second)).toHaveLength(1);
		expect(await reverse(made).catch(codeOf)).toBe("deposit.moved");
	});

	test("a stale page is told so, with 409", async () => {
		const made = await deposit([await cash()]);
		const stale = { version: "0", reason: "x" };
		expect((await ask(deposits.reversal(made), { as: cashier, form: stale })).status).toBe(409);
		expect(await booked(made)).toHaveLength(1);
	});

	test("cash that is at the bank is not reversed before its deposit is", async () => {
		const id = await cash();
		const made = await deposit([id]);
		const payable = async () =>
			reversePayment(db, {
				ref: await refOf(id),
				reason: "登錄錯誤",
				reviewer: { userId: accountant.userId, standsFor: [null] },
				by: by({ id: accountant.userId }, AT),
			});
		expect(await payable().catch(codeOf)).toBe("deposit.holds");
		await reverse(made);
		await payable();
		expect(await there()).toEqual([]);
	});
});

describe("the bank's line of a deposit", () => {
	test("is named, is in the books no second time, and is open again after a reversal", async () => {
		const made = await deposit([await cash()]);
		const line = await bankLine({ accountId: account, day: "2026-03-05", amount: 1_000, memo: "現金存入" });
		await bankLine({ accountId: account, day: "2026-03-05", amount: 1_001 });
		expect(await text(deposits.show(made))).toContain("相同金額的明細");
		const form = { version: String(await versionOf(made)), line: `${line}.1` };
		expect((await ask(deposits.line(made), { as: cashier, form })).status).toBe(303);
		const seen = { status: "matched", kind: "deposit", record: made, is_tie: 1 };
		expect(await lineNow(line)).toMatchObject(seen);
		const freed = await ask(`${bank.line(line)}/ignoring/end`, { as: cashier, form: { version: "2" } });
		expect(freed.status).toBe(409);
		expect(await lineNow(line)).toMatchObject(seen);
		await reverse(made);
		expect(await lineNow(line)).toMatchObject(OPEN);
	});

	test("of another amount, or in the books as 暫收款, it is refused", async () => {
		const made = await deposit([await cash()]);
		const other = await bankLine({ accountId: account, day: "2026-03-06", amount: 999 });
		const suspended = await bankLine({ accountId: account, day: "2026-03-06", amount: 1_000 });
		await ask(bank.suspense(suspended), { as: cashier, form: { version: "1" } });
		for (const line of [`${other}.1`, `${suspended}.2`]) {
			const form = { version: String(await versionOf(made)), line };
			const answer = await ask(deposits.line(made), { as: cashier, form });
			expect([answer.status, (await answer.text()).includes("這筆銀行明細的帳戶或金額與存款單不同")]).toEqual([
				422,
				true,
			]);
		}
	});
});

test("auditors look and do nothing", async () => {
	const auditor = await signIn({ roles: ["auditor"] });
	expect((await ask(deposits.list(), { as: auditor })).status).toBe(200);
	expect((await ask(deposits.create(), { as: auditor })).status).toBe(403);
});

describe("against direct SQL", () => {
	const run = (sql: string, ...params: (string | number)[]) =>
		env.DB.prepare(sql)
			.bind(...params)
			.run()
			.then(
				() => "done",
				(error: Error) => /([a-z_]+\.[a-z_]+): SQLITE/.exec(error.message)?.[1] ?? error.message,
			);
	let made: number;
	let free: number;
	let paid: number;
	beforeEach(async () => {
		paid = await cash();
		made = await deposit([paid]);
		free = await cash();
	});

	test.each([
		["its amount", () => run("UPDATE cash_deposits SET amount = 5 WHERE id = ?", made), "deposit.is_final"],
		["its key", () => run("UPDATE OR REPLACE cash_deposits SET id = 9999 WHERE id = ?", made), "deposit.is_final"],
		["deleting it", () => run("DELETE FROM cash_deposits WHERE id = ?", made), "deposit.is_final"],
		["deleting its parts", () => run("DELETE FROM cash_deposit_items WHERE deposit_id = ?", made), "deposit.is_final"],
		[
			"moving its parts",
			() => run("UPDATE cash_deposit_items SET payment_id = ?2 WHERE deposit_id = ?1", made, free),
			"deposit.is_final",
		],
		[
			"releasing its parts",
			() => run("UPDATE cash_deposit_items SET is_released = 1 WHERE deposit_id = ?", made),
			"deposit.is_final",
		],
		[
			"one more part",
			() => run("INSERT INTO cash_deposit_items (deposit_id, payment_id) VALUES (?, ?)", made, free),
			"deposit.moved",
		],
		[
			"a part twice",
			() => run("INSERT OR REPLACE INTO cash_deposit_items (deposit_id, payment_id) VALUES (?, ?)", made, paid),
			"deposit.moved",
		],
		[
			"ending it without its voucher",
			() => run("UPDATE cash_deposits SET reversed_at = 1, reason = 'x' WHERE id = ?", made),
			"deposit.is_final",
		],
		[
			"replacing it",
			() =>
				run(
					`REPLACE INTO cash_deposits (id, deposited_on, bank_account_id, amount, created_at, updated_at) VALUES (?, '2026-03-05', ?, 7, 1, 1)`,
					made,
					account,
				),
			"deposit.is_final",
		],
		[
			"reversing its cash",
			() => run("UPDATE payments SET status = 'reversed', reversed_at = 1 WHERE id = ?", paid),
			"deposit.holds",
		],
	] as const)("refuses %s", async (_, attack, code) => {
		expect(await attack()).toBe(code);
		expect(await rows("SELECT amount, reversed_at FROM cash_deposits WHERE id = ?", made)).toEqual([
			{ amount: 1_000, reversed_at: null },
		]);
	});

	test("a voucher of another amount than its cash is refused, and one of no deposit", async () => {
		const draft = (id: number) =>
			env.DB.batch([
				env.DB.prepare(
					`INSERT INTO vouchers (date, description, source, source_id, source_seq, created_at, updated_at) VALUES ('2026-03-05', 'x', 'deposit', ?, 1, 1, 1)`,
				).bind(id),
				env.DB.prepare(
					`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit)
					SELECT (SELECT max(id) FROM vouchers), 1, id, 5, 0 FROM accounts WHERE code = '1310'
					UNION ALL SELECT (SELECT max(id) FROM vouchers), 2, id, 0, 5 FROM accounts WHERE code = '1110'`,
				),
			]);
		await draft(9_999);
		const post = `UPDATE vouchers SET state = 'posted', kind = 'transfer', roc_year = 115, posted_at = 1,
			seq = (SELECT coalesce(max(last_no), 0) + 1 FROM number_series WHERE series = 'voucher:transfer' AND roc_year = 115)
			WHERE id = (SELECT max(id) FROM vouchers)`;
		expect(await run(post)).toBe("deposit.moved");
	});
});

test("no list walks a table that grows", async () => {
	const planOf = async ({ sql, params }: Select<unknown>) =>
		(
			await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
				.bind(...params)
				.all<{ detail: string }>()
		).results.map(({ detail }) => detail);
	const query = { q: "", page: 1 };
	for (const statement of [undepositedCash(), ...listDeposits(query), depositItems(1), linesForDeposit(1)]) {
		const scans = (await planOf(statement)).filter((detail) =>
			/^SCAN (?:p|r|l|v|payments|income_records|bank_lines)\b/.test(detail),
		);
		expect(scans.filter((detail) => !/INDEX/.test(detail))).toEqual([]);
	}
});

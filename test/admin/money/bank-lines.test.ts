import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine, lineNow, OPEN } from "../../support/bank.ts";
import { endPayments } from "../../support/money-fixtures.ts";
import { db, dues, item, owing, payment, paymentNow, refOf, submit, voucherOf } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, by, rows } from "../../support/users.ts";

const { bank, payments } = paths.admin;
let cashier: Person;
let accountant: Person;
let account: number;
let postal: number;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
	account = await bankAccount();
	postal = await bankAccount("postal", "劃撥");
});
// What another test left open would be matched too.
beforeEach(async () => {
	await env.DB.prepare(
		"UPDATE bank_lines SET status = 'ignored', reason = 'x' WHERE status IN ('unmatched', 'suggested')",
	).run();
	await endPayments("cancel");
});

const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const post = (path: string, form: Record<string, string | string[]> = {}, as = cashier) => ask(path, { as, form });
/** The books of 2150, and of a line. */
const suspense = async () =>
	(
		await rows<{ balance: number | null }>(
			`SELECT sum(l.credit - l.debit) AS balance FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
				JOIN vouchers v ON v.id = l.voucher_id AND v.state = 'posted' WHERE a.code = '2150'`,
		)
	)[0]?.balance ?? 0;

/** Somebody owes, has told of a transfer, and the bank has it: two days before, unless told. */
async function told(of: { day?: string; last5?: string } = {}) {
	const owed = await owing();
	const said = payment([dues(owed)], of.last5 ? { last5: of.last5 } : {});
	const id = await submit(said, { userId: owed.userId });
	const line = await bankLine({ accountId: account, last5: said.last5, day: of.day ?? "2026-03-01" });
	return { ...owed, paymentId: id, line, last5: said.last5 ?? "" };
}

describe("all that are exact, in one press", () => {
	test("each is verified in its own batch: payment, line, receipt, and a voucher on the account's own ledger account", async () => {
		const some = [await told(), await told()];
		const page = await text(bank.lines());
		expect(page).toContain("一次核對完全相符的 2 筆");
		const answer = await post(bank.verification());
		expect(answer.headers.get("Location")).toBe(`${bank.lines()}?done=2&left=0`);
		for (const { paymentId, line } of some) {
			const { status, verified_by, bank_account_id } = await paymentNow(paymentId);
			expect([status, verified_by, bank_account_id]).toEqual(["verified", cashier.userId, account]);
			expect(await lineNow(line)).toMatchObject({ status: "matched", kind: "payment", record: paymentId, is_tie: 0 });
			expect((await voucherOf(paymentId)).map(({ lines }) => lines)).toEqual([["1130-01 Dr 1000", "4120 Cr 1000"]]);
			expect(await rows("SELECT 1 FROM receipts WHERE payment_id = ?", paymentId)).toHaveLength(1);
		}
		expect(await text(`${bank.lines()}?done=2&left=0`)).toContain("已核對 2 筆");
		const again = await post(bank.verification());
		expect(again.headers.get("Location")).toBe(`${bank.lines()}?done=0&left=0`);
	});

	test("straight to dues by the digits that a member paid with before", async () => {
		const before = await told();
		await post(bank.verification());
		const next = await item({ memberId: before.memberId, year: 2027 });
		const line = await bankLine({ accountId: account, last5: before.last5, day: "2026-12-05" });
		expect(await text(bank.lines())).toContain("以前用過這個末五碼");
		await post(bank.verification());
		const { record } = await lineNow(line);
		const [made] = await rows<object>(
			"SELECT source, method, status, amount, submitted_by, verified_by, paid_on FROM payments WHERE id = ?",
			record ?? 0,
		);
		expect(made).toEqual({
			source: "bank",
			method: "transfer",
			status: "verified",
			amount: 1_000,
			submitted_by: null,
			verified_by: cashier.userId,
			paid_on: "2026-12-05",
		});
		expect(await rows("SELECT status FROM dues_items WHERE id = ?", next)).toEqual([{ status: "paid" }]);
		// Paid ahead of its year: 預收.
		expect((await voucherOf(record ?? 0))[0]?.lines).toEqual(["1130-01 Dr 1000", "2120 Cr 1000"]);
	});

	test("one's own family is left, and the list says who cannot", async () => {
		const other = await told();
		const mine = await told();
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(cashier.userId, mine.memberId).run();
		expect(await text(bank.lines())).toContain("須由其他人核對");
		const to = (await post(bank.verification())).headers.get("Location") ?? "";
		expect(to).toBe(`${bank.lines()}?done=1&left=0&refused=${mine.line}%3Apayment.own`);
		const page = await text(to);
		expect(page).toContain("不能核對自己、家人或自己登錄的繳費");
		expect([(await lineNow(other.line)).status, (await lineNow(mine.line)).status]).toEqual(["matched", "unmatched"]);
		await env.DB.prepare("UPDATE members SET user_id = NULL WHERE id = ?").bind(mine.memberId).run();
	});

	test("two presses at the same time verify each once", async () => {
		const some = await Promise.all([told(), told(), told()]);
		await Promise.all([post(bank.verification()), post(bank.verification())]);
		const receipts = await rows<{ many: number }>(
			`SELECT count(*) AS many FROM receipts WHERE payment_id IN (${some.map(({ paymentId }) => paymentId).join(", ")})`,
		);
		expect(receipts).toEqual([{ many: 3 }]);
		for (const { line } of some) expect((await lineNow(line)).status).toBe("matched");
	});

	test("without a script fifty at once, and the rest is told", async () => {
		for (let n = 0; n < 52; n++) await told();
		const first = await post(bank.verification());
		expect(first.headers.get("Location")).toBe(`${bank.lines()}?done=50&left=2`);
		expect(await text(`${bank.lines()}?done=50&left=2`)).toContain("還有 2 筆完全相符");
		const second = await post(bank.verification());
		expect(second.headers.get("Location")).toBe(`${bank.lines()}?done=2&left=0`);
	});

	test("with a script it tells how far it is", async () => {
		await told();
		const answer = await ask(bank.verification(), {
			as: cashier,
			form: {},
			headers: { Accept: "application/x-ndjson" },
		});
		const lines = (await answer.text())
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(lines).toEqual([{ done: 0, all: 1 }, { to: `${bank.lines()}?done=1&left=0` }]);
	});

	test("it needs who may verify: an administrator of the bank's lists alone may not", async () => {
		const admin = await signIn({ permissions: ["bank.manage"] });
		const { line } = await told();
		expect((await post(bank.verification(), {}, admin)).status).toBe(403);
		const page = await text(bank.line(line), admin);
		expect([page.includes("請由出納核對"), page.includes("核對這筆收款")]).toEqual([true, false]);
		expect((await text(bank.lines(), admin)).includes("一次核對")).toBe(false);
	});
});

describe("one line", () => {
	test("郵政劃撥: 985 arrives of 1,000, the dues are paid in full and the fee is booked", async () => {
		const owed = await owing();
		const line = await bankLine({ accountId: postal, amount: 985, fee: 15, memo: "會費" });
		const form = { version: "1", payer: String(owed.memberId), items: [String(owed.itemId)] };
		expect((await post(bank.match(line), form)).status).toBe(303);
		const { record } = await lineNow(line);
		expect((await voucherOf(record ?? 0))[0]?.lines).toEqual(["1140-01 Dr 985", "5270 Dr 15", "4120 Cr 1000"]);
		const paid = await rows("SELECT method, amount, fee_amount FROM payments WHERE id = ?", record ?? 0);
		expect(paid).toEqual([{ method: "postal", amount: 1_000, fee_amount: 15 }]);
	});

	test("a list that tells no fee: the payment of 1,000 is suggested for 985, and the difference is the fee", async () => {
		const owed = await owing();
		const id = await submit(payment([dues(owed)], { method: "postal" }), { userId: owed.userId });
		const line = await bankLine({ accountId: postal, amount: 985, day: "2026-03-04" });
		const page = await text(bank.line(line));
		expect(page).toContain("差額可能是劃撥手續費");
		const hidden = new RegExp(`name="payment" value="(${id}\\.\\d+)"`).exec(page)?.[1] ?? "";
		expect((await post(bank.match(line), { version: "1", payment: hidden, fee: "15" })).status).toBe(303);
		expect((await voucherOf(id))[0]?.lines).toEqual(["1140-01 Dr 985", "5270 Dr 15", "4120 Cr 1000"]);
	});

	test("by hand: a member is looked for, two items are chosen, what is left is credit or a donation", async () => {
		const owed = await owing();
		await rows("UPDATE members SET name = '王<b>小明' WHERE id = ?", owed.memberId);
		const entrance = await item({ memberId: owed.memberId, kind: "entrance", base: 500 });
		const line = await bankLine({ accountId: account, amount: 2_000, memo: "不明" });
		const [{ name } = { name: "" }] = await rows<{ name: string }>(
			"SELECT name FROM members WHERE id = ?",
			owed.memberId,
		);
		expect(await text(`${bank.line(line)}?q=${encodeURIComponent(name)}`)).toContain(`member=${owed.memberId}`);
		const page = await text(`${bank.line(line)}?member=${owed.memberId}`);
		for (const words of ["入會費", "常年會費 115 年", "核對並開立收據"]) expect(page).toContain(words);
		const form = {
			version: "1",
			payer: String(owed.memberId),
			items: [String(owed.itemId), String(entrance)],
			payer_title: "王<b>小明",
			rest: "donation",
			receipt_split: "one",
		};
		expect((await post(bank.match(line), form)).status).toBe(303);
		const { record } = await lineNow(line);
		expect((await voucherOf(record ?? 0))[0]?.lines.toSorted()).toEqual([
			"1130-01 Dr 2000",
			"4110 Cr 500",
			"4120 Cr 1000",
			"4210 Cr 500",
		]);
		const receipts = await rows(
			"SELECT series, amount, payer_title FROM receipts WHERE payment_id = ? ORDER BY series",
			record ?? 0,
		);
		expect(receipts).toEqual([
			{ series: "donation", amount: 500, payer_title: "王<b>小明" },
			{ series: "dues", amount: 1_500, payer_title: "王<b>小明" },
		]);
		const done = await text(`${bank.lines()}?status=matched`);
		expect([done.includes("王&lt;b>小明"), done.includes("王<b>")]).toEqual([true, false]);
	});

	test("as a donation of nobody the association knows", async () => {
		const line = await bankLine({ accountId: account, amount: 300 });
		expect((await post(bank.match(line), { version: "1", payer_title: "善心人士" })).status).toBe(303);
		const { record } = await lineNow(line);
		expect((await voucherOf(record ?? 0))[0]?.lines).toEqual(["1130-01 Dr 300", "4210 Cr 300"]);
	});

	test("is used once: a stale form, a payment that was decided, dues of another family", async () => {
		const one = await told();
		const { version } = await refOf(one.paymentId);
		const form = { version: "1", payment: `${one.paymentId}.${version}` };
		expect((await post(bank.match(one.line), form)).status).toBe(303);
		const late = await post(bank.match(one.line), form);
		expect([late.status, (await late.text()).includes("已被其他人處理")]).toEqual([409, true]);
		const two = await told();
		const used = await post(bank.match(one.line), { version: "2", payment: `${two.paymentId}.1` });
		expect([used.status, (await used.text()).includes("已經對帳")]).toEqual([422, true]);
		const foreign = await post(bank.match(two.line), {
			version: "1",
			payer: String(one.memberId),
			items: [String(two.itemId)],
		});
		expect(foreign.status).toBe(422);
		const more = await bankLine({ accountId: account, amount: 1_001, last5: two.last5 });
		const mismatch = await post(bank.match(more), { version: "1", payment: `${two.paymentId}.1` });
		expect([mismatch.status, (await mismatch.text()).includes("不能對在一起")]).toEqual([422, true]);
		expect((await lineNow(two.line)).status).toBe("unmatched");
	});

	test("ten who match it at the same time: one of them does", async () => {
		const { paymentId, line } = await told();
		const { version } = await refOf(paymentId);
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => post(bank.match(line), { version: "1", payment: `${paymentId}.${version}` })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
		expect(await voucherOf(paymentId)).toHaveLength(1);
	});

	test("its payment is reversed by another: it waits again, and can be matched again", async () => {
		const { paymentId, line, memberId, itemId } = await told();
		await post(bank.verification());
		const both = await signIn({ permissions: ["bank.manage", "payments.reverse"] });
		expect(await text(bank.line(line), both)).toContain(payments.reversal(paymentId));
		const page = await text(bank.line(line));
		expect([page.includes(payments.show(paymentId)), page.includes(payments.reversal(paymentId))]).toEqual([
			true,
			false,
		]);
		const reviewer = { userId: accountant.userId, standsFor: [null] };
		const who = by({ id: accountant.userId }, AT);
		await reversePayment(db, { ref: await refOf(paymentId), reason: "對錯人", reviewer, by: who });
		expect(await lineNow(line)).toMatchObject(OPEN);
		const { version } = await lineNow(line);
		const again = { version: String(version), payer: String(memberId), items: [String(itemId)] };
		expect((await post(bank.match(line), again)).status).toBe(303);
		expect((await lineNow(line)).status).toBe("matched");
	});
});

test("the open row offers payers while one types, each of which opens the row with them, the list as it was", async () => {
	const { memberId } = await owing();
	const line = await bankLine({ accountId: account });
	const name = (await rows<{ name: string }>("SELECT name FROM members WHERE id = ?", memberId))[0]?.name ?? "";
	const html = await text(`${bank.lines()}?direction=in&at=${line}`);
	const found = /&quot;found&quot;:&quot;([^&]+(?:&amp;[^&]+)*)&quot;/.exec(html)?.[1] ?? "";
	expect(found).toMatch(new RegExp(`^${bank.line(line)}\\?list=`));
	const answer = await ask(`${found}&q=${encodeURIComponent(name)}`, {
		as: cashier,
		headers: { Accept: "application/json" },
	});
	const { data } = await answer.json<{ data: { label: string; href: string }[] }>();
	const href = `${bank.lines()}?direction=in&member=${memberId}&at=${line}#line-${line}`;
	expect(data).toContainEqual(expect.objectContaining({ label: name, href }));
});

test("an address of the former tab 支出 shows the lines that go out", async () => {
	const [out, come] = [
		await bankLine({ accountId: account, amount: -321, memo: "出去的" }),
		await bankLine({ accountId: account, memo: "進來的" }),
	];
	const html = await text(`${bank.lines()}?status=out`);
	expect([html.includes(`line-${out}"`), html.includes(`line-${come}"`)]).toEqual([true, false]);
});

describe("what is not dues", () => {
	test("不處理 needs a reason, and is taken back", async () => {
		const line = await bankLine({ accountId: account, memo: "利息" });
		const refused = await post(bank.ignore(line), { version: "1", reason: " " });
		expect([refused.status, (await refused.text()).includes("請說明為什麼不處理")]).toEqual([422, true]);
		const ignored = await post(bank.ignore(line), { version: "1", reason: "存款利息" });
		expect(ignored.status).toBe(303);
		expect(await lineNow(line)).toMatchObject({ status: "ignored", reason: "存款利息" });
		expect(await text(`${bank.lines()}?status=ignored`)).toContain("存款利息");
		expect((await post(bank.ignoreEnd(line), { version: "1" })).status).toBe(409);
		// 復原 beside the message sends just that.
		const cookie = decodeURIComponent(decodeURIComponent(ignored.headers.get("Set-Cookie") ?? ""));
		expect(cookie).toContain(`"undo":{"action":"${bank.ignoreEnd(line)}","fields":{"version":"2"}}`);
		expect((await post(bank.ignoreEnd(line), { version: "2" })).status).toBe(303);
		expect(await lineNow(line)).toMatchObject({ status: "unmatched", reason: null });
		const actions = await rows(
			"SELECT action FROM audit_log WHERE auditable_type = 'bank_line' ORDER BY id DESC LIMIT 2",
		);
		expect(actions).toEqual([{ action: "bank_line.unignore" }, { action: "bank_line.ignore" }]);
	});

	test("轉暫收款 posts it, and from there it goes to dues without touching the bank again", async () => {
		const owed = await owing();
		const line = await bankLine({ accountId: account, memo: "不明", day: "2026-07-07" });
		const before = await suspense();
		expect((await post(bank.suspense(line), { version: "1" })).status).toBe(303);
		expect((await suspense()) - before).toBe(1_000);
		expect((await post(bank.suspense(line), { version: "2" })).status).toBe(409);
		const page = await text(bank.line(line));
		expect([page.includes("取消暫收款"), page.includes('name="reason"')]).toEqual([true, false]);
		const form = { version: "2", payer: String(owed.memberId), items: [String(owed.itemId)] };
		expect((await post(bank.match(line), form)).status).toBe(303);
		expect((await suspense()) - before).toBe(0);
		const { record } = await lineNow(line);
		expect(await voucherOf(record ?? 0)).toMatchObject([{ kind: "transfer", lines: ["2150 Dr 1000", "4120 Cr 1000"] }]);
	});

	test("it is taken back by a reversal, posted again, and taken back again", async () => {
		const line = await bankLine({ accountId: account, day: "2026-08-08" });
		const before = await suspense();
		for (const version of [1, 3]) {
			expect((await post(bank.suspense(line), { version: String(version) })).status).toBe(303);
			expect((await suspense()) - before).toBe(1_000);
			expect((await post(bank.suspenseEnd(line), { version: String(version + 1) })).status).toBe(303);
			expect((await suspense()) - before).toBe(0);
		}
		const kinds = await rows<{ kind: string }>(
			"SELECT kind FROM vouchers WHERE source = 'bank_line' AND source_id = ? ORDER BY id",
			line,
		);
		expect(kinds).toEqual([{ kind: "income" }, { kind: "income" }]);
	});

	test("money that went out pays nobody's dues; 暫付款 posts it and is taken back", async () => {
		const owed = await owing();
		const line = await bankLine({ accountId: account, amount: -300, day: "2026-07-09" });
		const dues = { version: "1", payer: String(owed.memberId), items: [String(owed.itemId)] };
		for (const form of [dues, { version: "1" }]) expect((await post(bank.match(line), form)).status).toBe(422);
		const page = await text(bank.line(line));
		expect([page.includes("找會員"), page.includes("登錄為收入"), page.includes("轉暫付款")]).toEqual([
			false,
			false,
			true,
		]);
		expect((await post(bank.suspense(line), { version: "1" })).status).toBe(303);
		const own = await rows(
			`SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id JOIN vouchers v ON v.id = l.voucher_id
			WHERE v.source = 'bank_line' AND v.source_id = ? ORDER BY l.line_no`,
			line,
		);
		expect(own).toEqual([
			{ code: "1250", debit: 300, credit: 0 },
			{ code: "1130-01", debit: 0, credit: 300 },
		]);
		expect((await post(bank.fee(line), { version: "2" })).status).toBe(409);
		expect((await post(bank.suspenseEnd(line), { version: "2" })).status).toBe(303);
		expect(await lineNow(line)).toMatchObject(OPEN);
	});

	test("the database lets nobody take a line from its payment, change or delete what the bank said", async () => {
		const { line } = await told();
		await post(bank.verification());
		const run = (sql: string) => env.DB.prepare(sql).bind(line).run();
		for (const sql of [
			"UPDATE bank_lines SET status = 'unmatched' WHERE id = ?",
			"DELETE FROM bank_line_parts WHERE line_id = ?",
			"UPDATE bank_lines SET amount = 5 WHERE id = ?",
			"DELETE FROM bank_lines WHERE id = ?",
		])
			await expect(run(sql)).rejects.toThrow("bank.line_used");
	});
});

describe("the list", () => {
	test("is searched, narrowed by account and day, and says what is empty", async () => {
		const other = await bankAccount("bank", "另一個帳戶");
		await bankLine({ accountId: other, memo: "尋找附言", day: "2026-05-05", amount: 777, last5: "54321" });
		await bankLine({ accountId: account, memo: "別的附言", day: "2026-06-06" });
		const has = async (query: string) => {
			const page = await text(`${bank.lines()}?${query}`);
			return [page.includes("尋找附言"), page.includes("別的附言")];
		};
		expect(await has("")).toEqual([true, true]);
		expect(await has(`account=${other}`)).toEqual([true, false]);
		expect(await has("q=777")).toEqual([true, false]);
		expect(await has("q=54321")).toEqual([true, false]);
		expect(await has("from=2026-06-01")).toEqual([false, true]);
		expect(await has("to=2026-05-31&from=")).toEqual([true, false]);
		expect(await has("status=suggested")).toEqual([false, false]);
		expect(await has("status=unmatched")).toEqual([true, true]);
		expect(await text(`${bank.lines()}?q=none`)).toContain("找不到符合的明細");
		expect((await ask(`${bank.lines()}?from=x`, { as: cashier })).status).toBe(400);
		expect((await ask(`${bank.lines()}?page=9`, { as: cashier })).status).toBe(200);
	});
});

import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { createVoucher, reverseManual } from "#domain/books/vouchers/actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine, lineNow, OPEN, tieBySql, untying } from "../../support/bank.ts";
import { recorded, reviewer } from "../../support/income.ts";
import { db, owing } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, by, rows } from "../../support/users.ts";

/* A voucher by hand that debits the bank's account is booked money as well: its line shows it, and nothing is posted again. */

const { bank, ledger } = paths.admin;
let cashier: Person;
let accountant: Person;
let account: number;
let code: string;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant", "cashier"] });
});
beforeEach(async () => {
	account = await bankAccount();
	const [own] = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		account,
	);
	code = own?.code ?? "";
});

const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const post = (path: string, form: Record<string, string | string[]>) => ask(path, { as: cashier, form });
const made = () =>
	rows("SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT count(*) FROM vouchers) AS vouchers");
type Given = { lines?: Entry[]; isDraft?: boolean; date?: string };
/** A sale of 1,000 that the accountant posts by hand; the ids of the voucher and of what it debits, in order. */
async function byHand({
	lines = [debit(code, 1_000, ""), credit("4910", 1_000, "")],
	isDraft,
	date = "2026-03-03",
}: Given = {}) {
	const id = await createVoucher(db, {
		input: { date, description: "義賣收入", turnsNextYear: false, lines },
		poster: isDraft ? undefined : reviewer(accountant.userId),
		key: crypto.randomUUID(),
		by: by({ id: accountant.userId }, AT),
	});
	const debits = await rows<{ id: number }>(
		"SELECT id FROM voucher_lines WHERE voucher_id = ? AND debit > 0 ORDER BY line_no",
		id,
	);
	return { id, debits: debits.map((one) => one.id) };
}
const reverse = async (id: number) => {
	const [row] = await rows<{ version: number }>("SELECT version FROM vouchers WHERE id = ?", id);
	return reverseManual(db, {
		ref: { id, version: row?.version ?? 0 },
		date: "2026-03-31",
		reason: "重複",
		poster: reviewer(cashier.userId),
		by: by({ id: cashier.userId }, AT),
	});
};
/** Whether the program says that something which is booked fits a line. */
const isBarred = async (line: number) =>
	(await rows("SELECT 1 FROM bank_lines_booked WHERE line_id = ?", line)).length > 0;

test("its line is tied by one press, let go by another, and by the reversal of the voucher; nothing else is made of it", async () => {
	const { id, debits } = await byHand();
	const line = await bankLine({ accountId: account, day: "2026-03-06" });
	const owed = await owing();
	const before = await made();
	const page = await text(bank.line(line));
	for (const words of ["帳上已經有的", "義賣收入", "就是這一筆"]) expect(page).toContain(words);
	// A cashier sees no vouchers, so there is no link to a closed door.
	expect([page, await text(bank.line(line), accountant)].map((one) => one.includes(ledger.voucher(id)))).toEqual([
		false,
		true,
	]);
	const others: [string, Record<string, string | string[]>][] = [
		[bank.match(line), { version: "1", payer: String(owed.memberId), items: [String(owed.itemId)] }],
		[bank.suspense(line), { version: "1" }],
	];
	for (const [path, form] of others) expect((await post(path, form)).status).toBe(422);
	await expect(recorded(cashier.userId, { amount: 1_000, bankLineId: line })).rejects.toThrow("bank.booked");
	const tie = { booked: `voucher.${debits[0]}` };
	expect((await post(bank.match(line), { ...tie, version: "1" })).status).toBe(303);
	expect(await lineNow(line)).toMatchObject({ status: "matched", kind: "voucher", record: debits[0] });
	expect(await text(bank.line(line))).toContain("解除配對");
	expect(await text(`${bank.lines()}?status=matched&account=${account}`)).toContain("傳票 收115-");
	const audit = await rows(
		"SELECT changes FROM audit_log WHERE action = 'bank_line.tie' AND auditable_id = ?",
		String(line),
	);
	expect(audit).toEqual([{ changes: JSON.stringify({ parts: [{ kind: "voucher", id, amount: 1_000 }] }) }]);
	expect((await post(bank.tieEnd(line), await untying(line, 2))).status).toBe(303);
	expect(await lineNow(line)).toMatchObject({ ...OPEN, version: 3 });
	expect((await post(bank.match(line), { ...tie, version: "3" })).status).toBe(303);
	expect(await made()).toEqual(before);
	await reverse(id);
	expect(await lineNow(line)).toMatchObject({ ...OPEN, version: 5 });
	expect(await isBarred(line)).toBe(false);
});

test("money that is typed in after that is asked about, with the voucher's number", async () => {
	const { debits } = await byHand();
	const line = await bankLine({ accountId: account });
	expect((await post(bank.match(line), { version: "1", booked: `voucher.${debits[0]}` })).status).toBe(303);
	await expect(recorded(cashier.userId, { amount: 1_000, bankAccountId: account })).rejects.toThrow(
		"income.money_used",
	);
});

test("only what debits the account's own account of the books with that amount within a week, posted by hand", async () => {
	const line = await bankLine({ accountId: account, day: "2026-03-10" });
	await byHand({ lines: [debit("1110", 1_000, ""), credit("4910", 1_000, "")] });
	await byHand({ lines: [debit("1110", 1_000, ""), credit(code, 1_000, "")], isDraft: true });
	await byHand({ lines: [debit(code, 1_001, ""), credit("4910", 1_001, "")] });
	await byHand({ isDraft: true });
	await byHand({ date: "2026-03-02" });
	expect(await isBarred(line)).toBe(false);
	const { id } = await byHand();
	expect(await isBarred(line)).toBe(true);
	expect((await post(bank.apart(line), { version: "1" })).status).toBe(303);
	expect(await isBarred(line)).toBe(false);
	await reverse(id);
});

test("an operator with SQL ties lines to what a voucher moved on their account, no more and no other", async () => {
	const run = (sql: string, ...params: (number | undefined)[]) =>
		env.DB.prepare(sql)
			.bind(...params.map((one) => one ?? null))
			.run();
	const two = await byHand({ lines: [debit(code, 1_000, ""), debit(code, 1_000, ""), credit("4910", 2_000, "")] });
	const [one, twin, third] = [
		await bankLine({ accountId: account }),
		await bankLine({ accountId: account }),
		await bankLine({ accountId: account }),
	];
	const elsewhere = await bankLine({ accountId: await bankAccount() });
	await expect(tieBySql(elsewhere, "voucher", two.debits[0])).rejects.toThrow("bank.mismatch");
	await tieBySql(one, "voucher", two.debits[0]);
	await expect(tieBySql(twin, "voucher", two.debits[0])).rejects.toThrow("bank.mismatch");
	await tieBySql(twin, "voucher", two.debits[1]);
	for (const sql of [
		"UPDATE bank_lines SET explained = 0 WHERE id = ?",
		"UPDATE bank_lines SET status = 'unmatched' WHERE id = ?",
	])
		await expect(run(sql, one)).rejects.toThrow("bank.line_used");
	await run("DELETE FROM bank_line_parts WHERE line_id = ?", one);
	await reverse(two.id);
	await expect(tieBySql(third, "voucher", two.debits[0])).rejects.toThrow("bank.mismatch");
	expect(await lineNow(twin)).toMatchObject(OPEN);
});

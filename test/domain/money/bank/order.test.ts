import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankLine as lineRow } from "#db/money/bank-lines.ts";
import { undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { matchLine, verifyExact } from "#domain/money/bank/actions.ts";
import type { MatchForm } from "#domain/money/bank/form.ts";
import { setLineApart, untieLine } from "#domain/money/bank/line-actions.ts";
import { matchesOf } from "#domain/money/bank/matches.ts";
import { partsIn } from "#domain/money/bank/parts.ts";
import { createDeposit } from "#domain/money/deposits/actions.ts";
import { createIncome } from "#domain/money/income/actions.ts";
import { Refusal } from "#kernel/refusal.ts";
import { bankAccount, bankLine } from "../../../support/bank.ts";
import { type Chance, chances, newSeed, one, stepsOf } from "../../../support/chances.ts";
import { incomeInput, posted, reviewer } from "../../../support/income.ts";
import { db, dues, owing, payment, paymentNow, refOf, submit, verify } from "../../../support/payments.ts";
import { AT, by, person, rows } from "../../../support/users.ts";

/* What is booked and what the bank shows come in any order, and come to the same. */

const SEED = newSeed();
const RUNS = stepsOf(4);
let cashier: number;
let accountant: number;
beforeAll(async () => {
	cashier = (await person({ name: "出納", roles: ["cashier"] })).id;
	accountant = (await person({ name: "會計", roles: ["accountant"] })).id;
});

let clock = AT;
/** Later than all before. */
const now = (userId = cashier) => {
	clock += 1_000;
	return { ...by({ id: userId }, clock), userId };
};

/** Money that came once: how it is booked without its line, and what its line says. */
type Fact = { kind: "proof" | "gift" | "deposit" | "voucher" | "due"; record: number | null; line: number | null } & (
	| { owed: { memberId: number; itemId: number; userId: number }; last5: string | null; paymentId: number | null }
	| { owed: null; last5: null; paymentId: null }
);

/** Five of 1,000 on two days that only some digits tell apart, cash of 3,000, and dues that nobody announced. */
async function facts(accountId: number): Promise<Fact[]> {
	const made: Fact[] = [];
	for (const told of [true, false]) {
		const owed = await owing();
		const said = payment([dues(owed)], { bankAccountId: accountId, ...(told ? {} : { last5: null }) });
		// Staff record what has neither digits nor proof; the cashier is another.
		const other = told ? null : await person({ name: "秘書", roles: ["secretary"] });
		const paymentId = await submit(told ? said : { ...said, method: "other" }, {
			userId: other?.id ?? owed.userId,
			...(told ? {} : { source: "staff" as const }),
		});
		made.push({ kind: "proof", record: null, line: null, owed, last5: said.last5, paymentId });
	}
	made.push({ kind: "gift", record: null, line: null, owed: null, last5: null, paymentId: null });
	made.push({ kind: "deposit", record: null, line: null, owed: null, last5: null, paymentId: null });
	made.push({ kind: "voucher", record: null, line: null, owed: null, last5: null, paymentId: null });
	made.push({ kind: "due", record: null, line: null, owed: await owing(), last5: null, paymentId: null });
	return made;
}

async function book(fact: Fact, accountId: number): Promise<void> {
	if (fact.record !== null || fact.kind === "due") return;
	if (fact.kind === "proof") {
		const id = fact.paymentId ?? 0;
		if ((await paymentNow(id)).status !== "submitted") return;
		await unlessOther((again) => verify(id, cashier, { at: now().at, again }));
		fact.record = id;
	}
	if (fact.kind === "gift") {
		if (fact.line !== null && (await lineNow(fact.line)).status === "matched") return;
		fact.record = await gift(accountId, null);
	}
	if (fact.kind === "voucher") fact.record = await byHand(accountId);
	if (fact.kind === "deposit") {
		const [cash] = await readRows(env.DB, undepositedCash());
		const part = cash.find(({ amount }) => amount === 3_000);
		if (!part) throw new Error("no cash");
		const input = { items: [part], account: accountId, deposited_on: "2026-03-04", amount: 3_000, note: "" };
		fact.record = await createDeposit(db, { input, key: crypto.randomUUID(), by: now() });
	}
}

/** A voucher by hand over 1,000 of a sale; returns the id of what it debits. */
async function byHand(accountId: number): Promise<number> {
	const [bank] = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		accountId,
	);
	const lines = [debit(bank?.code ?? "", 1_000, ""), credit("4910", 1_000, "")];
	const id = await createVoucher(db, {
		input: { date: "2026-03-03", description: "義賣收入", turnsNextYear: false, lines },
		poster: reviewer(accountant),
		key: crypto.randomUUID(),
		by: now(accountant),
	});
	const [made] = await rows<{ id: number }>("SELECT id FROM voucher_lines WHERE voucher_id = ? AND debit = 1000", id);
	return made?.id ?? 0;
}

async function gift(accountId: number, bankLineId: number | null): Promise<number> {
	const input = incomeInput({ amount: 1_000, bankAccountId: accountId, bankLineId });
	const id = await unlessOther((again) =>
		createIncome(db, { input, record: true, again, key: crypto.randomUUID(), by: now() }),
	);
	await posted(id, accountant, { at: now().at });
	return id;
}

/** What a person does who knows that the money is another than that of the lines which were used: they say so, once asked. */
async function unlessOther<T>(act: (again: boolean) => Promise<T>): Promise<T> {
	try {
		return await act(false);
	} catch (error) {
		if (!(error instanceof Refusal) || !error.code.endsWith(".money_used")) throw error;
		return act(true);
	}
}

/** What a person does who does not know that the money of a used line is in the books: types it in, and is asked. */
async function typeAgain(fact: Fact, accountId: number): Promise<void> {
	if (fact.line === null || fact.kind === "deposit") return;
	const input = incomeInput({ amount: 1_000, bankAccountId: accountId });
	const lines = await rows<{ status: string }>(
		"SELECT status FROM bank_lines WHERE bank_account_id = ? AND amount = 1000",
		accountId,
	);
	if (lines.some(({ status }) => status !== "matched")) return;
	const typed = createIncome(db, { input, record: true, key: crypto.randomUUID(), by: now() });
	await expect(typed).rejects.toThrow(new Refusal("income.money_used"));
}

const lineNow = async (id: number) => {
	const [[line]] = await readRows(env.DB, lineRow(id));
	if (!line) throw new Error("no line");
	return line;
};

async function show(fact: Fact, accountId: number): Promise<void> {
	if (fact.line !== null) return;
	const amount = fact.kind === "deposit" ? 3_000 : 1_000;
	const day = fact.kind === "deposit" ? "2026-03-05" : "2026-03-03";
	fact.line = await bankLine({ accountId, amount, day, last5: fact.last5 });
}

const FORM: MatchForm = {
	version: 0,
	items: [],
	payer_title: "",
	receipt_split: "one",
	rest: "credit",
	received: false,
};
const BOOKED = { proof: "payment", gift: "income", deposit: "deposit", voucher: "voucher", due: "payment" } as const;

/** What a person does who knows what the money is: first what is booked, then what was announced, then the dues. */
async function settleLine(fact: Fact, accountId: number): Promise<void> {
	if (fact.line === null) return;
	const line = await lineNow(fact.line);
	if (line.status === "matched") return;
	const asked = { line, reviewer: reviewer(cashier), key: crypto.randomUUID(), by: now() };
	const form = { ...FORM, version: line.version };
	if (fact.record !== null)
		return matchLine(db, { ...asked, form: { ...form, booked: { kind: BOOKED[fact.kind], id: fact.record } } });
	if (fact.kind === "deposit" || fact.kind === "voucher") return;
	const [open, booked, waiting, hints, owed] = await readRows(env.DB, ...matchingSelects());
	const candidates = matchesOf({ lines: open, booked, waiting, hints, owed }).get(line.id)?.candidates ?? [];
	const isBarred = candidates.some(({ kind }) => kind === "booked");
	const anew = async () => {
		if (fact.kind === "gift") fact.record = await gift(accountId, line.id);
		if (fact.paymentId !== null)
			await matchLine(db, { ...asked, form: { ...form, payment: await refOf(fact.paymentId) } });
		if (fact.kind === "due" && fact.owed)
			await matchLine(db, { ...asked, form: { ...form, payer: fact.owed.memberId, items: [fact.owed.itemId] } });
	};
	if (!isBarred) return anew();
	// What fits and is booked is another money: that is refused until somebody says so.
	await expect(anew()).rejects.toThrow(new Refusal("bank.booked"));
	await setLineApart(db, { ref: { id: line.id, version: line.version }, by: now() });
	return settleLine(fact, accountId);
}

async function undo(fact: Fact): Promise<void> {
	if (fact.line === null) return;
	const line = await lineNow(fact.line);
	const tied = partsIn(line.parts).find(({ isTie }) => isTie === 1);
	if (tied) await untieLine(db, { ref: { id: line.id, version: line.version }, part: tied.id, by: now() });
}

/** What there is since a moment: receipts, vouchers by source and lines, balances; the bank's account by its name alone. */
async function outcome(accountId: number, since: { receipts: number; vouchers: number }) {
	const [bank] = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		accountId,
	);
	const code = `iif(a.code = '${bank?.code}', 'BANK', a.code)`;
	const receipts = await rows(
		"SELECT series, amount, count(*) AS many FROM receipts WHERE id > ? GROUP BY series, amount ORDER BY 1, 2",
		since.receipts,
	);
	const vouchers = await rows<{ told: string }>(
		`SELECT source || ' ' || (SELECT group_concat(${code} || ' ' || l.debit || ' ' || l.credit, ', ' ORDER BY l.line_no)
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS told
		FROM vouchers v WHERE v.id > ? ORDER BY told`,
		since.vouchers,
	);
	const balances = await rows<{ code: string; balance: number }>(
		`SELECT ${code} AS code, sum(l.debit - l.credit) AS balance FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
		WHERE l.voucher_id > ? GROUP BY 1 ORDER BY 1`,
		since.vouchers,
	);
	return { receipts, vouchers: vouchers.map(({ told }) => told), balances };
}

const lastOf = async () => ({
	receipts: (await rows<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM receipts"))[0]?.id ?? 0,
	vouchers: (await rows<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM vouchers"))[0]?.id ?? 0,
});

async function run(steps: readonly Chance[]) {
	const accountId = await bankAccount();
	const owedCash = await owing({ base: 3_000 });
	const cash = await submit(payment([dues(owedCash, 3_000)], { method: "cash", last5: null }), {
		userId: owedCash.userId,
	});
	await verify(cash, cashier, { at: now().at });
	const since = await lastOf();
	const all = await facts(accountId);
	for (const { step, a } of steps) {
		const fact = one(all, a);
		if (step % 6 === 0) await book(fact, accountId);
		if (step % 6 === 1) await show(fact, accountId);
		if (step % 6 === 2) await settleLine(fact, accountId);
		if (step % 6 === 3) await undo(fact);
		if (step % 6 === 5) await typeAgain(fact, accountId);
		if (step % 6 === 4) await verifyExact(db, { reviewer: reviewer(cashier), most: 50, by: now() });
	}
	for (const fact of all) await show(fact, accountId);
	for (const fact of all.filter(({ kind }) => kind === "deposit" || kind === "voucher")) await book(fact, accountId);
	for (const fact of all) await settleLine(fact, accountId);
	for (const fact of all) {
		await undo(fact);
		await settleLine(fact, accountId);
	}
	for (const fact of all) await typeAgain(fact, accountId);
	const lines = await rows<{ many: number; open: number; amount: number }>(
		`SELECT count(*) AS many, sum(status IN ('unmatched', 'suggested')) AS open, sum(amount) AS amount FROM bank_lines
		WHERE bank_account_id = ?`,
		accountId,
	);
	expect(lines).toEqual([{ many: 6, open: 0, amount: 8_000 }]);
	const told = await outcome(accountId, since);
	// Each NT$ of the file is in the books once.
	expect(told.balances.find(({ code }) => code === "BANK")?.balance).toBe(8_000);
	return told;
}

const STEPS = ["bank_line.apart", "bank_line.tie", "bank_line.untie"];
const stepsTaken = async () =>
	(
		await rows<{ action: string }>(
			"SELECT DISTINCT action FROM audit_log WHERE auditable_type = 'bank_line' ORDER BY 1",
		)
	).map(({ action }) => action);

test(`booking, importing, tying and undoing in any order come to the same (seed ${SEED})`, async () => {
	const expected = await run([]);
	expect(expected.receipts).toEqual([
		{ series: "donation", amount: 1_000, many: 1 },
		{ series: "dues", amount: 1_000, many: 3 },
	]);
	// Every step has to be taken by some order.
	for (let n = 0; n < RUNS || (n < 5 * RUNS && (await stepsTaken()).length < STEPS.length); n++)
		expect(await run(chances(24, SEED + n)), `order ${n}`).toEqual(expected);
	expect(await stepsTaken()).toEqual(STEPS);
});

import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankLine as lineRow } from "#db/money/bank-lines.ts";
import { memoRules, rulesIn } from "#db/money/bank-memo-rules.ts";
import { movementsNear } from "#db/money/bank-parts.ts";
import { readRows } from "#db/read.ts";
import { matchLine, verifyExact } from "#domain/money/bank/actions.ts";
import type { MatchForm } from "#domain/money/bank/form.ts";
import {
	explainLine,
	ignoreLine,
	postFee,
	postTransfer,
	setLineApart,
	suspendLine,
	unignoreLine,
	unpostLine,
	unsuspendLine,
	untieLine,
} from "#domain/money/bank/line-actions.ts";
import { matchesOf } from "#domain/money/bank/matches.ts";
import { rulesFor } from "#domain/money/bank/memo-actions.ts";
import { type PartKind, partsFor } from "#domain/money/bank/parts.ts";
import { sumThatFits } from "#domain/money/bank/sums.ts";
import { createDeposit, reverseDeposit } from "#domain/money/deposits/actions.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { bankAccount, bankLine, lineNow, partsOf } from "../../../support/bank.ts";
import { chances, newSeed, one, stepsOf, WALK_MS } from "../../../support/chances.ts";
import { bring, draft, fund, office } from "../../../support/finance.ts";
import { recorded, reversed, reviewer } from "../../../support/income.ts";
import { closeMonths } from "../../../support/money-fixtures.ts";
import { db, dues, item, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf, refusal } from "../../../support/refusal.ts";
import { AT, by, person, rows } from "../../../support/users.ts";

/*
 * What must hold, whatever the order and the writer: the parts of a line sum to what is explained of it; a line is matched when
 * that is its amount; a record is used up to what it moved, on its own account and in its own direction; each NT$ that the bank
 * moved is in the books once, or says that it is not. The suite of invariants asks for it after each test.
 */

let people: Awaited<ReturnType<typeof office>>;
let cashier: number;
let second: number;
let account: number;
let code: string;
beforeAll(async () => {
	people = await office();
	cashier = people.cashier.id;
	second = (await person({ name: "另一位出納", roles: ["cashier"] })).id;
	account = await bankAccount();
	code = await ledgerCode(account);
	await fund({ only: code });
});

async function ledgerCode(id: number): Promise<string> {
	const [own] = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		id,
	);
	return own?.code ?? "";
}
const who = { ...by({ id: 0 }, AT) };
const acting = () => ({ ...who, userId: cashier });
const refOf = async (line: number) => ({ id: line, version: (await lineNow(line)).version });
const explain = async (line: number, records: { kind: PartKind; id: number }[], withFee = false) =>
	explainLine(db, { ref: await refOf(line), records, withFee, by: acting() });
const held = async (of: string) =>
	(
		await rows<{ held: number | null }>(
			`SELECT sum(l.debit - l.credit) AS held FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
			JOIN vouchers v ON v.id = l.voucher_id AND v.state = 'posted' WHERE a.code = ?`,
			of,
		)
	)[0]?.held ?? 0;

/** An expense request of so much that was paid from the account. */
const paidExpense = async (amount: number, from = code) =>
	bring(
		await draft(people.applicant, { lines: [{ summary: "講師費", amount }], title: `講師費 ${amount}` }),
		people,
		"paid",
		{ paidFrom: from },
	);
/** A family's transfer that was verified from its proof. */
async function paid(
	amount: number,
	more: { method?: "transfer" | "postal"; accountId?: number; paidOn?: string } = {},
) {
	const owed = await owing({ base: amount });
	const { method = "transfer", accountId = account, paidOn = "2026-03-03" } = more;
	const said = payment([dues(owed, amount)], { bankAccountId: accountId, method, last5: null, paidOn });
	const id = await submit({ ...said, remark: "" }, { userId: second, source: "staff" });
	await verify(id, cashier, { again: true });
	return id;
}
const DAY = new Date(AT + 8 * 3_600_000).toISOString().slice(0, 10);

test("a fee that was kept from what came is taken back with what came: a line never shows more than it is", async () => {
	const came = await paid(1_500);
	const line = await bankLine({ accountId: account, amount: 1_485, day: "2026-03-03" });
	await explain(line, [{ kind: "payment", id: came }], true);
	expect((await partsOf(line)).map(({ kind, amount }) => [kind, amount])).toEqual([
		["payment", 1_500],
		["voucher", -15],
	]);
	await unpostLine(db, { ref: await refOf(line), by: acting() });
	expect(await lineNow(line)).toMatchObject({ status: "unmatched" });
	expect(await partsOf(line)).toEqual([]);
	// The payment is free for the line that it came with.
	await explain(line, [{ kind: "payment", id: came }], true);
	expect((await lineNow(line)).status).toBe("matched");
});

test("one 整批轉帳 pays eight requests, with its fee in the same sum", async () => {
	const documents: number[] = [];
	for (let n = 1; n <= 8; n++) documents.push(await paidExpense(1_000 * n));
	const line = await bankLine({ accountId: account, amount: -36_030, day: DAY, memo: "整批轉帳" });
	const [near] = await readRows(env.DB, movementsNear(line));
	const guess = sumThatFits(-36_030, DAY, near);
	expect([guess?.fee, guess?.records.map(({ kind, id }) => `${kind} ${id}`).sort()]).toEqual([
		30,
		documents.map((id) => `expense ${id}`).sort(),
	]);
	const records = documents.map((id) => ({ kind: "expense" as const, id }));
	const before = await held("5270");
	await explain(line, records, true);
	expect((await lineNow(line)).status).toBe("matched");
	expect((await partsOf(line)).map(({ kind, amount }) => [kind, amount])).toEqual([
		...documents.map((_, at) => ["expense", -1_000 * (at + 1)]),
		["voucher", -30],
	]);
	expect((await held("5270")) - before).toBe(30);
	// Each is used up: no other line can show it.
	const other = await bankLine({ accountId: account, amount: -1_000, day: DAY });
	expect(await refusal(explain(other, records.slice(0, 1)))).toBe("bank.line_used");
	// The fee goes with its voucher, and what is tied is taken back one by one.
	await unpostLine(db, { ref: await refOf(line), by: acting() });
	expect((await held("5270")) - before).toBe(0);
	const [first] = await partsOf(line);
	await untieLine(db, { ref: await refOf(line), part: first?.id ?? 0, by: acting() });
	expect(await lineNow(line)).toMatchObject({ status: "unmatched" });
	expect(await partsOf(line)).toHaveLength(7);
	await explain(other, records.slice(0, 1));
	expect((await lineNow(other)).status).toBe("matched");
});

test("one paid request is matched by the press for all: its day and amount are enough while nothing else has them", async () => {
	const document = await paidExpense(7_777);
	const line = await bankLine({ accountId: account, amount: -7_777, day: DAY, memo: "轉帳支出" });
	const twins = [await paidExpense(8_888), await paidExpense(8_888)];
	const other = await bankLine({ accountId: account, amount: -8_888, day: DAY });
	const vouchers = await rows("SELECT count(*) AS many FROM vouchers");
	await verifyExact(db, { reviewer: reviewer(cashier), most: 50, by: acting() });
	expect(await lineNow(line)).toMatchObject({ status: "matched", kind: "expense", record: document, is_tie: 1 });
	expect(await lineNow(other)).toMatchObject({ status: "unmatched" });
	expect(await rows("SELECT count(*) AS many FROM vouchers")).toEqual(vouchers);
	// A line that says it is a fee is not posted while a request fits it.
	const refused = await refusal(refOf(other).then((ref) => postFee(db, { ref, by: acting() })));
	expect(refused).toBe("bank.booked");
	await explain(other, [{ kind: "expense", id: twins[0] ?? 0 }]);
	expect((await lineNow(other)).status).toBe("matched");
});

test("a week of 劃撥 comes in one sum", async () => {
	const postal = await bankAccount("postal", "劃撥");
	const ids: number[] = [];
	for (let n = 0; n < 5; n++)
		ids.push(await paid(985, { method: "postal", accountId: postal, paidOn: `2026-03-0${n + 1}` }));
	const line = await bankLine({ accountId: postal, amount: 4_925, day: "2026-03-06" });
	const [near] = await readRows(env.DB, movementsNear(line));
	expect(sumThatFits(4_925, "2026-03-06", near)?.records.map(({ id }) => id)).toEqual(ids);
	await explain(
		line,
		ids.map((id) => ({ kind: "payment" as const, id })),
	);
	expect((await lineNow(line)).status).toBe("matched");
	expect(await partsOf(line)).toHaveLength(5);
});

test("one payment of a family comes in two transfers, and dues take a part of a line", async () => {
	const id = await paid(2_000);
	const [first, last] = [
		await bankLine({ accountId: account, amount: 1_200 }),
		await bankLine({ accountId: account, amount: 800 }),
	];
	await explain(first, [{ kind: "payment", id }]);
	expect(await partsOf(first)).toMatchObject([{ amount: 1_200 }]);
	await explain(last, [{ kind: "payment", id }]);
	expect([await lineNow(first), await lineNow(last)]).toMatchObject([{ status: "matched" }, { status: "matched" }]);
	const third = await bankLine({ accountId: account, amount: 5 });
	expect(await refusal(explain(third, [{ kind: "payment", id }]))).toBe("bank.line_used");

	// A line of 3,000 pays the dues of one member with 1,000, and those of another with the rest.
	const [one, other] = [await owing(), await owing()];
	const more = await item({ memberId: other.memberId, year: 2027 });
	const line = await bankLine({ accountId: account, amount: 3_000, day: "2026-05-03" });
	const match = async (form: Partial<MatchForm>) => {
		const [[row]] = await readRows(env.DB, lineRow(line));
		if (!row) throw new Error("no line");
		const whole: MatchForm = {
			version: row.version,
			items: [],
			payer_title: "",
			receipt_split: "one",
			rest: "credit",
			received: false,
		};
		await matchLine(db, {
			line: row,
			form: { ...whole, ...form },
			reviewer: reviewer(cashier),
			key: crypto.randomUUID(),
			by: acting(),
		});
	};
	await match({ payer: one.memberId, items: [one.itemId], rest: "leave" });
	expect(await lineNow(line)).toMatchObject({ status: "unmatched", kind: "payment", is_tie: 0 });
	await match({ payer: other.memberId, items: [other.itemId, more], rest: "leave" });
	expect((await lineNow(line)).status).toBe("matched");
	expect((await partsOf(line)).map(({ amount }) => amount)).toEqual([1_000, 2_000]);
	expect(await rows("SELECT status FROM dues_items WHERE id IN (?, ?, ?)", one.itemId, other.itemId, more)).toEqual(
		[1, 2, 3].map(() => ({ status: "paid" })),
	);
});

test("a deposit that is short stays visible with what is missing, until it is put right", async () => {
	const cash = await recorded(cashier, { method: "cash", amount: 5_000 });
	const items = [{ kind: "income" as const, id: cash, amount: 5_000 }];
	const input = { items, account, deposited_on: "2026-03-04", amount: 5_000, note: "" };
	const deposit = await createDeposit(db, { input, key: crypto.randomUUID(), by: acting() });
	const line = await bankLine({ accountId: account, amount: 4_900, day: "2026-03-05" });
	await explain(line, [{ kind: "deposit", id: deposit }]);
	expect(await lineNow(line)).toMatchObject({ status: "matched", kind: "deposit" });
	const other = await bankLine({ accountId: account, amount: 100, day: "2026-03-06" });
	const [near] = await readRows(env.DB, movementsNear(other));
	expect(near.find(({ kind, id }) => kind === "deposit" && id === deposit)).toMatchObject({ amount: 5_000, left: 100 });
	await explain(other, [{ kind: "deposit", id: deposit }]);
	expect((await lineNow(other)).status).toBe("matched");
	await reverseDeposit(db, { ref: { id: deposit, version: 1 }, reason: "數錯", by: acting() });
	expect([await lineNow(line), await lineNow(other)]).toMatchObject([{ status: "unmatched" }, { status: "unmatched" }]);
});

test("a transfer between two accounts is one voucher, which both lines show; a fee is one press", async () => {
	const other = await bankAccount("bank", "活動專戶");
	const [from, into] = [
		await bankLine({ accountId: account, amount: -700 }),
		await bankLine({ accountId: other, amount: 700 }),
	];
	await postTransfer(db, { ref: await refOf(from), account: other, by: acting() });
	expect((await lineNow(from)).status).toBe("matched");
	// The other line is not posted again.
	expect(await refusal(refOf(into).then((ref) => postTransfer(db, { ref, account, by: acting() })))).toBe(
		"bank.booked",
	);
	expect(await refusal(refOf(into).then((ref) => suspendLine(db, { ref, by: acting() })))).toBe("bank.booked");
	const [near] = await readRows(env.DB, movementsNear(into));
	const [movement] = near.filter(({ left }) => left === 700);
	await explain(into, [{ kind: "voucher", id: movement?.id ?? 0 }]);
	expect((await lineNow(into)).status).toBe("matched");
	expect(await held(await ledgerCode(other))).toBe(700);
	// Its reversal frees both.
	await unpostLine(db, { ref: await refOf(from), by: acting() });
	expect([await lineNow(from), await lineNow(into)]).toMatchObject([{ status: "unmatched" }, { status: "unmatched" }]);
	expect(await held(await ledgerCode(other))).toBe(0);

	// A closed month moves the voucher, not what the line shows.
	await closeMonths("2026-01");
	const [early, late] = [
		await bankLine({ accountId: account, amount: -711, day: "2026-01-05" }),
		await bankLine({ accountId: other, amount: 711, day: "2026-01-05" }),
	];
	await postTransfer(db, { ref: await refOf(early), account: other, by: acting() });
	expect(await refusal(refOf(late).then((ref) => postTransfer(db, { ref, account, by: acting() })))).toBe(
		"bank.booked",
	);

	const fee = await bankLine({ accountId: account, amount: -15, memo: "手續費" });
	const before = await held("5270");
	await postFee(db, { ref: await refOf(fee), by: acting() });
	expect([(await lineNow(fee)).status, (await held("5270")) - before]).toEqual(["matched", 15]);
	const came = await bankLine({ accountId: account, amount: 15 });
	expect(await refusal(refOf(came).then((ref) => postFee(db, { ref, by: acting() })))).toBe("bank.mismatch");
	expect(await refusal(refOf(came).then((ref) => postTransfer(db, { ref, account, by: acting() })))).toBe(
		"bank.mismatch",
	);
});

test("money of both directions explains a line together: without one part of it, nothing tied to the line is left", async () => {
	const tied = async () => {
		const [payment, document] = [await paid(300), await paidExpense(600)];
		const line = await bankLine({ accountId: account, amount: -215, day: DAY });
		await explain(line, [
			{ kind: "payment", id: payment },
			{ kind: "expense", id: document },
		]);
		expect((await partsOf(line)).map(({ kind, amount }) => [kind, amount])).toEqual([
			["payment", 300],
			["expense", -515],
		]);
		expect((await lineNow(line)).status).toBe("matched");
		return { line, payment, document };
	};
	const left = async ({ line, document }: { line: number; document: number }) => {
		expect(await partsOf(line)).toEqual([]);
		expect(await lineNow(line)).toMatchObject({ status: "unmatched" });
		// The request has no rest any more, because no line shows any of it.
		expect(await rows("SELECT 1 FROM bank_rests WHERE kind = 'expense' AND record_id = ?", document)).toEqual([]);
	};
	for (const kind of ["payment", "expense"]) {
		const one = await tied();
		const part = (await partsOf(one.line)).find((part) => part.kind === kind);
		await untieLine(db, { ref: await refOf(one.line), part: part?.id ?? 0, by: acting() });
		await left(one);
	}
	// By raw SQL, too.
	const other = await tied();
	await rows("DELETE FROM bank_line_parts WHERE line_id = ? AND kind = 'payment'", other.line);
	await left(other);
});

test("what lines of a text turned out to be is suggested for the next, the last time counts, and a tie forgets it", async () => {
	const other = await bankAccount("bank", "定期帳戶");
	const suggested = async (memo: string, amount: number) => {
		const [learned] = await readRows(env.DB, memoRules());
		return (await rulesFor([{ id: 1, memo, amount, bank_account_id: account }], rulesIn(learned))).get(1);
	};
	// What a text says plainly needs no learning.
	expect(await suggested("跨行手續費", -15)).toEqual({ kind: "fee" });
	expect([await suggested("跨行手續費", 15), await suggested("匯費", -5_000)]).toEqual([undefined, undefined]);
	expect(await suggested("存款利息", 36)).toEqual({ kind: "interest" });
	expect(await suggested("約定轉帳 0001", -500)).toBeUndefined();
	const transfer = await bankLine({ accountId: account, amount: -501, memo: "約定轉帳 0001" });
	await postTransfer(db, { ref: await refOf(transfer), account: other, by: acting() });
	expect(await suggested("約定轉帳 ０００７", -900)).toEqual({ kind: "transfer", account: other });
	expect(await suggested("約定轉帳 0001", 900)).toBeUndefined();
	const fee = await bankLine({ accountId: account, amount: -502, memo: "約定轉帳 0002" });
	await postFee(db, { ref: await refOf(fee), by: acting() });
	expect(await suggested("約定轉帳", -900)).toEqual({ kind: "fee" });
	const document = await paidExpense(503);
	const line = await bankLine({ accountId: account, amount: -503, memo: "約定轉帳 0003", day: DAY });
	await explain(line, [{ kind: "expense", id: document }]);
	expect(await suggested("約定轉帳 0001", -900)).toBeUndefined();
	// The texts themselves are not kept: they may name somebody.
	expect(JSON.stringify(await rows("SELECT * FROM bank_memo_rules"))).not.toContain("轉帳");
});

test("only a whole line goes into suspense, and comes out of it whole", async () => {
	const id = await paid(4_400);
	const line = await bankLine({ accountId: account, amount: 10_000, day: "2026-06-02" });
	await explain(line, [{ kind: "payment", id }]);
	expect(await refusal(refOf(line).then((ref) => suspendLine(db, { ref, by: acting() })))).toBe("bank.partly");
	const [part] = await partsOf(line);
	await untieLine(db, { ref: await refOf(line), part: part?.id ?? 0, by: acting() });
	await suspendLine(db, { ref: await refOf(line), by: acting() });
	for (const amount of [4_000, 10_000])
		expect(await refusal(recorded(cashier, { amount, bankLineId: line }))).toBe(
			amount === 4_000 ? "bank.line_used" : "done",
		);
	expect((await lineNow(line)).status).toBe("matched");
	// A line with a voucher of its own says so.
	const fee = await bankLine({ accountId: account, amount: -1_015, day: DAY });
	const document = await paidExpense(1_000);
	await explain(fee, [{ kind: "expense", id: document }], true);
	const [tied] = await partsOf(fee);
	await untieLine(db, { ref: await refOf(fee), part: tied?.id ?? 0, by: acting() });
	expect(await refusal(refOf(fee).then((ref) => suspendLine(db, { ref, by: acting() })))).toBe("bank.own_stands");
	expect(await refusal(refOf(fee).then((ref) => postFee(db, { ref, by: acting() })))).toBe("bank.own_stands");
});

test("the rest of a record that another line shows in part bars its line, until somebody says that it is other money", async () => {
	const id = await paid(2_000);
	const first = await bankLine({ accountId: account, amount: 1_234, day: "2026-03-04" });
	await explain(first, [{ kind: "payment", id }]);
	const last = await bankLine({ accountId: account, amount: 766, day: "2026-03-20" });
	const [open, booked, waiting, hints, owed] = await readRows(env.DB, ...matchingSelects());
	const [best] = matchesOf({ lines: open, booked, waiting, hints, owed }).get(last)?.candidates ?? [];
	expect(best).toMatchObject({ kind: "booked", of: "payment", id, isExact: false });
	expect(await refusal(recorded(cashier, { amount: 766, bankLineId: last }))).toBe("bank.booked");
	expect(await refusal(refOf(last).then((ref) => suspendLine(db, { ref, by: acting() })))).toBe("bank.booked");
	await setLineApart(db, { ref: await refOf(last), by: acting() });
	await suspendLine(db, { ref: await refOf(last), by: acting() });
	await unsuspendLine(db, { ref: await refOf(last), by: acting() });
	await explain(last, [{ kind: "payment", id }]);
	expect(await rows("SELECT 1 FROM bank_rests WHERE kind = 'payment' AND record_id = ?", id)).toEqual([]);
});

test("a request that was paid from 1130 itself stays at a bank account, however many there are", async () => {
	const document = await bring(
		await draft(people.applicant, { lines: [{ summary: "印刷", amount: 6_543 }], title: "印刷 6543" }),
		people,
		"paid",
		{ paidFrom: "1130" },
	).catch(codeOf);
	// With several sub-accounts nobody can pay from the parent any more: as an earlier version did.
	if (typeof document !== "number") {
		expect(document).toBe("ledger.cash_sub_account");
		return;
	}
	const line = await bankLine({ accountId: account, amount: -6_543, day: DAY });
	await explain(line, [{ kind: "expense", id: document }]);
	await bankAccount("bank", "再一個帳戶");
	expect((await lineNow(line)).status).toBe("matched");
});

test("two income records may be made of one line, one after the other", async () => {
	const line = await bankLine({ accountId: account, amount: 900, day: "2026-06-09" });
	for (const amount of [400, 500]) await recorded(cashier, { amount, bankLineId: line });
	expect((await partsOf(line)).map(({ kind, amount }) => [kind, amount])).toEqual([
		["income", 400],
		["income", 500],
	]);
});

test("how much of each record a line takes", () => {
	const records = (...lefts: number[]) => lefts.map((left, id) => ({ kind: "payment" as const, id, left }));
	const parts = (left: number, of: number[], withFee = false) => {
		try {
			const found = partsFor(left, records(...of), { withFee });
			return [found.parts.map(({ amount }) => amount), found.fee];
		} catch (error) {
			return (error as Refusal).code;
		}
	};
	expect(parts(3_000, [1_000, 2_000])).toEqual([[1_000, 2_000], 0]);
	expect(parts(2_500, [1_000, 2_000])).toEqual([[1_000, 1_500], 0]);
	expect(parts(3_500, [1_000, 2_000])).toEqual([[1_000, 2_000], 0]);
	expect(parts(1_000, [1_000, 2_000])).toBe("bank.mismatch");
	expect(parts(-2_500, [-1_000, -2_000])).toEqual([[-1_000, -1_500], 0]);
	expect(parts(-1_030, [-1_000], true)).toEqual([[-1_000], 30]);
	expect(parts(985, [1_000], true)).toEqual([[1_000], 15]);
	for (const wrong of [
		[1_000, [1_000]],
		[1_001, [1_000]],
		[-1_000, [-1_000]],
		[-2_001, [-1_000]],
	] as const)
		expect(parts(wrong[0], [...wrong[1]], true)).toBe("bank.fee_refused");
	expect(parts(500, [])).toBe("bank.mismatch");
	// Nor does money that went out explain money that came in, or a large part of it pass as a fee.
	expect([parts(1_000, [-50]), parts(-600, [300], true), parts(-500, [-10], true)]).toEqual([
		"bank.mismatch",
		"bank.mismatch",
		"bank.fee_refused",
	]);
	// What went out of a sum that came in counts against it.
	expect(parts(700, [1_000, -300])).toEqual([[1_000, -300], 0]);
});

const SEED = newSeed();
test(
	`whatever is tied, posted, taken back and reversed, each NT$ stands once (seed ${SEED})`,
	async () => {
		const other = await bankAccount("bank", "活動專戶");
		const records: { kind: PartKind; id: number }[] = [];
		for (const amount of [300, 500, 800]) records.push({ kind: "payment", id: await paid(amount) });
		for (const amount of [200, 600]) records.push({ kind: "expense", id: await paidExpense(amount) });
		const gift = await recorded(cashier, { amount: 400, bankAccountId: account, method: "transfer" });
		records.push({ kind: "income", id: gift });
		const lines: number[] = [];
		for (const amount of [800, 300, 1_200, 400, -215, -800, -15, 90])
			lines.push(await bankLine({ accountId: account, amount, day: "2026-03-05" }));
		const booked = await held(code);
		let done = 0;
		for (const { step, a, b, c } of chances(stepsOf(120), SEED)) {
			const line = one(lines, a);
			const ref = await refOf(line);
			const [part] = await partsOf(line);
			const some = records.filter((_, at) => at === b % records.length || (c % 3 === 0 && at === c % records.length));
			const steps = [
				() => explainLine(db, { ref, records: some, withFee: c % 4 === 0, by: acting() }),
				() => explainLine(db, { ref, records: some, withFee: false, by: acting() }),
				() => untieLine(db, { ref, part: part?.id ?? 0, by: acting() }),
				() => postFee(db, { ref, by: acting() }),
				() => postTransfer(db, { ref, account: other, by: acting() }),
				() => suspendLine(db, { ref, by: acting() }),
				() => unsuspendLine(db, { ref, by: acting() }),
				() => unpostLine(db, { ref, by: acting() }),
				() => ignoreLine(db, { ref, reason: "x", by: acting() }),
				() => unignoreLine(db, { ref, by: acting() }),
			];
			if ((await refusal(one(steps, step)())) === "done") done += 1;
			const wrong = await rows(
				`SELECT l.id FROM bank_lines l WHERE l.explained <> coalesce((SELECT sum(amount) FROM bank_line_parts WHERE line_id = l.id), 0)
					OR (l.status = 'matched') <> (l.explained = l.amount)
				UNION SELECT x.record_id FROM bank_line_parts x JOIN bank_movements m ON m.kind = x.kind AND m.record_id = x.record_id
				GROUP BY x.kind, x.record_id HAVING abs(sum(x.amount)) > abs(max(m.amount))`,
			);
			expect(wrong).toEqual([]);
		}
		expect(done).toBeGreaterThan(10);
		// What the bank's account holds more than the records brought is what the lines' own vouchers posted.
		const own = await rows<{ moved: number | null }>(
			`SELECT sum(e.debit - e.credit) AS moved FROM voucher_lines e JOIN accounts a ON a.id = e.account_id JOIN vouchers v ON v.id = e.voucher_id
			WHERE a.code = ? AND v.state = 'posted' AND v.source = 'bank_line' AND v.source_id IN (${lines.join(", ")})
				AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id)`,
			code,
		);
		expect((await held(code)) - booked).toBe(own[0]?.moved ?? 0);
		// A record that is taken back frees its lines, whatever stood on them.
		await reversed(gift, people.chair.id);
		expect(await rows("SELECT 1 FROM bank_line_parts WHERE kind = 'income' AND record_id = ?", gift)).toEqual([]);
	},
	WALK_MS,
);

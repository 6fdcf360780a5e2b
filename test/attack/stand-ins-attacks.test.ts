/** Attacks on the rule that 理事長 and 監事 take a step that none of its holders can: what must hold, with the smallest case each. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { waitingDocuments } from "#db/books/finance-waiting.ts";
import { type Db, open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { moneyActs } from "#db/shell/second-acts.ts";
import { submitDocument } from "#domain/books/finance/actions.ts";
import { askUnpay, payDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument } from "#domain/books/finance/review-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, openBooks } from "#domain/books/vouchers/actions.ts";
import { rejectPayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import {
	accountId,
	accounts,
	acting,
	as,
	bring,
	deputise,
	draft,
	fund,
	office,
	refOf,
	reviewersOf,
	type Staff,
	staff,
} from "../support/finance.ts";
import * as income from "../support/income.ts";
import { member } from "../support/members.ts";
import { db, dues, item, payment, paymentNow, submit } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { codeOf } from "../support/refusal.ts";
import { rows, TODAY } from "../support/users.ts";

const { finance, ledger, payments } = paths.admin;

beforeAll(() => fund());
beforeEach(async () => {
	await rows("DELETE FROM user_roles");
	await rows("UPDATE deputies SET ended_at = 1 WHERE ended_at IS NULL");
});

const told = (done: Promise<unknown>): Promise<unknown> => done.then(() => "done", codeOf);
const approve = async (id: number, who: Staff) =>
	told(approveDocument(db, { ref: await refOf(id), accounts: await accounts(id), ...as(who) }));
const pay = async (id: number, who: Staff, principals: Staff[] = []) => {
	const paid = { paidOn: TODAY, paidFrom: await accountId("1130"), reference: null };
	return told(payDocument(db, { ref: await refOf(id), ...paid, ...as(who, { principals }) }));
};

/** A payment of a member for an annual fee, recorded by a clerk. */
async function recorded(clerk: Staff, year: number) {
	const payer = await member({ name: "陳美玉", status: "active" });
	const parts = [dues({ memberId: payer.id, itemId: await item({ memberId: payer.id, year }) })];
	const input = payment(parts, { payerTitle: "陳美玉", last5: `7${year}`, remark: "代母親繳" });
	return submit(input, { userId: clerk.id, source: "staff" });
}

/** Somebody of the website, who stands in for 監事 today. */
async function deputyOfAuditor(): Promise<Person> {
	const auditor = await signIn({ name: "監事甲", roles: ["auditor"] });
	const deputy = await signIn({ name: "編輯乙", roles: ["editor"] });
	await deputise({ id: deputy.userId, held: [] }, { id: auditor.userId, held: [] });
	return deputy;
}

/** Whether somebody gets a page of what they ask for, refused form or not; else they are told that it is not theirs to see. */
const isShown = async (path: string, as: Person, form?: Record<string, string>): Promise<boolean> =>
	(await ask(path, form ? { as, form } : { as })).status !== 403;

test("a form that is refused answers with nothing that its sender may not open", async () => {
	const [cashier, accountant] = [await staff("cashier"), await staff("accountant")];
	const payment = await recorded(await staff("applicant"), 2019);
	const record = await income.recorded(cashier.id);
	const lines = [debit("5250", 100, ""), credit("1130", 100, "")];
	const input = { date: TODAY, description: "退給陳美玉", turnsNextYear: false, lines };
	const poster = { userId: accountant.id, standsFor: [null] };
	const voucher = await createVoucher(db, { input, poster, key: crypto.randomUUID(), by: acting(accountant) });
	const deputy = await deputyOfAuditor();
	// The cashier is there, so nothing here is for anybody to stand in. Of what is not theirs to see the forms show nothing.
	const form = { version: "99", reason: "x" };
	const shown: Record<string, boolean> = {};
	for (const [page, path, more] of [
		[payments.show(payment), payments.rejection(payment), {}],
		[payments.show(payment), payments.verification(payment), {}],
		[payments.show(payment), payments.reversal(payment), {}],
		[paths.admin.income.show(record), paths.admin.income.reversal(record), {}],
		[ledger.voucher(voucher), ledger.voucherReversal(voucher), { date: TODAY }],
	] as const)
		if (!(await isShown(page, deputy))) shown[path] = await isShown(path, deputy, { ...form, ...more });
	expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((path) => [path, false])));
});

test("who stands in for 監事 opens what they may decide", async () => {
	const [cashier, clerk] = [await staff("cashier"), await staff("applicant")];
	const document = await draft(clerk);
	await submitDocument(db, { ref: await refOf(document), by: acting(clerk) });
	const id = await recorded(clerk, 2018);
	await deputise(clerk, cashier);
	const deputy = await deputyOfAuditor();
	const shown = [finance.show(document), payments.show(id)];
	for (const path of shown) expect([path, (await ask(path, { as: deputy })).status]).toEqual([path, 200]);
});

test("the accountant does not pay what they approved, in whosever place", async () => {
	const people = await office();
	const id = await bring(await draft(people.applicant), people, "chair");
	// Both are on leave from here on, and the accountant stands in for them.
	const { accountant, cashier, chair } = people;
	await deputise(accountant, cashier, chair);
	expect(await pay(id, accountant, [cashier, chair])).toBe("finance.approved_before");
});

test("a transfer of the cashier's own document that comes back is told by somebody", async () => {
	const people = await office();
	const auditor = await staff("auditor");
	const cashier = await staff("applicant", "cashier");
	await rows("DELETE FROM user_roles WHERE user_id = ?", people.cashier.id);
	const id = await draft(cashier);
	await submitDocument(db, { ref: await refOf(id), by: acting(cashier) });
	for (const who of [auditor, people.accountant, people.chair]) expect(await approve(id, who)).toBe("done");
	expect(await pay(id, auditor)).toBe("done");
	const answers: unknown[] = [];
	for (const who of [cashier, people.accountant, people.chair, auditor])
		answers.push(await told(askUnpay(db, { ref: await refOf(id), comment: "退匯", ...as(who) })));
	expect(answers).toContain("done");
});

/** The database, where something happens right before the last batch of a verb: that which writes. */
function openBeforeWriting(happens: () => Promise<void>, batches: number): Db {
	let count = 0;
	const batch: D1Database["batch"] = async (list) => {
		count += 1;
		if (count === batches) await happens();
		return env.DB.batch(list);
	};
	const between = new Proxy(env.DB, {
		get: (database, key) => {
			if (key === "batch") return batch;
			const found: unknown = Reflect.get(database, key);
			return typeof found === "function" ? found.bind(database) : found;
		},
	});
	return open(between);
}

test("a payment is not 理事長's any more once the cashier is back, up to the moment of writing", async () => {
	const [cashier, clerk, chair] = [await staff("cashier"), await staff("applicant"), await staff("chair")];
	await deputise(clerk, cashier);
	const back = async () => {
		await rows("UPDATE deputies SET ended_at = 1 WHERE ended_at IS NULL");
	};
	const by = {
		reviewer: { userId: chair.id, standsFor: [] },
		standIn: { userId: chair.id, standsFor: [null] },
		by: acting(chair),
	};
	const [first, second] = [await recorded(clerk, 2016), await recorded(clerk, 2017)];
	const ref = { id: first, version: (await paymentNow(first)).version };
	// Verifying reads twice and writes, rejecting reads once.
	expect(await told(verifyPayment(openBeforeWriting(back, 3), { ref, ...by }))).toBe("payment.own");
	await deputise(clerk, cashier);
	const other = { id: second, version: (await paymentNow(second)).version };
	expect(await told(rejectPayment(openBeforeWriting(back, 2), { ref: other, reason: "x", ...by }))).toBe("payment.own");
});

test("a document that the cashier cannot take for its payee's name is listed for who can", async () => {
	const people = await office();
	const auditor = await staff("auditor");
	const [{ name } = { name: "" }] = await rows<{ name: string }>(
		"SELECT name FROM users WHERE id = ?",
		people.cashier.id,
	);
	const id = await draft(people.applicant, { payeeName: name, payeeTaxId: null });
	await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
	const reader = { userId: auditor.id, reviewers: reviewersOf(auditor), today: TODAY };
	const [waiting, money] = await readRows(env.DB, waitingDocuments(reader, 100), moneyActs(auditor.id, TODAY));
	expect(await approve(id, people.cashier)).toBe("finance.own_document");
	expect(await approve(id, auditor)).toBe("done");
	expect(waiting.map((one) => one.id)).toContain(id);
	expect(money.filter(({ kind }) => kind === "finance").map((one) => one.id)).toContain(id);
});

test("監事 who corrected 開帳 does not correct their own, whatever it holds", async () => {
	const [accountant, auditor] = [await staff("accountant"), await staff("auditor")];
	const standing = async () =>
		(
			await rows<{ id: number }>(
				`SELECT v.id FROM vouchers v WHERE v.source = 'opening' AND v.state = 'posted'
					AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id)`,
			)
		)[0]?.id ?? 0;
	const opened = async (who: Staff, amount: number, isSecond: boolean) => {
		const lines = [debit("1130", amount, ""), credit("3210", amount, "")];
		return told(openBooks(db, { date: "2026-01-01", lines, seen: await standing(), isSecond, by: acting(who) }));
	};
	expect(await opened(accountant, 1_000_000, false)).toBe("done");
	expect(await opened(auditor, 5_000, true)).toBe("done");
	expect(await opened(auditor, 9_000_000, true)).toBe("voucher.opening_second_person");
});

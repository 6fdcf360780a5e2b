import { env } from "cloudflare:test";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { createDeposit } from "#domain/money/deposits/actions.ts";
import { waiveDues } from "#domain/money/dues/actions.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment, reversePayment, verifyWithLine } from "#domain/money/payments/verification-actions.ts";
import { bankAccount, bankLine } from "./bank.ts";
import { bring, draft, fund, office } from "./finance.ts";
import { posted, recorded } from "./income.ts";
import { closeMonths } from "./money-fixtures.ts";
import { db, dues, item, owing, payment, refOf, submit, verify } from "./payments.ts";
import { REAL } from "./pictures.ts";
import { by, person, rows, TODAY } from "./users.ts";

/**
 * Money of every kind by the program's own roads: payments in each state, one with its proof, one shown by a line of the
 * bank, credit that is used and given back, a waived item, income, a deposit, finance documents, vouchers by hand, a closed
 * month. Returns the ids of each by name.
 */
export async function moneyOfAllKinds() {
	const people = await office();
	const second = await person({ roles: ["cashier"] });
	const reviewer = { userId: second.id, standsFor: [null] };
	const owed = await owing();
	const other = await owing();
	const gift = { kind: "donation" as const, memberId: owed.memberId, amount: 200 };
	const paid = await submitPayment(env, db, {
		input: payment([dues(owed), gift]),
		source: "member",
		key: "paid",
		upload: { filename: "轉帳.png", declaredType: "", bytes: REAL.png },
		by: { ...by({ id: owed.userId }), userId: owed.userId },
	});
	await verify(paid, people.cashier.id);
	const waiting = await submit(payment([dues(other)]), other);
	const [third, fourth] = [await owing(), await owing()];
	const rejected = await submit(payment([dues(third)]), third);
	await rejectPayment(db, { ref: await refOf(rejected), reason: "金額不符", reviewer, by: by(second) });
	const reversed = await submit(payment([dues(fourth)]), fourth);
	await verify(reversed, people.cashier.id);
	await reversePayment(db, { ref: await refOf(reversed), reason: "登錄錯誤", reviewer, by: by(second) });
	const rich = await owing();
	const credited = await submit(payment([dues(rich), { kind: "credit", memberId: rich.memberId, amount: 900 }]), rich);
	const account = await bankAccount();
	const [bank = ""] = (
		await rows<{ code: string }>(
			"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
			account,
		)
	).map(({ code }) => code);
	const line = await bankLine({ accountId: account, amount: 1_900 });
	await verifyWithLine(db, {
		ref: await refOf(credited),
		line: { id: line, version: 1 },
		reviewer: { userId: people.cashier.id, standsFor: [null] },
		by: by(people.cashier),
	});
	const free = await bankLine({ accountId: account, amount: 1_200 }); // as `paid`, which is booked without one
	const next = await item({ memberId: rich.memberId, year: 2027, base: 300 });
	const used = await applyCredit(db, {
		memberId: rich.memberId,
		duesItemIds: [next],
		key: "credit",
		reviewer,
		by: by(second),
	});
	const waived = await item({ memberId: rich.memberId, year: 2028 });
	await waiveDues(db, { refs: [{ id: waived, version: 1 }], reason: "理事會決議", by: by(second) });
	const income = await recorded(people.cashier.id, { method: "cash", amount: 900 });
	await posted(income, people.accountant.id);
	const deposit = await createDeposit(db, {
		input: {
			items: [{ kind: "income", id: income, amount: 900 }],
			account,
			deposited_on: TODAY,
			amount: 900,
			note: "",
		},
		key: "deposit",
		by: by(second),
	});
	const document = await bring(await draft(people.applicant), people, "posted", { paidFrom: bank });
	const sent = await bring(await draft(people.applicant), people, "submitted");
	const manual: number[] = [];
	for (const nth of [1, 2])
		manual.push(
			await createVoucher(db, {
				input: {
					date: "2026-01-15",
					description: "郵資",
					turnsNextYear: false,
					lines: [debit("5250", 300 + nth, ""), credit(bank, 300 + nth, "")],
				},
				poster: { userId: people.accountant.id, standsFor: [null] },
				key: `manual ${nth}`,
				by: by(people.accountant),
			}),
		);
	await fund({ only: bank });
	await closeMonths("2026-01");
	const [voucher] = await rows<{ id: number }>(
		"SELECT id FROM vouchers WHERE source = 'payment' AND source_id = ?",
		paid,
	);
	await rows(
		"INSERT INTO consents (member_id, kind, text_version, given, channel, at) VALUES (?, 'personal_data', '1', 1, 'web', 1)",
		owed.memberId,
	);
	return {
		applicant: people.applicant.id,
		cashier: people.cashier.id,
		accountant: people.accountant.id,
		chair: people.chair.id,
		second: second.id,
		member: owed.memberId,
		other: other.memberId,
		item: owed.itemId,
		open: other.itemId,
		paid,
		waiting,
		rejected,
		reversed,
		credited,
		used,
		waived,
		line,
		free,
		income,
		deposit,
		document,
		sent,
		voucher: voucher?.id ?? 0,
		manual: manual[0] ?? 0,
		manual2: manual[1] ?? 0,
	};
}

/** A statement with its names (`:paid`) filled in. */
export const filled = (statement: string, names: Readonly<Record<string, number>>): string =>
	statement.replaceAll(/(?<![a-z]):([a-z]+\d?)\b/g, (_, name) => {
		const id = names[name];
		if (id === undefined) throw new Error(`nothing is called ${name}`);
		return String(id);
	});

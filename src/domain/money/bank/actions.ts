import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as accounts from "#db/money/bank-accounts.ts";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { type OwedRow, owedByFamily } from "#db/money/bank-matching.ts";
import { payerRow } from "#db/money/bank-payers.ts";
import { readRows } from "#db/read.ts";
import type { AllocationInput } from "#domain/money/payments/form.ts";
import { payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { verifyWithLine } from "#domain/money/payments/verification-actions.ts";
import type { Reviewer } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import type { Candidate } from "./candidates.ts";
import type { AccountEdit, MatchForm, NewAccount } from "./form.ts";
import { explainLine } from "./line-actions.ts";
import {
	donationOfLine,
	inputOfLine,
	inputOfParts,
	type Line,
	leftOf,
	matchesOf,
	mayMatch,
	paidOf,
} from "./matches.ts";
import { storedKind } from "./rules.ts";

/**
 * Inserts a bank account and its ledger account, once per form `key`. Refuses `bank.number_taken` (number in use) and
 * `bank.term_first` (a 定期存款 below 1130 before any account there that takes money).
 */
export const createAccount = (db: Db, input: NewAccount, { key, by }: { key: string; by: By }): Promise<number> =>
	commitOnce(
		db,
		{
			key,
			at: by.at,
			checks: [
				accounts.refuseTaken({ ...input, kind: storedKind(input.kind) }),
				...(input.kind === "term" ? [accounts.refuseTermFirst()] : []),
				accounts.insertLedgerAccount(input, by.at),
			],
		},
		[
			accounts.insertBankAccount(input, by.at),
			...recordAudit(db, {
				...by,
				action: "bank_account.create",
				auditableType: "bank_account",
				auditableId: madeBy(key),
				description: input.kind,
				changes: input,
			}),
		],
	);

/** Changes a bank account. Refuses `bank.stale` (changed meanwhile) and `bank.number_taken` (number in use). */
export async function editAccount(db: Db, id: number, { input, by }: { input: AccountEdit; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, accounts.bankAccount(id));
	if (before?.version !== input.version) throw new Refusal("bank.stale");
	const was = {
		...before,
		is_shown: before.is_shown === 1,
		is_active: before.is_active === 1,
		term_renews: before.term_renews === 1,
	};
	const changes = Object.entries(input).flatMap(([name, to]) => {
		const from = Object.entries(was).find(([one]) => one === name)?.[1];
		return from === to ? [] : [[name, { from, to }]];
	});
	if (changes.length === 0) return;
	const isNew = input.is_active && changes.some(([name]) => name === "number" || name === "is_active");
	await commit(db, [
		...(isNew ? [accounts.refuseTaken({ ...input, id, kind: before.kind })] : []),
		...accounts.updateBankAccount(id, input, by.at),
		...recordAudit(db, {
			...by,
			action: "bank_account.edit",
			auditableType: "bank_account",
			auditableId: id,
			description: `account ${id}`,
			changes: Object.fromEntries(changes),
		}),
	]);
}

type Matching = { line: Line; form: MatchForm; reviewer: Reviewer; key: string; by: By };

/**
 * Matches a bank line with what the form names: a booked record, a waiting payment, or dues, a donation and credit, for
 * which it inserts a payment. The payment is verified; the caller then queues `mail.due`. Refuses what `explainLine`,
 * `verifyWithLine` and `payFromLine` refuse, `bank.mismatch` (money that went out pays nothing), and `payment.not_owed`
 * (an item is not owed by the family).
 */
export async function matchLine(db: Db, { line, form, reviewer, key, by }: Matching): Promise<void> {
	const used = { id: line.id, version: form.version };
	if (form.booked) {
		await explainLine(db, { ref: used, records: [form.booked], withFee: (form.fee ?? 0) > 0, by });
		return;
	}
	if (leftOf(line) < 0) throw new Refusal("bank.mismatch");
	if (form.payment) {
		const amount = form.fee === undefined ? paidOf(line) : leftOf(line) + form.fee;
		return verifyWithLine(db, {
			ref: form.payment,
			line: used,
			reviewer,
			by,
			...(form.received ? { received: amount } : {}),
		});
	}
	const { payer: payerMemberId, fee, rest, receipt_split: receiptSplit } = form;
	if (payerMemberId === undefined) {
		await payFromLine(db, {
			line: used,
			input: donationOfLine(line, form.payer_title || ANONYMOUS),
			reviewer,
			key,
			by,
		});
		return;
	}
	const [owed, [payer]] = await readRows(db.$client, owedByFamily(payerMemberId), payerRow(payerMemberId));
	const items = owed.filter(({ id }) => form.items.includes(id)).map(wanted);
	if (!payer || items.length !== new Set(form.items).size) throw new Refusal("payment.not_owed");
	const payerTitle = form.payer_title || payer.name;
	if (form.parts?.length) {
		const parts = partsGiven(form, payerMemberId, owed);
		const own = { payerMemberId, payerTitle, receiptSplit, parts, ...(fee === undefined ? {} : { fee }) };
		await payFromLine(db, { line: used, input: inputOfParts(line, own), reviewer, key, by });
		return;
	}
	const input = inputOfLine(line, {
		payerMemberId,
		payerTitle,
		items,
		receiptSplit,
		rest,
		...(fee === undefined ? {} : { fee }),
	});
	await payFromLine(db, { line: { ...used, isPart: rest === "leave" }, input, reviewer, key, by });
}

/**
 * Returns the parts of a payment that the form gives with their amounts, without those of 0. Refuses with
 * `payment.not_owed` dues that the family does not owe, and with `payment.unbalanced` a part that is named twice.
 */
function partsGiven(
	{ parts = [], amounts = [] }: MatchForm,
	payer: number,
	owed: readonly OwedRow[],
): AllocationInput[] {
	if (new Set(parts.map(({ kind, id }) => `${kind} ${id}`)).size !== parts.length)
		throw new Refusal("payment.unbalanced");
	return parts.flatMap(({ kind, id }, at): AllocationInput[] => {
		const amount = amounts[at] ?? 0;
		if (amount === 0) return [];
		if (kind !== "dues") return [{ kind, memberId: payer, amount }];
		const item = owed.find((one) => one.id === id);
		if (!item) throw new Refusal("payment.not_owed");
		return [{ kind, duesItemId: id, memberId: item.member_id, amount }];
	});
}

/** The title of a donor who is unknown or wants to stay unnamed. */
const ANONYMOUS = "善心人士";
const wanted = ({ id, member_id, due }: OwedRow) => ({ duesItemId: id, memberId: member_id, due });

/**
 * The result of verifying many lines: how many were done, which were refused and why, how many exact matches are left.
 */
export type Verified = { done: number; refused: { line: number; code: RefusalCode }[]; left: number };
type VerifyingAll = { reviewer: Reviewer; most: number; by: By; report?: (done: number, all: number) => void };

/**
 * Verifies bank lines that have an exact match, at most `most`, each in its own batch, booked records first. The caller
 * then queues the message `mail.due`. A refused line stays unchanged and is returned with its code.
 */
export async function verifyExact(db: Db, { reviewer, most, by, report }: VerifyingAll): Promise<Verified> {
	const [open, booked, waiting, hints, owed] = await readRows(db.$client, ...matchingSelects());
	const matches = matchesOf({ lines: open, booked, waiting, hints, owed });
	const exact = open.flatMap((line) => {
		const [best] = (matches.get(line.id)?.candidates ?? []).filter(({ isExact }) => isExact);
		return best ? [{ line, best }] : [];
	});
	// A booked record bars other lines until it has its own line.
	exact.sort((a, b) => Number(b.best.kind === "booked") - Number(a.best.kind === "booked"));
	const mine = exact.filter(({ best }) => mayMatch(reviewer, best, { waiting, owed }));
	const now = mine.slice(0, most);
	const refused: Verified["refused"] = exact
		.filter((one) => !mine.includes(one))
		.map(({ line }) => ({ line: line.id, code: "payment.own" }));
	let done = 0;
	for (const [at, { line, best }] of now.entries()) {
		report?.(at, now.length);
		try {
			await matchLine(db, {
				line,
				form: formOf(best, { line, waiting }),
				reviewer,
				key: `bank line ${line.id}.${line.version}`,
				by,
			});
			done += 1;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refused.push({ line: line.id, code: error.code });
		}
	}
	return { done, refused, left: mine.length - now.length };
}

/** Returns the form that a user would send to match the line with this candidate. */
function formOf(
	best: Candidate,
	{ line, waiting }: { line: Line; waiting: readonly { id: number; version: number }[] },
): MatchForm {
	const own = {
		version: line.version,
		items: [],
		payer_title: "",
		receipt_split: "one",
		rest: "credit",
		received: false,
	} as const;
	if (best.kind === "booked") return { ...own, items: [], booked: { kind: best.of, id: best.id }, fee: best.lacks };
	if (best.kind === "dues") return { ...own, items: best.itemIds, payer: best.memberId };
	const payment = waiting.find(({ id }) => id === best.paymentId);
	return { ...own, items: [], payment: { id: best.paymentId, version: payment?.version ?? 0 } };
}

/** Tells of each 定期存款 that ends soon, each of them once. The caller then queues the message `mail.due`. */
export const remindOfTerms = (db: Db, at: number): Promise<void> => commit(db, [accounts.tellEndingTerms(at)]);

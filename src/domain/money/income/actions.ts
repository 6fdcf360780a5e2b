import { closedMonths, postVoucher, refuseParents, reverseVoucher } from "#db/books/index.ts";
import { commit, type Db, guard, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { learnRule } from "#db/money/bank-memo-rules.ts";
import { refuseUsedMoney } from "#db/money/bank-shown.ts";
import { freeLine, incomeAccounts, type StoredIncome, storedIncome } from "#db/money/income.ts";
import * as stored from "#db/money/income-writes.ts";
import { entryAccounts } from "#db/money/payment-entries.ts";
import { namesFor } from "#db/money/receipt-rights.ts";
import { voidReceiptsOf } from "#db/money/receipt-writes.ts";
import type { NameRow } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { type ClosedMonths, closedIn, postingDate } from "#domain/books/index.ts";
import { memoHash } from "#domain/money/bank/memo-actions.ts";
import { issuable } from "#domain/money/receipt-rights/actions.ts";
import { type Reviewer, relatedIn, reviewsWith } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { IncomeInput } from "./form.ts";
import { issuingOf, receiptableOf } from "./issuing.ts";
import { INCOME_KIND_LABELS } from "./labels.ts";
import { incomeEntries } from "./posting.ts";
import { accountFor, INCOME, refuseDay, refuseSame, resolvedFor, takesReceipt } from "./rules.ts";

type Ref = stored.IncomeRef;
type Acting = By & { userId: number };

/**
 * Makes a draft of an income record or, with `record`, records it in the same batch; once per form `key`. Returns its
 * id; the caller then queues the message `mail.due`. `again` says that the money is not that of a bank line already
 * used for something else. Refuses what `checked` below refuses, and when recording what `recordIncome` refuses.
 */
export async function createIncome(
	db: Db,
	{
		input,
		record,
		again = false,
		key,
		by,
	}: { input: IncomeInput; record: boolean; again?: boolean; key: string; by: Acting },
): Promise<number> {
	const { of, names, line } = await checked(db, { input, by });
	const hash = line && of.kind === "interest" ? await memoHash(line) : null;
	const id = madeBy(key);
	return commitOnce(
		db,
		{ key, at: by.at, checks: record ? receiptRights({ ...of, titledBy: by.userId }, names, { by }) : [] },
		[
			stored.insertIncome(of, by),
			...learnRule(hash, { kind: "interest" }, by.at),
			...stored.auditIncome(db, "create", { id, changes: said(of) }, by),
			...(record ? recording(db, { id, version: null, payerTitle: of.payerTitle, again, by }) : []),
		],
	);
}

/**
 * Changes a draft; with `record` it is recorded in the same batch. Refuses `income.moved` (changed or recorded
 * meanwhile), and what `createIncome` refuses.
 */
export async function editIncome(
	db: Db,
	{
		ref,
		input,
		record,
		again = false,
		by,
	}: { ref: Ref; input: IncomeInput; record: boolean; again?: boolean; by: Acting },
): Promise<void> {
	const { of, names, before } = await checked(db, { input, by }, ref.id);
	const titledBy = before?.payer_title === of.payerTitle ? before.titled_by : by.userId;
	await commit(db, [
		...(record ? receiptRights({ ...of, titledBy }, names, { by }) : []),
		...stored.updateIncome(ref, of, by),
		...stored.auditIncome(db, "edit", { id: ref.id, changes: said(of) }, by),
		...(record ? recording(db, { id: ref.id, version: null, payerTitle: of.payerTitle, again, by }) : []),
	]);
}

/**
 * Checks an income form and finds its bank account. Refuses `income.date_refused` (a day in the future, or over three
 * years ago), `bank.line_used` (the chosen bank line is no longer free) and `bank.mismatch` (it has another amount).
 * Returns the input with its bank account (`of`), its bank line, the stored draft (`before`) and the names needed to
 * issue its receipt.
 */
async function checked(db: Db, { input, by }: { input: IncomeInput; by: Acting }, id = 0) {
	refuseDay(input.receivedOn, dateInTaipei(by.at));
	const [[line], accounts, [before], names] = await readRows(
		db.$client,
		freeLine(input.bankLineId ?? 0),
		entryAccounts(),
		storedIncome(id),
		namesFor([by.userId], { donorId: input.donorId }),
	);
	const more = { before, names };
	if (input.bankLineId === null)
		return { of: { ...input, bankAccountId: accountFor(input, accounts) }, line: undefined, ...more };
	if (!line || line.amount === 0) throw new Refusal("bank.line_used");
	if (line.amount <= 0 || line.amount < (input.amount ?? 0) - input.feeAmount) throw new Refusal("bank.mismatch");
	return { of: { ...input, bankAccountId: line.bank_account_id }, line, ...more };
}

/**
 * Returns the writes that must stand before the receipt of an income record in the batch; none where no receipt is
 * issued. Refuses what `issuable` (receipt-rights/actions.ts) refuses, such as `receipt.same_name`.
 */
function receiptRights(
	of: Parameters<typeof issuingOf>[0],
	names: readonly NameRow[],
	{ by, anyway = false }: { by: Acting; anyway?: boolean },
): Write[] {
	const issuing = issuingOf(of, by.userId, { anyway });
	return issuing ? issuable({ names, ...issuing }, issuing.otherTitle) : [];
}

const said = ({ kind, amount, method, isInKind }: IncomeInput) => ({ kind, ...(isInKind ? {} : { amount, method }) });

/** Deletes a draft. Refuses `income.moved` when it was changed or recorded meanwhile. */
export const removeIncome = (db: Db, { ref, by }: { ref: Ref; by: By }): Promise<void> =>
	commit(db, [...stored.deleteIncome(ref), ...stored.auditIncome(db, "remove", { id: ref.id }, by)]);

/**
 * 登錄: records a draft in one batch: its number, the receipt that is wanted, its bank line, and a mail of thanks; the
 * caller then queues the message `mail.due`. Refuses `income.own` (of the user or the user's family), `income.moved`
 * (changed meanwhile), `bank.line_used` (its bank line is no longer free), `ledger.cash_sub_account` (no bank account
 * is named), and `income.money_used` when the bank line that shows this money was used for something else, no open line
 * fits, and `again` is not set.
 */
export async function recordIncome(
	db: Db,
	{ ref, again = false, by }: { ref: Ref; again?: boolean; by: Acting },
): Promise<void> {
	const [[income], names] = await readRows(
		db.$client,
		storedIncome(ref.id),
		namesFor([by.userId], { incomeId: ref.id }),
	);
	if (income?.version !== ref.version) throw new Refusal("income.moved");
	await commit(db, [
		stored.refuseOwn(ref.id, [by.userId]),
		...(income.state === "draft" ? receiptRights(receiptableOf(income), names, { by }) : []),
		...recording(db, { ...ref, payerTitle: income.payer_title, again, by }),
	]);
}

type Recording = { id: stored.Id; version: number | null; payerTitle: string; again: boolean; by: Acting };
function recording(db: Db, { id, version, payerTitle, again, by }: Recording): Write[] {
	return [
		stored.refuseOwn(id, [by.userId]),
		stored.refuseNoAccount(id),
		...(again ? [] : [refuseUsedMoney("income", id)]),
		...stored.recordIncome(id, version, by),
		stored.issueIncomeReceipt(id, by, { payerTitle }),
		stored.tellDonor(id, "income_recorded", by),
		...stored.auditIncome(db, "record", { id, changes: again ? { again } : {} }, by),
	];
}

/**
 * 補開收據: issues the receipt of a recorded donation that has none, or of 其他收入, under the title of the record.
 * Refuses `income.own` (of the user or the user's family), what `receiptRights` refuses, and `receipt.wrong_state` when
 * the record has a receipt or may have none.
 */
export async function issueReceipt(db: Db, { id, by }: { id: number; by: Acting }): Promise<void> {
	const [[income], names] = await readRows(db.$client, storedIncome(id), namesFor([by.userId], { incomeId: id }));
	if (!income || !takesReceipt(income)) throw new Refusal("receipt.wrong_state");
	await commit(db, [
		stored.refuseOwn(id, [by.userId]),
		...receiptRights(receiptableOf(income), names, { by, anyway: true }),
		stored.issueIncomeReceipt(id, by, { payerTitle: income.payer_title, anyway: true }),
		guard("receipt.wrong_state"),
		...stored.auditIncome(db, "receipt", { id }, by),
	]);
}

type Review = { ref: Ref; reviewer: Reviewer; by: By };

/**
 * 入帳: posts an income record to the income account of its kind, or to the account named by id; income in kind gets no
 * voucher. Refuses `income.second_person` for the user who recorded it, unless a resolution lets that user act as both
 * 會計 and 出納; `income.own` (of the user or the user's family), `income.account_refused` (not an active income
 * account), `ledger.has_sub_accounts`, `income.moved` (changed meanwhile), and `income.wrong_state` (not recorded, or
 * posted already).
 */
export async function postIncome(
	db: Db,
	{ ref, accountId, projectId, reviewer, by }: Review & { accountId: number | null; projectId: number | null },
): Promise<void> {
	const { income, accounts, closed } = await seen(db, ref);
	INCOME.refuse("post", income.state);
	const as = actorOf(income, reviewer);
	const resolved = resolvedFor(income, { userId: by.userId, onBehalfOf: as.onBehalfOf, day: dateInTaipei(by.at) });
	if (!resolved) refuseSame("post", income, as.users);
	const account = accounts.find(({ id }) => id === accountId)?.code ?? null;
	await commit(db, [
		stored.refuseMoved(ref),
		stored.refuseOwn(ref.id, as.users),
		stored.refuseAccount(accountId),
		refuseParents(JSON.stringify(accountId === null ? [] : [accountId])),
		...vouchersOf(income, { account, projectId, closed, by }),
		...stored.postIncome(ref, { accountId, projectId, onBehalfOf: as.onBehalfOf, concurrentPostId: resolved?.id, by }),
		...stored.auditIncome(db, "post", { id: ref.id, onBehalfOf: as.onBehalfOf }, by),
	]);
}

type Posting = { account: string | null; projectId: number | null; closed: ClosedMonths; by: By };

function vouchersOf(income: StoredIncome, { account, projectId, closed, by }: Posting): Write[] {
	if (income.amount === null || income.method === null) return [];
	const date = postingDate(income.received_on, closed);
	const number = incomeNumber(income);
	const lines = incomeEntries(
		{
			...income,
			method: income.method,
			amount: income.amount,
			feeAmount: income.fee_amount,
			receivedOn: income.received_on,
			account,
			projectId,
			memberId: income.member_id,
			number,
		},
		date,
	);
	const description = `${INCOME_KIND_LABELS[income.kind]} ${number}`;
	return postVoucher({ source: "income", id: income.id, date, description, lines }, by);
}

/**
 * 沖銷: reverses an income record: its receipts become void, its voucher is reversed, its bank line is free again.
 * Refuses `income.second_person` for users who recorded or posted it, `income.own` (of the user or the user's family),
 * `income.moved` (changed meanwhile), `income.wrong_state` (a draft, or reversed already), and `deposit.holds` (its
 * cash is in a deposit).
 */
export async function reverseIncome(db: Db, { ref, reason, reviewer, by }: Review & { reason: string }): Promise<void> {
	const { income, closed } = await seen(db, ref);
	INCOME.refuse("reverse", income.state);
	const as = actorOf(income, reviewer);
	refuseSame("reverse", income, as.users);
	const date = postingDate(dateInTaipei(by.at), closed);
	await commit(db, [
		stored.refuseMoved(ref),
		stored.refuseOwn(ref.id, as.users),
		voidReceiptsOf({ incomeId: ref.id }, `原收入沖銷：${reason}`.slice(0, 500), by),
		...reverseVoucher({ source: "income", id: ref.id }, { date, description: `沖銷收入 ${incomeNumber(income)}`, by }),
		...stored.reverseIncome(ref, { reason, onBehalfOf: as.onBehalfOf, by }),
		stored.tellDonor(ref.id, "income_reversed", by),
		...stored.auditIncome(db, "reverse", { id: ref.id, onBehalfOf: as.onBehalfOf }, by),
	]);
}

/**
 * Reads an income record, the income accounts and the closed months for a step. Refuses `income.moved` when the record
 * changed since the user saw it (`version`); the guards check this again.
 */
async function seen(db: Db, { id, version }: Ref) {
	const [[income], accounts, months] = await readRows(db.$client, storedIncome(id), incomeAccounts(), closedMonths());
	if (income?.version !== version) throw new Refusal("income.moved");
	return { income, accounts, closed: closedIn(months) };
}

/**
 * Returns in whose place the reviewer acts (`onBehalfOf`), and the ids of both users (`users`). Refuses `income.own`
 * when the record is of the reviewer or of the reviewer's family.
 */
function actorOf(income: StoredIncome, reviewer: Reviewer): { onBehalfOf: number | null; users: number[] } {
	const as = reviewsWith(reviewer, relatedIn(income.related));
	if (!as) throw new Refusal("income.own");
	return as;
}

import { closedMonths, postVoucher, reverseVoucher } from "#db/books/index.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { standingLine } from "#db/money/bank-lines.ts";
import { tie } from "#db/money/bank-parts.ts";
import * as stored from "#db/money/deposit-writes.ts";
import { depositAccounts, depositRow, undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { ACCOUNTS, closedIn, credit, debit, postingDate } from "#domain/books/index.ts";
import { canStep } from "#domain/money/bank/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { DepositForm } from "./form.ts";
import { type DEPOSIT_STEPS, DEPOSITS, depositState, gather } from "./rules.ts";

/**
 * Records that cash was taken to the bank, once per form `key`: Dr the bank account's ledger account, Cr 庫存現金.
 * Returns the deposit's id. Refuses what `gather` refuses, `deposit.account` (the account is not in use), and
 * `deposit.moved` when another deposit took a part meanwhile.
 */
export async function createDeposit(db: Db, { input, key, by }: { input: DepositForm; key: string; by: By }) {
	const [there, accounts, months] = await readRows(db.$client, undepositedCash(), depositAccounts(), closedMonths());
	const depositedOn = input.deposited_on;
	const account = accounts.find(({ id }) => id === input.account);
	if (!account) throw new Refusal("deposit.account");
	const chosen = { chosen: input.items, amount: input.amount, depositedOn };
	const cash = gather(chosen, { there, today: dateInTaipei(by.at) });
	const id = madeBy(key);
	const date = postingDate(depositedOn, closedIn(months));
	const memo = date === depositedOn ? "現金存入" : `現金存入（存入日 ${depositedOn}）`;
	const lines = [debit(account.code, input.amount, memo), credit(ACCOUNTS.cash, input.amount, memo)];
	return commitOnce(db, { key, at: by.at }, [
		stored.insertDeposit({ depositedOn, bankAccountId: account.id, amount: input.amount, note: input.note }, by),
		stored.insertItems(id, cash),
		...postVoucher({ source: "deposit", id, date, description: "現金存入銀行", lines }, by),
		...stored.auditDeposit(db, "create", { id, changes: { amount: input.amount, parts: cash.length } }, by),
	]);
}

type OnDeposit = { ref: stored.DepositRef; by: By };

/**
 * Reads a deposit and the closed months for a step. Refuses `deposit.moved` when the deposit changed since the user saw
 * it (`version`), or when the step cannot begin in its state.
 */
async function standing(db: Db, { id, version }: stored.DepositRef, step: keyof typeof DEPOSIT_STEPS) {
	const [[deposit], months] = await readRows(db.$client, depositRow(id), closedMonths());
	if (deposit?.version !== version) throw new Refusal("deposit.moved");
	DEPOSITS.refuse(step, depositState(deposit));
	return { deposit, closed: closedIn(months) };
}

/**
 * Reverses a deposit that never took place or was typed wrongly: its cash counts as undeposited again. Refuses
 * `deposit.moved` when the deposit was changed or reversed meanwhile.
 */
export async function reverseDeposit(db: Db, { ref, reason, by }: OnDeposit & { reason: string }): Promise<void> {
	const { closed } = await standing(db, ref, "reverse");
	const date = postingDate(dateInTaipei(by.at), closed);
	await commit(db, [
		...reverseVoucher({ source: "deposit", id: ref.id }, { date, description: `沖銷存款單 ${ref.id}`, by }),
		...stored.endDeposit(ref, reason, by),
		...stored.auditDeposit(db, "reverse", { id: ref.id }, by),
	]);
}

/**
 * Explains a bank line with the deposit that it shows; posts nothing, as the deposit is in the books already. Refuses
 * `deposit.moved` (changed or reversed meanwhile), and `deposit.line` when the line is of another account or amount,
 * used, or posted as 暫收款.
 */
export async function nameDepositLine(
	db: Db,
	{ ref, line, by }: OnDeposit & { line: { id: number; version: number } },
): Promise<void> {
	const { deposit } = await standing(db, ref, "name_line");
	const [[found]] = await readRows(db.$client, standingLine(line.id));
	const isOpen = found?.version === line.version && canStep("tie", { ...found, isSuspense: found.is_suspense === 1 });
	if (!found || !isOpen || found.left !== deposit.amount) throw new Refusal("deposit.line");
	await commit(db, [
		stored.refuseSeen(ref),
		...tie(line, [{ kind: "deposit", id: ref.id, amount: deposit.amount }], by.at),
		...stored.auditDeposit(db, "name_line", { id: ref.id, changes: { line: line.id } }, by),
	]);
}

import { recordAudit } from "#db/audit.ts";
import { closedMonths, postVoucher, reverseVoucher } from "#db/books/index.ts";
import { commit, type Db } from "#db/commit.ts";
import * as lines from "#db/money/bank-lines.ts";
import { type Booked, setApart, untie } from "#db/money/bank-ties.ts";
import { readRows } from "#db/read.ts";
import { ACCOUNTS, closedIn, credit, debit, postingDate } from "#domain/books/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type LineStep, refuseStep } from "./rules.ts";

/* The steps of bank lines that do not match them with new records. */

type OnLine = { ref: lines.LineRef; by: By };

/**
 * Reads a bank line for a step, with the closed months. Refuses `bank.stale` when the line changed since the user saw
 * it (`version`), or when the step cannot begin in the line's state.
 */
async function standing(db: Db, step: LineStep, { id, version }: lines.LineRef) {
	const [[line], months] = await readRows(db.$client, lines.standingLine(id), closedMonths());
	if (line?.version !== version) throw new Refusal("bank.stale");
	refuseStep(step, { ...line, isSuspense: line.is_suspense === 1 });
	return { line, closed: closedIn(months) };
}

const auditLine = (db: Db, step: string, id: number, by: By) =>
	recordAudit(db, {
		...by,
		action: `bank_line.${step}`,
		auditableType: "bank_line",
		auditableId: id,
		description: `line ${id}`,
	});

/**
 * Unties a bank line from the record it was tied to: the line is open again, and the record has no line again. Refuses
 * `bank.stale` when the line changed meanwhile or is not tied.
 */
export async function untieLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const [[line]] = await readRows(db.$client, lines.bankLine(ref.id));
	if (line?.version !== ref.version || (line.tied_at === null && line.deposit_id === null))
		throw new Refusal("bank.stale");
	await commit(db, [...untie(ref, tiedKind(line), by.at), ...auditLine(db, "untie", ref.id, by)]);
}

function tiedKind({ deposit_id, payment_id, voucher_id }: lines.LineRow): Booked["kind"] {
	if (deposit_id !== null) return "deposit";
	if (voucher_id !== null) return "voucher";
	return payment_id !== null ? "payment" : "income";
}

/**
 * 都不是: declares that no record booked by now is this line's money, so that the line may be matched with something
 * else. Refuses `bank.stale` as `standing` above.
 */
export async function setLineApart(db: Db, { ref, by }: OnLine): Promise<void> {
	await standing(db, "apart", ref);
	await commit(db, [...setApart(ref, by.at), ...auditLine(db, "apart", ref.id, by)]);
}

/** Marks a line as ignored, with the reason. Refuses `bank.stale` as `standing` above. */
export async function ignoreLine(db: Db, { ref, reason, by }: OnLine & { reason: string }): Promise<void> {
	await standing(db, "ignore", ref);
	await commit(db, [...lines.setIgnored(ref, reason, by.at), ...auditLine(db, "ignore", ref.id, by)]);
}

/** Takes the mark "ignored" off a line again. Refuses `bank.stale` as `standing` above. */
export async function unignoreLine(db: Db, { ref, by }: OnLine): Promise<void> {
	await standing(db, "unignore", ref);
	await commit(db, [...lines.setIgnored(ref, null, by.at), ...auditLine(db, "unignore", ref.id, by)]);
}

/**
 * Posts a line that nobody can explain yet: Dr bank, Cr 2150 暫收款. The line stays open. Refuses `bank.stale` as
 * `standing` above.
 */
export async function suspendLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const { line, closed } = await standing(db, "suspend", ref);
	const date = postingDate(line.booked_on, closed);
	const late = date === line.booked_on ? "" : `（入帳日 ${line.booked_on}）`;
	const memo = `待查明存款${late}`;
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...postVoucher(
			{
				source: "bank_line",
				id: ref.id,
				seq: line.suspense_count + 1,
				date,
				description: "待查明存款轉暫收款",
				lines: [debit(line.ledger_code, line.amount, memo), credit(ACCOUNTS.suspense, line.amount, memo)],
			},
			by,
		),
		...auditLine(db, "suspend", ref.id, by),
	]);
}

/** Reverses the posting of a line as 暫收款. Refuses `bank.stale` as `standing` above. */
export async function unsuspendLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const { line, closed } = await standing(db, "unsuspend", ref);
	const of = { source: "bank_line", id: ref.id, seq: line.suspense_count } as const;
	const date = postingDate(dateInTaipei(by.at), closed);
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...reverseVoucher(of, { date, description: `沖銷暫收款（銀行明細 ${ref.id}）`, by }),
		...auditLine(db, "unsuspend", ref.id, by),
	]);
}

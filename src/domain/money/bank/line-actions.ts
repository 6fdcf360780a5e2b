import { recordAudit } from "#db/audit.ts";
import { closedMonths, postVoucher, reverseVoucher } from "#db/books/index.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { bankAccounts } from "#db/money/bank-accounts.ts";
import * as lines from "#db/money/bank-lines.ts";
import { learnRule } from "#db/money/bank-memo-rules.ts";
import { explainByOwnVoucher, type MovementLeft, movementNamed, setApart, tie, untie } from "#db/money/bank-parts.ts";
import { readRows } from "#db/read.ts";
import { ACCOUNTS, type ClosedMonths, closedIn, credit, debit, postingDate } from "#domain/books/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { memoHash } from "./memo-actions.ts";
import { type Movement, type PartKind, partsFor } from "./parts.ts";
import { type LineStep, refuseStep } from "./rules.ts";

/* The steps of bank lines that make no new record but a voucher. */

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

/** Reads a line as `standing`. Refuses `bank.own_stands` while a voucher of the line's own stands. */
async function unposted(db: Db, step: LineStep, ref: lines.LineRef) {
	const found = await standing(db, step, ref);
	if (found.line.has_own === 1) throw new Refusal("bank.own_stands");
	return found;
}

const auditLine = (db: Db, step: string, id: number, by: By, changes: Record<string, unknown> = {}) =>
	recordAudit(db, {
		...by,
		action: `bank_line.${step}`,
		auditableType: "bank_line",
		auditableId: id,
		description: `line ${id}`,
		changes,
	});

type Explaining = OnLine & {
	/** With an `amount`, in NT$ without a sign, so much of the record is used, and not as far as the line goes. */
	records: readonly { kind: PartKind; id: number; amount?: number | undefined }[];
	/** The line is smaller than the records by the bank's fee, which is posted. */
	withFee: boolean;
};

/**
 * 就是這一筆: explains what is left of a bank line with booked records, in their order. Nothing is posted or issued for
 * them; a fee is posted (Dr 手續費, Cr the bank's account). Refuses `bank.stale` (the line changed, or is in suspense),
 * `bank.mismatch` (a record is gone, used up, of another account, or too much for the line), `bank.fee_refused`, and
 * `bank.booked` when the fee is in the books already.
 */
export async function explainLine(db: Db, { ref, records, withFee, by }: Explaining): Promise<void> {
	const [[line], months, ...named] = await readRows(
		db.$client,
		lines.standingLine(ref.id),
		closedMonths(),
		...records.map(movementNamed),
	);
	const found = named.flat();
	if (line?.version !== ref.version) throw new Refusal("bank.stale");
	refuseStep("tie", { ...line, isSuspense: line.is_suspense === 1 });
	if (found.length !== records.length || found.some(({ left }) => left === 0)) throw new Refusal("bank.line_used");
	const { parts, fee } = partsFor(line.left, askedOf(found, records), { withFee });
	const told = parts.map(({ kind, id, amount }) => ({
		kind,
		id: found.find((one) => one.kind === kind && one.id === id)?.voucher_id ?? id,
		amount,
	}));
	const hash = await memoHash(line);
	await commit(db, [
		...tie(ref, parts, by.at),
		...learnRule(hash, undefined, by.at),
		...(fee > 0
			? ownVoucher({ ...line, left: -fee }, { ...FEE, account: ACCOUNTS.fees, closed: closedIn(months), by })
			: []),
		...auditLine(db, "tie", ref.id, by, { parts: told, ...(fee > 0 ? { fee } : {}) }),
	]);
}

/**
 * Returns the records with as much of each as was asked for. Refuses with `bank.mismatch` more than a record has left.
 */
const askedOf = (found: readonly MovementLeft[], records: Explaining["records"]): Movement[] =>
	found.map(({ kind, id, left }, at) => {
		const amount = records[at]?.amount;
		if (amount === undefined) return { kind, id, left };
		if (amount > Math.abs(left)) throw new Refusal("bank.mismatch");
		return { kind, id, left: Math.sign(left) * amount, isGiven: true };
	});

/**
 * Takes a part back from a bank line: its record has no line again, or only others. Refuses `bank.stale` when the line
 * changed meanwhile, or the part is not of a record that was booked before.
 */
export async function untieLine(db: Db, { ref, part, by }: OnLine & { part: number }): Promise<void> {
	await commit(db, [...untie(ref, part), ...auditLine(db, "untie", ref.id, by)]);
}

/**
 * 都不是: declares that no record booked by now is this line's money, so that the line may be matched with something
 * else. Refuses `bank.stale` as `standing` above.
 */
export async function setLineApart(db: Db, { ref, by }: OnLine): Promise<void> {
	await standing(db, "apart", ref);
	await commit(db, [...setApart(ref, by.at), ...auditLine(db, "apart", ref.id, by)]);
}

/**
 * Marks a line as ignored, with the reason. Refuses `bank.stale` as `standing` above, and `bank.line_used` when a part
 * explains some of it.
 */
export async function ignoreLine(db: Db, { ref, reason, by }: OnLine & { reason: string }): Promise<void> {
	await standing(db, "ignore", ref);
	await commit(db, [...lines.setIgnored(ref, reason, by.at), ...auditLine(db, "ignore", ref.id, by)]);
}

/** Takes the mark "ignored" off a line again. Refuses `bank.stale` as `standing` above. */
export async function unignoreLine(db: Db, { ref, by }: OnLine): Promise<void> {
	await standing(db, "unignore", ref);
	await commit(db, [...lines.setIgnored(ref, null, by.at), ...auditLine(db, "unignore", ref.id, by)]);
}

type OwnLine = Pick<lines.StandingRow, "id" | "left" | "booked_on" | "own_count" | "ledger_code">;
type Own = { description: string; memo: string; account: string; closed: ClosedMonths; by: By };
const FEE = { description: "銀行手續費", memo: "手續費" };

/** Posts what is left of a bank line: the bank's account against `account`. */
function postOwn(line: OwnLine, { description, memo: words, account, closed, by }: Own): Write[] {
	const date = postingDate(line.booked_on, closed);
	const memo = date === line.booked_on ? words : `${words}（入帳日 ${line.booked_on}）`;
	const amount = Math.abs(line.left);
	const [bank, other] = line.left > 0 ? [debit, credit] : [credit, debit];
	const sides = [bank(line.ledger_code, amount, memo), other(account, amount, memo)];
	return postVoucher(
		{
			source: "bank_line",
			id: line.id,
			seq: line.own_count + 1,
			date,
			description,
			lines: line.left > 0 ? sides : sides.reverse(),
		},
		by,
	);
}

/** Posts what is left of a bank line by a voucher of its own, which then explains it. */
const ownVoucher = (line: OwnLine, own: Own): Write[] => [
	...postOwn(line, own),
	...explainByOwnVoucher(line.id, line.own_count + 1, own.by.at),
];

/**
 * 手續費: posts what is left of a line that went out as a bank fee. Refuses `bank.stale` as `standing` above,
 * `bank.mismatch` (money that came in), `bank.own_stands`, and `bank.booked` when it is in the books already.
 */
export async function postFee(db: Db, { ref, by }: OnLine): Promise<void> {
	const { line, closed } = await unposted(db, "post", ref);
	if (line.left > 0) throw new Refusal("bank.mismatch");
	const hash = await memoHash(line);
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...ownVoucher(line, { ...FEE, account: ACCOUNTS.fees, closed, by }),
		...learnRule(hash, { kind: "fee" }, by.at),
		...auditLine(db, "fee", ref.id, by, { amount: -line.left }),
	]);
}

/**
 * 帳戶間轉帳: posts what is left of a line as money that went to, or came from, another account of the association. The
 * line of that account is then explained by the same voucher. Refuses `bank.stale` as `standing` above,
 * `bank.mismatch` (no such account, or the same), `bank.own_stands` (another voucher of the line stands), and
 * `bank.booked` when it is in the books already.
 */
export async function postTransfer(db: Db, { ref, account, by }: OnLine & { account: number }): Promise<void> {
	const { line, closed } = await unposted(db, "post", ref);
	const [accounts] = await readRows(db.$client, bankAccounts());
	const other = accounts.find(({ id, is_active }) => id === account && is_active === 1);
	if (!other || other.id === line.bank_account_id) throw new Refusal("bank.mismatch");
	const hash = await memoHash(line);
	const words = { description: "帳戶間轉帳", memo: `轉帳${line.left < 0 ? "至" : "自"}${other.name}` };
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...ownVoucher(line, { ...words, account: other.ledger_code, closed, by }),
		...learnRule(hash, { kind: "transfer", account }, by.at),
		...auditLine(db, "transfer", ref.id, by, { account, amount: Math.abs(line.left) }),
	]);
}

/**
 * Posts a whole line that nobody can explain yet: Dr bank, Cr 2150 暫收款, or, of money that went out, Dr 暫付款, Cr
 * bank. The line stays open. Refuses `bank.stale` as `standing` above, `bank.own_stands` while another voucher of the
 * line stands, and `bank.partly` when some of the line is explained.
 */
export async function suspendLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const { line, closed } = await unposted(db, "suspend", ref);
	if (line.left !== line.amount) throw new Refusal("bank.partly");
	const words =
		line.left > 0
			? { description: "待查明存款轉暫收款", memo: "待查明存款", account: ACCOUNTS.suspense }
			: { description: "待查明支出轉暫付款", memo: "待查明支出", account: ACCOUNTS.advance };
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...postOwn(line, { ...words, closed, by }),
		...auditLine(db, "suspend", ref.id, by),
	]);
}

/** Reverses the posting of a line as 暫收款 or 暫付款. Refuses `bank.stale` as `standing` above. */
export async function unsuspendLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const { line, closed } = await standing(db, "unsuspend", ref);
	await commit(db, [
		...lines.touchLine(ref, by.at),
		...reverseOwn(line, {
			description: `沖銷${line.left > 0 ? "暫收款" : "暫付款"}（銀行明細 ${ref.id}）`,
			closed,
			by,
		}),
		...auditLine(db, "unsuspend", ref.id, by),
	]);
}

/**
 * Reverses the line's own voucher of a fee or a transfer; a trigger takes the parts that it explained back, of this line
 * and of the other account's. Refuses `bank.stale` when the line changed meanwhile or has no such voucher.
 */
export async function unpostLine(db: Db, { ref, by }: OnLine): Promise<void> {
	const [[line], months] = await readRows(db.$client, lines.standingLine(ref.id), closedMonths());
	if (line?.version !== ref.version || line.has_own === 0 || line.is_suspense === 1) throw new Refusal("bank.stale");
	await commit(db, [
		lines.refuseMoved(ref),
		...reverseOwn(line, { description: `沖銷銀行明細 ${ref.id} 的傳票`, closed: closedIn(months), by }),
		...auditLine(db, "unpost", ref.id, by),
	]);
}

const reverseOwn = (
	line: OwnLine,
	{ description, closed, by }: { description: string; closed: ClosedMonths; by: By },
): Write[] =>
	reverseVoucher(
		{ source: "bank_line", id: line.id, seq: line.own_count },
		{ date: postingDate(dateInTaipei(by.at), closed), description, by },
	);

import { sumOf } from "#kernel/amounts.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
	type FinanceInput,
	MOST_LINES,
	MOST_SHARE,
	MOST_SHARES,
	type Refunded,
	type RegisterInput,
	type ShareInput,
} from "./form.ts";
import { type RefundOf, WITHHOLDING } from "./labels.ts";
import { refundReason } from "./refunds.ts";
import { linesOf, ownShareOf, payByOf } from "./register.ts";

const MOST = 100_000_000;
const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST;
const isWithheld = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;

/**
 * Refuses what no document may be: `finance.amount_refused` (no line, an invalid amount, more withheld than the total),
 * `finance.no_advance` (a settlement without an advance, or another kind with one), `finance.payee_refused` (a refund
 * that names no payment or bank line, or one of credit without its member).
 */
export function refuseInput(input: FinanceInput): void {
	const { kind, lines, incomeTax, nhi, refundOf } = input;
	if (input.register) refuseShares(input, input.register);
	if (lines.length === 0 || lines.length > MOST_LINES || !lines.every(({ amount }) => isAmount(amount)))
		throw new Refusal("finance.amount_refused");
	const withheld = incomeTax + nhi;
	if (!isWithheld(incomeTax) || !isWithheld(nhi) || withheld >= sumOf(lines))
		throw new Refusal("finance.amount_refused");
	if (sumOf(lines) > MOST || (withheld > 0 && !WITHHOLDING.includes(kind))) throw new Refusal("finance.amount_refused");
	if ((kind === "settlement") !== (input.advanceId !== null)) throw new Refusal("finance.no_advance");
	if ((kind === "refund") !== (refundOf !== null)) throw new Refusal("finance.payee_refused");
	const named = refundOf === "suspense" ? input.bankLineId : input.paymentId;
	const other = refundOf === "suspense" ? input.paymentId : input.bankLineId;
	if ((refundOf !== null) !== (named !== null) || other !== null) throw new Refusal("finance.payee_refused");
	if (refundOf === "credit" && input.payeeMemberId === null) throw new Refusal("finance.payee_refused");
	if (input.payeeUserId !== null && input.payeeMemberId !== null) throw new Refusal("finance.payee_refused");
}

/**
 * Refuses, as `finance.register_refused`, a register that is no vendor's request, has no share or too many, whose way of
 * payment is not that of its shares, or whose lines are not their sums; as `finance.amount_refused` one whose payee would get nothing.
 */
function refuseShares({ kind, lines, payBy }: FinanceInput, register: RegisterInput): void {
	const { shares } = register;
	const employed = Object.values(register.employer ?? {});
	if (!employed.every((one) => isWithheld(one) && one <= MOST_SHARE)) throw new Refusal("finance.amount_refused");
	refuseRefunds(register);
	if (register.kind !== "salary" && employed.some((one) => one > 0)) throw new Refusal("finance.register_refused");
	const isSummed = JSON.stringify(linesOf(shares)) === JSON.stringify(lines);
	if (kind !== "vendor" || payBy !== payByOf(shares) || shares.length === 0 || shares.length > MOST_SHARES || !isSummed)
		throw new Refusal("finance.register_refused");
	const parts = ({ labour, health, pension, allowance }: ShareInput) => [labour, health, pension, allowance];
	const isWhole = (one: ShareInput): boolean =>
		isAmount(one.gross) &&
		one.gross <= MOST_SHARE &&
		parts(one).every(isWithheld) &&
		one.allowance <= one.gross &&
		ownShareOf(one) < one.gross;
	if (!shares.every(isWhole)) throw new Refusal("finance.amount_refused");
}

/**
 * Refuses, as `finance.register_refused`, a register that gives something back with some of its shares only, or with the
 * deductions of a salary, or under another reason; as `finance.refunded_before` one that names a bank line twice.
 */
function refuseRefunds({ kind, shares }: RegisterInput): void {
	const isPlain = (one: ShareInput): boolean => one.allowance === 0 && ownShareOf(one) === 0;
	const fits = ({ refund, reason, ...one }: ShareInput): boolean =>
		kind === "refunds"
			? refund !== undefined && reason === refundReason(refund.of) && isPlain({ ...one, reason })
			: refund === undefined;
	if (!shares.every(fits)) throw new Refusal("finance.register_refused");
	const lines = shares.flatMap(({ refund }) => (refund?.of === "suspense" ? [refund.id] : []));
	if (new Set(lines).size < lines.length) throw new Refusal("finance.refunded_before");
}

/** What a share of a register gives back in all, with what is left of it; null for what nobody may name. */
type Giving = Refunded & { gross: number; left: number | null };

/**
 * Refuses shares that give back what is not there: `finance.payee_refused` (it does not exist, or the user may not name
 * it), `payment.credit_used` (more than is left of 溢繳款), `finance.refunded_before` (of a donation or 暫收款).
 */
export function refuseOverRefunded(all: readonly Giving[]): void {
	for (const { of, id, left } of all) {
		const same = all.filter((one) => one.of === of && one.id === id);
		refuseRefund(of, sumOf(same.map(({ gross: amount }) => ({ amount }))), left);
	}
}

/**
 * The records that an input refers to, as they are now; null for those that do not exist or that the applicant may not
 * name.
 */
export type Targets = {
	user_name: string | null;
	member_name: string | null;
	has_project: 0 | 1;
	advance: {
		net: number;
		payee_name: string;
		payee_user_id: number | null;
		payee_member_id: number | null;
		is_settled: 0 | 1;
	} | null;
	/**
	 * The largest amount that may still be refunded of the payment or bank line that a refund names; of 暫收款 the
	 * whole amount.
	 */
	refundable: number | null;
};

/**
 * Completes an input with what follows from the records it refers to: the payee, and what was advanced. Refuses
 * `finance.payee_refused` (a missing payee, member, project or refunded record), `finance.no_advance` (the advance does
 * not exist), `finance.settled_before` (it is settled already), and for a refund of more than is left
 * `payment.credit_used` (credit) or `finance.refunded_before` (a donation or 暫收款).
 */
export function completed(input: FinanceInput, targets: Targets): FinanceInput & { gross: number; advanced: number } {
	const gross = sumOf(input.lines);
	if (targets.has_project === 0) throw new Refusal("finance.payee_refused");
	if (input.kind === "settlement") return settlementOf(input, targets, gross);
	if (input.payeeUserId !== null && targets.user_name === null) throw new Refusal("finance.payee_refused");
	if (input.payeeMemberId !== null && targets.member_name === null) throw new Refusal("finance.payee_refused");
	const payeeName = targets.user_name ?? (input.payeeName || targets.member_name);
	if (!payeeName) throw new Refusal("finance.payee_refused");
	if (input.refundOf !== null) refuseRefund(input.refundOf, gross, targets.refundable);
	return { ...input, payeeName, gross, advanced: 0 };
}

function settlementOf(input: FinanceInput, { advance }: Targets, gross: number) {
	if (advance === null) throw new Refusal("finance.no_advance");
	if (advance.is_settled === 1) throw new Refusal("finance.settled_before");
	return {
		...input,
		payeeName: advance.payee_name,
		payeeTaxId: null,
		payeeUserId: advance.payee_user_id,
		payeeMemberId: advance.payee_member_id,
		gross,
		advanced: advance.net,
	};
}

function refuseRefund(of: RefundOf, gross: number, refundable: number | null): void {
	if (refundable === null) throw new Refusal("finance.payee_refused");
	if (of === "suspense" ? gross !== refundable : gross > refundable)
		throw new Refusal(of === "credit" ? "payment.credit_used" : "finance.refunded_before");
}

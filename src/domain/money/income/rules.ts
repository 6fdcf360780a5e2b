import { type ConcurrentPost, inForceOn } from "#domain/books/concurrent-posts/resolution.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { IncomeKind, IncomeMethod, IncomeState } from "./labels.ts";

/**
 * The only list of the steps of an income record, and who takes each (docs/workflows.md#income). The database enforces
 * the same steps (0029).
 */
export const INCOME_STEPS = {
	record: { from: ["draft"], to: "recorded", by: "cashier" },
	post: { from: ["recorded"], to: "posted", by: "accountant" },
	reverse: { from: ["recorded", "posted"], to: "reversed", by: "second" },
} as const satisfies Record<
	string,
	{ from: readonly IncomeState[]; to: IncomeState; by: "cashier" | "accountant" | "second" }
>;
export type IncomeStep = keyof typeof INCOME_STEPS;

export const canStep = (step: IncomeStep, state: IncomeState): boolean =>
	INCOME_STEPS[step].from.some((from) => from === state);

/** Refuses, as `income.wrong_state`, a step that cannot begin in the record's state. */
export function refuseStep(step: IncomeStep, state: IncomeState): void {
	if (!canStep(step, state)) throw new Refusal("income.wrong_state");
}

/** The users who took earlier steps of a record: none of them, and no deputy of theirs, may take the next one. */
export type DoneBy = {
	recorded_by: number | null;
	posted_by: number | null;
	posted_for: number | null;
};

/** Refuses, as `income.second_person`, when one of `users` recorded the record or, for a reversal, posted it. */
export function refuseSame(step: IncomeStep, done: DoneBy, users: readonly number[]): void {
	const before = step === "post" ? [done.recorded_by] : [done.recorded_by, done.posted_by, done.posted_for];
	if (users.some((one) => before.includes(one))) throw new Refusal("income.second_person");
}

/**
 * Returns the resolution by which the user who recorded an income record may post it too, in person:
 * 會計、出納由同一人兼辦; undefined where none is in force on the day. `concurrent` is the JSON of resolutions as the
 * database lists them. A reversal always takes another user.
 */
export function resolvedFor(
	{ recorded_by, concurrent }: Pick<DoneBy, "recorded_by"> & { concurrent: string },
	{ userId, onBehalfOf, day }: { userId: number | null; onBehalfOf: number | null; day: string },
): ConcurrentPost | undefined {
	const keeps = inForceOn(concurrent, day);
	return keeps && onBehalfOf === null && userId === recorded_by && userId === keeps.user_id ? keeps : undefined;
}

/** Whether a receipt may be issued for an income record: only for money that was donated, or for 其他收入. */
export const takesReceipt = ({ kind, is_in_kind }: { kind: IncomeKind; is_in_kind: 0 | 1 }): boolean =>
	(kind === "donation" || kind === "other") && is_in_kind === 0;

/**
 * Whether the money came to the bank from a payer without a record, so that the title is a typed name and nothing more.
 */
export const isUnknownDeposit = (of: {
	donorId: number | null;
	bankLineId: number | null;
	method: IncomeMethod | null;
}): boolean => of.donorId === null && (of.bankLineId !== null || of.method === "transfer" || of.method === "postal");

/**
 * Returns the bank account of an income record: the named one, else the only one of the kind that its method uses; null
 * otherwise.
 */
export function accountFor(
	{ method, bankAccountId }: { method: IncomeMethod | null; bankAccountId: number | null },
	accounts: readonly { id: number; kind: "bank" | "postal" }[],
): number | null {
	if (method === null || method === "cash") return null;
	const named = accounts.find(({ id }) => id === bankAccountId);
	if (named || method === "other") return named?.id ?? null;
	const fitting = accounts.filter(({ kind }) => kind === (method === "postal" ? "postal" : "bank"));
	return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
}

const MOST_YEARS = 3;

/** Refuses, as `income.date_refused`, a day in the future, or so far back that it must be a typing error. */
export function refuseDay(day: string, today: string): void {
	if (day > today || day < `${Number(today.slice(0, 4)) - MOST_YEARS}${today.slice(4)}`)
		throw new Refusal("income.date_refused");
}

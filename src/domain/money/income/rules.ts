import { type ConcurrentPost, inForceOn } from "#domain/books/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";
import { INCOME_STATES, type IncomeKind, type IncomeMethod, type IncomeState } from "./labels.ts";

/**
 * The only table of the steps of an income record and who takes them (docs/workflows.md#income). The database has the
 * same steps (migration 0029, income_records_take_steps).
 */
const STEPS = {
	record: {
		from: ["draft"],
		to: "recorded",
		by: ["income.manage"],
		asks: ["again?"],
		tells: ["income_recorded"],
		done: "已登錄，等待會計入帳。",
	},
	post: {
		from: ["recorded"],
		to: "posted",
		by: ["ledger.post", "confirmations.decide"],
		asks: ["account", "project?"],
		done: "已入帳。",
	},
	reverse: {
		from: ["recorded", "posted"],
		to: "reversed",
		by: ["payments.reverse", "confirmations.decide"],
		asks: ["reason"],
		tells: ["income_reversed"],
		done: "已沖銷，收據一併作廢。",
	},
} as const satisfies Record<string, Step<IncomeState>>;
export type IncomeStep = keyof typeof STEPS;
export const INCOME = workflow<IncomeState, IncomeStep, Step<IncomeState>>({
	states: INCOME_STATES,
	steps: STEPS,
	refusal: "income.wrong_state",
});

/**
 * The users who recorded a record, posted it, and in whose place it was posted (`posted_for`), as second-person checks
 * need them.
 */
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

/** Refuses, as `income.date_refused`, a day after `today` or more than three years before it (days are YYYY-MM-DD). */
export function refuseDay(day: string, today: string): void {
	if (day > today || day < `${Number(today.slice(0, 4)) - MOST_YEARS}${today.slice(4)}`)
		throw new Refusal("income.date_refused");
}

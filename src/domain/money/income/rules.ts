import { type ConcurrentPost, inForceOn } from "#domain/books/concurrent-posts/resolution.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";
import { INCOME_STATES, type IncomeKind, type IncomeMethod, type IncomeState } from "./labels.ts";

/**
 * THE steps of an income record, and whose they are (docs/workflows.md#income). The database knows the same ones
 * (0029, income_records_take_steps).
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

/** Whoever did what before: none of them, and nobody in their place, does the next. */
export type DoneBy = {
	recorded_by: number | null;
	posted_by: number | null;
	posted_for: number | null;
};

/** Refuses, as `income.second_person`, where one of `users` recorded it or, to reverse it, posted it. */
export function refuseSame(step: IncomeStep, done: DoneBy, users: readonly number[]): void {
	const before = step === "post" ? [done.recorded_by] : [done.recorded_by, done.posted_by, done.posted_for];
	if (users.some((one) => before.includes(one))) throw new Refusal("income.second_person");
}

/**
 * The resolution by which who recorded it posts it too, in person: 會計、出納由同一人兼辦 (`concurrent` is JSON, as the database
 * lists them); undefined where none counts on the day. Its reversal is always another's.
 */
export function resolvedFor(
	{ recorded_by, concurrent }: Pick<DoneBy, "recorded_by"> & { concurrent: string },
	{ userId, onBehalfOf, day }: { userId: number | null; onBehalfOf: number | null; day: string },
): ConcurrentPost | undefined {
	const keeps = inForceOn(concurrent, day);
	return keeps && onBehalfOf === null && userId === recorded_by && userId === keeps.user_id ? keeps : undefined;
}

/** Whether a receipt may stand for it: money that was given, or 其他收入. */
export const takesReceipt = ({ kind, is_in_kind }: { kind: IncomeKind; is_in_kind: 0 | 1 }): boolean =>
	(kind === "donation" || kind === "other") && is_in_kind === 0;

/** Money that came to the bank from nobody on record: whoever is typed there is a name alone. */
export const isUnknownDeposit = (of: {
	donorId: number | null;
	bankLineId: number | null;
	method: IncomeMethod | null;
}): boolean => of.donorId === null && (of.bankLineId !== null || of.method === "transfer" || of.method === "postal");

/** The account that was named where it takes this method; the only one of its kind where none was. */
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

/** Refuses, as `income.date_refused`, a day that is not there yet, or so far back that it is a slip of the pen. */
export function refuseDay(day: string, today: string): void {
	if (day > today || day < `${Number(today.slice(0, 4)) - MOST_YEARS}${today.slice(4)}`)
		throw new Refusal("income.date_refused");
}

import { type Reviewer, reviewsAs } from "#domain/people/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

const PERIOD_STATES = ["open", "closed"] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];
/**
 * The only table of the steps of a month (docs/workflows.md#months). A month is reopened by another user than the one
 * who closed it, which `reopensAs` checks.
 */
export const PERIOD_STEPS = {
	close: { from: ["open"], to: "closed", by: ["periods.close"] },
	reopen: { from: ["closed"], to: "open", by: ["ledger.reopen"], asks: ["reason"] },
} as const satisfies Record<string, Step<PeriodState>>;
export const PERIODS = workflow<PeriodState, keyof typeof PERIOD_STEPS, Step<PeriodState>>({
	states: PERIOD_STATES,
	steps: PERIOD_STEPS,
	refusal: "ledger.period_stale",
});

/** The user who closed a month or year, and the user in whose name it was closed (null: the user's own). */
export type ClosedBy = { closed_by: number | null; on_behalf_of: number | null };

/**
 * Returns in whose name the user closes: the user's own (null), or that of the first user whose deputy the user is
 * today.
 */
export const closesAs = ({ standsFor }: Reviewer): number | null => standsFor[0] ?? null;

/**
 * Returns in whose name the user may reopen a month or year; undefined when this is the user who closed it or in whose
 * name it was closed.
 */
export const reopensAs = (reviewer: Reviewer, { closed_by, on_behalf_of }: ClosedBy) =>
	reviewsAs(
		reviewer,
		[closed_by, on_behalf_of].filter((one) => one !== null),
	);

/**
 * Returns in whose name the user reopens: the user's own (null) or that of the returned user id. Refuses, as
 * `ledger.second_person`, the user who closed the month or year.
 */
export function secondPerson(reviewer: Reviewer, closed: ClosedBy): number | null {
	const as = reopensAs(reviewer, closed);
	if (!as) throw new Refusal("ledger.second_person");
	return as.onBehalfOf;
}

/** Returns a year in words: 115 年 */
export const yearWords = (year: number): string => `${year - 1911} 年`;

import type { FinanceState } from "./labels.ts";
import { isEditable } from "./rules.ts";
import { type FinanceStep, NEXT_STEP } from "./steps.ts";

/** Who may act on a coming step, or why nobody can. */
export type StepActors = {
	step: FinanceStep;
	can: readonly { userId: number; name: string; onBehalfOf: string | null }[];
	/** None of its holders can take it today (concerned, away, or busy with another step): 理事長 and 監事 are among who can. */
	isStranded: boolean;
	/** Nobody holds it; all who do have to do with the document; all who are left approved another step. Null where somebody can. */
	why: "no_holder" | "related" | "approved_before" | null;
};
/** Somebody who holds a coming step, or `stand_in`, what keeps them from it, and whether another is their deputy today. */
export type ActorOf = {
	step: FinanceStep | "stand_in";
	user_id: number;
	name: string;
	on_behalf_name: string | null;
	is_related: 0 | 1;
	has_approved: 0 | 1;
	has_accounted: 0 | 1;
	is_away: 0 | 1;
};
const COMING: readonly FinanceStep[] = ["approve_cashier", "approve_accountant", "approve_chair", "pay", "post"];

/** Of the steps that are still to come from a state, the one that is waited for first. Rows are those of `actorsOf`. */
export function actorsBy(state: FinanceState, rows: readonly ActorOf[]): StepActors[] {
	const next = isEditable(state) ? COMING[0] : NEXT_STEP[state];
	const coming = next === undefined ? [] : COMING.slice(COMING.indexOf(next));
	return coming.map((step) => {
		const holders = rows.filter((row) => row.step === step);
		const free = holders.filter(({ is_related }) => is_related === 0);
		const able = free.filter(({ has_approved }) => has_approved === 0);
		const isStranded = holders.length > 0 && able.every(({ is_away }) => is_away === 1);
		const isBarred = ({ has_approved, has_accounted }: ActorOf) =>
			step.startsWith("approve_") ? has_approved === 1 : step === "pay" && has_accounted === 1;
		const others = isStranded
			? rows.filter((row) => row.step === "stand_in" && row.is_related === 0 && !isBarred(row))
			: [];
		const can = [...able, ...others]
			.filter((row, at, all) => all.findIndex(({ user_id }) => user_id === row.user_id) === at)
			.map(({ user_id, name, on_behalf_name }) => ({ userId: user_id, name, onBehalfOf: on_behalf_name }));
		const why = holders.length === 0 ? "no_holder" : free.length === 0 ? "related" : "approved_before";
		return { step, can, isStranded, why: can.length > 0 ? null : why };
	});
}

/** Whether nobody who holds the step that a document waits for can take it today. Rows are those of `actorsOf`. */
export const isStranded = (state: FinanceState, rows: readonly ActorOf[]): boolean =>
	actorsBy(state, rows)[0]?.isStranded === true;

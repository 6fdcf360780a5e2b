import type { FinanceState } from "./labels.ts";
import { isEditable } from "./rules.ts";
import { type FinanceStep, NEXT_STEP } from "./steps.ts";

/** The users who may take a coming step, or why nobody can. */
export type StepActors = {
	step: FinanceStep;
	can: readonly { userId: number; name: string; onBehalfOf: string | null }[];
	/**
	 * True when none of the step's holders can take it today (they are concerned, away, or took another step): then
	 * 理事長 and 監事 are among `can`.
	 */
	isStranded: boolean;
	/**
	 * Why nobody can: nobody holds the step; all holders are concerned; or all others approved another step. Null when
	 * somebody can.
	 */
	why: "no_holder" | "related" | "approved_before" | null;
};
/**
 * A user who holds a coming step or may stand in (`stand_in`), with what keeps the user from it; `on_behalf_name` is
 * the user whom a deputy stands in for today.
 */
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

/**
 * Returns the actors of the steps that are still to come from a state, the next one first. `rows` are those of
 * `actorsOf`.
 */
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

/**
 * Whether none of the holders of the step that a document waits for can take it today. `rows` are those of `actorsOf`.
 */
export const isStranded = (state: FinanceState, rows: readonly ActorOf[]): boolean =>
	actorsBy(state, rows)[0]?.isStranded === true;

import { FINANCE_STATES } from "./labels.ts";
import { approvedBefore, isEditable, type SteppingDocument } from "./rules.ts";
import { type FinancePermission, type FinanceStep, NEXT_STEP, permissionsFor, STAND_IN } from "./steps.ts";

/** The users who may take a coming step, or why nobody can. */
export type StepActors = {
	step: FinanceStep;
	/** The permission that the step needs. */
	permission: FinancePermission | typeof STAND_IN;
	can: readonly { userId: number; name: string; onBehalfOf: string | null }[];
	/**
	 * True when none of the step's holders can take it today (they are concerned, away, or took another step): then
	 * 理事長 and 監事 are among `can`.
	 */
	isStranded: boolean;
	/**
	 * Why nobody can take the step: no user has its permission; all who have it are concerned by the document; or all
	 * others approved another step. Null when somebody can.
	 */
	why: "no_holder" | "related" | "approved_before" | null;
};
/** A user who has the permission for a step today; `is_away` is 1 when the user has a deputy today. */
export type ActorOf = {
	permission: FinancePermission | typeof STAND_IN;
	user_id: number;
	name: string;
	on_behalf_of: number | null;
	on_behalf_name: string | null;
	is_away: 0 | 1;
};
/** The data of a document that decide which users may take its steps. */
type Standing = Omit<SteppingDocument, "isStranded">;

const COMING = FINANCE_STATES.flatMap((state) => {
	const step = NEXT_STEP[state];
	return step ? permissionsFor(step, state).map((permission) => ({ step, permission })) : [];
});

/**
 * Returns, for each step that is still to come, the users who may take it, beginning with the step that the document
 * waits for. `rows` are the users with permissions for these steps today (from src/db/books).
 */
export function actorsBy(document: Standing, rows: readonly ActorOf[]): StepActors[] {
	const { state, related, hasSecretary } = document;
	const coming = COMING.filter(({ step }) => hasSecretary || step !== "approve_secretary");
	const next = isEditable(state) ? coming[0]?.step : NEXT_STEP[state];
	const isFree = ({ user_id, on_behalf_of }: ActorOf) =>
		!related.includes(user_id) && (on_behalf_of === null || !related.includes(on_behalf_of));
	return coming
		.slice(next === undefined ? coming.length : coming.findIndex(({ step }) => step === next))
		.map(({ step, permission }) => {
			const may = (row: ActorOf, standsIn?: true) =>
				!approvedBefore(step, document, { userId: row.user_id, onBehalfOf: row.on_behalf_of, standsIn }).isBarred;
			const holders = rows.filter((row) => row.permission === permission);
			const free = holders.filter(isFree);
			const able = free.filter((row) => may(row));
			const isStranded = holders.length > 0 && able.every(({ is_away }) => is_away === 1);
			const others = isStranded
				? rows.filter((row) => row.permission === STAND_IN && isFree(row) && may(row, true))
				: [];
			const can = [...able, ...others]
				.filter((row, at, all) => all.findIndex(({ user_id }) => user_id === row.user_id) === at)
				.map(({ user_id, name, on_behalf_name }) => ({ userId: user_id, name, onBehalfOf: on_behalf_name }));
			const why = holders.length === 0 ? "no_holder" : free.length === 0 ? "related" : "approved_before";
			return { step, permission, can, isStranded, why: can.length > 0 ? null : why };
		});
}

/**
 * Returns whether no user who has the permission for the step that a document waits for can take it today. `rows` are
 * the users with permissions for its steps today (from src/db/books).
 */
export const isStranded = (document: Standing, rows: readonly ActorOf[]): boolean =>
	actorsBy(document, rows)[0]?.isStranded === true;

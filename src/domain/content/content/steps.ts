import { Refusal } from "#kernel/refusal.ts";
import { CONTENT, STEPS, type State, type Step } from "./states.ts";

/** The last part of the address of each step. */
export const STEP_PLACES = {
	publish: "publication",
	schedule: "schedule",
	unpublish: "unpublication",
	archive: "archiving",
	unarchive: "republication",
	trash: "trashing",
	restore: "restoration",
} as const satisfies Record<Step, string>;
export type StepPlace = (typeof STEP_PLACES)[Step];

/** A step of the workflow; `publishAt` (UTC milliseconds) is when the cron publishes. */
export type Move = { step: Exclude<Step, "schedule"> } | { step: "schedule"; publishAt: number };

/** The fields that a step sets on a record besides its version; times are UTC milliseconds. */
export type StepFields = {
	state: State;
	publishedAt?: number;
	publishAt?: number | null;
	unpublishAt?: null;
	archivedAt?: number | null;
	trashedAt?: number | null;
};

/** The fields of a record that is no longer shown: no change stays planned for it. */
const HIDDEN = { publishAt: null, unpublishAt: null } as const;

/**
 * Returns what the step `move` sets on a record in `state` at `at`. Publishing gives it the present date; an archived
 * record that is published again keeps its date. Refuses `content.wrong_state` when STEPS does not have this step for
 * the state, and `content.past_schedule` for a time that is not after `at`.
 */
export function takeStep(state: State, move: Move, at: number): StepFields {
	CONTENT.refuse(move.step, state);
	const { to } = STEPS[move.step];
	switch (move.step) {
		case "publish":
			return { state: to, publishedAt: at, publishAt: null };
		case "schedule":
			if (move.publishAt <= at) throw new Refusal("content.past_schedule");
			return { state: to, publishAt: move.publishAt };
		case "unpublish":
			return { state: to, ...HIDDEN };
		case "archive":
			return { state: to, ...HIDDEN, archivedAt: at };
		case "unarchive":
			return { state: to, archivedAt: null };
		case "trash":
			return { state: to, ...HIDDEN, trashedAt: at };
		case "restore":
			return { state: to, trashedAt: null, archivedAt: null };
	}
}

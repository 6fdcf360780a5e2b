import { Refusal } from "#kernel/refusal.ts";
import { CONTENT, STEPS, type State, type Step } from "./states.ts";

/** The last part of a step's address. */
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

/** What a step changes on a record besides its version; times are UTC milliseconds. */
export type StepFields = {
	state: State;
	publishedAt?: number;
	publishAt?: number | null;
	unpublishAt?: null;
	archivedAt?: number | null;
	trashedAt?: number | null;
};

/** Nothing stays planned for what is no longer shown. */
const HIDDEN = { publishAt: null, unpublishAt: null } as const;

/**
 * What `move` makes of a record in `state` at `at`. Publishing gives it that moment's date; an archived one keeps the date
 * it had. Refuses `content.wrong_state` where STEPS has no such way, and `content.past_schedule`.
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

import { Refusal } from "#kernel/refusal.ts";
import { taipeiInput } from "#kernel/times.ts";
import type { State, Step } from "./states.ts";
import { type Move, type StepFields, takeStep } from "./steps.ts";

/** The times that an editor asked for, in UTC milliseconds. */
export type Wished = { publish_at: number | null; unpublish_at: number | null; published_at: number | null };
/** The present state and times of a record. */
export type Standing = {
	state: State;
	publishedAt: number | null;
	publishAt: number | null;
	unpublishAt: number | null;
};
/** The state of a record that is just being made. */
export const NEW: Standing = { state: "draft", publishedAt: null, publishAt: null, unpublishAt: null };
/** Returns state and times of a stored row. */
export const standingOf = (row: Wished & { state: State }): Standing => ({
	state: row.state,
	publishedAt: row.published_at,
	publishAt: row.publish_at,
	unpublishAt: row.unpublish_at,
});
/** The state and times of a record after a save. */
export type Planned = Standing & Pick<StepFields, "archivedAt" | "trashedAt">;

/**
 * Returns the step for publishing: `publish` now, or `schedule` for later. Refuses `content.no_time` when later has no
 * time.
 */
export function publishingMove(wish: { publish: "now" | "later" } & Pick<Wished, "publish_at">): Move {
	if (wish.publish === "now") return { step: "publish" };
	if (wish.publish_at === null) throw new Refusal("content.no_time");
	return { step: "schedule", publishAt: wish.publish_at };
}

/**
 * Returns the step that a button asks for; publishing is now or later, as the form says. Refuses `content.no_time` when
 * later has no time.
 */
export const moveOf = (step: Exclude<Step, "schedule">, wish: Parameters<typeof publishingMove>[0]): Move =>
	step === "publish" ? publishingMove(wish) : { step };

/**
 * Returns state and times after a save at `at` with the requested step. A draft keeps the times planned for it. Refuses
 * what `takeStep` refuses, `content.past_schedule` (a scheduled time not after `at`), `content.unpublish_too_early`
 * (unpublishing not after publishing and `at`), and `content.future_publishing` (a publishing date set into the
 * future).
 */
export function planTimes(now: Standing, wish: Wished, { move, at }: { move: Move | undefined; at: number }): Planned {
	const stepped = move ? takeStep(now.state, move, at) : { state: now.state };
	const plan = { ...stepped, ...timesOf(now, wish, { stepped, at }) };
	if (plan.state === "draft" || plan.unpublishAt === null) return plan;
	if (plan.unpublishAt <= (plan.publishAt ?? at)) throw new Refusal("content.unpublish_too_early");
	return plan;
}

type Times = Pick<Planned, "publishedAt" | "publishAt" | "unpublishAt">;

function timesOf(now: Standing, wish: Wished, { stepped, at }: { stepped: StepFields; at: number }): Times {
	const cleared = stepped.unpublishAt === null;
	const times = {
		publishedAt: stepped.publishedAt ?? datedAs(now, wish, at),
		publishAt: null,
		unpublishAt: cleared ? null : wish.unpublish_at,
	};
	if (cleared || stepped.state === "published") return times;
	const publishAt = stepped.publishAt ?? wish.publish_at ?? now.publishAt;
	if (stepped.state === "scheduled" && publishAt !== null && publishAt <= at)
		throw new Refusal("content.past_schedule");
	return { ...times, publishAt };
}

/**
 * Returns the date of a public text: an editor may set it back, but never into the future
 * (`content.future_publishing`). Dates are compared to the minute, as forms have them.
 */
function datedAs({ publishedAt }: Standing, { published_at }: Wished, at: number): number | null {
	if (publishedAt === null || published_at === null || taipeiInput(publishedAt) === taipeiInput(published_at))
		return publishedAt;
	if (published_at > at) throw new Refusal("content.future_publishing");
	return published_at;
}

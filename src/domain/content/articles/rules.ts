import { type Planned, planTimes, type Standing, type Wished } from "#domain/content/content/planning.ts";
import type { State } from "#domain/content/content/states.ts";
import { type Move, type StepFields, takeStep } from "#domain/content/content/steps.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Whether and until when an article is pinned; only a published one can be. */
export type Pin = { isPinned: boolean; pinnedUntil: number | null };
const UNPINNED: Pin = { isPinned: false, pinnedUntil: null };

/**
 * Returns what a step changes on an article besides its version: a step to another state than published also unpins it.
 * Refuses what `takeStep` refuses.
 */
export function stepArticle(state: State, move: Move, at: number): StepFields & Partial<Pin> {
	const fields = takeStep(state, move, at);
	return fields.state === "published" ? fields : { ...fields, ...UNPINNED };
}

type PinWish = { is_pinned: boolean; pinned_until: number | null };

/**
 * Returns state, times and pin of an article after a save with the requested step. Refuses what `planTimes` refuses,
 * `content.pin_needs_publishing` (pinning what is not published) and `content.pin_over` (the end of the pin is past).
 */
export function planArticle(
	now: Standing,
	wish: Wished & PinWish,
	{ move, at }: { move: Move | undefined; at: number },
): Planned & Pin {
	const plan = planTimes(now, wish, { move, at });
	if (!wish.is_pinned) return { ...plan, ...UNPINNED };
	if (plan.state !== "published") {
		// Taking a pinned article down unpins it silently; pinning a draft is refused.
		if (now.state === "published") return { ...plan, ...UNPINNED };
		throw new Refusal("content.pin_needs_publishing");
	}
	if (wish.pinned_until !== null && wish.pinned_until <= at) throw new Refusal("content.pin_over");
	return { ...plan, isPinned: true, pinnedUntil: wish.pinned_until };
}

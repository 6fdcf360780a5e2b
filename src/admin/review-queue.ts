import { type Reviewer, relatedIn, reviewsAs } from "#domain/people/index.ts";

/** How many records of a queue are read after one, to find the next that the user may decide. */
export const MOST_QUEUED = 50;
/** How many records of a queue are shown. */
export const MOST_SHOWN = 12;

/** Returns whether somebody else must decide a record of the queue; of who decides nothing, nothing is told. */
export const isForOthers = (reviewer: Reviewer, { related }: { related: string }): true | undefined =>
	reviewer.standsFor.length > 0 && !reviewsAs(reviewer, relatedIn(related)) ? true : undefined;

/**
 * Returns the id of the record to go to after one was decided: the next in the queue that the user may decide, else the
 * next one; null when none waits.
 */
export function nextIn(
	queue: readonly { id: number; related: string }[],
	id: number,
	reviewer: Reviewer,
): number | null {
	const others = queue.filter((one) => one.id !== id);
	return (others.find((one) => !isForOthers(reviewer, one)) ?? others[0])?.id ?? null;
}

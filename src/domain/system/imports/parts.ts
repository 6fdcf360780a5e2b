/** A callback for the progress of an import: how many of all are done. */
export type Report = (done: number, all: number) => void;

/** The number of values that are sealed or hashed at the same time. */
const AT_ONCE = 100;

/**
 * Runs `work` on the elements, AT_ONCE of them at the same time; returns the results in the order of the elements.
 * Reports after every such part.
 */
export async function inParts<T, R>(
	all: readonly T[],
	work: (each: T) => Promise<R>,
	report?: Report | undefined,
): Promise<R[]> {
	const done: R[] = [];
	for (let at = 0; at < all.length; at += AT_ONCE) {
		done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))));
		report?.(done.length, all.length);
	}
	return done;
}

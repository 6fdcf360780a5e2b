/** Told while an import is applied: how many of all are done. */
export type Report = (done: number, all: number) => void;

/** What is sealed or hashed at once. */
const AT_ONCE = 100;

/** Does something to each, part after part in their order, and reports after every part. */
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

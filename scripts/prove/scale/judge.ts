/** Judges what an address takes: it must answer the same, and no more may be asked or read, in a larger association. */
import { GROWS } from "./grows.ts";
import type { Measured } from "./measured.ts";

/**
 * The most rows that an address may read more for each copy that an association grows by, unless grows.ts names it.
 * Lists are full by then; they read the rows of their noun that they count, of which a copy has a dozen.
 */
export const MOST_MORE = 30;

/**
 * An address in an association as it was, in one about half as large as the largest, and in the largest; `copies` is
 * how many more the largest has.
 */
export type Sizes = { small: Measured; half: Measured; large: Measured; copies: number };

/** Returns how many rows more are read for each copy. */
export const growthOf = ({ half, large, copies }: Sizes): number => (large.rows - half.rows) / copies;

/** Returns what is wrong with an answer, or with what it took; `route` is the address's, with its places for ids. */
export function faultsOf(route: string, sizes: Sizes): string[] {
	const { small, half, large } = sizes;
	const faults: string[] = [];
	const answers = [small, half, large].map(({ status, to }) => `${status}${to === null ? "" : ` to ${to}`}`);
	if (new Set(answers).size > 1) faults.push(`answers ${answers.join(", ")}`);
	if (small.status >= 500) faults.push(`fails with ${small.status}`);
	if (large.trips > small.trips) faults.push(`makes ${large.trips} round trips, not ${small.trips}`);
	const growth = growthOf(sizes);
	if (!(growth <= (GROWS.get(route)?.most ?? MOST_MORE)))
		faults.push(`reads ${growth.toFixed(0)} rows more for each copy: ${[small, half, large].map(({ rows }) => rows)}`);
	return faults;
}

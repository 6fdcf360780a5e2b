/**
 * What a downloaded file contains: "sealed" columns; "contacts" (contact data); "books" (the books, reports and lists
 * of what was done); "labels" (printed papers with a name and an address); "own" (the file of one record).
 */
export const HOLDS = ["sealed", "contacts", "books", "labels", "own"] as const;
export type Holds = (typeof HOLDS)[number];

/**
 * Of how many people, at most, a downloaded file of each kind may contain data without a new proof of the user's
 * identity.
 */
const UNPROVEN: Record<Holds, number> = {
	sealed: 0,
	contacts: 50,
	books: Number.POSITIVE_INFINITY,
	labels: Number.POSITIVE_INFINITY,
	own: Number.POSITIVE_INFINITY,
};

export const needsProof = (holds: Holds, people: number): boolean => people > UNPROVEN[holds];

/**
 * For how many milliseconds a proof of identity counts: FRESH_MS for sensitive pages, TAKING_MS for downloads, of which
 * users take several.
 */
export const FRESH_MS = 10 * 60_000;
export const TAKING_MS = 30 * 60_000;

/**
 * The most rows of one downloaded file, so that a Worker's memory holds it. An import takes as many, so that what was
 * downloaded can be imported.
 */
export const MOST_TAKEN = 10_000;

/**
 * The most records of an Excel file that is made while its user waits: of so many it takes a second. A larger one is
 * made behind the answer. A CSV takes a tenth of that, and is always given at once.
 */
export const MOST_AT_ONCE = 5_000;

/**
 * What a file that somebody takes away holds: columns that lie sealed; where people are reached; the books, reports and
 * lists of what was done; papers with a name and an address, made to be seen; or the file of one record.
 */
export const HOLDS = ["sealed", "contacts", "books", "labels", "own"] as const;
export type Holds = (typeof HOLDS)[number];

/** Of how many people a file may be taken away without a fresh proof of who takes it. */
const UNPROVEN: Record<Holds, number> = {
	sealed: 0,
	contacts: 50,
	books: Number.POSITIVE_INFINITY,
	labels: Number.POSITIVE_INFINITY,
	own: Number.POSITIVE_INFINITY,
};

export const needsProof = (holds: Holds, people: number): boolean => people > UNPROVEN[holds];

/** For so long a proof of who is there counts: for what is sensitive, and for files, of which people take several. */
export const FRESH_MS = 10 * 60_000;
export const TAKING_MS = 30 * 60_000;

/** Most rows of one file: as many as an import takes, and a Worker's memory holds. */
export const MOST_TAKEN = 10_000;

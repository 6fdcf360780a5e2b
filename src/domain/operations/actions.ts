import { commit, type Db } from "#db/commit.ts";
import { type DeadLetter, insertDeadLetters } from "#db/dead-letters.ts";

/** Keeps messages that no consumer could handle. One that is kept already stays as it is. */
export const keepDeadLetters = (db: Db, letters: readonly DeadLetter[]): Promise<void> =>
	commit(db, insertDeadLetters(db, letters));

import type { Db, Write } from "#db/commit.ts";
import { deadLetters } from "#db/schema/core.ts";

/** `id` is the queue's message id, `body` JSON, `at` UTC milliseconds. */
export type DeadLetter = { id: string; queue: string; body: string; attempts: number; at: number };

/** Rows of dead_letters; an id that is there already is left alone. */
export const insertDeadLetters = (db: Db, letters: readonly DeadLetter[]): Write[] =>
	letters.map((letter) => db.insert(deadLetters).values(letter).onConflictDoNothing());

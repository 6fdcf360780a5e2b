import { sql } from "drizzle-orm";
import { type Db, guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { deadLetters } from "#db/schema/outbox.ts";

/**
 * A queue message that was given up after its retries. `id` is the queue's message id, `body` JSON, `at` UTC
 * milliseconds.
 */
export type DeadLetter = { id: string; queue: string; body: string; attempts: number; at: number };

/** Inserts rows into dead_letters; an id that exists already is left alone. */
export const insertDeadLetters = (db: Db, letters: readonly DeadLetter[]): Write[] =>
	letters.map((letter) => db.insert(deadLetters).values(letter).onConflictDoNothing());

/** A dead letter as stored: `body` is JSON; times are UTC milliseconds. */
export type DeadLetterRow = DeadLetter & { replayedAt: number | null };

const ROW = "SELECT id, queue, body, attempts, at, replayed_at AS replayedAt FROM dead_letters";

/** `open` means that nobody has replayed the letter. */
export type DeadLetterState = "open" | "replayed";
const WHERE = { open: "WHERE replayed_at IS NULL", replayed: "WHERE replayed_at IS NOT NULL" };

/** The orders of the list; `state` has those first that nobody has replayed, and of them the newest. */
const ORDER = orders(
	{
		work: "coalesce(body ->> '$.type', '')",
		at: "at",
		attempts: "attempts",
		state: ["replayed_at IS NOT NULL", "at DESC"],
	},
	"id",
);
export const DEAD_LETTER_SORTS = ORDER.sorts;
type Slice = {
	limit: number;
	offset: number;
	state?: DeadLetterState | undefined;
	sort?: (typeof DEAD_LETTER_SORTS)[number];
};

/** Selects dead letters in an order. */
export const listDeadLetters = ({ limit, offset, state, sort = "state" }: Slice): Select<DeadLetterRow> =>
	select(`${ROW} ${state ? WHERE[state] : ""} ${ORDER.by(sort)} ${limitTo(limit, offset)}`);

/** Counts the dead letters, and those of them that nobody has replayed. */
export const countDeadLetters = (): Select<{ total: number; open: number }> =>
	select("SELECT count(*) AS total, count(*) - count(replayed_at) AS open FROM dead_letters");

/** Selects one dead letter by its id. */
export const deadLetterById = (id: string): Select<DeadLetterRow> => selectOne(`${ROW} WHERE id = ?1`, id);

/**
 * Marks a dead letter as replayed. Refuses with `dead_letter.stale` when another user replayed it since it was seen.
 */
export const markReplayed = ({ id, replayedAt }: Pick<DeadLetterRow, "id" | "replayedAt">, at: number): Write[] => [
	sql`UPDATE dead_letters SET replayed_at = ${at} WHERE id = ${id} AND replayed_at IS ${replayedAt}`,
	guard("dead_letter.stale"),
];

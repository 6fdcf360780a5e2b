import { BOOKS } from "#db/invariants/books.ts";
import { OTHERS } from "#db/invariants/others.ts";
import { PAYMENTS } from "#db/invariants/payments.ts";
import { readRows, type Select, select } from "#db/read.ts";

/**
 * The complete list of the invariants of the money. Each is a SELECT of the names of what breaks it, and has no rows
 * while it holds. The health page, the hourly check, the closing of a month, backup, restore and the end of every test
 * run them. Each is a statement of its own, because D1 joins at most five SELECTs in a UNION.
 */
export const INVARIANTS = { books: BOOKS, payments: PAYMENTS, documents: OTHERS } as const;
export type InvariantArea = keyof typeof INVARIANTS;
export type InvariantCode = keyof typeof BOOKS | keyof typeof PAYMENTS | keyof typeof OTHERS;

/** A broken invariant: how many records break it, and the first few by name. */
export type Broken = { code: InvariantCode; area: InvariantArea; count: number; names: string[] };
type Answer = Omit<Broken, "names"> & { names: string };

/** The maximum number of names that are reported for an invariant. */
const NAMED = 5;

const statement = (area: string, code: string, find: string): Select<Answer> =>
	select(
		`SELECT '${code}' AS code, '${area}' AS area, count(*) AS count,
			json_group_array(CAST(name AS TEXT)) FILTER (WHERE nth <= ${NAMED}) AS names
		FROM (SELECT name, row_number() OVER () AS nth FROM (${find}))`,
	);
/**
 * Returns the statements of all invariants, for a caller that reads more in the same round trip; `brokenIn` reads their
 * results.
 */
export const invariantSelects = (): Select<Answer>[] =>
	Object.entries(INVARIANTS).flatMap(([area, all]) =>
		Object.entries(all).map(([code, find]) => statement(area, code, find)),
	);

export const brokenIn = (answers: readonly Answer[][]): Broken[] =>
	answers.flat().flatMap((row) => (row.count > 0 ? [{ ...row, names: JSON.parse(row.names) }] : []));

/** Returns the invariants that do not hold now; it only reads, in one round trip. */
export const brokenInvariants = async (db: D1Database): Promise<Broken[]> =>
	brokenIn(await readRows(db, ...invariantSelects()));

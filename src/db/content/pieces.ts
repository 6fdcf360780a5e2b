import type { Write } from "#db/commit.ts";

/** The number of rows in one statement: their JSON is one parameter, of at most 2 MB. */
const AT_ONCE = 250;

/** Calls `write` for every piece of at most AT_ONCE rows. The statement reads the rows from their JSON as `j.value`. */
export function inPieces<T>(rows: readonly T[], write: (json: string, count: number) => Write[]): Write[] {
	const pieces = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
		rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
	);
	return pieces.flatMap((piece) => write(JSON.stringify(piece), piece.length));
}

import type { Write } from "#db/commit.ts";

/** Rows of one statement: their JSON is one parameter, of 2 MB at most. */
const AT_ONCE = 250;

/** A statement for every so many rows, which it reads from its JSON as `j.value`. */
export function inPieces<T>(rows: readonly T[], write: (json: string, count: number) => Write[]): Write[] {
	const pieces = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
		rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
	);
	return pieces.flatMap((piece) => write(JSON.stringify(piece), piece.length));
}

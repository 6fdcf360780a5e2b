import type { ReadLine, ReadRow } from "./reading.ts";

export const ROW_OUTCOMES = ["error", "new", "known", "skip"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
/**
 * A row with its outcome (`known`: the account has this line already) and, for a line, the fingerprint that identifies
 * it.
 */
export type PlannedRow = ReadRow & { becomes: RowOutcome; fingerprint: string | null };

/** How many rows have each outcome, and the first and last day of the lines. */
export type StatementCounts = Record<RowOutcome, number> & { first: string | null; last: string | null };

/**
 * Returns the text that identifies each line before it is hashed: day, amount, balance, and its ordinal among lines
 * with the same three. Where there is no balance, the memo is used instead; not otherwise, because banks word the same
 * memo differently from one kind of file to another.
 */
export function marksOf(rows: readonly ReadRow[]): Map<ReadRow, string> {
	const seen = new Map<string, number>();
	return new Map(
		rows.flatMap((row): [ReadRow, string][] => {
			if (row.outcome !== "line") return [];
			const own = markOf(row.line);
			const nth = (seen.get(own) ?? 0) + 1;
			seen.set(own, nth);
			return [[row, `${own}|${nth}`]];
		}),
	);
}

const markOf = ({ day, amount, fee, balance, memo }: ReadLine): string =>
	JSON.stringify([day, amount, fee, balance ?? memo]);

/** Returns the rows with their outcomes; `known` are the fingerprints of the lines that the account has already. */
export const planned = (
	rows: readonly ReadRow[],
	fingerprints: ReadonlyMap<ReadRow, string>,
	known: ReadonlySet<string>,
): PlannedRow[] =>
	rows.map((row) => {
		const fingerprint = fingerprints.get(row) ?? null;
		if (row.outcome !== "line" || fingerprint === null)
			return { ...row, becomes: row.outcome === "error" ? "error" : "skip", fingerprint: null };
		return { ...row, becomes: known.has(fingerprint) ? "known" : "new", fingerprint };
	});

/** Returns the first and the last day of a file's lines; null when it has none. */
export function daysOf(rows: readonly ReadRow[]): { first: string; last: string } | null {
	const days = rows.flatMap(({ line }) => line?.day ?? []).sort();
	const [first, last] = [days[0], days.at(-1)];
	return first === undefined || last === undefined ? null : { first, last };
}

export function countsOf(rows: readonly PlannedRow[]): StatementCounts {
	const counts = { error: 0, new: 0, known: 0, skip: 0 };
	for (const { becomes } of rows) counts[becomes]++;
	return { ...counts, ...(daysOf(rows) ?? { first: null, last: null }) };
}

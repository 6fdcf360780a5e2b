/*
 * How numbers of records are written and read, where more than the module of the record names it.
 */

/** I115-0007; a draft has none yet. */
export const incomeNumber = ({ roc_year, seq }: { roc_year: number | null; seq: number | null }): string =>
	roc_year === null || seq === null ? "草稿" : `I${roc_year}-${String(seq).padStart(4, "0")}`;

/** 任務 #12. */
export const taskNumber = (id: number): string => `#${id}`;

const NUMBER = /^(\p{Script=Han}{1,2})?(\d{2,3})-(\d{1,7})(?:\((\p{Script=Han}{2})\))?$/u;
/** What stands behind a number from before there were marks. */
const KINDS: Record<string, string> = { 會費: "dues", 捐款: "donation" };

/** What a typed number of a receipt says: 會115-7 its mark, 115-7（會費） that it has none and its series, 115-7 neither. */
export type TypedNumber = { mark: string | null; series: string | null; rocYear: number; seq: number };

/** A word that is a receipt's number, half or full width; undefined for any other. */
export function readReceiptNumber(word: string): TypedNumber | undefined {
	const [, mark, year, seq, kind] = NUMBER.exec(word.normalize("NFKC")) ?? [];
	if (year === undefined || seq === undefined) return undefined;
	return {
		mark: mark ?? (kind === undefined ? null : ""),
		series: kind === undefined ? null : (KINDS[kind] ?? kind),
		rocYear: Number(year),
		seq: Number(seq),
	};
}

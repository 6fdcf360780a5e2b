/*
 * How the numbers of records are written and read, for records whose numbers other modules use, too.
 */

/** Returns the number of an income record, such as I115-0007; 草稿 (draft) for a draft, which has no number yet. */
export const incomeNumber = ({ roc_year, seq }: { roc_year: number | null; seq: number | null }): string =>
	roc_year === null || seq === null ? "草稿" : `I${roc_year}-${String(seq).padStart(4, "0")}`;

/** Returns the number of a task, such as #12. */
export const taskNumber = (id: number): string => `#${id}`;

const NUMBER = /^(\p{Script=Han}{1,2})?(\d{2,3})-(\d{1,7})(?:\((\p{Script=Han}{2})\))?$/u;
/** The words in brackets that name the series in a receipt number issued before receipt numbers had marks. */
const KINDS: Record<string, string> = { 會費: "dues", 捐款: "donation" };

/** A receipt number as typed: 會115-7 has a mark; 115-7（會費） has no mark but names its series; 115-7 has neither. */
export type TypedNumber = { mark: string | null; series: string | null; rocYear: number; seq: number };

/** Reads a word as a receipt number, half or full width; undefined when it is none. */
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

import type { RefusalCode } from "#kernel/refusal.ts";

/** The most documents that are approved in one press. */
export const MOST_AT_ONCE = 50;

/** What decides whether a document may be approved together with others. */
type Bulk = { gross: number; files: number; opened: number; below: number };

/**
 * Returns why a document has to be opened and approved alone; undefined when it may be approved with others: its gross
 * amount is below that of the settings (0: none is), it has a voucher, and the user opened every one of this revision.
 */
export function bulkRefusal({ gross, files, opened, below }: Bulk): RefusalCode | undefined {
	if (gross >= below || files === 0) return "finance.alone";
	return opened < files ? "finance.unseen" : undefined;
}

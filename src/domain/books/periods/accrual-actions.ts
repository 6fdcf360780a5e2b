import { recordAudit } from "#db/audit.ts";
import { accrualLines, duesReceivable, insertAccrual } from "#db/books/accruals.ts";
import { insertDraft } from "#db/books/voucher-writes.ts";
import { insertLines } from "#db/books/vouchers.ts";
import type { Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { MOST_LINES, sumsOf } from "#domain/books/vouchers/lines.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type AccrualForm, accrualEntries, documentsOf, duesValue, type Prepaid } from "./accruals.ts";
import { yearWords } from "./rules.ts";

type Accruing = Pick<AccrualForm, "year" | "document" | "dues"> & { prepaid: readonly Prepaid[]; key: string; by: By };

/**
 * Drafts the voucher of a year's 年底調整 on its last day, marked 次年迴轉, once per year and form `key`; returns the
 * draft's id. Refuses `accrual.done` (the year has its voucher), `accrual.nothing` (nothing was chosen),
 * `accrual.changed` (what was ticked is not on the list any more, or has another sum), and `accrual.too_many`.
 */
export async function draftAccruals(db: Db, { year, document, dues, prepaid, key, by }: Accruing): Promise<number> {
	const [lines, receivable] = await readRows(db.$client, accrualLines(year), duesReceivable(year));
	const documents = documentsOf(lines).filter(({ id }) => document.includes(String(id)));
	const owing = receivable.filter((one) => dues.includes(duesValue(one)));
	if (documents.length !== new Set(document).size || owing.length !== new Set(dues).size)
		throw new Refusal("accrual.changed");
	const entries = accrualEntries({ year, documents, dues: owing, prepaid });
	if (entries.length === 0) throw new Refusal("accrual.nothing");
	if (entries.length > MOST_LINES) throw new Refusal("accrual.too_many");
	return commitOnce(db, { key, at: by.at }, [
		insertDraft({ date: `${year}-12-31`, description: `${yearWords(year)}底調整`, turnsNextYear: true }, by),
		insertLines(madeBy(key), entries),
		...insertAccrual(
			madeBy(key),
			year,
			documents.flatMap(({ lines: own }) => own.map(({ line_id }) => line_id)),
		),
		...recordAudit(db, {
			...by,
			action: "year.accrue",
			auditableType: "voucher",
			auditableId: madeBy(key),
			description: String(year),
			changes: { total: sumsOf(entries).debit },
		}),
	]);
}

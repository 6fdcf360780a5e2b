import { bulkDocuments } from "#db/books/finance-waiting.ts";
import type { Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bulkRefusal, MOST_AT_ONCE } from "./bulk.ts";
import type { FinanceRef } from "./form.ts";
import { approveDocument } from "./review-actions.ts";
import type { FinanceReviewers } from "./rules.ts";
import type { ActingUser } from "./step-actions.ts";

/** How many documents were approved, and which were not, with the reason. */
export type Approved = { done: number; refused: { id: number; code: RefusalCode }[] };

/**
 * Approves several documents at the step that each waits for, at most MOST_AT_ONCE, each in its own batch and by all
 * rules of `approveDocument`; the caller then queues `mail.due`. One that must be approved alone (`bulkRefusal`), that
 * changed since the user saw it (`finance.moved`), or that does not wait for the user (`finance.not_your_step`) stays as
 * it is and is returned with its code.
 */
export async function approveSeveral(
	db: Db,
	{ refs, reviewers, by }: { refs: readonly FinanceRef[]; reviewers: FinanceReviewers; by: ActingUser },
): Promise<Approved> {
	const [rows] = await readRows(
		db.$client,
		bulkDocuments({ userId: by.userId, reviewers, today: dateInTaipei(by.at) }),
	);
	const refused: Approved["refused"] = [];
	let done = 0;
	for (const ref of refs.slice(0, MOST_AT_ONCE)) {
		const row = rows.find(({ id }) => id === ref.id);
		const code = row ? bulkRefusal(row) : "finance.not_your_step";
		try {
			if (code) throw new Refusal(code);
			await approveDocument(db, { ref, reviewers, by });
			done += 1;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refused.push({ id: ref.id, code: error.code });
		}
	}
	return { done, refused };
}

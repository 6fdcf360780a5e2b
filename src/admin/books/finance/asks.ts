import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { FinanceReader } from "#db/books/finance.ts";
import type { FinanceReviewers } from "#domain/books/finance/rules.ts";
import { STAND_IN } from "#domain/books/finance/steps.ts";
import { dateInTaipei } from "#kernel/times.ts";

/** Whether somebody sees every document, or their own alone. */
export const readerOf = (who: Visitor): FinanceReader => ({ userId: who.userId, seesAll: allows("finance_all", who) });

/** As whom somebody may take each step. */
export const financeReviewersOf = (who: Visitor): FinanceReviewers => ({
	"finance.review.cashier": reviewerOf(who, "finance.review.cashier"),
	"finance.review.accountant": reviewerOf(who, "finance.review.accountant"),
	"finance.review.chair": reviewerOf(who, "finance.review.chair"),
	"finance.pay": reviewerOf(who, "finance.pay"),
	"ledger.post": reviewerOf(who, "ledger.post"),
	[STAND_IN]: reviewerOf(who, STAND_IN),
});

/** Whoever looks, as the reads of what waits and the rules of steps ask for them. */
export const viewerOf = (who: Visitor, at: number) => ({
	userId: who.userId,
	reviewers: financeReviewersOf(who),
	today: dateInTaipei(at),
});

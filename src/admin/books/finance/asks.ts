import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { FinanceReader } from "#db/books/finance.ts";
import type { FinanceReviewers } from "#domain/books/finance/rules.ts";
import { STAND_IN } from "#domain/books/finance/steps.ts";
import { dateInTaipei } from "#kernel/times.ts";

/** Returns the user as a reader of expense requests: one who sees all requests, or only the user's own. */
export const readerOf = (who: Visitor): FinanceReader => ({ userId: who.userId, seesAll: allows("finance_all", who) });

/**
 * Returns, for each permission that a step of an expense request needs, on whose behalf the user may use it: by the
 * user's own permission, or as deputy of other users.
 */
export const financeReviewersOf = (who: Visitor): FinanceReviewers => ({
	"finance.review.cashier": reviewerOf(who, "finance.review.cashier"),
	"finance.review.accountant": reviewerOf(who, "finance.review.accountant"),
	"finance.review.secretary": reviewerOf(who, "finance.review.secretary"),
	"finance.review.chair": reviewerOf(who, "finance.review.chair"),
	"finance.pay": reviewerOf(who, "finance.pay"),
	"ledger.post": reviewerOf(who, "ledger.post"),
	[STAND_IN]: reviewerOf(who, STAND_IN),
});

/**
 * Returns the user's id, on whose behalf the user may review (`reviewers`), and today's date in Taipei, which the
 * queries for waiting requests and the rules of the steps take.
 */
export const viewerOf = (who: Visitor, at: number) => ({
	userId: who.userId,
	reviewers: financeReviewersOf(who),
	today: dateInTaipei(at),
});

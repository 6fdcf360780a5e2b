import type { Visitor } from "#auth/visitor.ts";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type {
	ActorRow,
	DocumentRow,
	FinanceEventRow,
	FinanceFileRow,
	FinanceLineRow,
	FinanceRevisionRow,
	FinanceVoucherRow,
} from "#db/books/finance.ts";
import type { PostableAccount } from "#db/books/finance-forms.ts";
import type { StepActors } from "#domain/books/finance/actors.ts";
import { type Acting, type FinanceReviewers, mayStep, takesBoth } from "#domain/books/finance/rules.ts";
import { steppingOf } from "#domain/books/finance/stepping.ts";
import type { FinanceStep } from "#domain/books/finance/steps.ts";
import type { FormState } from "#ui/form-state.ts";

/** An expense request with all data that its page shows. */
export type FinanceShow = {
	document: DocumentRow;
	lines: readonly FinanceLineRow[];
	events: readonly FinanceEventRow[];
	files: readonly FinanceFileRow[];
	revisions: readonly FinanceRevisionRow[];
	/** The newly computed hash of the stored content, by revision. */
	hashes: ReadonlyMap<number, string>;
	actors: readonly StepActors[];
	holders: readonly ActorRow[];
	vouchers: readonly FinanceVoucherRow[];
	budgets: readonly BudgetLeft[];
	accounts: readonly PostableAccount[];
	reviewers: FinanceReviewers;
	who: Visitor;
	at: number;
};

/** The values and errors of the page's forms that were refused. */
export type Refused = { decision?: FormState; other?: FormState; comment?: FormState };

/**
 * Returns on whose behalf the current user may take a step (own permission, or as deputy); null when the user may not.
 */
export const may = (of: FinanceShow, step: FinanceStep): Acting | null => mayStep(step, judged(of));

/** Returns the data that the rules of the steps need. */
export const judged = ({ document, who, reviewers, holders, at }: FinanceShow) => ({
	document: steppingOf(document, { at, holders }),
	viewer: { userId: who.userId, reviewers },
});

/** Returns whether one press by the current user is both the cashier's and the accountant's review (財務). */
export const mayReviewBoth = (of: FinanceShow): boolean => takesBoth(judged(of));

/** Returns whether the current user is the applicant. */
export const isOwn = ({ document, who }: FinanceShow): boolean => document.applicant_id === who.userId;

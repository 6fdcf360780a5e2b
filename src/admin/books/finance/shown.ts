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
import type { Refused as RefusedForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";

/** A document with everything that its page shows. */
export type FinanceShow = {
	document: DocumentRow;
	lines: readonly FinanceLineRow[];
	events: readonly FinanceEventRow[];
	files: readonly FinanceFileRow[];
	revisions: readonly FinanceRevisionRow[];
	/** What the kept content of each revision comes to when it is hashed again. */
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

/** What one of the page's forms was refused for, by its step where it takes one. */
export type Refused = RefusedForms<"decision" | "comment" | "other" | FinanceStep>;
/** What was refused that is no decision and no comment. */
export const otherOf = ({ decision: _decision, comment: _comment, ...others }: Refused): FormState | undefined =>
	Object.values(others)[0];

/** As whom whoever looks may take a step; null where they may not. */
export const may = (of: FinanceShow, step: FinanceStep): Acting | null => mayStep(step, judged(of));

/** What the rules of steps ask for. */
export const judged = ({ document, who, reviewers, holders, at }: FinanceShow) => ({
	document: steppingOf(document, { at, holders }),
	viewer: { userId: who.userId, reviewers },
});

/** Whether the press of whoever looks is the cashier's review and the accountant's at once: 財務. */
export const mayReviewBoth = (of: FinanceShow): boolean => takesBoth(judged(of));

/** Whether whoever looks asked for it. */
export const isOwn = ({ document, who }: FinanceShow): boolean => document.applicant_id === who.userId;

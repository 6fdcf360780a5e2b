import type { Visitor } from "#auth/visitor.ts";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type {
	DocumentRow,
	FinanceEventRow,
	FinanceFileRow,
	FinanceLineRow,
	FinanceRevisionRow,
	FinanceVoucherRow,
} from "#db/books/finance.ts";
import type { PostableAccount } from "#db/books/finance-forms.ts";
import type { ShareRow } from "#db/books/finance-shares.ts";
import type { LastPayment } from "#db/books/payee-of.ts";
import type { ActorOf, StepActors } from "#domain/books/finance/actors.ts";
import {
	type Acting,
	type FinanceReviewers,
	mayStep,
	type SteppingDocument,
	takesBoth,
} from "#domain/books/finance/rules.ts";
import type { FinanceStep } from "#domain/books/finance/steps.ts";
import type { Rates } from "#domain/books/withholding/rates.ts";
import { paths } from "#http/paths.ts";
import type { Refused as RefusedForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Queued } from "./queue.ts";

/** An expense request with all data that its page shows. */
export type FinanceShow = {
	document: DocumentRow;
	lines: readonly FinanceLineRow[];
	/** The shares of a register; empty for a request that pays one payee. */
	shares: readonly ShareRow[];
	/** The rates of what is withheld from them. */
	rates: Rates;
	events: readonly FinanceEventRow[];
	files: readonly FinanceFileRow[];
	revisions: readonly FinanceRevisionRow[];
	/** The newly computed hash of the stored content, by revision. */
	hashes: ReadonlyMap<number, string>;
	/** The data of the request from which the rules (domain/books/finance/rules.ts) decide who may take which step. */
	stepping: SteppingDocument;
	actors: readonly StepActors[];
	holders: readonly ActorOf[];
	vouchers: readonly FinanceVoucherRow[];
	budgets: readonly BudgetLeft[];
	accounts: readonly PostableAccount[];
	/** What is known of the payee, with the last payment to them; undefined for a register (清冊). */
	last: LastPayment | undefined;
	/** The requests of others that wait for the current user, in their order. */
	queue: readonly Queued[];
	/** The id of the attachment that the address asks to show. */
	file: number | undefined;
	reviewers: FinanceReviewers;
	who: Visitor;
	at: number;
};

/**
 * The values and errors of each form of the page that was refused, by the form's name: "decision", "comment", the step
 * that it takes, or "other" for the removal of a draft.
 */
export type Refused = RefusedForms<"decision" | "comment" | "other" | FinanceStep>;
/**
 * Returns the values and errors of a refused form that is neither the decision nor the comment; undefined when there is
 * none.
 */
export const otherOf = ({ decision: _decision, comment: _comment, ...others }: Refused): FormState | undefined =>
	Object.values(others)[0];

/**
 * Returns on whose behalf the current user may take a step (own permission, or as deputy); null when the user may not.
 */
export const may = (of: FinanceShow, step: FinanceStep): Acting | null => mayStep(step, judged(of));

/** Returns the arguments of the rules about steps (domain/books/finance/rules.ts). */
export const judged = ({ stepping, who, reviewers }: FinanceShow) => ({
	document: stepping,
	viewer: { userId: who.userId, reviewers },
});

/** Returns whether one press by the current user is both the cashier's and the accountant's review (財務). */
export const mayReviewBoth = (of: FinanceShow): boolean => takesBoth(judged(of));

const DECIDING = [
	"approve_cashier",
	"approve_accountant",
	"approve_secretary",
	"approve_chair",
	"return",
	"pay",
	"post",
] as const;

/** Returns whether the request waits for a decision of the current user, who then sees its vouchers beside the facts. */
export const decides = (of: FinanceShow): boolean =>
	DECIDING.some((step) => (step !== "return" || of.document.state !== "approved") && may(of, step) !== null);

/** Returns whether the current user is the applicant. */
export const isOwn = ({ document, who }: FinanceShow): boolean => document.applicant_id === who.userId;

const { finance } = paths.admin;

/** The address to which the form of each step is sent. The three reviews share one form. */
export const STEP_PATHS: Record<FinanceStep, typeof finance.approval> = {
	submit: finance.submission,
	resubmit: finance.submission,
	approve_cashier: finance.approval,
	approve_accountant: finance.approval,
	approve_secretary: finance.approval,
	approve_chair: finance.approval,
	return: finance.return,
	reject: finance.rejection,
	withdraw: finance.withdrawal,
	void: finance.voiding,
	pay: finance.payment,
	unpay_ask: finance.paymentReturn,
	unpay: finance.paymentReturnEnd,
	post: finance.posting,
	unpost: finance.postingEnd,
};

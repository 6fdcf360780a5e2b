import type { SQL } from "drizzle-orm";
import { tellApplicant, tellHolders } from "#db/books/finance-notifications.ts";
import { foldPayee, readDocument, type SeenDocument } from "#db/books/finance-steps.ts";
import * as stored from "#db/books/finance-writes.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { foldNames, namesOfActing } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FinanceRef } from "./form.ts";
import { type FinanceState, financeNumber } from "./labels.ts";
import { BOTH_REVIEWS, type FinanceReviewers, stepAs } from "./rules.ts";
import { steppingOf } from "./stepping.ts";
import { FINANCE, type FinanceStep, isTold, NEXT_STEP, permissionsFor } from "./steps.ts";

export type ActingUser = By & { userId: number };

/**
 * Reads a document; the batch checks its version again. Refuses `finance.moved` when it changed since the user saw it.
 */
export async function seenDocument(
	db: Db,
	{ id, version, accountIds }: FinanceRef & { accountIds?: readonly number[] },
	{ at }: Pick<By, "at">,
): Promise<SeenDocument> {
	const seen = await readDocument(db.$client, { id, today: dateInTaipei(at), ...(accountIds ? { accountIds } : {}) });
	if (seen?.document.version !== version) throw new Refusal("finance.moved");
	return seen;
}

/** Returns the number of a document for its audit row; nothing for a draft. */
export const numbered = (document: SeenDocument["document"]): { number?: string } =>
	document.seq === null ? {} : { number: financeNumber(document) };

export type Taking = {
	seen: SeenDocument;
	step: FinanceStep;
	/** What mails and the audit log call the step, when not by its own name: 財務 (both reviews at once). */
	called?: FinanceStep | typeof BOTH_REVIEWS;
	reviewers: FinanceReviewers;
	by: ActingUser;
};
type Effects = {
	comment?: string | null;
	revision?: number;
	hash?: string;
	/** True when the accountant accepts that the budget is exceeded; else migration 0042 refuses such a document. */
	overBudget?: boolean | undefined;
	/** The resolution (理事會決議) by which the chair approves. */
	resolution?: stored.Resolution | null | undefined;
	/** The columns of the document that change besides its state. */
	columns?: SQL;
	/** Further writes: before the step's event, between it and the change of the state, and after that. */
	before?: readonly Write[];
	between?: readonly Write[];
	after?: readonly Write[];
	changes?: Record<string, unknown>;
};

/**
 * Takes a step in one batch: its event, its effects, the change of the state, an audit row, and mails to the applicant
 * and to the users whose turn it is. Refuses what `stepAs` (such as `finance.wrong_state`) and the triggers of
 * migration 0028 refuse.
 */
export async function takeStep(
	db: Db,
	{ seen, step, called: name = step, reviewers, by }: Taking,
	effects: Effects = {},
): Promise<void> {
	const { document, kept, holders } = seen;
	const { id, version, state } = document;
	const viewer = { userId: by.userId, reviewers };
	const stepping = steppingOf(document, { at: by.at, holders });
	const { onBehalfOf, concurrentPostId, standsIn } = stepAs(step, { document: stepping, viewer });
	const to = leadsTo(step, document);
	const {
		comment,
		revision = document.revision,
		hash = kept?.content_hash ?? null,
		overBudget,
		resolution,
		columns,
		...rest
	} = effects;
	const ref = { id, version };
	const event = { step, from: state, to, revision, comment, hash, overBudget, resolution };
	// The view finance_related compares the names of the acting users and their families.
	const [names] = await readRows(db.$client, namesOfActing([by.userId, ...(onBehalfOf === null ? [] : [onBehalfOf])]));
	await commit(db, [
		...foldNames(names),
		foldPayee(id, document.payee_name),
		...(rest.before ?? []),
		...stored.insertEvent(ref, { ...event, onBehalfOf, concurrentPostId, standsIn, by }),
		...(rest.between ?? []),
		...stored.moveDocument(ref, { to, by }, columns),
		...(rest.after ?? []),
		...stored.auditFinance(db, name, { id, ...numbered(document), onBehalfOf, changes: rest.changes ?? {} }, by),
		...mailsOf(id, { step, name, to, by }),
	]);
}

/** Returns the state to which a step leads: the accountant's review to the secretary, when the chain has one. */
export function leadsTo(
	step: FinanceStep,
	{ state, has_secretary }: Pick<SeenDocument["document"], "state" | "has_secretary">,
): FinanceState {
	const [first = state, secretary = first] = FINANCE.to(step, state);
	return has_secretary === 1 ? secretary : first;
}

type Saying = { ref: FinanceRef; comment: string | null; reviewers: FinanceReviewers; by: ActingUser };

/** Takes a step by `takeStep`, with `columns` as its only effect. Also refuses `finance.moved` (changed meanwhile). */
export async function stepOn(
	db: Db,
	step: FinanceStep,
	{ ref, comment, reviewers, by, columns }: Saying & Pick<Effects, "columns">,
): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	await takeStep(db, { seen, step, reviewers, by }, columns ? { comment, columns } : { comment });
}

type Telling = Required<Pick<Taking, "step" | "by">> & { name: FinanceStep | typeof BOTH_REVIEWS; to: FinanceState };

function mailsOf(id: number, { step, name, to, by }: Telling): Write[] {
	const turn = FINANCE.steps[step].tells.some((kind) => kind === "finance_turn");
	const next = step === "unpay_ask" ? "unpay" : NEXT_STEP[to];
	return [
		...(name === BOTH_REVIEWS || isTold(name) ? [tellApplicant(id, name, by)] : []),
		...(turn && next ? [tellHolders(id, { step: next, permissions: permissionsFor(next, to), at: by.at })] : []),
	];
}

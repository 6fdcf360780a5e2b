import { type Reviewer, reviewsAs } from "#domain/people/index.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import type { FinanceState } from "./labels.ts";
import { FINANCE, type FinancePermission, type FinanceStep, NEXT_STEP, permissionsFor, STAND_IN } from "./steps.ts";

/**
 * For each permission, in whose name the user may act by it: the user's own, that of others, or, without the
 * permission, nobody's (src/admin/reviewers.ts makes these).
 */
export type FinanceReviewers = Record<FinancePermission | typeof STAND_IN, Reviewer>;

/** Returns reviewers without any right, for the applicant's own steps, which need none. */
export function nobodyElse(userId: number): FinanceReviewers {
	const nobody = { userId, standsFor: [] };
	return {
		"finance.review.cashier": nobody,
		"finance.review.accountant": nobody,
		"finance.review.secretary": nobody,
		"finance.review.chair": nobody,
		"finance.pay": nobody,
		"ledger.post": nobody,
		[STAND_IN]: nobody,
	};
}

/**
 * 財務: the reviews of cashier and accountant in one act, by the user whom a resolution lets hold both offices. It is
 * recorded as two events, one for each review.
 */
export const BOTH_REVIEWS = "approve_finance";

/**
 * The number of days after which a waiting step is mailed to its holder and the holder's deputy
 * (docs/workflows.md#expense-requests).
 */
export const REMIND_AFTER_DAYS = 3;

/** The data of a document that decide who may take its steps. */
export type SteppingDocument = {
	state: FinanceState;
	/** A register (清冊) goes back also after its approval: nobody pays what the day's rules say otherwise. */
	isRegister: boolean;
	applicant_id: number;
	/** The ids of users concerned: the applicant, the payee, and their families. */
	related: readonly number[];
	/** The approvals of this revision: which user approved which step. */
	approvals: readonly { step: string; user_id: number }[];
	/** The users who asked for 退匯／付款更正 since the document was paid. */
	unpay_asked: readonly { user_id: number; on_behalf_of: number | null }[];
	/** True when the secretary (秘書長) reviews between the accountant and the chair. */
	hasSecretary: boolean;
	/** The user who holds both 會計 and 出納 by a resolution in force. */
	concurrent: { id: number; user_id: number } | null;
	/** True when none of the holders of the step that the document waits for can take it today. */
	isStranded: boolean;
	/** Which of `pay` and `post` were last taken by 理事長 or 監事 because nobody else could. */
	stoodIn: readonly string[];
};
export type FinanceViewer = { userId: number; reviewers: FinanceReviewers };
/**
 * How a step is taken: in whose place (null: in person); `concurrentPostId` is the resolution without which it would be
 * refused; `standsIn` says that 理事長 or 監事 takes a step that none of its holders can take.
 */
export type Acting = { onBehalfOf: number | null; concurrentPostId?: number; standsIn?: true };
type Judged = { document: SteppingDocument; viewer: FinanceViewer };

/** Whether a step begins where a document stands. */
const begins = (step: FinanceStep, { state, isRegister }: SteppingDocument): boolean =>
	FINANCE.can(step, state) && (isRegister || step !== "return" || state !== "approved");

/** Returns in whose name the viewer may take a step, or the refusal code of the rule that forbids it. */
export function judge(step: FinanceStep, of: Judged): Acting | RefusalCode {
	const judged = judgeHolder(step, of);
	return typeof judged === "string" ? (standIn(step, of) ?? judged) : judged;
}

/**
 * Returns how 理事長 or 監事 may take a step that nobody else can; undefined when the document concerns them or they
 * approved another step as its holder. An approval given in this way keeps them from no step of their own (`approvals`
 * does not contain it). What they paid or posted in this way, they may take back.
 */
function standIn(step: FinanceStep, { document, viewer: { userId, reviewers } }: Judged): Acting | undefined {
	const { state, isStranded, stoodIn } = document;
	const isWaited = step === NEXT_STEP[state] || step === "return" || step === "reject";
	const undone = step === "unpay_ask" ? "pay" : step === "unpost" ? "post" : undefined;
	const isTheirs = undone ? stoodIn.includes(undone) : isStranded && isWaited;
	if (!isTheirs || !begins(step, document)) return undefined;
	const as = reviewsAs({ userId, standsFor: reviewers[STAND_IN].standsFor }, document.related);
	if (!as || approvedBefore(step, document, { userId, ...as, standsIn: true }).isBarred) return undefined;
	return { ...as, standsIn: true };
}

function judgeHolder(step: FinanceStep, { document, viewer }: Judged): Acting | RefusalCode {
	const { userId, reviewers } = viewer;
	if (!begins(step, document)) return "finance.wrong_state";
	const permissions = permissionsFor(step, document.state);
	if (permissions.length === 0) return document.applicant_id === userId ? { onBehalfOf: null } : "finance.not_yours";
	const standsFor = permissions.flatMap((one) => reviewers[one].standsFor);
	if (standsFor.length === 0) return "finance.not_your_step";
	const as = reviewsAs({ userId, standsFor }, document.related);
	if (!as) return "finance.own_document";
	const { isBarred, ...resolved } = approvedBefore(step, document, { userId, ...as });
	if (isBarred) return "finance.approved_before";
	return step === "unpay" ? asSecond(document, { userId, standsFor }) : { ...as, ...resolved };
}

/** The approvals that nobody gives who keeps both offices of cashier and accountant. */
const ABOVE_BOTH: readonly string[] = ["approve_secretary", "approve_chair"];

type Acted = { userId: number; onBehalfOf: number | null; standsIn?: true | undefined };

/**
 * Returns whether an earlier approval keeps a user from a step, and the id of the dual-office resolution that allows it
 * where one is needed: nobody approves two steps of one revision, nor pays
 * what they approved as the accountant or the chair (docs/workflows.md#expense-requests). With a dual-office resolution
 * one person may take the steps of cashier and accountant, never those of the secretary or the chair. A user who acts because no holder
 * can (`standsIn`) is kept from paying only by an approval as the accountant. `mayTake` (src/db/books/finance-who.ts)
 * is the same rule in SQL, and a test compares the two.
 */
export function approvedBefore(
	step: FinanceStep,
	{ approvals, concurrent }: Pick<SteppingDocument, "approvals" | "concurrent">,
	{ userId, onBehalfOf, standsIn }: Acted,
): { isBarred: boolean; concurrentPostId?: number } {
	const bars = (approved: string): boolean =>
		step.startsWith("approve_") ||
		(step === "pay" && (standsIn ? approved === "approve_accountant" : approved !== "approve_cashier"));
	const before = approvals.filter((one) => one.user_id === userId && bars(one.step));
	if (before.length === 0) return { isBarred: false };
	const isOne = !standsIn && onBehalfOf === null && (step === "approve_accountant" || step === "pay");
	return isOne && concurrent?.user_id === userId && !before.some((one) => ABOVE_BOTH.includes(one.step))
		? { isBarred: false, concurrentPostId: concurrent.id }
		: { isBarred: true };
}

/**
 * Whether the viewer's act takes both reviews (財務): a resolution in force names the viewer, who holds both
 * permissions in person.
 */
export const takesBoth = (of: Judged): boolean =>
	of.document.concurrent?.user_id === of.viewer.userId &&
	of.viewer.reviewers["finance.review.cashier"].standsFor.includes(null) &&
	mayStep("approve_cashier", of)?.onBehalfOf === null &&
	of.viewer.reviewers["finance.review.accountant"].standsFor.includes(null);

function asSecond({ related, unpay_asked }: SteppingDocument, { userId, standsFor }: Reviewer): Acting | RefusalCode {
	for (const one of unpay_asked) {
		const asked = [one.user_id, ...(one.on_behalf_of === null ? [] : [one.on_behalf_of])];
		const as = reviewsAs({ userId, standsFor }, [...related, ...asked]);
		if (as) return as;
	}
	return "finance.second_person";
}

/** Returns in whose name the viewer may take a step now; null when the viewer may not. Pages show the buttons by it. */
export function mayStep(step: FinanceStep, of: Judged): Acting | null {
	const judged = judge(step, of);
	return typeof judged === "string" ? null : judged;
}

/**
 * Returns in whose name the viewer takes a step, for the action that takes it. Refuses with the code that `judge`
 * returns.
 */
export function stepAs(step: FinanceStep, of: Judged): Acting {
	const judged = judge(step, of);
	if (typeof judged === "string") throw new Refusal(judged, judged, permissionsFor(step, of.document.state));
	return judged;
}

/** Whether a document waits to be reviewed or paid. */
export const isWaiting = (state: FinanceState): boolean => state.startsWith("pending_") || state === "approved";

/** Whether the content of a document may change: while only the applicant works on it. */
export const isEditable = (state: FinanceState): boolean => state === "draft" || state === "returned";

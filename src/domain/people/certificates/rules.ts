import type { DisabilityStatus } from "#domain/people/members/codes.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/**
 * The states of an application for 身心障礙證明; a revoked approval is a rejected application with the mark
 * `isRevoked`.
 */
export const APPLICATION_STATES = ["pending", "approved", "rejected", "withdrawn", "replaced"] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/**
 * The only list of the steps of an application, and who takes each: the applicant (the member or the guardian) or a
 * reviewer (docs/workflows.md#certificates).
 */
export const CERTIFICATE_STEPS = {
	replace: { from: ["pending"], to: "replaced", by: "applicant", asks: ["file"] },
	withdraw: { from: ["pending"], to: "withdrawn", by: "applicant", done: "已撤回，檔案也刪除了。" },
	approve: {
		from: ["pending"],
		to: "approved",
		by: ["certificates.review"],
		asks: ["valid_until"],
		tells: ["certificate_approved"],
		done: "已核准",
	},
	reject: {
		from: ["pending"],
		to: "rejected",
		by: ["certificates.review"],
		asks: ["reason"],
		tells: ["certificate_rejected"],
		done: "已退回",
	},
	revoke: {
		from: ["approved"],
		to: "rejected",
		by: ["certificates.review"],
		asks: ["reason"],
		tells: ["certificate_revoked"],
		done: "已撤銷核准，會員會收到通知。",
	},
} as const satisfies Record<string, Step<ApplicationState>>;
export type CertificateStep = keyof typeof CERTIFICATE_STEPS;
export const CERTIFICATES = workflow<ApplicationState, CertificateStep, Step<ApplicationState>>({
	states: APPLICATION_STATES,
	steps: CERTIFICATE_STEPS,
	refusal: "certificate.wrong_state",
});

/**
 * A member's application for the approval of a certificate. `until` is the last day of the approval ("2027-05-31");
 * null when it has no end.
 */
export type Application = { status: ApplicationState; until: string | null; isRevoked: boolean };
/** An approval, valid up to and including the day `until`. */
export type Approval = { until: string | null };
/**
 * Two values computed from a member's applications: the status that is shown, and the approval that the discount is
 * based on.
 */
export type Disability = { status: DisabilityStatus; approval: Approval | null };

/**
 * Computes the shown status and the approval that counts from a member's applications, oldest first. The newest
 * application that was not withdrawn or replaced gives the status. The newest approval counts, also while a renewal
 * waits and after a renewal was refused; when it is revoked, no earlier approval comes back.
 */
export function disabilityOf(applications: readonly Application[]): Disability {
	const newest = applications.findLast(({ status }) => status !== "withdrawn" && status !== "replaced");
	const approved = applications.findLast(({ status, isRevoked }) => status === "approved" || isRevoked);
	return {
		status: newest === undefined || !isShown(newest.status) ? "not_applied" : newest.status,
		approval: approved?.status === "approved" ? { until: approved.until } : null,
	};
}

const isShown = (status: ApplicationState): status is "pending" | "approved" | "rejected" =>
	status === "pending" || status === "approved" || status === "rejected";

const DAY_MS = 86_400_000;

/** Returns the number of days from `today` to `day` (calendar days as text); negative when the day is past. */
export const daysBetween = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / DAY_MS;

/** Whether an approval is valid on a day in Taipei, its last day included. */
export const counts = (approval: Approval | null, today: string): boolean =>
	approval !== null && (approval.until === null || today <= approval.until);

/**
 * Returns the discount on fees in percent: `percent` of the settings while the approval is valid on `today`, else 0.
 */
export const discountOn = (
	approval: Approval | null,
	{ today, percent }: { today: string; percent: number },
): number => (counts(approval, today) ? percent : 0);

const MOST_YEARS = 20;

/**
 * Refuses, as `certificate.expiry_refused`, a last day that is past, or over 20 years away, which must be a typing
 * error.
 */
export function refuseExpiry(until: string | null, today: string): void {
	if (until === null) return;
	const farthest = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`;
	if (until < today || until > farthest) throw new Refusal("certificate.expiry_refused");
}

const USUAL_YEARS = 5;

/**
 * Refuses, as `certificate.expiry_far`, a last day more than 5 years away, the longest that a certificate is valid
 * (身心障礙者權益保障法 §14), unless the reviewer says that it is right.
 */
export function refuseFar(until: string | null, { today, isKnown }: { today: string; isKnown: boolean }): void {
	const usual = `${Number(today.slice(0, 4)) + USUAL_YEARS}${today.slice(4)}`;
	if (until !== null && until > usual && !isKnown) throw new Refusal("certificate.expiry_far");
}

/**
 * A user who wants to review. `standsFor` says in whose name the user may act: null stands for the user's own name, an
 * id for another user whose deputy the user is today.
 */
export type Reviewer = { userId: number; standsFor: readonly (number | null)[] };

/**
 * Returns in whose name the reviewer may review: the reviewer's own (null) or that of the user `onBehalfOf`; undefined
 * when the reviewer may not review at all. `related` are the users of the member, the guardian and the dependents, and
 * the uploader: none of them may review, nor may a deputy in their name.
 */
export function reviewsAs(
	{ userId, standsFor }: Reviewer,
	related: readonly number[],
): { onBehalfOf: number | null } | undefined {
	if (related.includes(userId)) return undefined;
	const onBehalfOf = standsFor.find((one) => one === null || !related.includes(one));
	return onBehalfOf === undefined ? undefined : { onBehalfOf };
}

/**
 * Returns what `reviewsAs` returns, and in `users` the ids of the reviewer and of the user represented, if there is
 * one.
 */
export function reviewsWith(
	reviewer: Reviewer,
	related: readonly number[],
): { onBehalfOf: number | null; users: number[] } | undefined {
	const as = reviewsAs(reviewer, related);
	return as && { ...as, users: [reviewer.userId, ...(as.onBehalfOf === null ? [] : [as.onBehalfOf])] };
}

/** How many days before an approval's last day its member is reminded; 0 means the day after the last day. */
export const REMINDERS = [90, 60, 0] as const;
export type Reminder = (typeof REMINDERS)[number];

/** Returns the reminders that are due when an approval has `daysLeft` days left (negative: it has ended). */
export const remindersDue = (daysLeft: number): Reminder[] =>
	REMINDERS.filter((days) => (days === 0 ? daysLeft < 0 : daysLeft <= days));

/**
 * Returns the reminders that are past when an approval is given: they are marked as sent, so that the member is not
 * reminded right after the approval.
 */
export const remindersPassed = (until: string | null, today: string): Reminder[] =>
	until === null ? [] : remindersDue(daysBetween(today, until));

/**
 * The status that is shown on a day: an approval past its last day is `expired`, and a rejection that ended an approval
 * is `revoked`.
 */
export type ShownStatus = DisabilityStatus | "expired" | "revoked";

export function shownOn(
	{ status, approval, isRevoked }: Disability & { isRevoked: boolean },
	today: string,
): ShownStatus {
	if (status === "approved" && !counts(approval, today)) return "expired";
	return status === "rejected" && isRevoked ? "revoked" : status;
}

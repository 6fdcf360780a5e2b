import type { DisabilityStatus } from "#domain/people/members/codes.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/** How an application for 身心障礙證明 stands; an approval that was revoked is a rejected one of that kind. */
export const APPLICATION_STATES = ["pending", "approved", "rejected", "withdrawn", "replaced"] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/**
 * THE steps of an application, and whose they are: the member or who acts for them, or a reviewer
 * (docs/workflows.md#certificates).
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

/** An application of a member. `until` is the last day of an approval ("2027-05-31"); null for one without end. */
export type Application = { status: ApplicationState; until: string | null; isRevoked: boolean };
/** An approval that counts up to and with its last day. */
export type Approval = { until: string | null };
/** The two computed values of a member: the status that is shown, and the approval that the fees go by. */
export type Disability = { status: DisabilityStatus; approval: Approval | null };

/**
 * What a member's applications, oldest first, come to. The newest that was not taken back says the status. The newest
 * approval counts, also while a renewal waits and after one was refused; when that is revoked, none before it comes back.
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

/** Days from `today` to `day` (calendar days as text); negative when it is over. */
export const daysBetween = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / DAY_MS;

/** Whether an approval counts on a day in Taipei: its last day is one of them. */
export const counts = (approval: Approval | null, today: string): boolean =>
	approval !== null && (approval.until === null || today <= approval.until);

/** What comes off the fees on a day, in percent, when the settings give `percent`. */
export const discountOn = (
	approval: Approval | null,
	{ today, percent }: { today: string; percent: number },
): number => (counts(approval, today) ? percent : 0);

const MOST_YEARS = 20;

/** Refuses, as `certificate.expiry_refused`, a last day that is over already, or over 20 years away: a slip of the pen. */
export function refuseExpiry(until: string | null, today: string): void {
	if (until === null) return;
	const farthest = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`;
	if (until < today || until > farthest) throw new Refusal("certificate.expiry_refused");
}

/** Who wants to review, and all as whom they may: themselves (null), or those whom they stand in for today. */
export type Reviewer = { userId: number; standsFor: readonly (number | null)[] };

/**
 * As whom somebody reviews; undefined where they may not. `related` are the users of the member, the guardian and the
 * dependents, and who uploaded the file: none of them reviews, and nobody reviews in the place of one of them.
 */
export function reviewsAs(
	{ userId, standsFor }: Reviewer,
	related: readonly number[],
): { onBehalfOf: number | null } | undefined {
	if (related.includes(userId)) return undefined;
	const onBehalfOf = standsFor.find((one) => one === null || !related.includes(one));
	return onBehalfOf === undefined ? undefined : { onBehalfOf };
}

/** The same with every user whom it concerns: who reviews, and in whose place. */
export function reviewsWith(
	reviewer: Reviewer,
	related: readonly number[],
): { onBehalfOf: number | null; users: number[] } | undefined {
	const as = reviewsAs(reviewer, related);
	return as && { ...as, users: [reviewer.userId, ...(as.onBehalfOf === null ? [] : [as.onBehalfOf])] };
}

/** Days before the last one on which the member is reminded, and 0 for the day after it. */
export const REMINDERS = [90, 60, 0] as const;
export type Reminder = (typeof REMINDERS)[number];

/** The reminders whose time has come when `daysLeft` days remain. */
export const remindersDue = (daysLeft: number): Reminder[] =>
	REMINDERS.filter((days) => (days === 0 ? daysLeft < 0 : daysLeft <= days));

/** Those that an approval comes too late for: nobody is told at once what they have just been told. */
export const remindersPassed = (until: string | null, today: string): Reminder[] =>
	until === null ? [] : remindersDue(daysBetween(today, until));

/** What a day makes of the stored status: an approval that is over is expired, a rejection that ended one a revocation. */
export type ShownStatus = DisabilityStatus | "expired" | "revoked";

export function shownOn(
	{ status, approval, isRevoked }: Disability & { isRevoked: boolean },
	today: string,
): ShownStatus {
	if (status === "approved" && !counts(approval, today)) return "expired";
	return status === "rejected" && isRevoked ? "revoked" : status;
}

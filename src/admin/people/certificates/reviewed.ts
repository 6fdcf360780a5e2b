import type { QueuedCertificate, QueuePlace } from "#db/people/certificate-queue.ts";
import type { ApplicationRow, CertificateEvent, ReviewRow } from "#db/people/certificates.ts";
import { type Reviewer, type ShownStatus, shownOn } from "#domain/people/certificates/rules.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import type { FormState } from "#ui/form-state.ts";

export type ReviewPage = {
	certificate: ReviewRow;
	/** All applications of the member, newest first, including this one. */
	applications: readonly ApplicationRow[];
	events: readonly CertificateEvent[];
	place: QueuePlace;
	/** The applications that wait, this one first. */
	queue: readonly QueuedCertificate[];
	/** The names of the other users who may review the application. */
	reviewers: readonly { name: string }[];
	reviewer: Reviewer;
	/** Whether the current user may open the member's record. */
	seesMember: boolean;
	/** Whether the current user may create a task about the application. */
	mayTask: boolean;
	/** Set when the reviewer came from the queue of payments, to which the page then returns. */
	from?: "payments" | undefined;
	today: string;
	at: number;
};

/** The values and errors of the page's forms that were refused. */
export type Refusals = { approval?: FormState; rejection?: FormState; revocation?: FormState };

/** Returns the word and the look of an application's status on a day (`today`, YYYY-MM-DD). */
export function lookOf(
	{ status: now, until, is_revoked }: Pick<ApplicationRow, "status" | "until" | "is_revoked">,
	today: string,
) {
	if (now === "withdrawn") return { word: "已撤回", icon: "undo" as const };
	if (now === "replaced") return { word: "已更換", icon: "refresh" as const };
	const shown: ShownStatus = shownOn({ status: now, approval: { until }, isRevoked: is_revoked === 1 }, today);
	return DISABILITY_LOOKS[shown];
}

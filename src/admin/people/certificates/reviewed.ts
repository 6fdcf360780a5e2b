import type { QueuePlace } from "#db/people/certificate-queue.ts";
import type { ApplicationRow, CertificateEvent, ReviewRow } from "#db/people/certificates.ts";
import { type Reviewer, type ShownStatus, shownOn } from "#domain/people/certificates/rules.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import type { FormState } from "#ui/form-state.ts";

export type ReviewPage = {
	certificate: ReviewRow;
	/** Every application of the member, the newest first, this one among them. */
	applications: readonly ApplicationRow[];
	events: readonly CertificateEvent[];
	place: QueuePlace;
	/** Who else may review it, by name. */
	reviewers: readonly { name: string }[];
	reviewer: Reviewer;
	/** Whether the member's record opens for whoever looks. */
	seesMember: boolean;
	/** Whether they may make a task of it. */
	mayTask: boolean;
	/** Where whoever reviews came from and goes back to. */
	from?: "payments" | undefined;
	today: string;
	at: number;
};

/** What one of the page's forms was refused for. */
export type Refusals = { approval?: FormState; rejection?: FormState; revocation?: FormState };

/** How an application stands on a day. */
export function lookOf(
	{ status: now, until, is_revoked }: Pick<ApplicationRow, "status" | "until" | "is_revoked">,
	today: string,
) {
	if (now === "withdrawn") return { word: "已撤回", icon: "undo" as const };
	if (now === "replaced") return { word: "已更換", icon: "refresh" as const };
	const shown: ShownStatus = shownOn({ status: now, approval: { until }, isRevoked: is_revoked === 1 }, today);
	return DISABILITY_LOOKS[shown];
}

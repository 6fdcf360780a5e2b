import type { ShownStatus } from "#domain/people/certificates/rules.ts";
import { DISABILITY_LABELS } from "#domain/people/members/labels.ts";
import type { Status } from "./status.ts";

/**
 * The only table of words and looks for the status of a disability certificate (身心障礙證明), for staff and members
 * alike.
 */
export const DISABILITY_LOOKS: Record<ShownStatus, Status> = {
	not_applied: { word: DISABILITY_LABELS.not_applied },
	pending: { word: DISABILITY_LABELS.pending, tone: "warn" },
	approved: { word: DISABILITY_LABELS.approved, tone: "ok" },
	expired: { word: DISABILITY_LABELS.expired, tone: "danger", icon: "clock" },
	rejected: { word: DISABILITY_LABELS.rejected, tone: "danger", icon: "no" },
	revoked: { word: "已撤銷", tone: "danger", icon: "no" },
};

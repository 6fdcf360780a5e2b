import type { Visitor } from "#auth/visitor.ts";
import { EXPIRING_DAYS } from "#db/certificate-queue.ts";
import type { Reviewer } from "#domain/certificates/rules.ts";
import { dateInTaipei } from "#domain/content/times.ts";

const PERMISSION = "certificates.review";
const DAY_MS = 86_400_000;

/** As whom somebody may review: themselves, or those whom they stand in for today. */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(PERMISSION)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(PERMISSION)).map((one) => one.userId),
});

/** Today in Taipei, the last day that the queue of what ends shows, and when today began (UTC milliseconds). */
export const daysAt = (at: number): { today: string; soon: string; since: number } => {
	const today = dateInTaipei(at);
	return { today, soon: dateInTaipei(at + EXPIRING_DAYS * DAY_MS), since: Date.parse(`${today}T00:00:00+08:00`) };
};

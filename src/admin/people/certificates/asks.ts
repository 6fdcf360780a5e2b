import { EXPIRING_DAYS } from "#db/people/certificate-queue.ts";
import { dateInTaipei } from "#kernel/times.ts";

const DAY_MS = 86_400_000;

/**
 * Returns today in Taipei, the last day that the list of expiring certificates shows, and the time when today began
 * (UTC milliseconds).
 */
export const daysAt = (at: number): { today: string; soon: string; since: number } => {
	const today = dateInTaipei(at);
	return { today, soon: dateInTaipei(at + EXPIRING_DAYS * DAY_MS), since: Date.parse(`${today}T00:00:00+08:00`) };
};

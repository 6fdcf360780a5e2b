import { dateInTaipei } from "#kernel/times.ts";

/** Today in Taipei, and when it began (UTC milliseconds). */
export const dayAt = (at: number): { today: string; since: number } => {
	const today = dateInTaipei(at);
	return { today, since: Date.parse(`${today}T00:00:00+08:00`) };
};

import { dateInTaipei } from "#kernel/times.ts";

/** Returns today in Taipei, and the time when today began (UTC milliseconds). */
export const dayAt = (at: number): { today: string; since: number } => {
	const today = dateInTaipei(at);
	return { today, since: Date.parse(`${today}T00:00:00+08:00`) };
};

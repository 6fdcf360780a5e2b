import { dateInTaipei, dayIn } from "#kernel/times.ts";

/** What a release 同意書 allows to be shown or told. */
export const KINDS = ["pictures", "story"] as const;
export type ReleaseKind = (typeof KINDS)[number];
export const KIND_LABELS: Record<ReleaseKind, string> = { pictures: "照片", story: "故事" };

/** Where it may be shown or told. */
export const USES = ["website", "newsletter", "social"] as const;
export type ReleaseUse = (typeof USES)[number];
export const USE_LABELS: Record<ReleaseUse, string> = { website: "官網", newsletter: "會刊", social: "社群" };

/** How a release stands on a day. */
export const RELEASE_STATES = ["valid", "ending", "coming", "expired", "withdrawn"] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** How many days before its end a release counts as ending, and when its end is announced to staff. */
export const ENDING_DAYS = 30;
export const TOLD_DAYS = [ENDING_DAYS, 7] as const;

/** The columns by which a release stands; days are YYYY-MM-DD. */
export type Lasting = { given_on: string; until: string | null; withdrawn_at: number | null };

/** Returns how a release stands at `at` (UTC milliseconds). */
export function stateOf({ given_on, until, withdrawn_at }: Lasting, at: number): ReleaseState {
	const today = dateInTaipei(at);
	if (withdrawn_at !== null) return "withdrawn";
	if (given_on > today) return "coming";
	if (until === null) return "valid";
	if (until < today) return "expired";
	return until <= dayIn(at, ENDING_DAYS) ? "ending" : "valid";
}

/** Returns whether somebody born on a day is under 18 on another; both are YYYY-MM-DD. The 18th birthday is in March for 29 February. */
export function isMinorOn(birth: string, day: string): boolean {
	const [year = 0, month = 1, date = 1] = birth.split("-").map(Number);
	return new Date(Date.UTC(year + 18, month - 1, date)).toISOString().slice(0, 10) > day;
}

/**
 * Why a published story stands without a release: an editor said that nobody can be recognised, or it was public before
 * there were releases and nobody has looked at it yet.
 */
export const STORY_MARKS = ["nobody", "before"] as const;
export type StoryMark = (typeof STORY_MARKS)[number];

import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/**
 * The states of an announcement: never shown (draft), to be shown (scheduled), shown now (open), no longer shown
 * (closed).
 */
export const ANNOUNCEMENT_STATES = ["draft", "scheduled", "open", "closed"] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
export const ANNOUNCEMENT_STATE_LABELS: Record<AnnouncementState, string> = {
	draft: "草稿",
	scheduled: "已排程",
	open: "公告中",
	closed: "已結束",
};

/**
 * When an announcement is shown, in UTC milliseconds. With `from` null it is a draft, and `planned` is the beginning
 * that it is to get.
 */
export type Window = { from: number | null; until: number | null; planned: number | null };
type Shown = Pick<Window, "from" | "until"> & { isLive: boolean };

/**
 * Returns the state of an announcement at a time. It is open while `isLive` is true; the cron sets `isLive` at the
 * beginning and at the end, within a minute.
 */
export function stateOf({ from, until, isLive }: Shown, at: number): AnnouncementState {
	if (from === null) return "draft";
	if (isLive) return "open";
	return until === null || until > at ? "scheduled" : "closed";
}

/**
 * The steps of an announcement. Its state follows from its window and the present time, so it also opens and closes
 * without a step.
 */
const STEPS = {
	publish: { from: ["draft", "scheduled"], to: ["scheduled", "open"], by: "writer", asks: ["publish_at?", "until?"] },
	withdraw: { from: ["scheduled"], to: "draft", by: "writer" },
	close: { from: ["open"], to: "closed", by: "writer" },
	reopen: { from: ["closed"], to: "open", by: "writer", asks: ["until?"] },
} as const satisfies Record<string, Step<AnnouncementState>>;
export type AnnouncementStep = keyof typeof STEPS;
export const ANNOUNCEMENTS = workflow<AnnouncementState, AnnouncementStep, Step<AnnouncementState>>({
	states: ANNOUNCEMENT_STATES,
	steps: STEPS,
	refusal: "announcement.wrong_state",
});

/**
 * The times that the form of an announcement asks for, in UTC milliseconds: shown from now or from `publish_at` on, and
 * `until` when.
 */
export type Wish = { publish: "now" | "later"; publish_at: number | null; until: number | null };

/**
 * Returns when the announcement is shown after a save with the requested step. Refuses `announcement.wrong_state` (the
 * step cannot begin in its state), `content.no_time` (later, without a time), `content.past_schedule` (a beginning that
 * is past), and `content.unpublish_too_early` (an end that is past or not after the beginning).
 */
export function planWindow(
	now: Window & { isLive: boolean },
	wish: Wish,
	{ step, at }: { step: AnnouncementStep | undefined; at: number },
): Window {
	const state = stateOf(now, at);
	if (step) ANNOUNCEMENTS.refuse(step, state);
	const planned = wish.publish === "later" ? wish.publish_at : null;
	switch (step) {
		case "publish":
			return opened(beginning(wish, at), wish.until);
		case "withdraw":
			return { from: null, until: wish.until, planned: planned ?? now.from };
		case "close":
			// It lasts at least a millisecond, because the table requires an end after the beginning.
			return { from: now.from, until: Math.max(at, (now.from ?? 0) + 1), planned: null };
		case "reopen":
			return opened(now.from, (wish.until ?? 0) > at ? wish.until : null);
		default:
			return saved(now, { ...wish, planned }, { state, at });
	}
}

/**
 * Returns when the announcement is shown after a save without a step, which neither opens nor closes it. Refuses
 * `content.unpublish_too_early` when an open one would have ended already; of a scheduled one what `beginning` refuses.
 */
function saved(
	now: Window,
	wish: Wish & Pick<Window, "planned">,
	{ state, at }: { state: AnnouncementState; at: number },
): Window {
	switch (state) {
		case "draft":
			return { from: null, until: wish.until, planned: wish.planned };
		case "scheduled":
			return opened(wish.planned === null || wish.planned === now.from ? now.from : beginning(wish, at), wish.until);
		case "open":
			if (wish.until !== null && wish.until <= at) throw new Refusal("content.unpublish_too_early");
			return opened(now.from, wish.until);
		case "closed":
			return { from: now.from, until: now.until, planned: null };
	}
}

function beginning({ publish, publish_at }: Wish, at: number): number {
	if (publish === "now") return at;
	if (publish_at === null) throw new Refusal("content.no_time");
	if (publish_at <= at) throw new Refusal("content.past_schedule");
	return publish_at;
}

function opened(from: number | null, until: number | null): Window {
	if (from !== null && until !== null && until <= from) throw new Refusal("content.unpublish_too_early");
	return { from, until, planned: null };
}

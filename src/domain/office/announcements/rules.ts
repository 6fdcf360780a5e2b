import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/** draft: never shown; scheduled: will be; open: is shown now; closed: was. */
export const ANNOUNCEMENT_STATES = ["draft", "scheduled", "open", "closed"] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
export const ANNOUNCEMENT_STATE_LABELS: Record<AnnouncementState, string> = {
	draft: "草稿",
	scheduled: "已排程",
	open: "公告中",
	closed: "已結束",
};

/** From when to when it is shown, in UTC milliseconds; without a beginning it is a draft, `planned` is what that one is to get. */
export type Window = { from: number | null; until: number | null; planned: number | null };
type Shown = Pick<Window, "from" | "until"> & { isLive: boolean };

/** The state at a time; what opens or closes within the minute is told as the cron left it. */
export function stateOf({ from, until, isLive }: Shown, at: number): AnnouncementState {
	if (from === null) return "draft";
	if (isLive) return "open";
	return until === null || until > at ? "scheduled" : "closed";
}

/** The steps. The states follow from the window and the time, so that time takes some of them (opening, closing) by itself. */
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

/** What a form says of it: now, or from a time on; until when. UTC milliseconds. */
export type Wish = { publish: "now" | "later"; publish_at: number | null; until: number | null };

/**
 * The window after a save, with the step that was asked for. Refuses `announcement.wrong_state`, `content.no_time`,
 * `content.past_schedule`, `content.unpublish_too_early`.
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
			// It has a millisecond at least: the table asks for an end behind the beginning.
			return { from: now.from, until: Math.max(at, (now.from ?? 0) + 1), planned: null };
		case "reopen":
			return opened(now.from, (wish.until ?? 0) > at ? wish.until : null);
		default:
			return saved(now, { ...wish, planned }, { state, at });
	}
}

/** A plain save: nothing opens or closes by it. */
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

import { type Step, workflow } from "#kernel/steps.ts";

/**
 * The states of a dual-office resolution, told from its days and from who confirmed and ended it: `confirmed` counts
 * between its first and its last day, `withdrawn` was ended before the chair confirmed it, `over` is past its last day.
 */
const POST_STATES = ["waiting", "confirmed", "withdrawn", "ended", "over"] as const;
export type PostState = (typeof POST_STATES)[number];

type Stored = { confirmed_at: number | null; ended_at: number | null; ends_on: string };
/** Returns the state of a resolution on a day in Taipei. */
export function postState({ confirmed_at, ended_at, ends_on }: Stored, today: string): PostState {
	if (ended_at !== null) return confirmed_at === null ? "withdrawn" : "ended";
	if (ends_on < today) return "over";
	return confirmed_at === null ? "waiting" : "confirmed";
}

const END = {
	by: ["settings.manage", "finance.review.chair"],
	done: "已結束，恢復由出納、會計、理事長三個人審核。",
} as const;
/**
 * The only table of the steps of a dual-office resolution (docs/workflows.md#resolutions-on-both-offices). The chair
 * who confirms is neither the user concerned nor the one who recorded it.
 */
export const POST_STEPS = {
	confirm: {
		from: ["waiting"],
		to: "confirmed",
		by: ["finance.review.chair"],
		press: "確認",
		past: "確認",
		done: "已確認，即日起適用。",
	},
	withdraw: { from: ["waiting"], to: "withdrawn", ...END, press: "撤回", past: "撤回" },
	end: { from: ["confirmed"], to: "ended", ...END, press: "結束兼辦", past: "結束" },
	elapse: { from: ["waiting", "confirmed"], to: "over", by: "time" },
} as const satisfies Record<string, Step<PostState>>;
export const POSTS = workflow<PostState, keyof typeof POST_STEPS, Step<PostState>>({
	states: POST_STATES,
	steps: POST_STEPS,
	refusal: "concurrent_post.stale",
});

import { STEPS, type State, type Step } from "#domain/content/states.ts";
import { Refusal } from "#domain/refusal.ts";

/** What a step changes on the article besides its version; times are UTC milliseconds. */
export type ArticleFields = {
	state: State;
	publishedAt?: number;
	publishAt?: number | null;
	unpublishAt?: null;
	archivedAt?: number | null;
	trashedAt?: number | null;
	isPinned?: false;
	pinnedUntil?: null;
};

/** Nothing stays planned for, and nothing pins, what is no longer shown. */
const HIDDEN = { publishAt: null, unpublishAt: null, isPinned: false, pinnedUntil: null } as const;

/**
 * What `step` makes of an article in `state` at `at`. Publishing gives it that moment's date; an archived article keeps
 * the date it had. Refuses `article.wrong_state` where STEPS has no such way.
 */
export function stepArticle(state: State, move: ArticleMove, at: number): ArticleFields {
	const { from, to }: { from: readonly State[]; to: State } = STEPS[move.step];
	if (!from.includes(state)) throw new Refusal("article.wrong_state");
	switch (move.step) {
		case "publish":
			return { state: to, publishedAt: at, publishAt: null };
		case "schedule":
			return { state: to, publishAt: move.publishAt };
		case "unpublish":
			return { state: to, ...HIDDEN };
		case "archive":
			return { state: to, ...HIDDEN, archivedAt: at };
		case "unarchive":
			return { state: to, archivedAt: null };
		case "trash":
			return { state: to, ...HIDDEN, trashedAt: at };
		case "restore":
			return { state: to, trashedAt: null, archivedAt: null };
	}
}

/** A step of the workflow; `publishAt` (UTC milliseconds) is when the cron publishes. */
export type ArticleMove = { step: Exclude<Step, "schedule"> } | { step: "schedule"; publishAt: number };

import type { State } from "#domain/content/states.ts";
import { type Status, status } from "./status.ts";

/** THE words of the states of what is published. */
export const STATE_WORDS: Record<State, string> = {
	draft: "草稿",
	scheduled: "排程中",
	published: "已發布",
	archived: "已封存",
	trashed: "垃圾桶",
};

const LOOK: Record<State, Omit<Status, "word">> = {
	draft: { icon: "edit" },
	scheduled: { tone: "info", icon: "calendar" },
	published: { tone: "ok" },
	archived: { tone: "warn", icon: "archive" },
	trashed: { tone: "danger", icon: "trash" },
};

/** How a text stands, as colour, word and icon. */
export const contentStatus = (state: State) => status({ word: STATE_WORDS[state], ...LOOK[state] });

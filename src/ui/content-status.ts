import type { State } from "#domain/content/content/states.ts";
import type { VNode } from "./html.ts";
import { type Status, status } from "./status.ts";

/** The only table of words and looks for the states of published content (docs/concepts.md#states). */
export const STATE_LOOKS: Record<State, Status> = {
	draft: { word: "草稿", icon: "edit" },
	scheduled: { word: "已排程", tone: "info", icon: "calendar" },
	published: { word: "已發布", tone: "ok" },
	archived: { word: "已封存", icon: "archive" },
	trashed: { word: "垃圾桶", icon: "trash" },
};

/** Draws the state of an article or other published content as colour, word and icon. */
export const contentStatus = (state: State): VNode => status(STATE_LOOKS[state]);

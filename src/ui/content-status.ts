import type { State } from "#domain/content/content/states.ts";
import type { VNode } from "./html.ts";
import { type Status, status } from "./status.ts";

/** THE words and looks of the states of what is published (docs/concepts.md#states). */
export const STATE_LOOKS: Record<State, Status> = {
	draft: { word: "草稿", icon: "edit" },
	scheduled: { word: "已排程", tone: "info", icon: "calendar" },
	published: { word: "已發布", tone: "ok" },
	archived: { word: "已封存", icon: "archive" },
	trashed: { word: "垃圾桶", icon: "trash" },
};

/** How a text stands, as colour, word and icon. */
export const contentStatus = (state: State): VNode => status(STATE_LOOKS[state]);

import type { Status } from "#admin/ui/status.ts";
import type { State } from "#domain/content/states.ts";
import type { EntryKind } from "#domain/search/entry.ts";

export const CONTENT_NAMES: Record<EntryKind, string> = { article: "文章", page: "頁面", document: "文件" };

/** How the states of content are shown. */
export const STATE_LOOKS: Record<State, Status> = {
	draft: { word: "草稿", icon: "edit" },
	scheduled: { word: "排程發布", tone: "info", icon: "clock" },
	published: { word: "已發布", tone: "ok" },
	archived: { word: "已封存" },
	trashed: { word: "垃圾桶" },
};

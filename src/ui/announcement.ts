import { html, type VNode } from "./html.ts";
import { type Item, items } from "./items.ts";
import { status } from "./status.ts";
import { dateWords } from "./time.ts";

/**
 * An announcement in a list. Times are UTC milliseconds; `read_at` is when the user who sees the list opened it, null
 * when unread.
 */
type Listed = { id: number; title: string; is_pinned: 0 | 1; publish_from: number; read_at: number | null };

const item = (row: Listed, href: (id: number) => string): Item => ({
	title: row.title,
	href: href(row.id),
	sub: dateWords(row.publish_from),
	side: html`<span class="row">
		${row.is_pinned === 1 && status({ word: "置頂", icon: "pin" })}
		${row.read_at === null && status({ word: "未讀", tone: "info", icon: "bell" })}
	</span>`,
});

/** Draws a list of announcements for their reader, each a link; an announcement that was not opened yet is marked. */
export const announcementItems = (rows: readonly Listed[], href: (id: number) => string): VNode =>
	items(rows.map((row) => item(row, href)));

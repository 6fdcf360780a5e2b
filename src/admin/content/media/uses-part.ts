import type { MediaUseRow } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { RESOURCE_WORDS, rolesWords, useStatus } from "./words.ts";

/**
 * Draws a link to the text that uses a file. An announcement shows only its number, because not all staff who manage
 * media may see the title of an announcement that goes to a few readers.
 */
function titleLink({ resource, id, title }: MediaUseRow): Children {
	if (resource === "article") return html`<a href=${paths.admin.articles.show(id)}>${title}</a>`;
	if (resource === "page") return html`<a href=${paths.admin.pages.show(id)}>${title}</a>`;
	return html`<a href=${paths.admin.announcements.show(id)}>第 ${id} 號公告</a>`;
}

/** Draws the table of the texts that use a file, each a link to its editor. */
export const usesTable = (rows: MediaUseRow[], empty: VNode): VNode =>
	table({
		caption: "使用這個檔案的內容",
		cards: true,
		columns: [
			{ label: "標題", head: true, cell: titleLink },
			{ label: "種類", cell: ({ resource }) => RESOURCE_WORDS[resource] },
			{ label: "用在", cell: ({ roles }) => rolesWords(roles) },
			{ label: "狀態", sheet: "corner", bare: true, cell: (row) => status(useStatus(row)) },
		],
		rows,
		empty,
	});

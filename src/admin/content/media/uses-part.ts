import type { MediaUseRow } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { RESOURCE_WORDS, rolesWords, useStatus } from "./words.ts";

/** What an announcement for a few is called, only its own editor says: not everybody who keeps pictures may write to them. */
function titleLink({ resource, id, title }: MediaUseRow): Children {
	if (resource === "article") return html`<a href=${paths.admin.articles.show(id)}>${title}</a>`;
	if (resource === "page") return html`<a href=${paths.admin.pages.show(id)}>${title}</a>`;
	return html`<a href=${paths.admin.announcements.show(id)}>第 ${id} 號公告</a>`;
}

/** The texts that use a file, each a link to its editor. */
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

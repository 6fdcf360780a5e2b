import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { READ_PER_PAGE, type ReadingList } from "#db/content/document-reading.ts";
import { paths } from "#http/paths.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { readingShelves } from "#ui/reading-shelves.ts";

const { documents } = paths.admin;

export type Reading = ReadingList & {
	/** The query of the page's address. */
	query: Record<string, string>;
	at: number;
};

/** Draws the page 文件閱覽: the published documents that the current user may read. */
export const readingPage = (of: Reading): Page => ({
	title: "文件閱覽",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	lead: "已發布、您可以看的文件。限定的文件依您的權限顯示，每一次下載都會留下紀錄。",
	slim: true,
	body: html`<div class="stack">
		${readingShelves(of, {
			path: documents.reading(),
			size: READ_PER_PAGE,
			placeholder: "標題、分類、說明、檔名",
			href: documents.readingFile,
			tellsPublic: true,
			none: { title: "目前沒有您可以看的文件", text: "管理文件的人發布給您的權限之後，會列在這裡。" },
			fewer: "列表已經變短",
		})}
	</div>`,
});

import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { html, type VNode } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#admin/ui/empty.ts";
import { filters } from "#admin/ui/filters.ts";
import type { Page } from "#admin/ui/page.ts";
import { pager } from "#admin/ui/pager.ts";
import { shelves } from "#admin/ui/shelf.ts";
import type { Here } from "#admin/ui/url-state.ts";
import { READ_PER_PAGE, type ReadingList } from "#db/document-reading.ts";
import { paths } from "#http/paths.ts";

const { documents } = paths.admin;

export type Reading = ReadingList & {
	/** What the address asks for. */
	query: Record<string, string>;
	at: number;
};

/** 文件閱覽: what staff read who do not keep documents, or keep only those for everybody. */
export function readingPage(of: Reading): Page {
	const { rows, total, categories, page, query, at } = of;
	const here: Here = { path: documents.reading(), query };
	const fields = [{ name: "category", label: "分類", options: categories.map((value) => ({ value, label: value })) }];
	return {
		title: "文件閱覽",
		area: "會務",
		crumbs: OFFICE_CRUMBS,
		lead: "已發布、您可以看的文件。限定的文件依您的權限顯示，每一次下載都會留下紀錄。",
		slim: true,
		body: html`<div class="stack">
			${(total > 0 || isAsked(query)) && card({ flush: true, label: "搜尋文件" }, filters({ here, search: { placeholder: "標題、分類、說明、檔名" }, fields }))}
			${rows.length > 0 ? shelves(rows, { href: documents.readingFile, at, tellsPublic: true }) : card({ flush: true, label: "文件" }, emptyOf(of, here))}
			${rows.length > 0 && pager({ here, page, size: READ_PER_PAGE, total, unit: "份" })}
		</div>`,
	};
}

const isAsked = ({ q, category }: Record<string, string>): boolean => Boolean(q || category);

function emptyOf({ total, query }: Reading, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (isAsked(query)) return noMatch({ title: "找不到符合的文件", clearHref: here.path });
	return noneYet({ title: "目前沒有您可以看的文件", text: "管理文件的人發布給您的權限之後，會列在這裡。" });
}

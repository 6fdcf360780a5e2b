import { html, type VNode } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#admin/ui/empty.ts";
import { filters } from "#admin/ui/filters.ts";
import { notice } from "#admin/ui/notice.ts";
import type { Page } from "#admin/ui/page.ts";
import { pager } from "#admin/ui/pager.ts";
import { shelf, shelves } from "#admin/ui/shelf.ts";
import type { Here } from "#admin/ui/url-state.ts";
import { READ_PER_PAGE, type ReadableDocument, type ReadingList } from "#db/document-reading.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";

const { documents } = paths.member;

export type OwnDocuments = ReadingList & {
	/** What the address asks for. */
	query: Record<string, string>;
	at: number;
};

/** 文件 in the member area, by category; each is a download. */
export function documentsPage(of: OwnDocuments): Page {
	const { rows, total, categories, belongs, page, query, at } = of;
	const here: Here = { path: documents.list(), query };
	const fields = [{ name: "category", label: "分類", options: categories.map((value) => ({ value, label: value })) }];
	return {
		title: "文件",
		crumbs: [HOME],
		lead: "點一下文件就會下載。下載不公開的文件，協會會留下紀錄。",
		slim: true,
		body: html`<div class="stack">
			${!belongs && notice({ tone: "info" }, "會員資格生效之後，就能看給會員的文件；現在列出的是公開的文件。")}
			${(total > 0 || isAsked(query)) && card({ flush: true, label: "搜尋文件" }, filters({ here, search: { placeholder: "標題、說明、檔名" }, fields }))}
			${rows.length > 0 ? shelves(rows, { href: documents.file, at }) : card({ flush: true, label: "文件" }, emptyOf(of, here))}
			${rows.length > 0 && pager({ here, page, size: READ_PER_PAGE, total, unit: "份" })}
		</div>`,
	};
}

const isAsked = ({ q, category }: Record<string, string>): boolean => Boolean(q || category);

function emptyOf({ total, query }: OwnDocuments, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "文件沒有這麼多");
	if (isAsked(query)) return noMatch({ title: "找不到符合的文件", clearHref: here.path });
	return noneYet({ title: "還沒有給您的文件", text: "會員文件備妥後，會放在這裡。" });
}

/** Documents on the dashboard. */
export const HOME_DOCUMENTS = 4;

/** The newest of them, on the dashboard. */
export const documentsCard = (rows: readonly ReadableDocument[], at: number): VNode =>
	rows.length === 0
		? card({ title: "文件" }, html`<p class="soft small">目前沒有文件。給會員的文件會列在這裡。</p>`)
		: card(
				{ title: "文件", flush: true, link: { href: documents.list(), label: "全部" } },
				shelf(rows, { href: documents.file, at, isBrief: true }),
			);

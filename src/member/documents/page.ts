import { READ_PER_PAGE, type ReadableDocument, type ReadingList } from "#db/content/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { readingShelves } from "#ui/reading-shelves.ts";
import { shelf } from "#ui/shelf.ts";

const { documents } = paths.member;

export type OwnDocuments = ReadingList & {
	/** The query of the page's address. */
	query: Record<string, string>;
	at: number;
};

/** Draws the page of documents (文件) of the member area, by category; each document is a download. */
export const documentsPage = (of: OwnDocuments): Page => ({
	title: "文件",
	crumbs: [HOME],
	sheets: ["desk"],
	lead: "點一下文件就會下載。下載不公開的文件，協會會留下紀錄。",
	slim: true,
	body: html`<div class="stack">
		${!of.belongs && notice({ tone: "info" }, "會員資格生效之後，就能看給會員的文件；現在列出的是公開的文件。")}
		${readingShelves(of, {
			path: documents.list(),
			size: READ_PER_PAGE,
			placeholder: "標題、說明、檔名",
			href: documents.file,
			none: { title: "還沒有給您的文件", text: "會員文件備妥後，會放在這裡。" },
			fewer: "文件沒有這麼多",
		})}
	</div>`,
});

/** The most documents on the dashboard. */
export const HOME_DOCUMENTS = 4;

/** Draws the newest documents on the dashboard. */
export const documentsCard = (rows: readonly ReadableDocument[], at: number): VNode =>
	rows.length === 0
		? card({ title: "文件" }, html`<p class="soft small">目前沒有文件。給會員的文件會列在這裡。</p>`)
		: card(
				{ title: "文件", flush: true, link: { href: documents.list(), label: "全部" } },
				shelf(rows, { href: documents.file, at, isBrief: true }),
			);

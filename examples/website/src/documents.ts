import type { Document, DocumentQuery } from "bingyou-client";
import { crumbs } from "./crumbs.ts";
import { time, yearInWords, yearOf } from "./dates.ts";
import { choice, conditions, foundWords, withinYear, wordsField, yearAsked } from "./filters.ts";
import { asIs, type Html, html } from "./html.ts";
import { isNotice, NOTICES } from "./kinds.ts";
import { documentPath, listPath } from "./links.ts";
import { pager } from "./pager.ts";
import { fileFacts } from "./sizes.ts";
import { type Asked, type Outcome, pageNumber, wordsOf } from "./view.ts";

const PER_PAGE = 20;

/** What is asked for; null when it names something that cannot be. */
function asked(url: URL) {
	const page = pageNumber(url);
	const year = yearAsked(url);
	if (page === null || year === null) return null;
	return { page, year, category: url.searchParams.get("category") ?? "", words: wordsOf(url) };
}
type AskedList = NonNullable<ReturnType<typeof asked>>;

const queryOf = ({ page, year, category, words }: AskedList): DocumentQuery => ({
	page,
	per_page: PER_PAGE,
	...(category && { category }),
	...(words && { search: words }),
	...withinYear(year),
});

export async function listDocuments({ content, site, url }: Asked): Promise<Outcome> {
	const list = asked(url);
	if (!list) return "nothing";
	const { page, year, category, words } = list;
	const [found, all] = await Promise.all([content.documents(queryOf(list)), content.allDocuments()]);
	const known = all.map((one) => one.category).filter(Boolean);
	const categories = [...new Set(known)];
	const years = [...new Set(all.map((one) => yearOf(one.published_at)))].sort((a, b) => b - a);
	const { total, last_page } = found.meta;
	if ((category && !categories.includes(category)) || (page > 1 && page > last_page)) return "nothing";
	const address = (one: number) => listPath("/documents", { category, year, q: words, page: one > 1 ? one : null });
	return {
		title: category || "文件",
		description: `${site.name}公開的文件。`,
		canonical: site.url + address(page),
		noindex: words !== "",
		body: html`<div class="inner">${crumbs([["/documents", "文件"]])}<h1>${category || "文件"}</h1>
<nav class="kinds" aria-label="文件種類"><ul>${["", ...categories].map(
			(one) =>
				html`<li><a href="${listPath("/documents", { category: one })}"${one === category && html` aria-current="page"`}>${one || "全部"}</a></li>`,
		)}${Object.values(NOTICES).map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul></nav>
${conditions("/documents", [
	category !== "" && html`<input type="hidden" name="category" value="${category}">`,
	wordsField(words),
	choice({ name: "year", label: "年份", chosen: year, all: years.map((one) => [String(one), yearInWords(one)]) }),
])}
<p class="count" role="status">${words ? foundWords(words, found.meta, "份文件") : `共 ${total} 份文件`}</p>
${total === 0 ? html`<p class="empty">沒有符合的文件。</p>` : html`<ul class="papers">${found.data.map((one) => paper(one))}</ul>`}
${pager(page, last_page, address)}</div>`,
	};
}

/** A document in a list, with the words that were searched for marked. */
export function paper(document: Document, level: "h2" | "h3" = "h2"): Html {
	const title = document.highlight ? asIs(document.highlight.title) : document.title;
	const link = html`<a href="${documentPath(document.slug)}">${title}</a>`;
	return html`<li>${level === "h2" ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
<p>${document.description}</p>
<p class="about"><span class="kind">${isNotice(document.kind) ? NOTICES[document.kind].title : document.category}</span> ${time(document.published_at)} <span>${fileFacts(document)}</span></p></li>`;
}

/** The list that a document stands in: that of its kind, else of its category. */
function above({ kind, category }: Pick<Document, "kind" | "category">): (readonly [string, string])[] {
	if (isNotice(kind)) return [[NOTICES[kind].path, NOTICES[kind].title]];
	return category ? [[listPath("/documents", { category }), category]] : [];
}

export async function showDocument({ content, site }: Asked, slug: string): Promise<Outcome> {
	const found = await content.document(slug);
	if (found.is === "moved") return { location: documentPath(found.to) };
	if (found.is !== "here") return found.is;
	const { title, description, category, kind, version, published_at, updated_at, download_url, ...file } = found.data;
	return {
		title,
		description: description || title,
		canonical: site.url + documentPath(file.slug),
		body: html`<div class="inner narrow">${crumbs([
			["/documents", "文件"],
			...above({ kind, category }),
		])}<article class="text"><header><h1>${title}</h1></header><div class="prose">
${description && html`<p>${description}</p>`}
<p><a class="press" href="${download_url}">下載檔案（${fileFacts(file)}）</a></p>
<dl class="facts"><dt>檔名</dt><dd>${file.filename}</dd><dt>公開日期</dt><dd>${time(published_at)}</dd>
${version > 1 && html`<dt>版次</dt><dd>第 ${version} 版，${time(updated_at)}更新</dd>`}</dl>
</div></article></div>`,
	};
}

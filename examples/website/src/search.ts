/** The search over articles, pages and documents: what has all words first, then what has a part of them. */
import type { SearchHit, SearchReply } from "bingyou-client";
import { time } from "./dates.ts";
import { foundWords } from "./filters.ts";
import { asIs, type Html, html } from "./html.ts";
import { articlePath, documentPath, listPath, pagePath } from "./links.ts";
import { pager } from "./pager.ts";
import { type Asked, type Outcome, pageNumber, wordsOf } from "./view.ts";

type Kind = SearchHit["kind"];
const PER_PAGE = 15;
const KINDS: Record<Kind, string> = { article: "文章", page: "頁面", document: "文件" };
const ADDRESS: Record<Kind, (slug: string) => string> = {
	article: articlePath,
	page: pagePath,
	document: documentPath,
};
const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

export async function search({ content, site, url }: Asked): Promise<Outcome> {
	const [words, page, kind] = [wordsOf(url), pageNumber(url), url.searchParams.get("kind") ?? ""];
	if (page === null || (kind !== "" && !isKind(kind))) return "nothing";
	const found =
		words === "" ? null : await content.search({ q: words, page, per_page: PER_PAGE, ...(isKind(kind) && { kind }) });
	if (found && page > 1 && page > found.meta.last_page) return "nothing";
	return {
		title: words ? `搜尋「${words}」` : "搜尋",
		description: `在${site.name}的網站上搜尋。`,
		noindex: words !== "",
		body: html`<div class="inner narrow"><h1>搜尋</h1>
<form class="search" action="/search" role="search"><label class="unseen" for="q">關鍵字</label>
<input id="q" type="search" name="q" value="${words}" maxlength="100" autocomplete="off" placeholder="輪椅、喘息服務、身心障礙證明" required>
<button class="press" type="submit">搜尋</button></form>
${found && results(found, { words, kind, page })}</div>`,
	};
}

type AskedFor = { words: string; kind: string; page: number };

function results({ data, meta }: SearchReply, { words, kind, page }: AskedFor): Html {
	const { exact, total, counts, suggestions, last_page } = meta;
	const address = (of: { kind?: string; page?: number }) => listPath("/search", { q: words, ...of });
	const every = counts.article + counts.page + counts.document;
	const hits = (match: SearchHit["match"]) => data.filter((one) => one.match === match);
	const partial = hits("partial");
	return html`<p class="count" role="status">${said(words, exact, total)}</p>
${suggestions.length > 0 && suggested(suggestions)}
${
	every > 0 &&
	html`<nav class="kinds" aria-label="種類"><ul>${[
		["", "全部", every] as const,
		...Object.entries(KINDS).map(([one, name]) => [one, name, isKind(one) ? counts[one] : 0] as const),
	]
		.filter(([one, , count]) => count > 0 || one === kind)
		.map(
			([one, name, count]) =>
				html`<li><a href="${address({ kind: one })}"${one === kind && html` aria-current="page"`}>${name}（${count}）</a></li>`,
		)}</ul></nav>`
}
${total === 0 && html`<p class="empty">試試少打幾個字，或換個說法。也可以直接<a href="/contact">問我們</a>。</p>`}
${listed(hits("exact"))}
${partial.length > 0 && html`<section class="hits" aria-labelledby="partial"><h2 id="partial">以下只符合部分字詞</h2>${listed(partial)}</section>`}
${pager(page, last_page, (one) => address({ kind, ...(one > 1 && { page: one }) }))}`;
}

function said(words: string, exact: number, total: number): string {
	if (total === 0) return `找不到「${words}」。`;
	if (exact === 0) return `沒有完全符合「${words}」的內容，相近的有 ${total} 筆。`;
	return foundWords(words, { exact, total }, "筆");
}

const suggested = (words: readonly string[]): Html =>
	html`<p class="suggested">您是不是要找：${words.map((one, n) => html`${n > 0 && "、"}<a href="${listPath("/search", { q: one })}">${one}</a>`)}</p>`;

const listed = (hits: readonly SearchHit[]): Html | false =>
	hits.length > 0 && html`<ul>${hits.map((one) => hitLine(one))}</ul>`;

const hitLine = ({ kind, slug, highlight, published_at, match }: SearchHit): Html => {
	const link = html`<a href="${ADDRESS[kind](slug)}">${asIs(highlight.title)}</a>`;
	return html`<li class="hit"><p class="about"><span class="kind">${KINDS[kind]}</span>${kind !== "page" && html` ${time(published_at)}`}</p>
${match === "partial" ? html`<h3>${link}</h3>` : html`<h2>${link}</h2>`}<p class="excerpt">${asIs(highlight.excerpt)}</p></li>`;
};

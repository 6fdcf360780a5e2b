import type { Page } from "bingyou-client";
import { hit } from "./cards.ts";
import { paper } from "./documents.ts";
import { type Html, html } from "./html.ts";
import { listPath, pagePath } from "./links.ts";
import { type Asked, type View, wordsOf } from "./view.ts";

const MOST = 10;

export async function search({ content, site, url }: Asked): Promise<View> {
	const words = wordsOf(url);
	const found = words === "" ? null : await find(content, words);
	return {
		title: words ? `搜尋「${words}」` : "搜尋",
		description: `在${site.name}的網站上搜尋。`,
		noindex: words !== "",
		body: html`<div class="inner narrow"><h1>搜尋</h1>
<form class="search" action="/search" role="search"><label class="unseen" for="q">關鍵字</label>
<input id="q" type="search" name="q" value="${words}" maxlength="100" autocomplete="off" placeholder="輪椅、喘息服務、身心障礙證明" required>
<button class="press" type="submit">搜尋</button></form>
${found && results(words, found)}</div>`,
	};
}

type Found = Awaited<ReturnType<typeof find>>;

async function find(content: Asked["content"], words: string) {
	const [articles, documents, pages] = await Promise.all([
		content.articles({ search: words, per_page: MOST }),
		content.documents({ search: words, per_page: MOST }),
		content.pages(),
	]);
	return { articles, documents, pages: pages.filter((page) => has(page, words)) };
}

/** Whether a page has every one of the words. */
function has({ title, excerpt, body_markdown }: Page, words: string): boolean {
	const text = `${title} ${excerpt} ${body_markdown}`.normalize("NFKC").toLowerCase();
	const parts = words.normalize("NFKC").toLowerCase().split(" ");
	return parts.every((part) => text.includes(part));
}

function results(words: string, { articles, documents, pages }: Found): Html {
	const total = articles.meta.total + documents.meta.total + pages.length;
	const rest = articles.meta.total - articles.data.length;
	return html`<p class="count" role="status">${total === 0 ? `找不到「${words}」。` : `「${words}」找到 ${total} 筆`}</p>
${total === 0 && html`<p class="empty">試試少打幾個字，或換個說法。也可以直接<a href="/contact">問我們</a>。</p>`}
${
	pages.length > 0 &&
	html`<section class="hits"><h2>頁面（${pages.length}）</h2><ul>${pages.map(
		(page) =>
			html`<li class="hit"><h3><a href="${pagePath(page.path)}">${page.title}</a></h3><p class="excerpt">${page.excerpt}</p></li>`,
	)}</ul></section>`
}
${
	articles.meta.total > 0 &&
	html`<section class="hits"><h2>文章（${articles.meta.total}）</h2><ul>${articles.data.map(hit)}</ul>${
		rest > 0 &&
		html`<p class="more"><a href="${listPath("/articles", { q: words })}">全部 ${articles.meta.total} 篇文章</a></p>`
	}</section>`
}
${documents.meta.total > 0 && html`<section class="hits"><h2>文件（${documents.meta.total}）</h2><ul class="papers">${documents.data.map((one) => paper(one, "h3"))}</ul></section>`}`;
}

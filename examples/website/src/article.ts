import type { Article, ArticleReply, Attachment, Site } from "bingyou-client";
import { card } from "./cards.ts";
import { crumbs } from "./crumbs.ts";
import { dayOf, time } from "./dates.ts";
import { breadcrumb } from "./head.ts";
import { type Html, html } from "./html.ts";
import { articlePath, listPath, prose } from "./links.ts";
import { picture, shared } from "./pictures.ts";
import { fileFacts } from "./sizes.ts";
import { contents } from "./toc.ts";
import { type Asked, type Outcome, TYPES } from "./view.ts";

export async function showArticle({ content, site }: Asked, slug: string): Promise<Outcome> {
	const found = await content.article(slug);
	if (found.is === "moved") return { location: articlePath(found.to) };
	if (found.is !== "here") return found.is;
	const article = found.data;
	return {
		title: article.seo.title,
		description: article.seo.description,
		canonical: article.seo.canonical_url,
		image: article.seo.image,
		noindex: article.seo.noindex,
		publishedAt: article.published_at,
		facts: [facts(article, site), breadcrumb(site, stepsOf(article))],
		body: html`<div class="inner">${crumbs(stepsOf(article).slice(0, -1))}${text(article, site)}${after(article)}</div>`,
	};
}

/** An article, or a draft, which has no day yet. */
export type Written = Omit<Article, "published_at"> & { published_at: string | null };

const stepsOf = ({ type, slug, title }: Article): [string, string][] => [
	["/articles", "文章"],
	[`/articles?type=${type}`, TYPES[type]],
	[articlePath(slug), title],
];

const facts = (article: Article, site: Site): object => ({
	"@context": "https://schema.org",
	"@type": article.type === "news" ? "NewsArticle" : "Article",
	headline: article.title,
	description: article.seo.description,
	inLanguage: "zh-Hant-TW",
	datePublished: article.published_at,
	dateModified: article.updated_at,
	mainEntityOfPage: article.seo.canonical_url,
	...(article.seo.image && { image: shared(article.seo.image) }),
	author: article.author
		? { "@type": "Person", name: article.author.name }
		: { "@type": "Organization", "@id": `${site.url}/#organization`, name: site.name },
	publisher: { "@type": "Organization", "@id": `${site.url}/#organization`, name: site.name },
});

/** The text itself, without what stands around it. */
export function text(article: Written, site: Site): Html {
	const { title, type, cover_image, author, published_at, updated_at, reading_minutes, toc } = article;
	const isChanged = published_at !== null && dayOf(updated_at) !== dayOf(published_at);
	return html`<article class="text">
<header>
<p class="about"><a class="kind" href="/articles?type=${type}">${TYPES[type]}</a></p>
<h1>${title}</h1>
<p class="about">${published_at === null ? "還沒有發布" : time(published_at)}${author && html` <span>${author.name}</span>`} <span>閱讀約 ${reading_minutes} 分鐘</span>${isChanged && html` <span>更新於 ${time(updated_at)}</span>`}</p>
</header>
${cover_image && html`<div class="cover">${picture(cover_image, { sizes: "(min-width: 60rem) 56rem, 100vw", isFirst: true })}</div>`}
<div class="columns">${contents(toc)}
<div class="prose">${prose(article.body_html, site)}
${files(article.attachments)}
${terms(article)}</div></div>
</article>`;
}

const files = (attachments: readonly Attachment[]): Html | null =>
	attachments.length === 0
		? null
		: html`<section class="files"><h2>附件</h2><ul>${attachments.map(
				(one) =>
					html`<li><a href="${one.url}">${one.description || one.filename}</a> <span>${fileFacts(one)}</span></li>`,
			)}</ul></section>`;

const terms = ({ categories, tags }: Pick<Article, "categories" | "tags">): Html =>
	html`<ul class="terms" aria-label="分類與標籤">${categories.map((one) => html`<li><a href="${listPath("/articles", { category: one.slug })}">${one.name}</a></li>`)}${tags.map(
		(one) => html`<li><a href="${listPath("/articles", { tag: one.slug })}">#${one.name}</a></li>`,
	)}</ul>`;

function after({ previous, next, related }: Article & Pick<ArticleReply, "related">): Html {
	return html`<nav class="beside" aria-label="前後文章">
${previous && html`<a href="${articlePath(previous.slug)}" rel="prev"><span>前一篇</span>${previous.title}</a>`}
${next && html`<a href="${articlePath(next.slug)}" rel="next"><span>後一篇</span>${next.title}</a>`}
</nav>
${related.length > 0 && html`<section class="part"><h2>相關文章</h2><ul class="cards">${related.slice(0, 3).map((one) => card(one, "h3"))}</ul></section>`}`;
}

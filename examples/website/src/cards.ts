/** How an article stands in lists. */
import type { ArticleSummary } from "bingyou-client";
import { time } from "./dates.ts";
import { type Html, html } from "./html.ts";
import { articlePath } from "./links.ts";
import { picture } from "./pictures.ts";
import { TYPES } from "./view.ts";

type Level = "h2" | "h3";

const CARD_SIZES = "(min-width: 64rem) 22rem, (min-width: 40rem) 46vw, 92vw";

/** A card with the picture of the article, or its kind on a coloured ground. */
export function card(article: ArticleSummary, level: Level, isFirst = false): Html {
	const { cover_image, slug, title, excerpt, type, published_at, is_pinned } = article;
	const cover = cover_image
		? html`<div class="cover">${picture(cover_image, { sizes: CARD_SIZES, isFirst, isDecoration: true })}</div>`
		: html`<div class="cover drawn ${type}" aria-hidden="true"></div>`;
	return html`<li class="card">${cover}<div>
<p class="about"><span class="kind">${TYPES[type]}</span> ${time(published_at)}${is_pinned && html` <span class="pinned">置頂</span>`}</p>
${heading(level, html`<a href="${articlePath(slug)}">${title}</a>`)}
<p class="excerpt">${excerpt}</p>
</div></li>`;
}

/** A line of a list without pictures. */
export const line = (article: ArticleSummary): Html =>
	html`<li><a href="${articlePath(article.slug)}">${article.title}</a> ${time(article.published_at)}</li>`;

const heading = (level: Level, content: Html): Html =>
	level === "h2" ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;

import type { Announcement, HomepageReply, Page, PageNode } from "bingyou-client";
import { card, line } from "./cards.ts";
import { time } from "./dates.ts";
import { organization } from "./head.ts";
import { type Html, html } from "./html.ts";
import { announcementPath, pagePath } from "./links.ts";
import { RIPPLES } from "./signs.ts";
import { type Asked, isType, TYPES, type View } from "./view.ts";

/** The two pages that the first words lead to, where the association has them. */
const FIRST_WAYS = ["services", "join"];
/** The kinds of articles that have lists of their own below the newest ones. */
const LISTED = ["knowledge", "story", "event"];
const CARDS = 6;
const LINES = 4;

export async function showHome({ content, site }: Asked): Promise<View> {
	const [home, pages] = await Promise.all([content.homepage(), content.pages()]);
	const about = pages.find(({ path }) => path === "about");
	const lead = about?.excerpt ?? "";
	const ways = FIRST_WAYS.flatMap((path) => pages.find((page) => page.path === path) ?? []);
	return {
		title: site.name,
		description: lead,
		canonical: `${site.url}/`,
		facts: [
			organization(site),
			{ "@context": "https://schema.org", "@type": "WebSite", name: site.name, url: site.url },
		],
		body: html`<section class="hero"><div class="inner"><div>
<h1>${site.short_name}</h1>
${lead && html`<p>${lead}</p>`}
<p class="ways">${ways.map((page, n) => html`<a class="${n === 0 ? "press" : "press quiet"}" href="${pagePath(page.path)}">${page.title}</a> `)}</p>
</div>${RIPPLES}</div></section>
${noticeboard(home.announcements)}
${beginning(home)}
${latest(home)}
${quickWays(home.pages, pages)}
<div class="inner part shelves">${LISTED.filter(isType).map((type) => shelf(home, type))}</div>`,
	};
}

/** The newest articles that do not stand among the pinned ones. */
function latest({ latest, pinned }: HomepageReply): Html | null {
	const others = latest.filter(({ id }) => !pinned.some((one) => one.id === id)).slice(0, CARDS);
	if (others.length === 0) return null;
	return html`<section class="inner part"><h2>最新文章</h2>
<ul class="cards">${others.map((article) => card(article, "h3"))}</ul>
<p class="more"><a href="/articles">所有文章</a></p></section>`;
}

function noticeboard(announcements: readonly Announcement[]): Html | null {
	if (announcements.length === 0) return null;
	return html`<section class="board"><div class="inner"><h2>公告</h2><ul>${announcements
		.slice(0, 3)
		.map(
			(one) => html`<li><a href="${announcementPath(one.slug)}">${one.title}</a> ${time(one.published_at)}</li>`,
		)}</ul><p class="more"><a href="/announcements">所有公告</a></p></div></section>`;
}

function beginning({ pinned }: HomepageReply): Html | null {
	if (pinned.length === 0) return null;
	return html`<section class="inner part"><h2>先讀這幾篇</h2><ul class="cards two">${pinned.map((one, n) => card(one, "h3", n === 0))}</ul></section>`;
}

function quickWays(tree: readonly PageNode[], pages: readonly Page[]): Html | null {
	// Whole pages come by path; the tree has the order that the staff gave them.
	const top = tree.flatMap((node) => pages.find(({ path }) => path === node.path) ?? []);
	if (top.length === 0) return null;
	return html`<section class="tinted"><div class="inner part"><h2>從這裡開始</h2><ul class="doors">${top.map(
		(page) => html`<li><h3><a href="${pagePath(page.path)}">${page.title}</a></h3><p>${page.excerpt}</p></li>`,
	)}</ul></div></section>`;
}

function shelf({ by_type }: HomepageReply, type: keyof typeof TYPES): Html | null {
	const articles = by_type[type].slice(0, LINES);
	if (articles.length === 0) return null;
	return html`<section><h2>${TYPES[type]}</h2><ul class="lines">${articles.map(line)}</ul>
<p class="more"><a href="/articles?type=${type}">更多${TYPES[type]}</a></p></section>`;
}

import { crumbs } from "./crumbs.ts";
import { time } from "./dates.ts";
import { html } from "./html.ts";
import { announcementPath, listPath, prose } from "./links.ts";
import { pager } from "./pager.ts";
import { type Asked, type Outcome, pageNumber } from "./view.ts";

export async function listAnnouncements({ content, site, url }: Asked): Promise<Outcome> {
	const page = pageNumber(url);
	if (page === null) return "nothing";
	const { data, meta } = await content.announcements(page);
	if (page > 1 && page > meta.last_page) return "nothing";
	const address = (one: number) => listPath("/announcements", { page: one > 1 ? one : null });
	return {
		title: "公告",
		description: `${site.name}的公告。`,
		canonical: site.url + address(page),
		body: html`<div class="inner narrow">${crumbs([["/announcements", "公告"]])}<h1>公告</h1>
${data.length === 0 && html`<p class="empty">目前沒有公告。</p>`}
<ul class="notices">${data.map(
			(
				one,
			) => html`<li><p class="about">${time(one.published_at)}${one.is_pinned && html` <span class="pinned">置頂</span>`}</p>
<h2><a href="${announcementPath(one.slug)}">${one.title}</a></h2></li>`,
		)}</ul>${pager(page, meta.last_page, address)}</div>`,
	};
}

export async function showAnnouncement({ content, site }: Asked, slug: string): Promise<Outcome> {
	const found = await content.announcement(slug);
	if (found.is === "moved") return { location: announcementPath(found.to) };
	if (found.is !== "here") return found.is;
	const { title, body_html, published_at, until } = found.data;
	return {
		title,
		description: `${title}（${site.name}公告）`,
		canonical: site.url + announcementPath(found.data.slug),
		publishedAt: published_at,
		body: html`<div class="inner narrow">${crumbs([["/announcements", "公告"]])}<article class="text"><header><h1>${title}</h1>
<p class="about">${time(published_at)}${until && html` <span>公告至 ${time(until)}</span>`}</p></header>
<div class="prose">${prose(body_html, site)}</div></article></div>`,
	};
}

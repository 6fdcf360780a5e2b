/** What stands around every page: header, menus, footer. */
import type { MenuItem, MenuLink, Site } from "bingyou-client";
import { head } from "./head.ts";
import { type Html, html } from "./html.ts";
import { NOTICES } from "./kinds.ts";
import { local } from "./links.ts";
import { MARK, SEARCH_SIGN } from "./signs.ts";
import type { View } from "./view.ts";

type Around = { site: Site; url: URL; style: string };

export function frame(view: View, { site, url, style }: Around): Html {
	return html`<!doctype html>
<html lang="zh-Hant-TW">
<head>
${head(view, site, { url, style })}
</head>
<body>
<a class="skip" href="#main">跳到主要內容</a>
${header(site, url)}
<main id="main" tabindex="-1">
${view.body}
</main>
${footer(site)}
</body>
</html>
`;
}

function header(site: Site, url: URL): Html {
	const logo = site.logo
		? html`<img src="${site.logo.url}" alt="" width="${site.logo.width ?? 44}" height="${site.logo.height ?? 44}">`
		: MARK;
	const items = site.menus.main;
	return html`<header class="top"><div class="inner">
<a class="name" href="/"${url.pathname === "/" && html` aria-current="page"`}>${logo}<span>${site.short_name}</span></a>
${items.length > 0 && html`<nav class="menu wide-menu" aria-label="主選單"><ul>${items.map((item) => topItem(item, { site, url }))}</ul></nav>`}
<a class="find" href="/search">${SEARCH_SIGN}<span>搜尋</span></a>
${
	items.length > 0 &&
	html`<details class="menu small-menu"><summary>選單</summary>
<nav aria-label="主選單"><ul>${items.map((item) => smallItem(item, { site, url }))}</ul></nav></details>`
}
</div></header>`;
}

type Here = { site: Site; url: URL };

function topItem(item: MenuItem, here: Here): Html {
	if (item.children.length === 0) return html`<li>${link(item, here)}</li>`;
	const self = item.url === null ? null : html`<li>${link(item, here)}</li>`;
	return html`<li><details name="menu"><summary>${item.label}</summary>
<ul>${self}${item.children.map((child) => html`<li>${link(child, here)}</li>`)}</ul></details></li>`;
}

const smallItem = (item: MenuItem, here: Here): Html =>
	html`<li>${link(item, here)}${item.children.length > 0 && html`<ul>${item.children.map((child) => html`<li>${link(child, here)}</li>`)}</ul>`}</li>`;

function link({ url, label, external }: MenuLink, { site, url: open }: Here): Html {
	if (url === null) return html`<span>${label}</span>`;
	if (external) return html`<a href="${url}">${label}<span class="unseen">（外部網站）</span></a>`;
	const path = local(url, site);
	const isHere = path === open.pathname;
	const isAbove = !isHere && path !== "/" && open.pathname.startsWith(`${path}/`);
	return html`<a href="${path}"${isHere && html` aria-current="page"`}${isAbove && html` aria-current="true"`}>${label}</a>`;
}

function footer(site: Site): Html {
	const { address, phone, email } = site.contact;
	const here = { site, url: new URL("about:blank") };
	return html`<footer class="foot"><div class="inner">
<section><h2>${site.name}</h2>
<address>
${address && html`<p>${address}</p>`}
${phone && html`<p>電話 <a href="tel:${phone.replace(/[^0-9+]/g, "")}">${phone}</a></p>`}
${email && html`<p>信箱 <a href="mailto:${email}">${email}</a></p>`}
</address>
${site.social.length > 0 && html`<ul class="social">${site.social.map((one) => html`<li><a href="${one.url}">${one.label}</a></li>`)}</ul>`}
</section>
<nav aria-label="公開資訊"><h2>公開資訊</h2><ul>
${Object.values(NOTICES).map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}
<li><a href="/documents">所有文件</a></li>
<li><a href="/announcements">公告</a></li>
</ul></nav>
<nav aria-label="頁尾選單"><h2>更多</h2><ul>
${site.menus.footer.map((item) => [
	html`<li>${link(item, here)}</li>`,
	item.children.map((child) => html`<li>${link(child, here)}</li>`),
])}
<li><a href="/feed.xml">訂閱新文章（RSS）</a></li>
${site.privacy_url && html`<li><a href="${local(site.privacy_url, site)}">隱私權政策</a></li>`}
</ul></nav>
<p class="legal">${site.registration_no && html`<span>立案字號 ${site.registration_no}</span>`} ${site.tax_id && html`<span>統一編號 ${site.tax_id}</span>`}</p>
</div></footer>`;
}

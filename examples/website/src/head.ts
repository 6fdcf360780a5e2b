/** What search engines, other programs and the address bar read of a page. */
import type { Site } from "bingyou-client";
import { asIs, type Html, html } from "./html.ts";
import { shared } from "./pictures.ts";
import type { View } from "./view.ts";

/** The association as schema.org describes it. */
export const organization = (site: Site): object => ({
	"@context": "https://schema.org",
	"@type": "NGO",
	"@id": `${site.url}/#organization`,
	name: site.name,
	alternateName: site.short_name,
	url: site.url,
	...(site.logo && { logo: site.logo.url }),
	...(site.contact.email && { email: site.contact.email }),
	...(site.contact.phone && { telephone: site.contact.phone }),
	...(site.contact.address && {
		address: { "@type": "PostalAddress", streetAddress: site.contact.address, addressCountry: "TW" },
	}),
	...(site.tax_id && { taxID: site.tax_id }),
	...(site.social.length > 0 && { sameAs: site.social.map(({ url }) => url) }),
});

/** The place of a page below the first one, as schema.org describes it. */
export const breadcrumb = (site: Site, steps: readonly (readonly [path: string, name: string])[]): object => ({
	"@context": "https://schema.org",
	"@type": "BreadcrumbList",
	itemListElement: steps.map(([path, name], n) => ({
		"@type": "ListItem",
		position: n + 1,
		name,
		item: site.url + path,
	})),
});

/** JSON in a script is data; a "<" in it would end the script. */
const data = (facts: object): Html =>
	asIs(`<script type="application/ld+json">${JSON.stringify(facts).replaceAll("<", "\\u003c")}</script>`);

export function head(view: View, site: Site, { url, style }: { url: URL; style: string }): Html {
	const title = url.pathname === "/" ? site.name : `${view.title}｜${site.short_name}`;
	const address = view.canonical ?? site.url + url.pathname;
	return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${view.description && html`<meta name="description" content="${view.description}">`}
${view.noindex ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${address}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f8f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101513" media="(prefers-color-scheme: dark)">
<meta property="og:site_name" content="${site.name}">
<meta property="og:locale" content="zh_TW">
<meta property="og:type" content="${view.publishedAt ? "article" : "website"}">
<meta property="og:title" content="${view.title}">
<meta property="og:url" content="${address}">
${view.description && html`<meta property="og:description" content="${view.description}">`}
${view.image && html`<meta property="og:image" content="${shared(view.image)}">`}
${view.publishedAt && html`<meta property="article:published_time" content="${view.publishedAt}">`}
<meta name="twitter:card" content="${view.image ? "summary_large_image" : "summary"}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" title="${site.name}的文章" href="/feed.xml">
${asIs(`<style>${style}</style>`)}
${(view.facts ?? []).map(data)}
${view.isDraft && asIs('<script type="module" src="/draft.js"></script>')}`;
}

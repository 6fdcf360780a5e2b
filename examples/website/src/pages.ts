import type { Page, PageNode, Site } from "bingyou-client";
import { crumbs } from "./crumbs.ts";
import { time } from "./dates.ts";
import { breadcrumb } from "./head.ts";
import { type Html, html } from "./html.ts";
import { pagePath, prose } from "./links.ts";
import { contents } from "./toc.ts";
import type { Asked, Outcome } from "./view.ts";

export async function showPage({ content, site }: Asked, path: string): Promise<Outcome> {
	const found = await content.page(path);
	if (found.is === "moved") return { location: pagePath(found.to) };
	if (found.is !== "here") return found.is;
	const page = found.data;
	const trail = trailTo(await content.tree(), page.path);
	const steps = trail.map((node) => [pagePath(node.path), node.title] as const);
	return {
		title: page.seo.title,
		description: page.seo.description,
		canonical: page.seo.canonical_url,
		image: page.seo.image,
		noindex: page.seo.noindex,
		facts: [breadcrumb(site, steps)],
		body: html`<div class="inner">${crumbs(steps.length > 1 ? steps.slice(0, -1) : [])}${pageText(page, site, section(trail[0], page.path))}</div>`,
	};
}

/** The text itself, with the pages that stand beside it and below it. */
export function pageText(page: Page, site: Site, beside: Html | null): Html {
	return html`<article class="text"><header><h1>${page.title}</h1>${page.excerpt && html`<p class="lead">${page.excerpt}</p>`}</header>
<div class="columns"><div class="side">${beside}${contents(page.toc)}</div>
<div class="prose">${prose(page.body_html, site)}
${below(page)}
<p class="about">最後更新 ${time(page.updated_at)}</p></div></div></article>`;
}

/** The pages from the first level down to this one. */
function trailTo(nodes: readonly PageNode[], path: string): PageNode[] {
	for (const node of nodes) {
		if (node.path === path) return [node];
		if (path.startsWith(`${node.path}/`)) return [node, ...trailTo(node.children, path)];
	}
	return [];
}

/** The pages that stand together with this one. */
function section(top: PageNode | undefined, open: string): Html | null {
	if (!top || top.children.length === 0) return null;
	const item = (node: PageNode): Html =>
		html`<li><a href="${pagePath(node.path)}"${node.path === open && html` aria-current="page"`}>${node.title}</a>${
			node.children.length > 0 && html`<ul>${node.children.map(item)}</ul>`
		}</li>`;
	return html`<nav class="section" aria-label="${top.title}的頁面"><ul>${item(top)}</ul></nav>`;
}

const below = ({ children }: Page): Html | null =>
	children.length === 0
		? null
		: html`<ul class="doors">${children.map(
				(child) => html`<li><h2><a href="${pagePath(child.path)}">${child.title}</a></h2><p>${child.excerpt}</p></li>`,
			)}</ul>`;

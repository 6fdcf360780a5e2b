import { stringify } from "yaml";
import { fileUrl } from "#domain/content/content/files.ts";
import { mapLinks } from "../links.ts";
import { nearest } from "../read/slugs.ts";
import type { Seo, Site, SiteAnnouncement, SiteArticle, SiteDocument, SitePage } from "../site.ts";
import { type Layout, relativePath } from "./paths.ts";

/** A site with the path of each of its parts in the export. */
export type Export = { site: Site; layout: Layout; addresses: Map<string, string>; paths: Set<string> };

/**
 * Prepares an export: finds, for each address of this site that a link in a text may have, the path of its file in the
 * export.
 */
export function openExport(site: Site, layout: Layout): Export {
	const addresses = new Map<string, string>();
	for (const { path } of site.pages) addresses.set(`/${path}`, layout.pages.get(path) ?? "");
	for (const { slug } of site.articles) addresses.set(`/articles/${slug}`, layout.articles.get(slug) ?? "");
	for (const file of site.files.values()) addresses.set(fileUrl(file), layout.files.get(file.id) ?? "");
	return { site, layout, addresses, paths: new Set(site.pages.map(({ path }) => path)) };
}

type Fields = Record<string, unknown>;

/** Writes the file of an article. The keys have a fixed order, and a key without a value is left out. */
export function writeArticle(whole: Export, article: SiteArticle): string {
	const path = whole.layout.articles.get(article.slug) ?? "";
	const { site } = whole;
	return file(whole, path, article.bodyMarkdown, {
		title: article.title,
		slug: article.slug,
		type: article.type,
		...publishing(article),
		author: article.authorName ?? undefined,
		excerpt: article.excerpt || undefined,
		categories: names(site.categories, article.categories),
		tags: names(site.tags, article.tags),
		cover: article.cover
			? { file: fileAt(whole, path, article.cover.id), alt: article.cover.alt || undefined }
			: undefined,
		pinned: article.isPinned || undefined,
		pinned_until: iso(article.pinnedUntil),
		no_identifiable_people: article.nobodyShown,
		attachments: attachments(whole, path, article.attachments),
		...last(path, article),
	});
}

export function writePage(whole: Export, page: SitePage): string {
	const path = whole.layout.pages.get(page.path) ?? "";
	const usual = nearest(page.path, (one) => whole.paths.has(one));
	return file(whole, path, page.bodyMarkdown, {
		title: page.title,
		slug: page.slug,
		path: path === `pages/${page.path}.md` ? undefined : page.path,
		parent: page.parentPath === usual ? undefined : (page.parentPath ?? ""),
		position: page.position,
		...publishing(page),
		excerpt: page.excerpt || undefined,
		attachments: attachments(whole, path, page.attachments),
		...last(path, page),
	});
}

export function writeDocument(whole: Export, document: SiteDocument): string {
	const path = whole.layout.documents.get(document.slug) ?? "";
	return file(whole, path, "", {
		title: document.title,
		slug: document.slug,
		category: document.category || undefined,
		kind: document.kind === "general" ? undefined : document.kind,
		description: document.description || undefined,
		file: fileAt(whole, path, document.file.id),
		note: document.file.note || undefined,
		visibility: document.visibility === "public" ? undefined : document.visibility,
		permission: document.permission,
		...publishing(document),
		aliases: some(document.aliases),
		source: document.source === path ? undefined : document.source,
	});
}

export function writeAnnouncement(whole: Export, announcement: SiteAnnouncement): string {
	const path = whole.layout.announcements.get(announcement.slug) ?? "";
	return file(whole, path, announcement.bodyMarkdown, {
		title: announcement.title,
		slug: announcement.slug,
		audience: announcement.audience,
		pinned: announcement.isPinned || undefined,
		publish_from: iso(announcement.publishFrom),
		publish_until: iso(announcement.publishUntil),
		updated: iso(announcement.updatedAt),
		source: announcement.source === path ? undefined : announcement.source,
	});
}

/** Writes `site.yaml`: the format, categories and tags. */
export function writeAbout({ categories, tags }: Site): string {
	const about = {
		format: 1,
		categories: categories.map(({ slug, name, description, position }, index) => ({
			slug,
			name,
			description: description || undefined,
			position: position === index ? undefined : position,
		})),
		tags: tags.map(({ slug, name }) => ({ slug, name })),
	};
	return yaml(about);
}

function publishing(text: SiteArticle | SitePage | SiteDocument): Fields {
	return {
		state: text.state === "published" ? undefined : text.state,
		date: iso(text.publishedAt),
		updated: iso(text.updatedAt),
		publish_at: iso(text.publishAt),
		unpublish_at: iso(text.unpublishAt),
	};
}

const last = (path: string, text: SiteArticle | SitePage): Fields => ({
	aliases: some(text.aliases),
	seo: seo(text.seo),
	source: text.source === path ? undefined : text.source,
});

function seo({ title, description, image, canonicalUrl, noindex }: Seo): Fields | undefined {
	const said = {
		title: title ?? undefined,
		description: description ?? undefined,
		image: image ?? undefined,
		canonical_url: canonicalUrl ?? undefined,
		noindex: noindex || undefined,
	};
	return Object.values(said).some((value) => value !== undefined) ? said : undefined;
}

const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

const names = (terms: Site["categories"], slugs: string[]): string[] | undefined =>
	some(slugs.map((slug) => terms.find((term) => term.slug === slug)?.name ?? slug));

const fileAt = ({ layout }: Export, path: string, id: string): string => relativePath(path, layout.files.get(id) ?? "");

const attachments = (whole: Export, path: string, list: SiteArticle["attachments"]): Fields[] | undefined =>
	some(list.map(({ id, description }) => ({ file: fileAt(whole, path, id), description: description || undefined })));

function file({ addresses }: Export, path: string, body: string, fields: Fields): string {
	const linked = mapLinks(body, (url) => {
		const [, address = "", suffix = ""] = /^([^#]*)(#.*)?$/.exec(url) ?? [];
		const target = addresses.get(address);
		return target === undefined ? undefined : escapePath(relativePath(path, target)) + suffix;
	});
	return `---\n${yaml(fields)}---\n${linked === "" ? "" : `\n${linked}\n`}`;
}

/**
 * Escapes only the characters that would end a link in Markdown or have a meaning in an address, so that Chinese stays
 * readable.
 */
const escapePath = (path: string): string =>
	path.replace(/[\s()<>[\]"'`\\%?#*_{}|^]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Writes a time in Taipei's time zone, with milliseconds when they are not 0. */
function iso(ms: number | null): string | undefined {
	if (ms === null) return undefined;
	const text = new Date(ms + 8 * 3_600_000).toISOString();
	return `${text.slice(0, 19)}${ms % 1000 === 0 ? "" : text.slice(19, 23)}+08:00`;
}

export const yaml = (value: unknown): string => stringify(value, { lineWidth: 0, minContentWidth: 0 });

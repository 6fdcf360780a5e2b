import { ARTICLE_TYPE_LABELS, ARTICLE_TYPES, type ArticleType } from "#domain/content/articles/schema.ts";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { slugify } from "#domain/content/content/slug.ts";
import { plainText } from "#domain/content/content/text.ts";
import { outsideCode } from "../code.ts";
import { tooLong } from "../limits.ts";
import type { Finding, Seo, SiteArticle, SiteFile, SitePage, SiteTerm } from "../site.ts";
import { tidyText } from "../tidy.ts";
import { type FileShelf, relinkBody } from "./bodies.ts";
import type { Draft } from "./draft.ts";
import type { LinkIndex } from "./link-index.ts";
import { lineOf } from "./notes.ts";
import type { Named } from "./slugs.ts";
import { unique } from "./values.ts";

export type AssembleOptions = {
	/** The prefix of every source path, so that two sites never claim the same text. */
	siteName: string;
	defaultType: ArticleType;
	/** The type of articles, or `page`, by the slug of their section, folder or category. */
	map: Map<string, ArticleType | "page">;
	/** The address of the old site, for pictures that are not in the folder; null when it is unknown. */
	siteUrl: string | null;
};

/** The shared data with which all texts of one site are settled. */
export type Work = {
	options: AssembleOptions;
	findings: Finding[];
	find: LinkIndex;
	shelf: FileShelf;
	categories: Map<string, SiteTerm>;
	tags: Map<string, SiteTerm>;
};

/** A text with its links settled. `seoImage` is the address of a cover that could not be imported. */
export type Linked = {
	named: Named;
	title: string;
	body: string;
	cover: { id: string; alt: string } | null;
	seoImage: string | null;
};

const TITLE_LIMIT = 200;

/** Settles links, pictures and the title of one text; returns null, with an error finding, when it is too long. */
export function linkText(named: Named, work: Work): Linked | null {
	const { draft } = named;
	const message = tooLong(draft.body);
	if (message !== null) {
		work.findings.push({ path: draft.path, line: 1, kind: "error", message });
		return null;
	}
	const body = tidyText(closeUp(relinkBody(draft, work.find, work.shelf, work.findings)));
	const { cover, seoImage } = coverOf(draft, work);
	const points = [...draft.title];
	if (points.length <= TITLE_LIMIT) return { named, title: draft.title || named.slug, body, cover, seoImage };
	work.findings.push({
		path: draft.path,
		line: 1,
		kind: "warning",
		message: `the title is over ${TITLE_LIMIT} characters: it stands whole above the text`,
	});
	return {
		named,
		title: `${points.slice(0, TITLE_LIMIT - 1).join("")}…`,
		body: `# ${draft.title}\n\n${body}`,
		cover,
		seoImage,
	};
}

/** Removes the blank lines that removed parts left behind. */
const closeUp = (body: string): string => outsideCode(body, (text) => text.replace(/(^|\n)(?:[ \t]*\n){2,}/g, "$1\n"));

function coverOf(draft: Draft, { find, shelf, findings, options }: Work): Pick<Linked, "cover" | "seoImage"> {
	const none = { cover: null, seoImage: null };
	if (!draft.cover) return none;
	const { url, alt } = draft.cover;
	const target = find(url, draft);
	const file = target.kind === "file" ? shelf.take(target.path) : undefined;
	if (file?.contentType.startsWith("image/")) {
		if (draft.kind === "article") return { cover: { id: file.id, alt }, seoImage: null };
		return { cover: null, seoImage: null };
	}
	const absolute = /^https?:\/\//.test(url) ? url : options.siteUrl && new URL(url, options.siteUrl).href;
	if (target.kind !== "foreign")
		findings.push({
			path: draft.path,
			line: lineOf(draft.text, url),
			kind: "warning",
			message: `cover ${url} is not in the site: no cover`,
		});
	return { cover: null, seoImage: absolute || null };
}

/**
 * Returns the files of a text's bundle that no text shows yet: one picture that themes take as a cover, and the others
 * as attachments.
 */
export function leftOver(linked: Linked, work: Work, used: Set<string>): { cover: SiteFile | null; files: SiteFile[] } {
	const { draft } = linked.named;
	const files = unique(draft.resources.flatMap((path) => work.shelf.take(path) ?? [])).filter(
		({ id }) => !used.has(id),
	);
	const wantsCover = draft.kind === "article" && linked.cover === null;
	const cover = wantsCover
		? files.find(
				({ filename, contentType }) =>
					/^[^.]*(?:cover|feature|thumb|banner|hero)/i.test(filename) && contentType.startsWith("image/"),
			)
		: undefined;
	return { cover: cover ?? null, files: files.filter((file) => file !== cover) };
}

export type Settled = { linked: Linked; aliases: string[]; attachments: { id: string; description: string }[] };

/** Makes the article of a settled text. */
export function articleOf({ linked, aliases, attachments }: Settled, work: Work): SiteArticle {
	const { named, title, body, cover } = linked;
	const { draft, slug } = named;
	const slugs = (names: string[], terms: Map<string, SiteTerm>): string[] =>
		unique(names.flatMap((name) => terms.get(name)?.slug ?? [])).sort();
	return {
		...common(draft, work),
		slug,
		title,
		type: typeOf(draft, work.options),
		aliases,
		excerpt: draft.excerpt === null ? excerptOf(body) : plainExcerpt(draft.excerpt),
		bodyMarkdown: body,
		seo: seoOf(linked),
		attachments,
		authorName: draft.author,
		isPinned: draft.isPinned,
		pinnedUntil: null,
		cover,
		categories: slugs(draft.categories, work.categories),
		tags: slugs(draft.tags, work.tags),
	};
}

/** Makes the page of a settled text. */
export function pageOf({ linked, aliases, attachments }: Settled, work: Work, position: number): SitePage {
	const { named, title, body } = linked;
	const { draft, slug, path, parentPath } = named;
	return {
		...common(draft, work),
		slug,
		path,
		parentPath,
		position,
		title,
		aliases,
		excerpt: plainExcerpt(draft.excerpt ?? ""),
		bodyMarkdown: body,
		seo: seoOf(linked),
		attachments,
	};
}

const common = (
	draft: Draft,
	{ options }: Work,
): Pick<SitePage, "source" | "state" | "publishedAt" | "publishAt" | "unpublishAt" | "updatedAt"> => ({
	source: `${options.siteName}/${draft.path}`,
	state: draft.state,
	publishedAt: draft.publishedAt,
	publishAt: draft.publishAt,
	unpublishAt: draft.unpublishAt,
	updatedAt: draft.updatedAt,
});

const seoOf = ({ named, seoImage }: Linked): Seo => ({ ...named.draft.seo, image: named.draft.seo.image ?? seoImage });

/** Returns whether a text is an article or a page; the operator's `--map` takes precedence. */
export function kindOf(draft: Draft, { map }: AssembleOptions): Draft["kind"] {
	const mapped = mappedTo(draft, map);
	if (mapped === "page") return "page";
	return mapped === undefined ? draft.kind : draft.path.match(/(?:^|\/)_index\.\w+$/) ? "page" : "article";
}

const mappedTo = (draft: Draft, map: AssembleOptions["map"]): ArticleType | "page" | undefined =>
	draft.sections.map((section) => map.get(slugify(section))).find((type) => type !== undefined);

function typeOf(draft: Draft, { map, defaultType }: AssembleOptions): ArticleType {
	const mapped = mappedTo(draft, map);
	if (mapped !== undefined && mapped !== "page") return mapped;
	const own = ARTICLE_TYPES.find((type) => type === draft.type?.toLowerCase());
	if (own) return own;
	const telling = draft.sections.map((section) => BY_NAME.get(slugify(section))).find((type) => type !== undefined);
	return telling ?? defaultType;
}

/** The types of articles by the names of sections: `events`, `stories`, 病友故事. */
const BY_NAME = new Map<string, ArticleType>(
	ARTICLE_TYPES.flatMap((type) => [
		[type, type],
		[type === "story" ? "stories" : `${type}s`, type],
		[ARTICLE_TYPE_LABELS[type], type],
	]),
);

/** Returns the first paragraph, or the text before `<!--more-->`, shortened to 160 characters. */
function excerptOf(body: string): string {
	const [before = "", more] = body.split(/<!--\s*more\s*-->/i);
	const { html } = renderMarkdown(more === undefined ? body.slice(0, 8000) : before);
	const paragraphs = [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, inner = ""]) =>
		plainText(inner).replace(/\s+/g, " "),
	);
	const text =
		more === undefined
			? (paragraphs.find((paragraph) => /[\p{L}\p{N}]{2}/u.test(paragraph)) ?? "")
			: paragraphs.join(" ");
	const points = [...text];
	return points.length <= 160 ? text : `${points.slice(0, 159).join("")}…`;
}

/** Returns an author's excerpt as plain text, without Markdown and HTML. */
function plainExcerpt(text: string): string {
	const isMarked = /<[a-z/]|\]\(|\*\*|&[a-z#\d]+;/i.test(text);
	return (isMarked ? plainText(renderMarkdown(text).html) : text).replace(/\s+/g, " ").trim();
}

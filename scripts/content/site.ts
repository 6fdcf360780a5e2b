/**
 * A site in memory: what every reader (Hugo, Jekyll, plain folders, exports of this program) produces, what the
 * database is read into, and what the exporter writes. Two sites that are deeply equal are the same site, so an import
 * is the difference between the folder's site and the database's. Times are UTC milliseconds; slugs and paths are NFC;
 * lists without an order of their own are sorted. A time that a folder does not state is null, and is set when the text
 * is stored (plan.ts).
 */
import type { ArticleType } from "#domain/content/articles/schema.ts";
import type { State } from "#domain/content/content/states.ts";
import type { DocumentKind } from "#domain/content/documents/kinds.ts";
import type { Menu } from "#domain/content/menus/schema.ts";

export type Seo = {
	title: string | null;
	description: string | null;
	image: string | null;
	canonicalUrl: string | null;
	noindex: boolean;
};

type Publishing = {
	/**
	 * The site that the text came from and its path there (`pdis.nat.gov.tw/_posts/2019/….md`), or its path in an
	 * export of this program: the identity by which a second run finds the text again. '/'-separated, NFC.
	 */
	source: string;
	slug: string;
	title: string;
	state: State;
	publishedAt: number | null;
	publishAt: number | null;
	unpublishAt: number | null;
	updatedAt: number | null;
	/** Earlier slugs (articles, documents) or paths (pages) that redirect here. Sorted. */
	aliases: string[];
};

type Text = {
	excerpt: string;
	/** Links to site files are `/api/v1/attachments/{id}/{filename}`, to other texts `/articles/{slug}` or `/{page path}`. */
	bodyMarkdown: string;
	seo: Seo;
	/** The files offered for download beside the text, in order. */
	attachments: { id: string; description: string }[];
};

export type SiteArticle = Publishing &
	Text & {
		type: ArticleType;
		authorName: string | null;
		isPinned: boolean;
		pinnedUntil: number | null;
		cover: { id: string; alt: string } | null;
		/** The slugs of the article's categories, sorted. */
		categories: string[];
		tags: string[];
		/** Said of a story without 同意書: nobody in it can be recognised. */
		nobodyShown?: true;
	};

export type SitePage = Publishing & Text & { path: string; parentPath: string | null; position: number };

export type SiteDocument = Publishing & {
	description: string;
	category: string;
	kind: DocumentKind;
	visibility: "public" | "members" | "restricted";
	/** The permission that readers of a restricted document need; without it only its managers may read it. */
	permission?: string;
	file: { id: string; note: string };
};

export type SiteAnnouncement = {
	source: string;
	slug: string;
	title: string;
	audience: string;
	isPinned: boolean;
	publishFrom: number | null;
	publishUntil: number | null;
	updatedAt: number | null;
	bodyMarkdown: string;
};

export type SiteTerm = { slug: string; name: string; description: string; position: number };

/** A file that is stored in R2. `id` is made from its name and bytes, so the same file has the same id in every run. */
export type SiteFile = {
	id: string;
	filename: string;
	contentType: string;
	size: number;
	sha256: string;
	width: number | null;
	height: number | null;
	read: () => Promise<Uint8Array>;
};

/** An item of a menu as it is shown: `target` is a path of the website or an address, empty for a heading. */
export type SiteMenuItem = { label: string; target: string; children: { label: string; target: string }[] };
export type SiteMenus = Record<Menu, SiteMenuItem[]>;
/** Returns how many items there are, with those below others. */
export const itemsIn = (items: readonly SiteMenuItem[]): number =>
	items.reduce((sum, { children }) => sum + 1 + children.length, 0);
/** Nothing of an export is an address of the service: links to its texts are paths. */
export const NO_HOSTS = { base: "", origin: "" };
/** A redirect by hand: the old path, and the path or address to which it leads. */
export type SiteRedirect = { path: string; target: string };

export type Site = {
	articles: SiteArticle[];
	pages: SitePage[];
	documents: SiteDocument[];
	announcements: SiteAnnouncement[];
	categories: SiteTerm[];
	tags: SiteTerm[];
	files: Map<string, SiteFile>;
	/** The menus of the website and the redirects by hand; only exports of this program have any. */
	menus: SiteMenus;
	redirects: SiteRedirect[];
};

/** A site without anything. */
export const emptySite = (): Site => ({
	articles: [],
	pages: [],
	documents: [],
	announcements: [],
	categories: [],
	tags: [],
	files: new Map(),
	menus: { main: [], footer: [] },
	redirects: [],
});

/** Something a person should know about the import. `line` counts from 1 in the file. */
export type Finding = { path: string; line: number | null; kind: "error" | "warning"; message: string };

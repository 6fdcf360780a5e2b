import type { z } from "zod";
import type { Menu } from "#domain/content/menus/schema.ts";
import { makeFile } from "../files.ts";
import type {
	SiteAnnouncement,
	SiteArticle,
	SiteDocument,
	SiteFile,
	SiteMenuItem,
	SiteMenus,
	SitePage,
} from "../site.ts";
import { inOrder, tidyText } from "../tidy.ts";
import { readObject } from "./objects.ts";
import {
	AnnouncementRow,
	ArticleRow,
	DocumentRow,
	FileRow,
	MenuItemRow,
	PageRow,
	PartRow,
	READS,
	RedirectRow,
	readAllRows,
	readRows,
	TermRow,
} from "./rows.ts";
import { openSides, type Sides } from "./sides.ts";
import type { StoredSite } from "./stored.ts";

type Stores = { DB: D1Database; FILES: R2Bucket };

/**
 * Reads the content of the database as a site, which the exporter writes and with which an import is compared. A text
 * that no import made has as its source the path that the exporter gives it.
 */
export async function readStored({ DB, FILES }: Stores): Promise<StoredSite> {
	const sides = await openSides(DB);
	const articles = await readArticles(DB, sides);
	const pages = await readPages(DB, sides);
	const announcements = await readAnnouncements(DB, sides);
	const attachments = (await readRows(DB, FileRow, READS.files)).map((row) => attachmentOf(FILES, row));
	const { documents, files } = await readDocuments({ DB, FILES }, sides);
	const site = inOrder({
		articles,
		pages,
		documents,
		announcements,
		categories: await readRows(DB, TermRow, READS.categories),
		tags: await readRows(DB, TermRow, READS.tags),
		files: new Map([...attachments, ...files].map((file) => [file.id, file])),
		menus: await readMenus(DB),
		redirects: await readRows(DB, RedirectRow, READS.redirects),
	});
	const documentSlugs = await readRows(DB, PartRow, READS.documentSlugs);
	const taken = {
		article: new Set(articles.map(({ slug }) => slug)),
		page: new Set(pages.flatMap(({ slug, path }) => [slug, path])),
		document: new Set(documentSlugs.map(({ value }) => value)),
		announcement: new Set(announcements.map(({ slug }) => slug)),
	};
	return { site, rows: sides.rows, taken };
}

async function readMenus(db: D1Database): Promise<SiteMenus> {
	const items = await readRows(db, MenuItemRow, READS.menuItems);
	const below = (menu: Menu, parent: number | null) =>
		items
			.filter((item) => item.menu === menu && item.parent_id === parent)
			.map(({ id, label, target }) => ({ id, label, target }));
	const menu = (name: Menu): SiteMenuItem[] =>
		below(name, null).map(({ id, ...item }) => ({
			...item,
			children: below(name, id).map(({ label, target }) => ({ label, target })),
		}));
	return { main: menu("main"), footer: menu("footer") };
}

const publishingOf = (
	row: Omit<
		z.infer<typeof DocumentRow>,
		"description" | "category" | "kind" | "visibility" | "permission" | "filename" | "object_key" | "note"
	>,
) => ({
	slug: row.slug,
	title: row.title,
	state: row.state,
	publishedAt: row.published_at,
	publishAt: row.publish_at,
	unpublishAt: row.unpublish_at,
	updatedAt: row.updated_at,
});

const textOf = (row: z.infer<typeof ArticleRow> | z.infer<typeof PageRow>) => ({
	...publishingOf(row),
	excerpt: row.excerpt,
	bodyMarkdown: tidyText(row.body_markdown),
	seo: {
		title: row.seo_title,
		description: row.seo_description,
		image: row.seo_image,
		canonicalUrl: row.canonical_url,
		noindex: row.noindex === 1,
	},
});

async function readArticles(db: D1Database, sides: Sides): Promise<SiteArticle[]> {
	const rows = await readAllRows(db, ArticleRow, READS.articles);
	return rows.map((row) => ({
		...textOf(row),
		source: sides.source("article", row, `articles/${row.slug}.md`),
		aliases: sides.values("article", row.id),
		type: row.type,
		authorName: row.author_name,
		isPinned: row.is_pinned === 1,
		pinnedUntil: row.pinned_until,
		cover: row.cover_id === null ? null : { id: row.cover_id, alt: row.cover_alt },
		categories: sides.values("categories", row.id),
		tags: sides.values("tags", row.id),
		attachments: sides.files("article", row.id),
		...(row.nobody_shown === 1 && { nobodyShown: true as const }),
	}));
}

async function readPages(db: D1Database, sides: Sides): Promise<SitePage[]> {
	const rows = await readAllRows(db, PageRow, READS.pages);
	return rows.map((row) => ({
		...textOf(row),
		source: sides.source("page", row, `pages/${row.path}.md`),
		aliases: sides.values("page", row.id),
		path: row.path,
		parentPath: row.parent_path,
		position: row.position,
		attachments: sides.files("page", row.id),
	}));
}

async function readDocuments(
	{ DB, FILES }: Stores,
	sides: Sides,
): Promise<{ documents: SiteDocument[]; files: SiteFile[] }> {
	const rows = await readAllRows(DB, DocumentRow, READS.documents);
	const files: SiteFile[] = [];
	const documents: SiteDocument[] = [];
	for (const row of rows) {
		const bytes = await readObject(FILES, row.object_key);
		const file = makeFile(row.filename, bytes, async () => bytes);
		files.push(file);
		documents.push({
			...publishingOf(row),
			source: sides.source("document", row, `documents/${row.slug}.md`),
			aliases: sides.values("document", row.id),
			description: row.description,
			category: row.category,
			kind: row.kind,
			visibility: row.visibility,
			...(row.permission === null ? {} : { permission: row.permission }),
			file: { id: file.id, note: row.note },
		});
	}
	return { documents, files };
}

async function readAnnouncements(db: D1Database, sides: Sides): Promise<SiteAnnouncement[]> {
	const rows = await readAllRows(db, AnnouncementRow, READS.announcements);
	return rows.map((row) => ({
		source: sides.source("announcement", row, `announcements/${row.slug}.md`),
		slug: row.slug,
		title: row.title,
		audience: row.audience,
		isPinned: row.is_pinned === 1,
		publishFrom: row.publish_from,
		publishUntil: row.publish_until,
		updatedAt: row.updated_at,
		bodyMarkdown: tidyText(row.body_markdown),
	}));
}

const attachmentOf = (bucket: R2Bucket, row: z.infer<typeof FileRow>): SiteFile => ({
	id: row.id,
	filename: row.filename,
	contentType: row.content_type,
	size: row.size,
	sha256: row.sha256,
	width: row.width,
	height: row.height,
	read: () => readObject(bucket, row.object_key),
});

import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { pages } from "#db/schema/pages.ts";
import type { State } from "#domain/content/content/states.ts";
import { PATH_MAX } from "#domain/content/pages/rules.ts";
import { lastPosition, type PageRef } from "./page-places.ts";

/** A page as its editor shows it, whatever its state. Times are UTC milliseconds. */
export type EditedPageRow = StandingPageRow & {
	id: number;
	title: string;
	excerpt: string;
	seo_title: string | null;
	seo_description: string | null;
	canonical_url: string | null;
	noindex: number;
	version: number;
	updated_at: number;
	body_markdown: string;
	/** JSON [slug or path]: the old addresses that redirect to this page. */
	old_paths: string;
	/** JSON [{id, title, state}]: the pages directly below this one that are not in the trash, in order. */
	children: string;
};

/** Selects the whole page for its editor. */
export const editedPage = (id: number): Select<EditedPageRow> =>
	select(
		`SELECT ${STANDING}, p.id, p.title, p.excerpt, p.seo_title, p.seo_description, p.canonical_url, p.noindex, p.version,
			p.updated_at, p.body_markdown,
			(SELECT json_group_array(h.slug ORDER BY h.slug) FROM slug_history h
				WHERE h.resource = 'page' AND h.id = p.id) AS old_paths,
			(SELECT json_group_array(json_object('id', c.id, 'title', c.title, 'state', c.state) ORDER BY c.position, c.id)
				FROM pages c WHERE c.parent_id = p.id AND c.state <> 'trashed') AS children
		FROM pages p WHERE p.id = ?1`,
		id,
	);

/** The columns of a page on which an action decides, without the long texts. */
export type StandingPageRow = {
	slug: string;
	path: string;
	parent_id: number | null;
	state: State;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	seo_image: string | null;
};
const STANDING = "p.slug, p.path, p.parent_id, p.state, p.published_at, p.publish_at, p.unpublish_at, p.seo_image";
export const standingPage = (id: number): Select<StandingPageRow> =>
	select(`SELECT ${STANDING} FROM pages p WHERE p.id = ?1`, id);

export type PageColumns = Omit<typeof pages.$inferInsert, "id" | "version" | "createdAt" | "path" | "position">;

const addressBelow = (parentId: number | null, slug: string): SQL<string> =>
	sql<string>`(coalesce((SELECT path || '/' FROM pages WHERE id = ${parentId}), '') || ${slug})`;

/**
 * Refuses with `page.path_too_long` a new page whose address is too long, before the table's own check crashes on it.
 */
export const refuseLongAddress = ({ parentId = null, slug }: PageColumns): Write =>
	refuseWhere("page.path_too_long", sql`length(${addressBelow(parentId, slug)}) > ${PATH_MAX}`);

/**
 * Inserts a new page after the others below its parent, as a draft; it gets its own state when its files are there
 * (`releasePage`).
 */
export const insertPage = (db: Db, columns: PageColumns, at: number): Write =>
	db.insert(pages).values({
		...columns,
		state: "draft",
		path: addressBelow(columns.parentId ?? null, columns.slug),
		position: lastPosition(columns.parentId ?? null),
		createdAt: at,
	});

/** Gives a new page the state that the user chose for it. */
export const releasePage = (db: Db, id: SQL<number>, { state }: PageColumns): Write =>
	db.update(pages).set({ state }).where(sql`id = ${id}`);

/** Changes a page that still has `version` and raises the version. Refuses with `page.stale` otherwise. */
export const updatePage = (
	db: Db,
	{ id, version }: PageRef,
	fields: Partial<PageColumns> & { position?: SQL<number> },
): Write[] => [
	db
		.update(pages)
		.set({ ...fields, version: version + 1 })
		.where(and(eq(pages.id, id), eq(pages.version, version))),
	guard("page.stale"),
];

/** Refuses with `page.has_children` when a page outside the trash stands directly below this page. */
export const refuseChildren = (id: number): Write =>
	refuseWhere("page.has_children", sql`EXISTS (SELECT 1 FROM pages WHERE parent_id = ${id} AND state <> 'trashed')`);

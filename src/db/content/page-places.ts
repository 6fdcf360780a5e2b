import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { MAX_DEPTH, PATH_MAX, type Place } from "#domain/content/pages/rules.ts";

/** The page that an action changes: `version` is the version that the user saw. */
export type PageRef = { id: number; version: number };

/** Selects the title of a page and how many pages stand before it below its parent, without those in the trash. */
export const placeOfPage = (id: number): Select<{ title: string; position: number }> =>
	select(
		`SELECT p.title, (SELECT count(*) FROM pages s WHERE s.parent_id IS p.parent_id AND s.state <> 'trashed'
			AND (s.position, s.id) < (p.position, p.id)) AS position FROM pages p WHERE p.id = ?1`,
		id,
	);

/**
 * Moves a page below another parent, or to another position below the same parent, together with all pages below it.
 * Refuses with `page.stale` when the page changed meanwhile or is in the trash, with `page.loop` (by the table's
 * trigger) when two moves would form a circle, and with the codes of refuseParent and settleAddress. Only the page
 * itself gets a new version, so users who edit another page are not disturbed.
 */
export const placePage = ({ id, version }: PageRef, { parentId, position }: Place): Write[] => [
	...refuseParent(parentId),
	sql`UPDATE pages SET parent_id = ${parentId}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state <> 'trashed'`,
	guard("page.stale"),
	orderSiblings(id, position),
	...settleAddress(id),
];

/** Refuses with `page.parent_gone` when the parent does not exist or is in the trash. */
export const refuseParent = (parentId: number | null): Write[] =>
	parentId === null
		? []
		: [
				refuseWhere(
					"page.parent_gone",
					sql`NOT EXISTS (SELECT 1 FROM pages WHERE id = ${parentId} AND state <> 'trashed')`,
				),
			];

/**
 * Stores the addresses of a page whose parent or slug changed and of all pages below it; the table's triggers keep the
 * old addresses as redirects. Refuses with `page.too_deep` when a page would stand more than MAX_DEPTH deep, with
 * `page.path_too_long` when an address would have more than PATH_MAX characters, and with `page.slug_taken` when
 * another page has the address.
 */
export const settleAddress = (id: number | SQL<number>): Write[] => [
	refuseWhere("page.too_deep", sql`EXISTS (${below(id)} SELECT 1 FROM below WHERE depth > ${MAX_DEPTH})`),
	refuseWhere("page.path_too_long", sql`EXISTS (${below(id)} SELECT 1 FROM below WHERE length(path) > ${PATH_MAX})`),
	sql`${below(id)} UPDATE pages SET path = below.path FROM below WHERE pages.id = below.id AND pages.path <> below.path`,
];

/**
 * Returns the common table expression of a page and all pages below it, with the addresses that follow. Slugs are
 * unique, so no two addresses can collide on the way. An imported page may have its own address below its parent's
 * (`old/guide` with the slug `old-guide`): it keeps that part when only its ancestors change.
 */
const below = (id: number | SQL<number>): SQL => sql`WITH RECURSIVE up (id, parent_id) AS (
		SELECT id, parent_id FROM pages WHERE id = ${id}
		UNION SELECT p.id, p.parent_id FROM up JOIN pages p ON p.id = up.parent_id
	), below (id, depth, was, path) AS (
		SELECT p.id, (SELECT count(*) FROM up), p.path, coalesce(parent.path || '/', '') || p.slug
			FROM pages p LEFT JOIN pages parent ON parent.id = p.parent_id WHERE p.id = ${id}
		UNION ALL
		SELECT p.id, below.depth + 1, p.path, below.path || iif(
				substr(p.path, 1, length(below.was) + 1) = below.was || '/', substr(p.path, length(below.was) + 1), '/' || p.slug)
			FROM below JOIN pages p ON p.parent_id = below.id
	)`;

/** Numbers a page and its siblings from 1, with the page itself at `position`; only numbers that change are written. */
const orderSiblings = (id: number, position: number): Write => sql`WITH others AS (
		SELECT id, 2 * row_number() OVER (ORDER BY position, id) - 1 AS place FROM pages
			WHERE parent_id IS (SELECT parent_id FROM pages WHERE id = ${id}) AND state <> 'trashed' AND id <> ${id}
	), ordered AS (
		SELECT id, row_number() OVER (ORDER BY place) AS nth
			FROM (SELECT id, place FROM others UNION ALL SELECT ${id}, 2 * ${position})
	)
	UPDATE pages SET position = nth FROM ordered WHERE pages.id = ordered.id AND position <> nth`;

/** Returns SQL for the position after all other pages below a parent. */
export const lastPosition = (parentId: number | null): SQL<number> =>
	sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM pages WHERE parent_id IS ${parentId})`;

import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { TargetKind } from "#domain/content/content/addresses.ts";

/** The number of redirects on one page of the list. */
export const REDIRECTS_PER_PAGE = 50;

/** A redirect as websites get it; `target` is a path on the website, not encoded, or an address. */
export type RedirectRow = { id: number; path: string; target: string };
/**
 * A redirect as staff see it. `title` is that of the text it leads to; `is_open`: the target is public; `is_covered`: a
 * public text has the path, so that the redirect is not told.
 */
export type StaffRedirect = RedirectRow & {
	resource: "article" | "page" | "document" | null;
	title: string | null;
	is_open: 0 | 1;
	is_covered: 0 | 1;
	version: number;
	updated_at: number;
};
/** The redirect that an action changes: `version` is the version that staff saw. */
export type RedirectRef = { id: number; version: number };
/** Where a redirect leads: a text and what stands behind its address, or a whole address. */
export type StoredTarget =
	| { resource: "article" | "page" | "document"; resourceId: number; address: string }
	| { resource: null; resourceId: null; address: string };

const TOLD = "SELECT id, path, target FROM redirects_now WHERE is_open AND NOT is_covered";

/** Selects the redirects with a greater id, in the order of their ids. */
export const redirectsAfter = (id: number, limit: number): Select<RedirectRow> =>
	select(`${TOLD} AND id > ?1 ORDER BY id ${limitTo(limit)}`, id);

/** Selects the redirect of a path. */
export const redirectFrom = (path: string): Select<RedirectRow> => select(`${TOLD} AND path = ?1`, path);

const STAFF = "SELECT id, path, target, resource, title, is_open, is_covered, version, updated_at FROM redirects_now";
const ORDER = orders(
	{ path: "path", target: "coalesce(title, target)", state: ["is_covered", "NOT is_open"], updated_at: "updated_at" },
	"id",
);
export const REDIRECT_SORTS = ORDER.sorts;
const WANTED =
	"WHERE (?1 = '' OR instr(lower(path), ?1) > 0 OR instr(lower(target), ?1) > 0 OR instr(lower(title), ?1) > 0)";

/** Selects the redirects of one page, counts those that fit and all redirects, as queries of one round trip. */
export function redirectsSelect({
	q,
	sort,
	page,
}: {
	q: string;
	sort: (typeof REDIRECT_SORTS)[number];
	page: number;
}): [Select<StaffRedirect>, Select<{ total: number; every: number }>] {
	const wanted = q.normalize("NFC").toLowerCase();
	return [
		select(
			`${STAFF} ${WANTED} ${ORDER.by(sort)} ${limitTo(REDIRECTS_PER_PAGE, (page - 1) * REDIRECTS_PER_PAGE)}`,
			wanted,
		),
		select(`SELECT count(*) AS total, (SELECT count(*) FROM redirects) AS every FROM redirects_now ${WANTED}`, wanted),
	];
}

export const redirectForStaff = (id: number): Select<StaffRedirect> => select(`${STAFF} WHERE id = ?1`, id);

const TEXTS: Record<Exclude<TargetKind, "file">, { table: string; now: string }> = {
	article: { table: "articles", now: "slug = ?1" },
	page: { table: "pages", now: "path = ?1 OR slug = ?1" },
	document: { table: "documents", now: "slug = ?1" },
};

/** Selects the text that has an address, or that had it earlier; the trash is left out. */
export const textAt = ({ kind, key }: { kind: Exclude<TargetKind, "file">; key: string }): Select<{ id: number }> => {
	const { table, now } = TEXTS[kind];
	return select(
		`SELECT id FROM ${table} WHERE state <> 'trashed'
			AND (${now} OR id = (SELECT h.id FROM slug_history h WHERE h.resource = '${kind}' AND h.slug = ?1))
		ORDER BY state <> 'published' LIMIT 1`,
		key,
	);
};

/** Inserts a redirect; the triggers of its table refuse what it may not be. */
export const insertRedirect = (path: string, { resource, resourceId, address }: StoredTarget, at: number): Write =>
	sql`INSERT INTO redirects (path, resource, resource_id, address, created_at, updated_at)
		VALUES (${path}, ${resource}, ${resourceId}, ${address}, ${at}, ${at})`;

/** Changes a redirect and raises its version. Refuses with `redirect.stale` when another user changed it meanwhile. */
export const updateRedirect = (
	{ id, version }: RedirectRef,
	{ path, resource, resourceId, address }: StoredTarget & { path: string },
	at: number,
): Write[] => [
	sql`UPDATE redirects SET path = ${path}, resource = ${resource}, resource_id = ${resourceId}, address = ${address},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("redirect.stale"),
];

/** Deletes a redirect. Refuses with `redirect.stale` when another user changed it meanwhile. */
export const deleteRedirect = ({ id, version }: RedirectRef): Write[] => [
	sql`DELETE FROM redirects WHERE id = ${id} AND version = ${version}`,
	guard("redirect.stale"),
];

import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import type { Finding, Site } from "../site.ts";
import type { Change } from "./plan.ts";
import { nameOf, recordsIn, type TextRecord } from "./records.ts";

/** The path at which a text stood on the old site; `source` is the text's. */
export type OldAddress = { source: string; path: string };
/** A redirect to a new text: the slug of an article, or the path of a page. */
export type NewRedirect = { path: string; resource: "article" | "page"; key: string };
export type StoredRedirect = { path: string; leads_to: string | null };

/** Reads the paths that redirects have, and those of ours that they lead to. */
export const readRedirects = async (db: D1Database): Promise<StoredRedirect[]> =>
	(
		await db
			.prepare("SELECT path, CASE WHEN resource IS NULL THEN address END AS leads_to FROM redirects")
			.all<StoredRedirect>()
	).results;

/** The lists of the website, which have no text of their own. */
const LISTS = ["/", "/articles", "/documents"];

/**
 * Plans a redirect from the old path of each new text to where it stands now. A path that a text or a redirect has
 * already is left out, with a warning. Only new texts get one, so that one that staff deleted does not come back.
 */
export function planRedirects(
	creates: Change[],
	{ wanted, stored, site }: { wanted: OldAddress[]; stored: StoredRedirect[]; site: Site },
	findings: Finding[],
): NewRedirect[] {
	const made = new Map(creates.map(({ record }) => [record.text.source, record]));
	const taken = new Set([
		...LISTS,
		...recordsIn(site).map(placeOf),
		...[...made.values()].map(placeOf),
		...stored.flatMap(({ path, leads_to }) => [path, leads_to?.replace(/[?#].*$/, "") ?? ""]),
	]);
	return wanted.flatMap(({ source, path }) => {
		const record = made.get(source);
		if (record?.resource !== "article" && record?.resource !== "page") return [];
		if (path === placeOf(record)) return [];
		if (taken.has(path)) {
			const message = `its old address ${path} belongs to something else here: no redirect`;
			findings.push({ path: source, line: null, kind: "warning", message });
			return [];
		}
		taken.add(path);
		return [{ path, resource: record.resource, key: nameOf(record) }];
	});
}

const placeOf = (record: TextRecord): string =>
	record.resource === "article"
		? `/articles/${record.text.slug}`
		: record.resource === "page"
			? `/${record.text.path}`
			: record.resource === "document"
				? `/documents/${record.text.slug}`
				: "";

/** Inserts redirects to texts that the same batch has inserted before. */
export const writeRedirects = (redirects: NewRedirect[], now: number): Write[] =>
	redirects.length === 0
		? []
		: [
				sql`INSERT INTO redirects (path, resource, resource_id, created_at, updated_at)
					SELECT j.value ->> 'path', j.value ->> 'resource', CASE j.value ->> 'resource'
						WHEN 'article' THEN (SELECT id FROM articles WHERE slug = j.value ->> 'key')
						ELSE (SELECT id FROM pages WHERE path = j.value ->> 'key') END, ${now}, ${now}
					FROM json_each(${JSON.stringify(redirects)}) j`,
			];

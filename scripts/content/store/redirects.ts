import type { Finding, Site } from "../site.ts";
import type { Change } from "./plan.ts";
import { nameOf, placeOf, recordsIn } from "./records.ts";

/** The path at which a text stood on the old site; `source` is the text's. */
export type OldAddress = { source: string; path: string };
/** Where a redirect or a menu's item leads: a text by its name, with what stands behind its address, or an address. */
export type LinkTarget = { resource: "article" | "page" | "document" | null; key: string; address: string };
/** A redirect that an import makes. */
export type NewRedirect = LinkTarget & { path: string };
export type StoredRedirect = { path: string; target: string; leads_to: string | null };

/** Reads the paths that redirects have, and where they lead; `leads_to` is the address of one that leads to no text. */
export const readRedirects = async (db: D1Database): Promise<StoredRedirect[]> =>
	(
		await db
			.prepare("SELECT path, target, CASE WHEN resource IS NULL THEN address END AS leads_to FROM redirects_now")
			.all<StoredRedirect>()
	).results;

/** The lists of the website, which have no text of their own. */
export const LISTS = ["/", "/articles", "/documents"];

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
		return [{ path, resource: record.resource, key: nameOf(record), address: "" }];
	});
}

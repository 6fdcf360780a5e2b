import { uniqueSlug } from "#domain/content/content/slug.ts";
import { mapLinks } from "../links.ts";
import type { Finding, Site } from "../site.ts";
import { recordsIn, type TextRecord } from "./records.ts";
import type { Resource, StoredSite } from "./stored.ts";

/** Returns the stored text that is the same text as a folder's, if there is one. */
export type FindStored = (record: TextRecord) => TextRecord | undefined;
/** The new names by the old ones: under `page` slugs, under `path` addresses of pages. */
type Names = Record<Resource | "path", Map<string, string>>;

/**
 * Gives a folder's texts names that are free in the database: a name that another stored text has gets a number, and
 * pages below it and links to it follow. A text that is stored already keeps its number.
 */
export function renameAll(site: Site, stored: StoredSite, find: FindStored): { site: Site; findings: Finding[] } {
	const records = recordsIn(site).map((record) => ({ record, before: find(record) }));
	const taken = takenByOthers(
		stored,
		records.flatMap(({ before }) => before ?? []),
	);
	const names: Names = {
		article: new Map(),
		page: new Map(),
		document: new Map(),
		announcement: new Map(),
		path: new Map(),
	};
	const findings: Finding[] = [];
	const claim = (kind: Resource | "path", wanted: string, had: string | undefined): string => {
		const name = choose(wanted, had, (one) => taken[kind].has(one));
		taken[kind].add(name);
		return name;
	};
	for (const { record, before } of [
		...records.filter(({ before }) => before),
		...records.filter(({ before }) => !before),
	]) {
		const { resource, text } = record;
		names[resource].set(text.slug, claim(resource, text.slug, before?.text.slug));
		if (record.resource === "page") {
			const had = before?.resource === "page" ? before.text.path : undefined;
			names.path.set(record.text.path, claim("path", below(record.text.path, names.path), had));
		}
		const kind = resource === "page" ? "path" : resource;
		const wanted = record.resource === "page" ? record.text.path : text.slug;
		const name = names[kind].get(wanted);
		if (name !== wanted && !before)
			findings.push({
				path: text.source,
				line: null,
				kind: "warning",
				message: `another ${resource} here has the address ${wanted}: becomes ${name}`,
			});
	}
	return { site: renamed(site, names), findings };
}

/** Returns the names of stored texts that are not among `own`. */
function takenByOthers({ taken, site }: StoredSite, own: TextRecord[]): Record<Resource | "path", Set<string>> {
	const others = {
		article: new Set(taken.article),
		page: new Set(site.pages.map(({ slug }) => slug)),
		document: new Set(taken.document),
		announcement: new Set(taken.announcement),
		path: new Set(site.pages.map(({ path }) => path)),
	};
	for (const record of own) {
		others[record.resource].delete(record.text.slug);
		if (record.resource === "page") others.path.delete(record.text.path);
	}
	return others;
}

function choose(wanted: string, had: string | undefined, isTaken: (name: string) => boolean): string {
	if (!isTaken(wanted)) return wanted;
	const isOwnNumber = (name: string): boolean =>
		name.startsWith(`${wanted}-`) && /^\d+$/.test(name.slice(wanted.length + 1));
	if (had !== undefined && isOwnNumber(had) && !isTaken(had)) return had;
	const at = wanted.lastIndexOf("/") + 1;
	return wanted.slice(0, at) + uniqueSlug(wanted.slice(at), (last) => isTaken(wanted.slice(0, at) + last));
}

/** Returns the path below the new path of the nearest renamed page above it. */
function below(path: string, paths: Map<string, string>): string {
	for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
		const above = paths.get(path.slice(0, at));
		if (above !== undefined) return above + path.slice(at);
	}
	return path;
}

function renamed(site: Site, names: Names): Site {
	const addresses = new Map<string, string>();
	for (const [old, path] of names.path) if (old !== path) addresses.set(`/${old}`, `/${path}`);
	for (const [old, slug] of names.article) if (old !== slug) addresses.set(`/articles/${old}`, `/articles/${slug}`);
	for (const [old, slug] of names.document) if (old !== slug) addresses.set(`/documents/${old}`, `/documents/${slug}`);
	const relink = (body: string): string =>
		addresses.size === 0 ? body : mapLinks(body, (url) => moved(url, addresses));
	const leading = <T extends { target: string }>(one: T): T => ({
		...one,
		target: moved(one.target, addresses) ?? one.target,
	});
	return {
		...site,
		menus: {
			main: site.menus.main.map((item) => ({ ...leading(item), children: item.children.map(leading) })),
			footer: site.menus.footer.map((item) => ({ ...leading(item), children: item.children.map(leading) })),
		},
		redirects: site.redirects.map(leading),
		articles: site.articles.map((text) => ({
			...text,
			slug: names.article.get(text.slug) ?? text.slug,
			bodyMarkdown: relink(text.bodyMarkdown),
		})),
		pages: site.pages.map((text) => ({
			...text,
			slug: names.page.get(text.slug) ?? text.slug,
			path: names.path.get(text.path) ?? text.path,
			parentPath: text.parentPath === null ? null : (names.path.get(text.parentPath) ?? text.parentPath),
			bodyMarkdown: relink(text.bodyMarkdown),
		})),
		documents: site.documents.map((text) => ({ ...text, slug: names.document.get(text.slug) ?? text.slug })),
		announcements: site.announcements.map((text) => ({
			...text,
			slug: names.announcement.get(text.slug) ?? text.slug,
			bodyMarkdown: relink(text.bodyMarkdown),
		})),
	};
}

function moved(url: string, addresses: Map<string, string>): string | undefined {
	const [, address = "", suffix = ""] = /^([^?#]*)(.*)$/.exec(url) ?? [];
	const now = addresses.get(address);
	return now === undefined ? undefined : now + suffix;
}

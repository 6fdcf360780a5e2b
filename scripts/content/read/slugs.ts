import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import type { Finding } from "../site.ts";
import { addressKey } from "./addresses.ts";
import type { Draft } from "./draft.ts";
import { lineOf } from "./notes.ts";

/** A text with the names that it gets on the new site. Only pages have `path` and `parentPath`. */
export type Named = { draft: Draft; slug: string; path: string; parentPath: string | null };

/** Returns a text's language and address on the old site, which may differ for two texts with the same slug. */
const oldAddress = ({ urls, lang }: Draft): string => `${lang ?? ""} ${addressKey(urls[0] ?? "")}`;
const byPath = (a: Draft, b: Draft): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
/** The slug and path of the page that stood at the top of the old site. */
export const HOME = "home";

/**
 * Gives every text a unique slug, and every page an address in the tree. Of two articles with one slug the later one by
 * path gets a number, with a warning; when both state the slug and had one address on the old site, too, it is an error
 * that names both.
 */
export function nameAll(drafts: Draft[], findings: Finding[]): Named[] {
	const sorted = [...drafts].sort(byPath);
	const articles = nameArticles(
		sorted.filter(({ kind }) => kind === "article"),
		findings,
	);
	return [
		...articles,
		...namePages(
			sorted.filter(({ kind }) => kind === "page"),
			findings,
		),
	];
}

function nameArticles(drafts: Draft[], findings: Finding[]): Named[] {
	const owners = new Map<string, Draft>();
	const named: Named[] = [];
	// Stated slugs come first, then texts in the site's main language.
	const claim = ({ isSlugStated, lang }: Draft): number => (isSlugStated ? 0 : 2) + (lang === null ? 0 : 1);
	for (const draft of [...drafts].sort((a, b) => claim(a) - claim(b) || byPath(a, b))) {
		const wanted = slugify(draft.slug) || slugify(draft.title) || "article";
		const owner = owners.get(wanted);
		if (owner?.isSlugStated && draft.isSlugStated && oldAddress(owner) === oldAddress(draft)) {
			const line = lineOf(draft.text, draft.slug);
			findings.push({
				path: draft.path,
				line,
				kind: "error",
				message: `slug ${wanted} is also that of ${owner.path}, and so is its address`,
			});
			continue;
		}
		const slug = uniqueSlug(owner && draft.lang ? slugify(`${wanted}-${draft.lang}`) : wanted, (one) =>
			owners.has(one),
		);
		if (owner)
			findings.push({
				path: draft.path,
				line: null,
				kind: "warning",
				message: `slug ${wanted} is that of ${owner.path}: becomes ${slug}`,
			});
		owners.set(slug, draft);
		named.push({ draft, slug, path: "", parentPath: null });
	}
	return named;
}

function namePages(drafts: Draft[], findings: Finding[]): Named[] {
	const paths = new Map<string, Draft>();
	const slugs = new Set<string>();
	const placed = drafts.map((draft) => {
		const wanted = pagePath(draft);
		const path = uniquePath(wanted, (one) => paths.has(one));
		if (path !== wanted)
			findings.push({
				path: draft.path,
				line: null,
				kind: "warning",
				message: `address /${wanted} is that of ${paths.get(wanted)?.path}: becomes /${path}`,
			});
		paths.set(path, draft);
		return { draft, path };
	});
	// The page with the shortest address gets a name first: `guide` before `old/guide`.
	const order = [...placed].sort((a, b) => depth(a.path) - depth(b.path) || byPath(a.draft, b.draft));
	return order.map(({ draft, path }) => {
		const slug = pageSlug(path, (one) => slugs.has(one));
		slugs.add(slug);
		return { draft, slug, path, parentPath: nearest(path, (one) => paths.has(one)) };
	});
}

const depth = (path: string): number => path.split("/").length;

function pagePath(draft: Draft): string {
	const parts = draft.address
		.split("/")
		.map(slugify)
		.filter((part) => part !== "");
	if (draft.isSlugStated && parts.length > 0) parts[parts.length - 1] = slugify(draft.slug) || (parts.at(-1) ?? "");
	const path = parts.join("/").slice(0, 590);
	return path || (draft.address === "" ? HOME : slugify(draft.title) || "page");
}

function uniquePath(wanted: string, isTaken: (path: string) => boolean): string {
	for (let number = 1; ; number++) {
		const path = number === 1 ? wanted : `${wanted}-${number}`;
		if (!isTaken(path)) return path;
	}
}

/**
 * Returns a page's slug: the last part of its address; when another page has that slug, the deeper page's slug also
 * contains its parent's name.
 */
function pageSlug(path: string, isTaken: (slug: string) => boolean): string {
	const parts = path.split("/");
	const short = parts.at(-1) ?? path;
	if (!isTaken(short)) return short;
	return uniqueSlug(slugify(parts.slice(-2).join("-")), isTaken);
}

/** Returns the path of the nearest existing page above a path; folders between them may have no page. */
export function nearest(path: string, exists: (path: string) => boolean): string | null {
	const parts = path.split("/");
	for (let length = parts.length - 1; length > 0; length--) {
		const above = parts.slice(0, length).join("/");
		if (exists(above)) return above;
	}
	return null;
}

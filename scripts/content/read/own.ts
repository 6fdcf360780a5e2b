import { fileUrl } from "#domain/content/content/files.ts";
import { mapLinks } from "../links.ts";
import type { Site, SiteFile, SitePage, SiteTerm } from "../site.ts";
import { inOrder } from "../tidy.ts";
import { decodeAddress } from "./addresses.ts";
import { BadFile } from "./bad-file.ts";
import { openShelf } from "./bodies.ts";
import { type Value, valuesIn } from "./front-matter.ts";
import { resolvePath } from "./link-index.ts";
import { folderOf } from "./names.ts";
import { inner, type OwnFields, openOwn } from "./own-fields.ts";
import { menusIn, redirectsIn } from "./own-links.ts";
import { announcementIn, articleIn, documentIn, isSlug, type OwnShelf, pageIn } from "./own-texts.ts";
import { fail, type Reading, readConfiguration, warn } from "./reading.ts";
import { nearest } from "./slugs.ts";

type Own = OwnShelf & { reading: Reading; take: (path: string) => SiteFile | undefined };

/** Reads this program's own export format; what it states is taken unchanged. */
export function readOwn(reading: Reading): Site {
	const about = readConfiguration(reading, ["site.yaml", "site.yml"]);
	if (about.format !== "1") fail(reading, "site.yaml", "`format: 1` is the only format known", 1);
	const shelf = openShelf(reading.folder, reading.findings);
	const own: Own = {
		reading,
		take: shelf.take,
		file: (fields, key, name) => {
			const path = resolvePath(folderOf(fields.path), name);
			const file = reading.folder.files.has(path) ? shelf.take(path) : undefined;
			return file?.id ?? fields.fail(key, `names a file that is not there: ${name}`);
		},
		categories: termsIn(reading, about.categories),
		tags: termsIn(reading, about.tags).map((tag) => ({ ...tag, position: 0 })),
	};
	const articles = readAll(own, "articles/", (fields) => articleIn(own, fields));
	const pages = readAll(own, "pages/", (fields) => pageIn(own, fields));
	const announcements = readAll(own, "announcements/", announcementIn);
	const documents = readAll(own, "documents/", (fields) => documentIn(own, fields));
	const addresses = new Map([
		...[...articles].map(([path, { slug }]) => [path, `/articles/${slug}`] as const),
		...[...pages].map(([path, page]) => [path, `/${page.path}`] as const),
	]);
	const linked = <T extends { bodyMarkdown: string }>(texts: Map<string, T>): T[] =>
		[...texts].map(([path, text]) => ({ ...text, bodyMarkdown: relink(own, path, text.bodyMarkdown, addresses) }));
	return inOrder({
		articles: linked(articles),
		pages: withParents(linked(pages)),
		documents: [...documents.values()],
		announcements: linked(announcements),
		categories: own.categories,
		tags: own.tags,
		files: shelf.files,
		menus: menusIn(reading),
		redirects: redirectsIn(reading),
	});
}

/** Reads all texts below a folder, by path; two with the same slug, path or source are an error naming both. */
function readAll<T extends { slug: string; source: string; path?: string }>(
	{ reading }: Own,
	below: string,
	read: (fields: OwnFields) => T,
): Map<string, T> {
	const texts = new Map<string, T>();
	const owners = new Map<string, string>();
	for (const path of reading.folder.files.keys()) {
		if (!path.startsWith(below) || !path.endsWith(".md")) continue;
		try {
			const text = read(openOwn(path, reading.folder.text(path)));
			for (const claim of [
				`slug ${text.slug}`,
				`source ${text.source}`,
				...(text.path === undefined ? [] : [`path ${text.path}`]),
			]) {
				const owner = owners.get(claim);
				if (owner !== undefined) throw new BadFile(`${claim} is also that of ${owner}`, 1);
				owners.set(claim, path);
			}
			texts.set(path, text);
		} catch (error) {
			if (!(error instanceof BadFile)) throw error;
			fail(reading, path, error.message, error.line);
		}
	}
	return texts;
}

/** Gives every page without a stated parent the nearest page above its path as parent. */
function withParents(pages: SitePage[]): SitePage[] {
	const paths = new Set(pages.map(({ path }) => path));
	return pages.map((page) => {
		const parentPath =
			page.parentPath === "" ? null : (page.parentPath ?? nearest(page.path, (path) => paths.has(path)));
		return { ...page, parentPath };
	});
}

/** Turns relative links to texts and files into addresses; others stay, and those without a target are noted. */
function relink({ reading, take }: Own, path: string, body: string, addresses: Map<string, string>): string {
	return mapLinks(body, (url) => {
		if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|$)/i.test(url)) return undefined;
		const [, encoded = "", suffix = ""] = /^([^?#]*)(.*)$/.exec(url) ?? [];
		const target = resolvePath(folderOf(path), decodeAddress(encoded));
		const address = addresses.get(target);
		if (address !== undefined) return address + suffix;
		const file = suffix === "" && reading.folder.files.has(target) ? take(target) : undefined;
		if (!file) warn(reading, path, `link ${url} is not in the site: left as it is`);
		return file && fileUrl(file);
	});
}

/** Reads the categories or tags of site.yaml; each needs a unique slug and a unique name. */
function termsIn(reading: Reading, value: Value | undefined): SiteTerm[] {
	const list = valuesIn(value);
	const terms: SiteTerm[] = [];
	for (const [index, term] of list.entries()) {
		const [slug, name] = [inner(term, "slug"), inner(term, "name")];
		const isTaken = terms.some((other) => other.slug === slug || other.name === name);
		if (!isSlug(slug) || name.trim() === "" || [...name].length > 80 || isTaken)
			fail(
				reading,
				"site.yaml",
				`a category or tag needs a slug and a name of its own: ${slug || "(no slug)"}, ${name || "(no name)"}`,
			);
		const position = term.position === undefined ? index : Number(inner(term, "position"));
		terms.push({ slug, name, description: inner(term, "description"), position });
	}
	return terms;
}

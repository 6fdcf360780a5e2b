import { filesIn } from "#domain/content/content/files.ts";
import type { Site, SiteMenuItem } from "./site.ts";
import { isTrashed, placeOf, recordsIn } from "./store/records.ts";

/** Returns a body as it is stored and compared: with LF, without blank lines before it and white space after it. */
export const tidyText = (markdown: string): string =>
	markdown
		.replace(/\r\n?/g, "\n")
		.replace(/^(?:[ \t]*\n)+/, "")
		.trimEnd();

const by =
	<T>(key: (item: T) => string | number) =>
	(a: T, b: T): number =>
		key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

/** Returns the site in the order in which two sites are compared; files that no text uses are left out. */
export function inOrder(site: Site): Site {
	const used = usedFiles(site);
	return {
		articles: [...site.articles].sort(by(({ source }) => source)),
		pages: [...site.pages].sort(by(({ source }) => source)),
		documents: [...site.documents].sort(by(({ source }) => source)),
		announcements: [...site.announcements].sort(by(({ source }) => source)),
		categories: [...site.categories].sort(by(({ slug }) => slug)).sort(by(({ position }) => position)),
		tags: [...site.tags].sort(by(({ slug }) => slug)),
		menus: site.menus,
		redirects: [...site.redirects].sort(by(({ path }) => path)),
		files: new Map([...site.files].filter(([id]) => used.has(id)).sort(by(([id]) => id))),
	};
}

/**
 * Returns the ids of all files that the site's texts show, link to, offer or have as their cover, and of the files of
 * its documents.
 */
export function usedFiles(site: Site): Set<string> {
	const texts = [...site.articles, ...site.pages];
	return new Set([
		...[...texts, ...site.announcements].flatMap(({ bodyMarkdown }) => filesIn(bodyMarkdown)),
		...texts.flatMap(({ attachments }) => attachments.map(({ id }) => id)),
		...site.articles.flatMap(({ cover }) => (cover ? [cover.id] : [])),
		...site.documents.map(({ file }) => file.id),
	]);
}

/** Returns the site without the texts in the trash, and without the files that only they used and what leads to them. */
export function withoutTrash(site: Site): Site {
	const isKept = ({ state }: { state: string }): boolean => state !== "trashed";
	const gone = new Set(recordsIn(site).filter(isTrashed).map(placeOf));
	const leads = ({ target }: { target: string }): boolean => !gone.has(target.replace(/[?#].*$/s, ""));
	return inOrder({
		...site,
		articles: site.articles.filter(isKept),
		pages: site.pages.filter(isKept),
		documents: site.documents.filter(isKept),
		menus: { main: itemsThat(leads, site.menus.main), footer: itemsThat(leads, site.menus.footer) },
		redirects: site.redirects.filter(leads),
	});
}

type Item = Omit<SiteMenuItem, "children">;

/** Returns the items that lead somewhere; one that does not stays as a heading where items below it do. */
export const itemsThat = (leads: (item: Item) => boolean, items: readonly SiteMenuItem[]): SiteMenuItem[] =>
	items.flatMap((item) => {
		const children = item.children.filter(leads);
		if (leads(item)) return [{ ...item, children }];
		return children.length > 0 ? [{ ...item, target: "", children }] : [];
	});

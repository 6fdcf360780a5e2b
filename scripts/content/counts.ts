import { itemsIn, type Site } from "./site.ts";

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/**
 * Writes the numbers of a site's content: `27 articles, 17 categories, 11 tags, 9 pages, 14 files`; documents,
 * announcements, items of menus and redirects only when there are any.
 */
export function countsOf(site: Site): string {
	const counts = [
		many(site.articles.length, "article", "articles"),
		many(site.categories.length, "category", "categories"),
		many(site.tags.length, "tag", "tags"),
		many(site.pages.length, "page", "pages"),
		many(site.files.size, "file", "files"),
	];
	if (site.documents.length > 0) counts.push(many(site.documents.length, "document", "documents"));
	if (site.announcements.length > 0) counts.push(many(site.announcements.length, "announcement", "announcements"));
	const items = itemsIn([...site.menus.main, ...site.menus.footer]);
	if (items > 0) counts.push(many(items, "menu item", "menu items"));
	if (site.redirects.length > 0) counts.push(many(site.redirects.length, "redirect", "redirects"));
	return counts.join(", ");
}

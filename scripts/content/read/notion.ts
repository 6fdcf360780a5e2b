import { mapLinks } from "../links.ts";

const ID = /[ -]([0-9a-f]{32})(?=\.\w+$|$)/;
/** The folders around everything that Notion exports. */
const AROUND = /^(?:Export-[0-9a-f-]{36}(?:-Part-\d+)?\/)?(?:Private & Shared\/)?/;
const PAGE = /^https:\/\/(?:www\.notion\.(?:so|com)|[\w-]+\.notion\.site)\/(?:[^?#]*[-/])?([0-9a-f]{32})(?=[?#]|$)/;

/** Returns a path without the ids that Notion puts behind the names of pages and folders. */
export const withoutIds = (path: string): string =>
	path
		.replace(AROUND, "")
		.split("/")
		.map((name) => (ID.exec(name)?.index === 0 ? name : name.replace(ID, "")))
		.join("/");

/** Turns links to pages in Notion into links to the files of those pages, where these are among `paths`. */
export function notionLinks(markdown: string, paths: Iterable<string>): string {
	if (!markdown.includes("notion.")) return markdown;
	const byId = new Map<string, string>();
	for (const path of paths) {
		const id = /\.(?:md|html?)$/i.test(path) ? ID.exec(path)?.[1] : undefined;
		if (id !== undefined) byId.set(id, path);
	}
	return mapLinks(markdown, (url) => {
		const path = byId.get(PAGE.exec(url)?.[1] ?? "");
		return path && `/${path.split("/").map(encodeURIComponent).join("/")}`;
	});
}

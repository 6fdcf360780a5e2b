import type { Site } from "../site.ts";

/** The path of each text and file of a site in the export. The keys of `files` are ids. */
export type Layout = {
	articles: Map<string, string>;
	pages: Map<string, string>;
	documents: Map<string, string>;
	announcements: Map<string, string>;
	files: Map<string, string>;
};

/** Makes the paths of a site's texts and files, by slug, path or id; the same site always gets the same paths. */
export function layOutSite(site: Site): Layout {
	const named = (below: string, names: string[]): Map<string, string> =>
		new Map(names.map((name) => [name, `${below}/${safeName(name)}.md`]));
	return {
		articles: named(
			"articles",
			site.articles.map(({ slug }) => slug),
		),
		pages: named(
			"pages",
			site.pages.map(({ path }) => path),
		),
		documents: named(
			"documents",
			site.documents.map(({ slug }) => slug),
		),
		announcements: named(
			"announcements",
			site.announcements.map(({ slug }) => slug),
		),
		files: filePaths(site),
	};
}

/** Returns a name that every file system accepts; other characters become percent escapes. */
const safeName = (name: string): string =>
	name
		.split("/")
		.map((part) =>
			part.replace(/[^\p{L}\p{N}\p{M}_-]/gu, (character) =>
				encodeURIComponent(character).replace(/[.!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
			),
		)
		.join("/");

/**
 * Returns the files' paths, `files/name`; when two files have the same name (case aside), each lies in a folder named
 * by its id.
 */
function filePaths({ files }: Site): Map<string, string> {
	const names = [...files.values()].map(({ filename }) => filename.toLowerCase());
	const paths = [...files.values()].map(({ id, filename }): [string, string] => {
		if (/[/\\\0]|^\.{1,2}$/.test(filename)) throw new Error(`file ${id} is called ${filename}, which is no file name`);
		const isAlone = names.filter((name) => name === filename.toLowerCase()).length === 1;
		return [id, isAlone ? `files/${filename}` : `files/${id}/${filename}`];
	});
	return new Map(paths);
}

/** Returns the relative path from the text at `from` to `to`; both are paths from the top of the folder. */
export function relativePath(from: string, to: string): string {
	const here = from.split("/").slice(0, -1);
	const there = to.split("/");
	let common = 0;
	while (common < here.length && here[common] === there[common]) common++;
	return [...here.slice(common).map(() => ".."), ...there.slice(common)].join("/");
}

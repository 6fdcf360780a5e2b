import type { Site } from "../site.ts";

/** Where each text and file of a site lies in our own format. Keys of `files` are ids. */
export type Layout = {
	articles: Map<string, string>;
	pages: Map<string, string>;
	documents: Map<string, string>;
	announcements: Map<string, string>;
	files: Map<string, string>;
};

/** Paths by slug, path or id; the same site is always laid out alike. */
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

/** Names that any file system takes as they are; other characters become percent escapes. */
const safeName = (name: string): string =>
	name
		.split("/")
		.map((part) =>
			part.replace(/[^\p{L}\p{N}\p{M}_-]/gu, (character) =>
				encodeURIComponent(character).replace(/[.!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
			),
		)
		.join("/");

/** `files/name`; where two files are called alike (case aside), each lies in a folder named by its id. */
function filePaths({ files }: Site): Map<string, string> {
	const names = [...files.values()].map(({ filename }) => filename.toLowerCase());
	const paths = [...files.values()].map(({ id, filename }): [string, string] => {
		if (/[/\\\0]|^\.{1,2}$/.test(filename)) throw new Error(`file ${id} is called ${filename}, which is no file name`);
		const isAlone = names.filter((name) => name === filename.toLowerCase()).length === 1;
		return [id, isAlone ? `files/${filename}` : `files/${id}/${filename}`];
	});
	return new Map(paths);
}

/** The way from the text at `from` to `to`, both from the top of the folder. */
export function relativePath(from: string, to: string): string {
	const here = from.split("/").slice(0, -1);
	const there = to.split("/");
	let common = 0;
	while (common < here.length && here[common] === there[common]) common++;
	return [...here.slice(common).map(() => ".."), ...there.slice(common)].join("/");
}

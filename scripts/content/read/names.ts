/** The parts of a file name such as `2019-06-14-a-title.zh-tw.md`. */
export type FileName = { date: string | null; name: string; extension: string };

const MARKDOWN = new Set(["md", "markdown", "mkd", "mkdn", "mkdown", "mdown", "mdx"]);
const HTML = new Set(["html", "htm"]);
/** The extensions of other light markup, which is read as if it were Markdown, with a warning. */
const OTHER = new Set(["adoc", "asciidoc", "textile", "rst", "org", "pandoc", "pdc"]);
const DATED = /^(\d{4}-\d{1,2}-\d{1,2})(?:[-_]+|$)(.*)$/;

/** Splits a file name into the date at its start, the name, and the extension. */
export function splitName(path: string): FileName {
	const file = path.slice(path.lastIndexOf("/") + 1);
	const dot = file.lastIndexOf(".");
	const base = dot > 0 ? file.slice(0, dot) : file;
	const [, date = null, rest] = DATED.exec(base) ?? [];
	return { date, name: rest || base, extension: dot > 0 ? file.slice(dot + 1).toLowerCase() : "" };
}

/**
 * Splits the name of the folder that an `index` file stands for as `splitName` does, with no extension; for the top
 * folder, '', the name is '' too.
 */
export const splitFolder = (path: string): FileName =>
	path === "" ? { date: null, name: "", extension: "" } : { ...splitName(`${path}.md`), extension: "" };

export type TextFormat = "markdown" | "html" | "other";

/** Returns the format of a file's text; undefined for a file that is no text of a site. */
export function formatOf(path: string): TextFormat | undefined {
	const { extension } = splitName(path);
	if (MARKDOWN.has(extension)) return "markdown";
	if (HTML.has(extension)) return "html";
	return OTHER.has(extension) ? "other" : undefined;
}

export const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
export const joinPath = (...parts: string[]): string => parts.filter((part) => part !== "").join("/");

/** Writes a name such as `a-title_of-it` as words. */
export const inWords = (name: string): string => name.replace(/[-_]+/g, " ").trim();

/** Returns whether a file documents the repository, such as a README: no text unless it has front matter. */
export const isRepositoryPaper = (path: string): boolean =>
	/(?:^|\/)(?:readme|license|licence|changelog|contributing|code_of_conduct|security|authors|todo|notice|attribution|agents|claude)(?:[._-][\w.-]*)?\.\w+$/i.test(
		path,
	);

/** Returns whether a text is a language code as folders and file names use them. */
export const isLanguage = (text: string): boolean =>
	/^(?:zh|en|ja|ko|fr|de|es|it|pt|ru|nl|pl|vi|th|id|tr|ar|he|hi|uk|cs|sv|da|fi|nb|no|hu|el|ro|fa|ms|tl)(?:[-_](?:[a-z]{2}|hans|hant)(?:[-_][a-z]{2})?)?$/i.test(
		text,
	);

import type { Values } from "./front-matter.ts";
import { isValues, type Value } from "./front-matter.ts";
import { folderOf, formatOf, isLanguage } from "./names.ts";
import type { Reading } from "./reading.ts";
import { namesIn, partOf, textOf } from "./values.ts";

/** A file below a content folder. */
export type HugoPlace = {
	path: string;
	/** The path from the content folder, without the language in the file's name: `posts/a/index.md`. */
	inContent: string;
	/** The file's language; '' for the site's main language. */
	language: string;
};

export type HugoLayout = {
	places: HugoPlace[];
	/** The content files outside every mounted folder. */
	outside: string[];
	contentDirs: string[];
};

/** Finds where the content of a Hugo site lies, by its configuration or folders, and each file's language. */
export function layOut({ folder }: Reading, config: Values): HugoLayout {
	const paths = [...folder.files.keys()];
	const configured = languagesOf(config);
	const main =
		textOf(config, "defaultContentLanguage", "defaultcontentlanguage") ??
		(configured.length === 1 ? (configured[0] ?? "") : "en");
	const dirs = contentDirsOf(config, paths, main);
	const known = (code: string): boolean =>
		configured.some((one) => one.toLowerCase() === code.toLowerCase()) || (configured.length < 2 && isLanguage(code));
	const places: HugoPlace[] = [];
	for (const path of paths) {
		const dir = dirs.find(({ path: top }) => path.startsWith(`${top}/`));
		if (!dir) continue;
		const { rest, language } = languageInName(path.slice(dir.path.length + 1), known);
		const own = language ?? dir.language;
		places.push({
			path,
			inContent: rest,
			language: own === undefined || own.toLowerCase() === main.toLowerCase() ? "" : own,
		});
	}
	const contentDir = textOf(config, "contentDir", "contentdir") ?? "content";
	const inside = new Set(places.map(({ path }) => path));
	const outside = paths.filter(
		(path) => path.startsWith(`${contentDir}/`) && formatOf(path) === "markdown" && !inside.has(path),
	);
	return { places, outside, contentDirs: dirs.map(({ path }) => path) };
}

const languagesOf = (config: Values): string[] => Object.keys(partOf(config, "languages"));

type ContentDir = { path: string; language: string | undefined };

function contentDirsOf(config: Values, paths: string[], main: string): ContentDir[] {
	const mounts = listOf(partOf(config, "module").mounts).filter((mount) =>
		/^content(?:\/|$)/.test(textOf(mount, "target") ?? ""),
	);
	if (mounts.length > 0)
		return longestFirst(
			mounts.map((mount) => ({
				path: tidy(textOf(mount, "source") ?? "content"),
				language: textOf(mount, "lang") ?? undefined,
			})),
		);
	const languages = partOf(config, "languages");
	const own = Object.keys(languages).flatMap((code) => {
		const path = textOf(partOf(languages, code), "contentDir", "contentdir");
		return path === null ? [] : [{ path: tidy(path), language: code }];
	});
	const content = tidy(textOf(config, "contentDir", "contentdir") ?? "content");
	const below = new Set(
		paths
			.filter((path) => path.startsWith(`${content}/`))
			.map((path) => path.split("/")[content.split("/").length] ?? ""),
	);
	const folders = [...below].filter((name) => paths.some((path) => path.startsWith(`${content}/${name}/`)));
	const areLanguages =
		folders.length > 0 &&
		folders.every(isLanguage) &&
		folders.some((name) => name.toLowerCase() === main.toLowerCase());
	if (own.length === 0 && areLanguages)
		own.push(...folders.map((name) => ({ path: `${content}/${name}`, language: name })));
	return longestFirst([...own, { path: content, language: undefined }]);
}

const longestFirst = (dirs: ContentDir[]): ContentDir[] => dirs.sort((a, b) => b.path.length - a.path.length);
const tidy = (path: string): string => path.replace(/^\.?\//, "").replace(/\/$/, "");
const listOf = (value: Value | undefined): Values[] => (Array.isArray(value) ? value.filter(isValues) : []);

/** Takes the language out of a file name: `post.zh-tw.md` is `post.md` in zh-tw. */
function languageInName(
	path: string,
	known: (code: string) => boolean,
): { rest: string; language: string | undefined } {
	const [, before = "", code = "", extension = ""] = /^(.+)\.([A-Za-z-]+)\.(\w+)$/.exec(path) ?? [];
	if (code === "" || formatOf(path) === undefined || !known(code)) return { rest: path, language: undefined };
	return { rest: `${before}.${extension}`, language: code };
}

/** Returns the folders that contain an `index.md`: everything below such a folder belongs to that one page. */
export function leafBundles(places: HugoPlace[]): Set<string> {
	const isIndex = (path: string): boolean => /(?:^|\/)index\.\w+$/.test(path) && formatOf(path) !== undefined;
	return new Set(places.filter(({ inContent }) => isIndex(inContent)).map(({ inContent }) => folderOf(inContent)));
}

/** Returns the taxonomies besides categories and tags, which are not imported. */
export const otherTaxonomies = (config: Values): string[] =>
	Object.values(partOf(config, "taxonomies"))
		.flatMap((value) => namesIn(value))
		.filter((name) => name !== "categories" && name !== "tags");

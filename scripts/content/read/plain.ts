import { outsideCode } from "../code.ts";
import { addressOf, pathAddress } from "./addresses.ts";
import { zoneOr } from "./dates.ts";
import type { Draft } from "./draft.ts";
import { readFields } from "./fields.ts";
import { type FrontMatter, parseData, splitFrontMatter, type Values } from "./front-matter.ts";
import { hackmd, tagLine } from "./hackmd.ts";
import { htmlAsMarkdown, htmlTitle } from "./html.ts";
import { jekyllUrl } from "./jekyll-urls.ts";
import { kramdown } from "./kramdown.ts";
import { liquid } from "./liquid.ts";
import { folderOf, formatOf, inWords, isRepositoryPaper, joinPath, splitFolder, splitName } from "./names.ts";
import { type Notes, takeNotes } from "./notes.ts";
import { notionLinks, withoutIds } from "./notion.ts";
import { type ForeignSite, openText, type Reading, readConfiguration, readEach, warn } from "./reading.ts";
import { titleOf, withoutTitle } from "./titles.ts";
import { flagOf, textOf, unique } from "./values.ts";

/** Matches folders of programs, templates and output, which contain no texts of the site. */
const NO_TEXTS =
	/(?:^|\/)(?:_site|dist|build|out|_includes|_layouts|_data|layouts|templates|themes|components|archetypes|i18n|scripts|tests?|__tests__|coverage|vendor|scaffolds|snippets|fixtures)\//;
/** Matches folders whose files the old site served unchanged. */
const STATIC = /^(?:public|static|assets)\//;
const POSTS = /^(?:_?posts?|blogs?|news|articles?|文章|部落格|最新消息)$/i;
/** Matches folders at the beginning of a path that are not part of an address. */
const TOPS = /^(?:(?:src|source|content|site|app|pages|data|input)\/)+/;

type Plain = Reading & { config: Values; isHexo: boolean; hasTemplates: boolean; isProgram: boolean };

/** Reads Hexo, Eleventy, Astro and any other folder of Markdown or HTML with front matter. */
export function readPlain(reading: Reading): ForeignSite {
	const paths = [...reading.folder.files.keys()];
	const isHexo = paths.some((path) => path.startsWith("source/_posts/"));
	const plain: Plain = {
		...reading,
		config: readConfiguration(reading, ["_config.yml", "_config.yaml"]),
		isHexo,
		hasTemplates:
			isHexo ||
			paths.some((path) => /^(?:\.?eleventy(?:\.config)?\.[cm]?[jt]s)$/.test(path)) ||
			paths.some((path) => /\.njk$/.test(path)),
		isProgram: reading.folder.files.has("package.json"),
	};
	const texts = paths.filter((path) =>
		isHexo ? path.startsWith("source/") : !NO_TEXTS.test(path) && !STATIC.test(path),
	);
	const url = textOf(plain.config, "url") ?? "";
	return {
		drafts: readEach(reading, texts, (path) => readText(plain, path)),
		hosts: URL.canParse(url) ? [new URL(url).host] : [],
		basePath: (textOf(plain.config, "root") ?? "").replace(/\/+$/, ""),
		assetRoots: [
			"",
			"public",
			"static",
			"assets",
			"source",
			"src",
			"src/assets",
			"content",
			"docs/public",
			".vuepress/public",
		],
	};
}

function readText(plain: Plain, path: string): Draft | undefined {
	const format = formatOf(path);
	if (format === undefined) return undefined;
	const matter = withFolderData(plain, path, hexoMatter(plain, openText(plain, path)));
	if (!matter.isThere && !isTextWithoutMatter(plain, path, format)) return undefined;
	if (format === "other") warn(plain, path, "is not Markdown: read as if it were");
	const notes = takeNotes(path, matter.text);
	const draft = draftOf(plain, path, matter);
	const words = plain.hasTemplates ? template(plain, path, matter, notes) : matter.body;
	const written = format === "html" ? { ...draft, body: htmlAsMarkdown(words) } : markdown(plain, draft, words, notes);
	plain.findings.push(...notes.findings());
	return written;
}

/** Makes the text of a file of Markdown; without templates it may be one of HackMD or Notion. */
function markdown(plain: Plain, draft: Omit<Draft, "body">, words: string, notes: Notes): Draft {
	const text = draft.path.endsWith(".mdx") ? withoutImports(words) : words;
	if (plain.hasTemplates) return { ...draft, body: containers(kramdown(text)) };
	const { tags, body } = tagLine(text);
	const read = hackmd(notionLinks(body, plain.folder.files.keys()), notes);
	return {
		...draft,
		tags: unique([...draft.tags, ...tags]),
		body: withoutTitle(containers(kramdown(read)), draft.title),
	};
}

/** Returns whether a file without front matter is a text: Markdown, or HTML in a folder without a program. */
function isTextWithoutMatter(plain: Plain, path: string, format: string): boolean {
	const isText = (format === "markdown" || (format === "html" && !plain.isProgram)) && !isRepositoryPaper(path);
	if (!isText) warn(plain, path, "has no front matter: not imported");
	return isText;
}

/** Returns Hexo's front matter, which may lack its first `---`. */
function hexoMatter({ isHexo }: Plain, matter: FrontMatter): FrontMatter {
	if (!isHexo || matter.isThere || !/^[\w-]+:[^\n]*\n(?:[^\n]*\n){0,40}?---[ \t]*\n/.test(matter.text)) return matter;
	const found = splitFrontMatter(`---\n${matter.text}`);
	return { ...found, text: matter.text, bodyLine: found.bodyLine - 1 };
}

/** Adds Eleventy's folder data: `posts/posts.json` contains front matter for all of `posts/`. */
function withFolderData({ folder }: Plain, path: string, matter: FrontMatter): FrontMatter {
	const dir = folderOf(path);
	const name = dir.slice(dir.lastIndexOf("/") + 1);
	const data = [`${dir}/${name}.json`, `${dir}/${name}.11tydata.json`].find((candidate) => folder.files.has(candidate));
	return data === undefined
		? matter
		: { ...matter, values: { ...parseData(folder.text(data), "json"), ...matter.values } };
}

function template(
	{ folder, config }: Plain,
	path: string,
	matter: FrontMatter,
	notes: ReturnType<typeof takeNotes>,
): string {
	const posts = [...folder.files.keys()].filter((path) => formatOf(path) === "markdown");
	return liquid(matter.body, {
		page: matter.values,
		site: config,
		include: () => undefined,
		post: (name) => posts.find((post) => post.replace(/\.\w+$/, "").endsWith(`/${name.replace(/\.\w+$/, "")}`)),
		notes,
		isHtml: formatOf(path) === "html",
	});
}

function draftOf(plain: Plain, path: string, matter: FrontMatter): Omit<Draft, "body"> {
	const named = withoutIds(path);
	const inSite = named.replace(TOPS, "").replace(/^_(posts|drafts|pages)\//, "$1/");
	const folder = folderOf(inSite);
	const file = splitName(named);
	const isIndex = /^_?index$/i.test(file.name);
	const own = isIndex ? splitFolder(folder) : file;
	const fields = readFields(matter, contextOf(plain, own.date));
	const folders = folderOf(named).split("/");
	const isPost = folders.some((name) => POSTS.test(name)) && !(isIndex && own.date === null);
	const isDraft = folders.includes("_drafts");
	const hasDate = fields.publishedAt !== null || fields.publishAt !== null;
	const stated = textOf(matter.values, "slug");
	const permalink = fixedAddress(textOf(matter.values, "permalink", "url"));
	const { name } = own;
	const address = permalink ?? pathAddress(joinPath(isIndex ? folderOf(folder) : folder, name));
	const categories = fields.categories;
	return {
		...fields,
		path,
		text: matter.text,
		bodyAt: matter.text.length - matter.body.length,
		kind: hasDate || isPost || isDraft ? "article" : "page",
		state: isDraft ? "draft" : fields.state,
		isPinned: fields.isPinned && !isDraft,
		sections: unique([...folders, ...categories]),
		title: titleOf(fields.title || htmlTitleOf(path, matter.text), matter.body, [
			inWords(name),
			textOf(plain.config, "title"),
		]),
		slug: stated ?? permalink?.split("/").at(-1) ?? name,
		isSlugStated: stated !== null,
		address,
		urls: unique([
			`/${address}`,
			`/${inSite}`,
			`/${folder}`.concat(isIndex ? "" : `/${file.name}`),
			...jekyllUrl({
				path,
				place: { type: "posts", collection: "" },
				values: matter.values,
				categories,
				name,
				at: fields.publishedAt,
				config: plain.config,
			}),
		]),
		bases: unique([folderOf(path), joinPath(folderOf(path), file.name), path.replace(/\.\w+$/, ""), folderOf(address)]),
		resources: [],
	};
}

const htmlTitleOf = (path: string, text: string): string => (formatOf(path) === "html" && htmlTitle(text)) || "";

/** Returns a permalink without placeholders as an address; null for any other. */
const fixedAddress = (permalink: string | null): string | null =>
	permalink?.includes("/") && !/[{:]/.test(permalink) ? addressOf(permalink) : null;

const contextOf = ({ config, now }: Plain, nameDate: string | null) => {
	return {
		zone: zoneOr(textOf(config, "timezone")),
		now,
		showsFuture: flagOf(config, "future") === true,
		nameDate,
		authors: {},
		cutsAtSpaces: false,
	};
};

/** Removes the imports and exports of MDX, which are program code. */
const withoutImports = (body: string): string =>
	outsideCode(body, (text) =>
		text.replace(/^(?:import\s[^\n]*["'][^\n]*|export\s+(?:const|let|default|function)\b[^\n]*)\n?/gm, ""),
	);

/** Removes the marks of containers such as `::: tip 小提醒` (VitePress, Docusaurus) and keeps their words. */
const containers = (body: string): string =>
	outsideCode(body, (text) =>
		text.replace(
			/^[ \t]*:::+[ \t]*(?:([\w-]+)[ \t]*(?:\{[^}\n]*\})?(?:\[([^\]\n]*)\])?[ \t]*([^\n]*))?$/gm,
			(_, _kind, bracketed = "", title = "") =>
				bracketed || title.trim() ? `**${(bracketed || title).trim()}**\n` : "",
		),
	);

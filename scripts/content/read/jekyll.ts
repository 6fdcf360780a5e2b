import { addressOf } from "./addresses.ts";
import { zoneOr } from "./dates.ts";
import type { Draft } from "./draft.ts";
import { type FieldContext, readFields } from "./fields.ts";
import { type FrontMatter, isValues, type Values } from "./front-matter.ts";
import { matches, matchesAny } from "./globs.ts";
import { htmlAsMarkdown } from "./html.ts";
import { jekyllUrl } from "./jekyll-urls.ts";
import { kramdown } from "./kramdown.ts";
import { liquid } from "./liquid.ts";
import { folderOf, formatOf, inWords, isRepositoryPaper, splitFolder, splitName } from "./names.ts";
import { takeNotes } from "./notes.ts";
import { type ForeignSite, openText, type Reading, readConfiguration, readEach, warn } from "./reading.ts";
import { titleOf } from "./titles.ts";
import { flagOf, namesIn, partOf, textOf, unique } from "./values.ts";

/** Jekyll's folders that contain no texts, and its output folder. */
const NO_TEXTS = /^(?:_site|_layouts|_includes|_data|_sass|_plugins|vendor|node_modules)(?:\/|$)/;

type Place = { type: "posts" | "drafts" | "pages" | "collection"; collection: string; folders: string[] };
type Jekyll = Reading & { config: Values; authors: Values; posts: string[] };

/** Reads a Jekyll site: posts and drafts at any depth, pages with front matter, collections. */
export function readJekyll(reading: Reading): ForeignSite {
	const config = readConfiguration(reading, ["_config.yml", "_config.yaml", "_config.toml"]);
	const authors = readConfiguration(reading, ["_data/authors.yml", "_data/authors.yaml"]);
	const excluded = namesIn(config.exclude).map((pattern) => pattern.replace(/\/$/, ""));
	const paths = [...reading.folder.files.keys()].filter((path) => !NO_TEXTS.test(path) && !matchesAny(path, excluded));
	const jekyll: Jekyll = {
		...reading,
		config,
		authors: { ...partOf(config, "authors"), ...authors },
		posts: paths.filter((path) => /(?:^|\/)_posts\//.test(path)),
	};
	const url = textOf(config, "url") ?? "";
	return {
		drafts: readEach(reading, paths, (path) => readText(jekyll, path)),
		hosts: URL.canParse(url) ? [new URL(url).host] : [],
		basePath: (textOf(config, "baseurl") ?? "").replace(/\/+$/, ""),
		assetRoots: [""],
	};
}

function readText(jekyll: Jekyll, path: string): Draft | undefined {
	const format = formatOf(path);
	const place = placeOf(jekyll, path);
	if (format === undefined || place === undefined || (format === "other" && place.type === "pages")) return undefined;
	const matter = withDefaults(jekyll, path, place, openText(jekyll, path));
	if (place.type === "pages" && !matter.isThere) {
		if (format === "markdown" && !isRepositoryPaper(path))
			warn(jekyll, path, "has no front matter: not a page of the site, not imported");
		return undefined;
	}
	if (format === "other") warn(jekyll, path, "is not Markdown: read as if it were");
	const draft = draftOf(jekyll, path, place, matter);
	const notes = takeNotes(path, matter.text);
	const template = liquid(matter.body, {
		page: matter.values,
		site: jekyll.config,
		include: (name) => includedText(jekyll, name),
		post: (name) => jekyll.posts.find((post) => post.replace(/\.\w+$/, "").endsWith(name.replace(/\.\w+$/, ""))),
		notes,
		isHtml: format === "html",
	});
	const body = format === "html" ? htmlAsMarkdown(template) : kramdown(template);
	jekyll.findings.push(...notes.findings());
	return { ...draft, body };
}

function placeOf({ config }: Jekyll, path: string): Place | undefined {
	const parts = path.split("/");
	const below = textOf(config, "collections_dir");
	if (below !== null && parts[0] === below) parts.shift();
	const special = parts.findIndex((part) => part === "_posts" || part === "_drafts");
	if (special !== -1) {
		return {
			type: parts[special] === "_posts" ? "posts" : "drafts",
			collection: "posts",
			folders: parts.slice(0, special),
		};
	}
	const collection = parts[0]?.startsWith("_") ? parts[0].slice(1) : "";
	if (parts.length > 1 && collection !== "" && collectionsOf(config).has(collection))
		return { type: "collection", collection, folders: [collection] };
	const isHidden = parts.some((part) => part.startsWith("_") || part.startsWith("#") || part.endsWith("~"));
	return isHidden ? undefined : { type: "pages", collection: "", folders: parts.slice(0, -1) };
}

/** Returns the collections by name, with the configuration of each. */
function collectionsOf(config: Values): Map<string, Values> {
	const value = config.collections;
	if (isValues(value)) return new Map(Object.keys(value).map((name) => [name, partOf(value, name)]));
	return new Map(namesIn(value).map((name) => [name, {}]));
}

/**
 * Returns the front matter with the configuration's defaults for keys that it lacks; defaults for a longer path take
 * precedence.
 */
function withDefaults({ config }: Jekyll, path: string, place: Place, matter: FrontMatter): FrontMatter {
	const rules = Array.isArray(config.defaults) ? config.defaults.filter(isValues) : [];
	const type = place.type === "collection" ? place.collection : place.type;
	const fitting = rules.filter((rule) => {
		const scope = partOf(rule, "scope");
		const ofType = textOf(scope, "type");
		return (ofType === null || ofType === type || `${ofType}s` === type) && matches(path, textOf(scope, "path") ?? "");
	});
	const length = (rule: Values): number => (textOf(partOf(rule, "scope"), "path") ?? "").length;
	const defaults = fitting.sort((a, b) => length(a) - length(b)).map((rule) => partOf(rule, "values"));
	return { ...matter, values: Object.assign({}, ...defaults, matter.values) };
}

function draftOf(jekyll: Jekyll, path: string, place: Place, matter: FrontMatter): Omit<Draft, "body"> {
	const { values } = matter;
	const { config } = jekyll;
	const { date, name } = splitName(path);
	const isPost = place.type === "posts" || place.type === "drafts";
	const fields = readFields(matter, fieldContext(jekyll, place.type === "pages" ? null : date));
	const at = fields.publishedAt ?? fields.publishAt;
	const categories = unique([...(isPost ? place.folders : []), ...fields.categories]);
	const state = isUnseen(jekyll, path, place, { name, values, at }) ? "draft" : fields.state;
	const stated = textOf(values, "slug");
	const urls = jekyllUrl({ path, place, values, categories, name, at, config });
	const address = addressOf(urls[0] ?? "");
	return {
		...fields,
		path,
		text: matter.text,
		bodyAt: matter.text.length - matter.body.length,
		kind: isPost || (place.type === "collection" && at !== null) ? "article" : "page",
		state,
		isPinned: fields.isPinned && state === "published",
		sections: unique([...place.folders, ...folderOf(path).split("/"), ...categories]),
		title: titleOf(fields.title, matter.body, [
			inWords(name === "index" ? splitFolder(folderOf(path)).name : name),
			textOf(config, "title"),
		]),
		slug: stated ?? lastPart(textOf(values, "permalink")) ?? name,
		isSlugStated: stated !== null,
		address,
		urls,
		bases: unique([folderOf(path), folderOf(address)]),
		categories,
		resources: [],
	};
}

type Standing = { name: string; values: Values; at: number | null };

/** Returns whether Jekyll did not show the text on an address of its own. */
function isUnseen(jekyll: Jekyll, path: string, place: Place, { name, values, at }: Standing): boolean {
	if (place.type === "drafts" || /^\/?404(?:\.html)?\/?$/.test(textOf(values, "permalink") ?? name)) return true;
	const collection = collectionsOf(jekyll.config).get(place.collection) ?? {};
	const reason =
		place.type === "posts" && at === null
			? "a post without a date: Jekyll leaves it out"
			: place.type === "collection" && flagOf(collection, "output") !== true
				? `collection ${place.collection} has no output`
				: null;
	if (reason !== null) warn(jekyll, path, `${reason}: imported as a draft`);
	return reason !== null;
}

/** Returns the last part of a permalink that contains no placeholder. */
function lastPart(permalink: string | null): string | null {
	if (permalink === null || !permalink.includes("/") || permalink.includes(":")) return null;
	return addressOf(permalink).split("/").at(-1) || null;
}

function fieldContext({ config, authors, now }: Jekyll, nameDate: string | null): FieldContext {
	return {
		zone: zoneOr(textOf(config, "timezone")),
		now,
		showsFuture: flagOf(config, "future") === true,
		nameDate,
		authors,
		cutsAtSpaces: true,
	};
}

/** Returns the content of an included file that consists of text alone; undefined for any other file. */
function includedText({ folder }: Jekyll, name: string): string | undefined {
	const path = [`_includes/${name}`, name].find((candidate) => folder.files.has(candidate));
	if (path === undefined || formatOf(path) === undefined || (folder.files.get(path)?.size ?? 0) > 20_000)
		return undefined;
	const text = folder.text(path);
	if (/\{%|\{\{|<script|<style|<form/.test(text)) return undefined;
	return formatOf(path) === "html" ? htmlAsMarkdown(text) : text;
}

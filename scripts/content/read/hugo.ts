import { addressOf, pathAddress } from "./addresses.ts";
import { wallClock, zoneOr } from "./dates.ts";
import type { Draft } from "./draft.ts";
import { type Fields, readFields } from "./fields.ts";
import { type FrontMatter, isValues, type Values } from "./front-matter.ts";
import { htmlAsMarkdown } from "./html.ts";
import { type HugoLayout, type HugoPlace, layOut, leafBundles } from "./hugo-layout.ts";
import { goldmark } from "./kramdown.ts";
import { folderOf, formatOf, inWords, isRepositoryPaper, joinPath, splitFolder, splitName } from "./names.ts";
import { takeNotes } from "./notes.ts";
import { type ForeignSite, openText, type Reading, readConfiguration, readEach, warn } from "./reading.ts";
import { shortcodes } from "./shortcodes.ts";
import { titleOf } from "./titles.ts";
import { flagOf, namesIn, partOf, textOf, unique } from "./values.ts";

const CONFIGURATIONS = ["hugo", "config", "config/_default/hugo", "config/_default/config"].flatMap((name) =>
	["toml", "yaml", "yml", "json"].map((extension) => `${name}.${extension}`),
);
/**
 * Matches sections whose pages are posts even without a date; MANUALS matches sections whose pages are not posts even
 * with a date.
 */
const POSTS = /^(?:posts?|blogs?|news|articles?|stories|events?|updates|announcements?|文章|部落格|最新消息)$/i;
const MANUALS = /^(?:docs?|documentation|wiki|manual|reference)$/i;

type Hugo = Reading & { config: Values; layout: HugoLayout; bundles: Set<string>; cascades: Map<string, Values> };

/** Reads a Hugo site: sections, bundles with their files, languages, drafts. */
export function readHugo(reading: Reading): ForeignSite {
	const config = configurationOf(reading);
	const layout = layOut(reading, config);
	const hugo: Hugo = { ...reading, config, layout, bundles: leafBundles(layout.places), cascades: new Map() };
	for (const path of layout.outside)
		warn(reading, path, "lies outside the content folders that the configuration mounts: not imported");
	const places = new Map(layout.places.map((place) => [place.path, place]));
	const sections = [...places.keys()].filter((path) => /(?:^|\/)_index\.\w+$/.test(places.get(path)?.inContent ?? ""));
	const order = unique([...sections, ...places.keys()]);
	const baseUrl = textOf(config, "baseURL", "baseurl") ?? "";
	const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	return {
		drafts: readEach(reading, order, (path) => {
			const place = places.get(path);
			return place && readText(hugo, place);
		}),
		hosts: base ? [base.host] : [],
		basePath: base?.pathname.replace(/\/+$/, "") ?? "",
		assetRoots: unique(["static", ...namesIn(config.staticDir), "assets", ...layout.contentDirs, ""]),
	};
}

function configurationOf(reading: Reading): Values {
	const config = readConfiguration(reading, CONFIGURATIONS);
	const part = (name: string): Values =>
		readConfiguration(
			reading,
			["toml", "yaml", "yml", "json"].map((extension) => `config/_default/${name}.${extension}`),
		);
	const split = Object.fromEntries(
		["languages", "module", "params", "permalinks"].map((name) => [name, { ...part(name), ...partOf(config, name) }]),
	);
	return { ...config, ...split };
}

function readText(hugo: Hugo, place: HugoPlace): Draft | undefined {
	const { path, inContent } = place;
	const format = formatOf(path);
	if (format === undefined) return undefined;
	const bundle = bundleOf(hugo, inContent);
	const isResource = bundle !== undefined && !(folderOf(inContent) === bundle && splitName(inContent).name === "index");
	const opened = openText(hugo, path);
	if (!opened.isThere && (format === "html" || isRepositoryPaper(path))) {
		warn(hugo, path, "has no front matter: not imported");
		return undefined;
	}
	if (format === "other") warn(hugo, path, "is not Markdown: read as if it were");
	if (isResource) warn(hugo, path, "belongs to a bundle and has no page of its own in Hugo: imported as a draft");
	if (splitName(inContent).name === "_index") hugo.cascades.set(folderOf(inContent), untargeted(opened.values));
	const matter = { ...opened, values: { ...cascadeFor(hugo, inContent), ...opened.values } };
	const notes = takeNotes(path, matter.text);
	const words = shortcodes(matter.body, {
		page: matter.values,
		site: hugo.config,
		include: (name) => included(hugo, name),
		notes,
	});
	const body = format === "html" ? htmlAsMarkdown(words) : goldmark(words);
	hugo.findings.push(...notes.findings());
	return { ...draftOf(hugo, place, matter, isResource), body };
}

/** Returns the folder of the leaf bundle that contains a file. */
function bundleOf({ bundles }: Hugo, inContent: string): string | undefined {
	for (let folder = folderOf(inContent); ; folder = folderOf(folder)) {
		if (bundles.has(folder) && folder !== "") return folder;
		if (folder === "") return undefined;
	}
}

/** Returns the values that sections set for all pages below them; a section's own file is read before its pages. */
function cascadeFor({ cascades }: Hugo, inContent: string): Values {
	const above = [...cascades].filter(([folder]) => folder === "" || inContent.startsWith(`${folder}/`));
	return Object.assign({}, ...above.sort(([a], [b]) => a.length - b.length).map(([, values]) => values));
}

function draftOf(hugo: Hugo, place: HugoPlace, matter: FrontMatter, isResource: boolean): Omit<Draft, "body"> {
	const { path, inContent, language } = place;
	const { values } = matter;
	const { date, name } = splitName(inContent);
	const folder = folderOf(inContent);
	const isIndex = name === "_index" || (name === "index" && !isResource);
	const own = isIndex ? splitFolder(folder) : { date, name };
	const fields = readFields(matter, contextOf(hugo, own.date));
	const isPost = name !== "_index" && !isResource && isArticle(inContent, fields);
	const state = isResource || isHidden(values) ? "draft" : fields.state;
	const names = namesOf(place, values, { isIndex, name: own.name });
	return {
		...fields,
		path,
		text: matter.text,
		bodyAt: matter.text.length - matter.body.length,
		kind: isPost ? "article" : "page",
		state,
		isPinned: fields.isPinned && state === "published",
		sections: unique([...folder.split("/"), ...fields.categories]),
		title: titleOf(fields.title, matter.body, [inWords(names.last), textOf(hugo.config, "title")]),
		slug: names.slug,
		isSlugStated: names.isStated,
		address: names.address,
		urls: unique([
			...permalink(hugo, place, fields.publishedAt, names.last),
			`/${names.address}`,
			`/${joinPath(language.toLowerCase(), folder, isIndex ? "" : name)}`,
			`/${inContent}`,
		]),
		aliases: fields.aliases.map((alias) =>
			alias.startsWith("/") ? alias : `/${joinPath(folderOf(names.address), alias)}`,
		),
		bases: unique([folderOf(path), folderOf(names.address), names.address]),
		resources: resourcesOf(hugo, place, isIndex),
		lang: fields.lang ?? (language || null),
	};
}

type Names = { last: string; slug: string; isStated: boolean; address: string };

/** Returns the names of a page: by `url`, by `slug`, or by its file or the folder of its bundle. */
function namesOf({ inContent, language }: HugoPlace, values: Values, file: { isIndex: boolean; name: string }): Names {
	const folder = folderOf(inContent);
	const stated = textOf(values, "slug");
	const last = stated ?? file.name;
	const inSite = file.isIndex && stated === null ? folder : joinPath(file.isIndex ? folderOf(folder) : folder, last);
	const url = addressOf(textOf(values, "url") ?? "");
	const address = joinPath(language.toLowerCase(), url || pathAddress(inSite));
	return { last, slug: stated ?? (url === "" ? last : baseOf(url)), isStated: stated !== null, address };
}

/** Returns whether a page has no address of its own (Hugo, "build options"). */
const isHidden = (values: Values): boolean =>
	flagOf(values, "headless") === true ||
	["build", "_build"].some((key) => textOf(partOf(values, key), "render") === "never");

const baseOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);

/** Returns whether a page is an article: a post, or another dated page below a section. */
function isArticle(inContent: string, { type, publishedAt, publishAt }: Fields): boolean {
	const [section = "", ...rest] = inContent.split("/");
	if (rest.length === 0 || /^(?:docs?|page)$/i.test(type ?? "")) return false;
	if (POSTS.test(section) || /^posts?$/i.test(type ?? "")) return true;
	return (publishedAt ?? publishAt) !== null && !MANUALS.test(section);
}

const untargeted = (values: Values): Values => {
	const cascade = values.cascade;
	const all = Array.isArray(cascade) ? cascade.filter(isValues) : isValues(cascade) ? [cascade] : [];
	return Object.assign({}, ...all.filter((one) => !("_target" in one) && !("target" in one)));
};

/** Returns the files of a bundle: everything below a leaf bundle, or the files directly beside an `_index.md`. */
function resourcesOf({ layout, bundles }: Hugo, place: HugoPlace, isIndex: boolean): string[] {
	if (!isIndex) return [];
	const folder = folderOf(place.path);
	const isLeaf = bundles.has(folderOf(place.inContent));
	return layout.places
		.map(({ path }) => path)
		.filter(
			(path) => formatOf(path) === undefined && (isLeaf ? path.startsWith(`${folder}/`) : folderOf(path) === folder),
		);
}

/** Returns the address by the configured pattern of the page's section, such as `/:year/:month/:slug/`. */
function permalink({ config }: Hugo, { inContent }: HugoPlace, at: number | null, last: string): string[] {
	const patterns = partOf(config, "permalinks");
	const section = inContent.split("/")[0] ?? "";
	const pattern = textOf(partOf(patterns, "page"), section) ?? textOf(patterns, section);
	if (pattern === null || at === null) return [];
	const date = wallClock(at, zoneOr(textOf(config, "timeZone", "timezone")));
	const two = (number: number): string => String(number).padStart(2, "0");
	const parts: Record<string, string> = {
		year: String(date.getUTCFullYear()),
		month: two(date.getUTCMonth() + 1),
		day: two(date.getUTCDate()),
		section,
		sections: folderOf(inContent),
	};
	return [pattern.replace(/:(\w+)/g, (_, key: string) => parts[key] ?? last)];
}

/** Returns the text of the file that `include` and similar shortcodes insert. */
function included({ folder, layout }: Hugo, name: string): string | undefined {
	const plain = name.replace(/^\/+/, "");
	const path = [plain, ...layout.contentDirs.map((dir) => `${dir}/${plain}`)].find((candidate) =>
		folder.files.has(candidate),
	);
	if (path === undefined || formatOf(path) !== "markdown") return undefined;
	return folder
		.text(path)
		.replace(/^(---|\+\+\+)\n[\s\S]*?\n\1\n/, "")
		.trim();
}

function contextOf({ config, now }: Hugo, nameDate: string | null) {
	const showsFuture = flagOf(config, "buildFuture", "buildfuture") === true;
	return {
		zone: zoneOr(textOf(config, "timeZone", "timezone")),
		now,
		showsFuture,
		nameDate,
		authors: {},
		cutsAtSpaces: true,
	};
}

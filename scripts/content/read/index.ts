import { basename } from "node:path";
import type { ArticleType } from "#domain/content/articles/schema.ts";
import type { Finding, Site } from "../site.ts";
import { assemble } from "./assemble.ts";
import { openFolder } from "./folder.ts";
import { readHugo } from "./hugo.ts";
import { readJekyll } from "./jekyll.ts";
import { recognise, type SiteKind } from "./kind.ts";
import { readOwn } from "./own.ts";
import { readPlain } from "./plain.ts";
import type { Reading } from "./reading.ts";

export type ReadOptions = {
	/** The time of the import, in UTC milliseconds; texts with a later date are scheduled. */
	now: number;
	defaultType: ArticleType;
	/** The type of articles, or `page`, by the slug of their section, folder or category. */
	map: Map<string, ArticleType | "page">;
	/** The prefix of the source paths; null means the host in the site's configuration, or the folder's name. */
	siteName: string | null;
};

export type ReadSite = {
	site: Site;
	findings: Finding[];
	kind: SiteKind;
	/** No file of the folder is one that a reader knows: nobody meant this folder. */
	isNothing: boolean;
	/** The front matter keys that were not understood, with the number of files that have them. */
	unused: Map<string, number>;
};

const READERS = { jekyll: readJekyll, hugo: readHugo, plain: readPlain };

/**
 * Reads a folder as a site. A file that cannot be read is an error among the findings, and is not in the site; what
 * could not be imported exactly is a warning. Nothing outside the folder is read, and nothing is written.
 */
export function readSite(path: string, options: ReadOptions): ReadSite {
	let folder = openFolder(path);
	const { kind, below } = recognise(folder);
	if (below !== "") folder = openFolder(`${folder.root}/${below}`);
	const reading: Reading = { folder, now: options.now, findings: folder.findings, unused: new Map() };
	const done = (site: Site): ReadSite => ({
		site,
		findings: inFileOrder(reading.findings),
		kind,
		isNothing:
			isEmpty(site) && !folder.files.has("site.yaml") && !reading.findings.some(({ kind }) => kind === "error"),
		unused: reading.unused,
	});
	if (kind === "own") return done(readOwn(reading));
	const foreign = READERS[kind](reading);
	const host = foreign.hosts.find((one) => !/^(?:localhost|127\.|example\.(?:com|org|net)$)/.test(one));
	const siteName = options.siteName ?? host ?? basename(openFolder(path).root).normalize("NFC");
	const siteUrl = host ? `https://${host}${foreign.basePath}/` : null;
	return done(assemble(folder, foreign, { ...options, siteName, siteUrl }, reading.findings));
}

const isEmpty = ({ articles, pages, documents, announcements }: Site): boolean =>
	articles.length + pages.length + documents.length + announcements.length === 0;

const inFileOrder = (findings: Finding[]): Finding[] =>
	[...findings].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0)));

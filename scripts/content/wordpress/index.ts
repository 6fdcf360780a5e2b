import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathOf } from "#domain/content/redirects/old-paths.ts";
import { assemble } from "../read/assemble.ts";
import { BadFile } from "../read/bad-file.ts";
import type { Draft } from "../read/draft.ts";
import { type Folder, openFolder } from "../read/folder.ts";
import type { ReadOptions, ReadSite } from "../read/index.ts";
import { unique } from "../read/values.ts";
import { emptySite, type Finding } from "../site.ts";
import type { OldAddress } from "../store/redirects.ts";
import { addressesOf, UPLOADS } from "./addresses.ts";
import { draftOf } from "./drafts.ts";
import { field, kindOfItem, pathOfItem, textsIn } from "./items.ts";
import { fetchMedia, uploadsIn } from "./media.ts";
import { readWxr, type WordPressExport } from "./wxr.ts";

export type WordPressOptions = ReadOptions & {
	/** A folder with the uploaded files, or with the whole site; null for none. */
	media: string | null;
	/** The address of the site from which uploaded files are fetched; null for none. */
	mediaBase: string | null;
	/** The folder in which fetched files are kept. */
	cache: string;
	report: (done: number, all: number) => void;
};
export type ReadWordPress = ReadSite & { redirects: OldAddress[] };

/**
 * Reads an export of WordPress as a site. What is no export is an error among the findings; what could not be imported
 * exactly is a warning. Nothing is written but the files that are fetched.
 */
export async function readWordPress(path: string, options: WordPressOptions): Promise<ReadWordPress> {
	const findings: Finding[] = [];
	try {
		return await readExport(readWxr(path), findings, options);
	} catch (error) {
		if (!(error instanceof BadFile)) throw error;
		findings.push({ path: basename(path), line: error.line, kind: "error", message: error.message });
		return { site: emptySite(), findings, kind: "wordpress", isNothing: false, unused: new Map(), redirects: [] };
	}
}

async function readExport(
	wxr: WordPressExport,
	findings: Finding[],
	options: WordPressOptions,
): Promise<ReadWordPress> {
	let folder = options.media === null ? noFolder(findings) : uploadsFolder(options.media);
	const address = addressesOf(wxr, (file) => folder.files.has(file.slice(1)));
	const texts = textsIn(wxr);
	const drafts = texts.map((item) => draftOf(item, { wxr, address, now: options.now, findings }));
	const [host = ""] = address.hosts;
	if (options.mediaBase !== null) {
		const cache = join(options.cache, host.replace(/[^\w.-]/g, "_") || "site");
		mkdirSync(cache, { recursive: true });
		const { mediaBase: base, report } = options;
		await fetchMedia(uploadsOf(drafts), { base, folder: cache, findings, report });
		folder = uploadsFolder(cache);
	}
	tellLeftOut(wxr, findings);
	const siteName = options.siteName ?? (host || "wordpress");
	const foreign = { drafts, hosts: address.hosts, basePath: address.basePath, assetRoots: [""] };
	const siteUrl = host === "" ? null : `https://${host}${address.basePath}/`;
	const found = assemble(folder, foreign, { ...options, siteName, siteUrl }, findings);
	const whole = <T extends { bodyMarkdown: string }>(text: T): T => ({
		...text,
		bodyMarkdown: address.unsettle(text.bodyMarkdown),
	});
	const site = { ...found, articles: found.articles.map(whole), pages: found.pages.map(whole) };
	if (folder.findings !== findings) findings.push(...folder.findings);
	return {
		site,
		findings,
		kind: "wordpress",
		isNothing: texts.length === 0,
		unused: new Map(),
		redirects: texts.flatMap((item) => {
			const old = pathOf(address.pathOf(item) ?? "");
			return old === undefined ? [] : [{ source: `${siteName}/${pathOfItem(item)}`, path: old }];
		}),
	};
}

const uploadsOf = (drafts: Draft[]): string[] =>
	unique(drafts.flatMap(({ body, cover }) => [...uploadsIn(body), ...uploadsIn(cover?.url ?? "")])).sort();

/** Opens a folder of uploads: it, or one above it, so that its files have their paths on the old site. */
function uploadsFolder(path: string): Folder {
	const folder = openFolder(path);
	const files = [...folder.files];
	const whole = files.some(([name]) => `/${name}`.includes(UPLOADS));
	folder.files.clear();
	for (const [name, file] of files) {
		const at = `/${name}`.indexOf(UPLOADS);
		if (at !== -1) folder.files.set(name.slice(at), file);
		else if (!whole) folder.files.set(UPLOADS.slice(1) + name, file);
	}
	return folder;
}

const noFolder = (findings: Finding[]): Folder => ({
	root: "",
	files: new Map(),
	text: (path) => missing(path),
	bytes: (path) => missing(path),
	findings,
});
function missing(path: string): never {
	throw new Error(`${path} is not in the folder`);
}

/** Tells what of an export is not imported, by kind, each once. */
function tellLeftOut(wxr: WordPressExport, findings: Finding[]): void {
	const tell = (count: number, what: string): void => {
		if (count > 0)
			findings.push({ path: "export", line: null, kind: "warning", message: `${count} ${what}: not imported` });
	};
	const isText = new Set(textsIn(wxr));
	const others = wxr.items.filter((item) => !isText.has(item) && kindOfItem(item) !== "attachment");
	const trashed = others.filter((item) => field(item, "wp:status") === "trash");
	tell(trashed.length, "in the trash");
	const kinds = Map.groupBy(
		others.filter((item) => !trashed.includes(item)),
		(item) => `${kindOfItem(item) || "unknown"} (${field(item, "wp:status")})`,
	);
	for (const [kind, items] of kinds) tell(items.length, `of kind ${kind}`);
	tell(
		wxr.items.reduce((sum, { comments }) => sum + comments, 0),
		"comments",
	);
}

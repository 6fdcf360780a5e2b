import type { Finding } from "../site.ts";
import { BadFile } from "./bad-file.ts";
import type { Draft } from "./draft.ts";
import { KNOWN_KEYS } from "./fields.ts";
import type { Folder } from "./folder.ts";
import { type FrontMatter, lineOfKey, parseData, splitFrontMatter, type Values } from "./front-matter.ts";

/** What the readers of all kinds of site share while they go through a folder. */
export type Reading = {
	folder: Folder;
	/** UTC milliseconds: later dates are schedules. */
	now: number;
	findings: Finding[];
	/** Front matter keys that nobody understood, with the number of files that have them. */
	unused: Map<string, number>;
};

/** What a reader of a foreign site hands on. */
export type ForeignSite = {
	drafts: Draft[];
	/** Hosts of the old site: absolute links to them are links inside it. */
	hosts: string[];
	/** Path under which the old site lay, such as `/blog`; '' for the top. */
	basePath: string;
	/** Folders whose files the old site served from its top, best first. */
	assetRoots: string[];
};

/** Runs `read` for every path; a file that cannot be read becomes an error finding, and the others are read still. */
export function readEach(reading: Reading, paths: string[], read: (path: string) => Draft | undefined): Draft[] {
	return paths.flatMap((path) => {
		try {
			return read(path) ?? [];
		} catch (error) {
			if (!(error instanceof BadFile)) throw error;
			reading.findings.push({ path, line: error.line, kind: "error", message: error.message });
			return [];
		}
	});
}

/** A text file cut into front matter and body; notes keys that are given twice or not understood. */
export function openText(reading: Reading, path: string): FrontMatter {
	const matter = splitFrontMatter(reading.folder.text(path));
	for (const key of matter.repeated)
		warn(reading, path, `\`${key}\` is given twice: the last one counts`, lineOfKey(matter, key));
	for (const key of Object.keys(matter.values))
		if (!KNOWN_KEYS.has(key)) reading.unused.set(key, (reading.unused.get(key) ?? 0) + 1);
	return matter;
}

export function warn(reading: Reading, path: string, message: string, line: number | null = null): void {
	reading.findings.push({ path, line, kind: "warning", message });
}

/** The site's configuration from the first of `paths` that is there; a broken one is an error finding. */
export function readConfiguration(reading: Reading, paths: string[]): Values {
	const path = paths.find((candidate) => reading.folder.files.has(candidate));
	if (path === undefined) return {};
	const format = path.endsWith(".toml") ? "toml" : path.endsWith(".json") ? "json" : "yaml";
	try {
		return parseData(reading.folder.text(path), format);
	} catch (error) {
		if (!(error instanceof BadFile)) throw error;
		reading.findings.push({ path, line: error.line, kind: "error", message: error.message });
		return {};
	}
}

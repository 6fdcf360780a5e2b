import type { Finding } from "../site.ts";
import { BadFile } from "./bad-file.ts";
import type { Draft } from "./draft.ts";
import { KNOWN_KEYS } from "./fields.ts";
import type { Folder } from "./folder.ts";
import { type FrontMatter, lineOfKey, parseData, splitFrontMatter, type Values } from "./front-matter.ts";

/** The data that the readers of all kinds of site share while they read a folder. */
export type Reading = {
	folder: Folder;
	/** The time of the import, in UTC milliseconds; texts with a later date are scheduled. */
	now: number;
	findings: Finding[];
	/** The front matter keys that were not understood, with the number of files that have them. */
	unused: Map<string, number>;
};

/** The result of a reader of a foreign site. */
export type ForeignSite = {
	drafts: Draft[];
	/** The hosts of the old site: absolute links to them are links inside it. */
	hosts: string[];
	/** The path under which the old site lay, such as `/blog`; '' for the top. */
	basePath: string;
	/** The folders whose files the old site served from its top, the most likely first. */
	assetRoots: string[];
};

/** Runs `read` for every path; a file that cannot be read becomes an error finding, and the others are still read. */
export function readEach(reading: Reading, paths: string[], read: (path: string) => Draft | undefined): Draft[] {
	return paths.flatMap((path) => {
		try {
			return read(path) ?? [];
		} catch (error) {
			if (!(error instanceof BadFile)) throw error;
			fail(reading, path, error.message, error.line);
			return [];
		}
	});
}

/** Splits a text file into front matter and body; notes keys that are given twice or not understood. */
export function openText(reading: Reading, path: string): FrontMatter {
	const matter = splitFrontMatter(reading.folder.text(path));
	for (const key of matter.repeated)
		warn(reading, path, `\`${key}\` is given twice: the last one counts`, lineOfKey(matter, key));
	for (const key of Object.keys(matter.values))
		if (!KNOWN_KEYS.has(key)) reading.unused.set(key, (reading.unused.get(key) ?? 0) + 1);
	return matter;
}

/** Notes an error of a file: nothing is imported then. */
export function fail({ findings }: Reading, path: string, message: string, line: number | null = null): void {
	findings.push({ path, line, kind: "error", message });
}

export function warn(reading: Reading, path: string, message: string, line: number | null = null): void {
	reading.findings.push({ path, line, kind: "warning", message });
}

/** Reads the site's configuration from the first of `paths` that exists; an unreadable one is an error finding. */
export function readConfiguration(reading: Reading, paths: string[]): Values {
	const path = paths.find((candidate) => reading.folder.files.has(candidate));
	if (path === undefined) return {};
	const format = path.endsWith(".toml") ? "toml" : path.endsWith(".json") ? "json" : "yaml";
	try {
		return parseData(reading.folder.text(path), format);
	} catch (error) {
		if (!(error instanceof BadFile)) throw error;
		fail(reading, path, error.message, error.line);
		return {};
	}
}

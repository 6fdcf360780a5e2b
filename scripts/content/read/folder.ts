import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Finding } from "../site.ts";
import { decode } from "./decode.ts";

/** The folders that are never part of a site, whatever generator made it. */
const IGNORED = new Set(["node_modules", "bower_components", "__MACOSX"]);
/** The most bytes of a text file; a larger one is not read at all. */
const TEXT_LIMIT = 20_000_000;

/**
 * The files of a site folder: the keys are paths from its top, '/'-separated and NFC; the values have the path on disk
 * and the size in bytes.
 */
export type Folder = {
	root: string;
	files: Map<string, { disk: string; size: number }>;
	/** Returns the decoded text of a file; throws BadFile. Unusual encodings are reported in `findings`. */
	text: (path: string) => string;
	bytes: (path: string) => Uint8Array;
	findings: Finding[];
};

/**
 * Lists `root`. Hidden files, node_modules and the like are left out; a symbolic link is followed only when it stays
 * inside the folder and does not lead back to a folder above it.
 */
export function openFolder(root: string): Folder {
	const top = realpathSync(resolve(root));
	const folder: Folder = {
		root: top,
		files: new Map(),
		findings: [],
		bytes: (path) => readFileSync(diskPath(folder, path)),
		text: (path) => {
			const { size } = folder.files.get(path) ?? { size: 0 };
			if (size > TEXT_LIMIT) throw new Error(`${path}: ${size} bytes are too many for a text`);
			const { text, note } = decode(folder.bytes(path));
			if (note) folder.findings.push({ path, line: null, kind: "warning", message: note });
			return text;
		},
	};
	walk(folder, top, [top]);
	return folder;
}

function diskPath(folder: Folder, path: string): string {
	const file = folder.files.get(path);
	if (!file) throw new Error(`${path} is not in the folder`);
	return file.disk;
}

function walk(folder: Folder, directory: string, above: string[]): void {
	for (const name of readdirSync(directory).sort()) {
		if (IGNORED.has(name) || name.startsWith(".")) continue;
		const disk = join(directory, name);
		const real = follow(folder, disk, above);
		if (real === undefined) continue;
		const stats = statSync(real);
		if (stats.isDirectory()) walk(folder, disk, [...above, real]);
		else if (stats.isFile()) folder.files.set(pathOf(folder.root, disk), { disk, size: stats.size });
	}
}

/** Returns the real path of `disk`; undefined, with a finding, when it is a link that must not be followed. */
function follow(folder: Folder, disk: string, above: string[]): string | undefined {
	if (!lstatSync(disk).isSymbolicLink()) return disk;
	const refuse = (message: string): undefined => {
		folder.findings.push({ path: pathOf(folder.root, disk), line: null, kind: "warning", message });
	};
	let real: string;
	try {
		real = realpathSync(disk);
	} catch {
		return refuse("symbolic link to nothing: not followed");
	}
	if (real !== folder.root && !real.startsWith(folder.root + sep))
		return refuse("symbolic link out of the folder: not followed");
	if (above.includes(real)) return refuse("symbolic link to a folder above it: not followed");
	return real;
}

const pathOf = (root: string, disk: string): string => relative(root, disk).split(sep).join("/").normalize("NFC");

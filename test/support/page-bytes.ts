/**
 * What a first visit of a page loads before anything is touched: its HTML, and the style sheets, scripts and icons that it
 * asks for, all gzip. test/page-bytes.json keeps the bytes of every page, and no page may take more than its share over them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { z } from "zod";

const FILE = "test/page-bytes.json";
/** How much a page may grow before somebody has to write the file anew, and so to see by how much it grew. */
const GROWTH = 1.03;
/** A part that starts by itself; those of the fields of a text share a file, which no link loads beforehand. */
const PART = /<x-island name="[a-z-]+"(?: when="visible")? src="([^"]+)"/g;
const NAMED = /<(?:link rel="(?:stylesheet|modulepreload)"|script type="module"|use) (?:href|src)="(\/assets\/[^"#]+)/g;
/** `npm run prove -- bytes` writes the file anew. */
const isWritten = process.env.PAGE_BYTES === "write";

const sizes = new Map<string, number>();

function sizeOf(address: string): number {
	const size = sizes.get(address) ?? gzipSync(readFileSync(`dist/public${address}`)).length;
	sizes.set(address, size);
	return size;
}

const Manifest = z.object({ islands: z.record(z.string(), z.array(z.string())) });

/** The script of a part and the scripts that it imports. */
function scriptsOf(part: string): readonly string[] {
	const { islands } = Manifest.parse(JSON.parse(readFileSync("dist/manifest.json", "utf8")));
	return Object.values(islands).find(([first]) => first === part) ?? [part];
}

/** The addresses of the style sheets, scripts and icons that a page loads; what comes by a touch is not among them. */
export const loadedBy = (html: string): Set<string> =>
	new Set([
		...[...html.matchAll(NAMED)].flatMap(([, address]) => address ?? []),
		...[...html.matchAll(PART)].flatMap(([, part = ""]) => scriptsOf(part)),
	]);

export const bytesOf = (html: string): number =>
	[...loadedBy(html)].reduce((sum, address) => sum + sizeOf(address), gzipSync(html).length);

/** Says which pages are over their bytes, have none, or are no more; or keeps the bytes as they are now. */
export function tooLarge(bytes: ReadonlyMap<string, number>): string[] {
	if (isWritten) {
		const sorted = Object.fromEntries([...bytes].sort(([a], [b]) => (a < b ? -1 : 1)));
		writeFileSync(FILE, `${JSON.stringify(sorted, null, "\t")}\n`);
		return [];
	}
	const known = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(FILE, "utf8")));
	const gone = Object.keys(known).filter((page) => !bytes.has(page));
	return [
		...gone.map((page) => `${page}: is no page`),
		...[...bytes].flatMap(([page, now]) => {
			const before = known[page];
			if (before === undefined) return [`${page}: ${now} bytes, and none in ${FILE}`];
			return now > before * GROWTH ? [`${page}: ${now} bytes, before ${before}`] : [];
		}),
	];
}

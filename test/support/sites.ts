import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { type ReadOptions, type ReadSite, readSite } from "../../scripts/content/read/index.ts";
import type { SiteArticle, SitePage } from "../../scripts/content/site.ts";

/** 2026-11-01 in Taipei. */
export const NOW = Date.parse("2026-11-01T00:00:00+08:00");

const made: string[] = [];
process.once("exit", () => {
	for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that goes when the tests end. */
export function makeFolder(name = "site"): string {
	const folder = join(mkdtempSync(join(tmpdir(), "content-")), name);
	mkdirSync(folder);
	made.push(dirname(folder));
	return folder;
}

/** A folder with these files, path → content. */
export function makeSite(files: Record<string, string | Uint8Array>, name = "site"): string {
	const folder = makeFolder(name);
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}

/** Reads a folder, or files as a folder, with options that differ from the usual ones. */
export function read(site: string | Record<string, string | Uint8Array>, options: Partial<ReadOptions> = {}): ReadSite {
	const folder = typeof site === "string" ? site : makeSite(site);
	return readSite(folder, { now: NOW, defaultType: "news", map: new Map(), siteName: "x", ...options });
}

/** The errors and warnings as the command prints them. */
export const told = ({ findings }: ReadSite, kind: "error" | "warning"): string[] =>
	findings.filter((one) => one.kind === kind).map(({ path, line, message }) => `${path}:${line} ${message}`);

/** The one text with this slug. */
export function textOf({ site }: ReadSite, slug: string): SiteArticle | SitePage {
	const [found, ...more] = [...site.articles, ...site.pages].filter((text) => text.slug === slug);
	if (!found || more.length > 0) throw new Error(`not exactly one text ${slug}`);
	return found;
}

/** A whole PNG of one colour. */
export function png(width: number, height: number): Uint8Array {
	const chunk = (type: string, data: Buffer): Buffer => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
		length.writeUInt32BE(data.length);
		check.writeUInt32BE(crc32(body));
		return Buffer.concat([length, body, check]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.alloc(height * (1 + width * 3), 0x5a));
	const signature = Buffer.from("89504e470d0a1a0a", "hex");
	return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

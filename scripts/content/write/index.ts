import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Site } from "../site.ts";
import { inOrder } from "../tidy.ts";
import { writeLinks } from "./links.ts";
import { layOutSite } from "./paths.ts";
import { openExport, writeAbout, writeAnnouncement, writeArticle, writeDocument, writePage } from "./texts.ts";

/**
 * Writes a site's texts in the program's own format and returns the content of each file by its path; the same site
 * gives the same bytes.
 */
export function writeTexts(unordered: Site): Map<string, string> {
	const site = inOrder(unordered);
	const layout = layOutSite(site);
	const whole = openExport(site, layout);
	const texts = new Map([["site.yaml", writeAbout(site)]]);
	for (const article of site.articles) texts.set(layout.articles.get(article.slug) ?? "", writeArticle(whole, article));
	for (const page of site.pages) texts.set(layout.pages.get(page.path) ?? "", writePage(whole, page));
	for (const document of site.documents)
		texts.set(layout.documents.get(document.slug) ?? "", writeDocument(whole, document));
	for (const announcement of site.announcements)
		texts.set(layout.announcements.get(announcement.slug) ?? "", writeAnnouncement(whole, announcement));
	for (const [path, content] of writeLinks(site)) texts.set(path, content);
	return texts;
}

/** The error for a folder that contains something that no export wrote. */
export class FolderInUse extends Error {}

const OWN_FILES = ["site.yaml", "menus.yaml", "redirects.yaml"];
const OWN_FOLDERS = ["articles", "pages", "documents", "announcements", "files"];

/**
 * Writes a site into `folder`, which must be empty, new, or an earlier export (which is replaced). Refuses every other
 * folder, so that no files are lost.
 */
export async function writeSite(site: Site, folder: string): Promise<{ texts: number; files: number }> {
	clearEarlierExport(folder);
	const write = (path: string, content: string | Uint8Array): void => {
		const target = join(folder, path);
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, content);
	};
	const texts = writeTexts(site);
	for (const [path, content] of texts) write(path, content);
	const ordered = inOrder(site);
	const { files } = layOutSite(ordered);
	for (const file of ordered.files.values()) write(files.get(file.id) ?? "", await file.read());
	return { texts: texts.size, files: files.size };
}

function clearEarlierExport(folder: string): void {
	if (!existsSync(folder)) return;
	const there = readdirSync(folder);
	if (there.length === 0) return;
	const foreign = there.filter((name) => !OWN_FILES.includes(name) && !OWN_FOLDERS.includes(name));
	const isExport = there.includes("site.yaml") && /^format: 1$/m.test(readFileSync(join(folder, "site.yaml"), "utf8"));
	if (!isExport || foreign.length > 0)
		throw new FolderInUse(
			`${folder} is not empty and not an earlier export${foreign[0] ? ` (it holds ${foreign[0]})` : ""}: choose another folder`,
		);
	for (const name of there) rmSync(join(folder, name), { recursive: true });
}

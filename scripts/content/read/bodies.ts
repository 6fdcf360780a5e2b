import { fileUrl } from "#domain/content/content/files.ts";
import { filenameOf, makeFile } from "../files.ts";
import { mapLinks } from "../links.ts";
import type { Finding, SiteFile } from "../site.ts";
import type { Draft } from "./draft.ts";
import type { Folder } from "./folder.ts";
import type { LinkIndex } from "./link-index.ts";
import { lineOf } from "./notes.ts";
import type { Named } from "./slugs.ts";

/** The maximum number of bytes of an imported file; nobody would download a larger one from an article. */
const FILE_LIMIT = 100_000_000;

/**
 * The files of a site that its texts use, each read only once. `take` reads a file by its path, undefined when it is
 * too large; `takeData` an image in a `data:` address, undefined when it is none.
 */
export type FileShelf = {
	files: Map<string, SiteFile>;
	take: (path: string) => SiteFile | undefined;
	takeData: (url: string) => SiteFile | undefined;
};

export function openShelf(folder: Folder, findings: Finding[]): FileShelf {
	const files = new Map<string, SiteFile>();
	const byPath = new Map<string, SiteFile | undefined>();
	const keep = (file: SiteFile): SiteFile => {
		const known = files.get(file.id) ?? file;
		files.set(known.id, known);
		return known;
	};
	const read = (path: string): SiteFile | undefined => {
		const size = folder.files.get(path)?.size ?? 0;
		if (size > FILE_LIMIT) {
			findings.push({
				path,
				line: null,
				kind: "warning",
				message: `is ${Math.round(size / 1e6)} MB: files over 100 MB are not imported`,
			});
			return undefined;
		}
		const file = makeFile(filenameOf(path), folder.bytes(path), async () => folder.bytes(path));
		if (/\.(?:svg|html?|js|mjs|xml)$/i.test(path))
			findings.push({
				path,
				line: null,
				kind: "warning",
				message: "could run in a browser: kept as a download, not shown in texts",
			});
		return keep(file);
	};
	return {
		files,
		take: (path) => {
			if (!byPath.has(path)) byPath.set(path, read(path));
			return byPath.get(path);
		},
		takeData: (url) => {
			const [, type = "", data = ""] = /^data:image\/(png|jpeg|gif|webp);base64,([\w+/=\s%]+)$/i.exec(url) ?? [];
			if (data === "") return undefined;
			const bytes = Buffer.from(decodeURIComponent(data), "base64");
			return keep(makeFile(`image.${type.toLowerCase().replace("jpeg", "jpg")}`, bytes, async () => bytes));
		},
	};
}

/** Returns the address of a text on the new site. */
export const addressHere = ({
	draft,
	slug,
	path,
}: Pick<Named, "slug" | "path"> & { draft: Pick<Draft, "kind"> }): string =>
	draft.kind === "article" ? `/articles/${slug}` : `/${path}`;

/**
 * Returns the body with its links changed to their new addresses: links to files of the folder become attachments,
 * links to texts become addresses of articles and pages. A link whose target is not in the folder stays, and is noted
 * with its line.
 */
export function relinkBody(draft: Draft, find: LinkIndex, shelf: FileShelf, findings: Finding[]): string {
	const missing = new Set<string>();
	return mapLinks(draft.body, (url, isImage) => {
		const data = url.startsWith("data:") ? shelf.takeData(url) : undefined;
		if (data) return fileUrl(data);
		const target = find(url, draft);
		if (target.kind === "text") return addressHere(target.named) + target.suffix;
		const file = target.kind === "file" ? shelf.take(target.path) : undefined;
		if (file) return fileUrl(file);
		if (target.kind === "missing" && !missing.has(url)) {
			missing.add(url);
			const what = isImage ? "image" : "link";
			findings.push({
				path: draft.path,
				line: lineOf(draft.text, url, draft.bodyAt),
				kind: "warning",
				message: `${what} ${url} is not in the site: left as it is`,
			});
		}
		return undefined;
	});
}

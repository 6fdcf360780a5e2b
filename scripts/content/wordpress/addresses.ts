import { mapLinks } from "../links.ts";
import { decoded, field, idOf, kindOfItem } from "./items.ts";
import type { Item, WordPressExport } from "./wxr.ts";

type Picture = { src: string; alt: string };

/** The addresses of an export: of its texts and pictures, and those in bodies as they are looked up. */
export type Address = {
	hosts: string[];
	basePath: string;
	/** Returns the path of a text on the old site; undefined for one without a permalink. */
	pathOf: (item: Item) => string | undefined;
	/** Returns the address of a page in the tree of pages, without slashes at its ends. */
	treeOf: (item: Item) => string;
	/** Returns the address and the alternative text of an attachment. */
	picture: {
		(id: string): Picture | undefined;
		(id: string, as: "url"): { url: string; alt: string } | undefined;
	};
	/** Changes the links of a body to the addresses by which their targets are known. */
	settle: (body: string) => string;
	/** Gives the links to uploaded files that were not found the old site's address again. */
	unsettle: (body: string) => string;
};

/** The folder in which WordPress keeps uploaded files. */
export const UPLOADS = "/wp-content/uploads/";
const PHOTON = /^https?:\/\/i\d\.wp\.com\//;
const RESIZED = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/;

/** Reads the addresses of an export; `hasFile` says whether a file below the uploads is there. */
export function addressesOf(wxr: WordPressExport, hasFile: (path: string) => boolean): Address {
	const base = wxr.fields.get("wp:base_blog_url") ?? wxr.fields.get("link") ?? "";
	const bases = [base, wxr.fields.get("wp:base_site_url") ?? ""].filter((url) => URL.canParse(url));
	const hosts = [...new Set(bases.map((url) => new URL(url).host))];
	const byId = new Map(wxr.items.map((item) => [idOf(item), item]));
	const originals = new Set(wxr.items.map((item) => pathIn(field(item, "wp:attachment_url"))));
	const picture = ((id: string, as?: "url") => {
		const item = byId.get(id);
		const src = item && kindOfItem(item) === "attachment" ? field(item, "wp:attachment_url") : "";
		const alt = item?.meta.get("_wp_attachment_image_alt")?.trim() ?? "";
		if (src === "") return undefined;
		return as === "url" ? { url: src, alt } : { src, alt };
	}) as Address["picture"];
	const pathOf = (item: Item): string | undefined => permalink(field(item, "link"));
	return {
		hosts,
		basePath: base === "" || !URL.canParse(base) ? "" : new URL(base).pathname.replace(/\/+$/, ""),
		pathOf,
		treeOf: (item) => treeOf(item, byId),
		picture,
		settle: (body) => mapLinks(body, (url) => settled(url)),
		unsettle: (body) =>
			mapLinks(body, (url) => (url.startsWith("/") && url.includes(UPLOADS) ? new URL(url, base).href : undefined)),
	};

	/** Returns the path by which the target of a link into the old site is known; undefined leaves the link. */
	function settled(written: string): string | undefined {
		const url = written.replace(PHOTON, "https://").replace(/^\/\//, "https://");
		if (!URL.canParse(url) || !hosts.some((host) => sameHost(host, new URL(url).host))) return undefined;
		const { searchParams, pathname, hash } = new URL(url);
		const id = ["p", "page_id", "attachment_id"].map((key) => searchParams.get(key)).find((one) => one !== null);
		const named = byId.get(id ?? "");
		if (named) return picture(id ?? "")?.src ?? `${pathOf(named) ?? pathname}${hash}`;
		if (!pathname.includes(UPLOADS)) return undefined;
		const path = pathIn(pathname);
		const original = path.replace(RESIZED, "");
		return original !== path && (hasFile(original) || originals.has(original))
			? pathname.replace(RESIZED, "")
			: pathname;
	}
}

const sameHost = (a: string, b: string): boolean => a.replace(/^www\./, "") === b.replace(/^www\./, "");

/** Returns the decoded path of an uploaded file below its site, '' for any other address. */
const pathIn = (url: string): string => {
	const at = url.indexOf(UPLOADS);
	return at === -1 ? "" : decoded(url.slice(at).replace(/[?#].*$/, ""));
};

function permalink(link: string): string | undefined {
	if (!URL.canParse(link)) return undefined;
	const path = decoded(new URL(link).pathname).replace(/\/+$/, "");
	return path === "" ? undefined : path;
}

function treeOf(item: Item, byId: Map<string, Item>): string {
	const parts: string[] = [];
	const seen = new Set<Item>();
	for (let at: Item | undefined = item; at && !seen.has(at); at = byId.get(field(at, "wp:post_parent"))) {
		seen.add(at);
		parts.unshift(decoded(field(at, "wp:post_name")) || field(at, "title"));
	}
	return parts.join("/");
}

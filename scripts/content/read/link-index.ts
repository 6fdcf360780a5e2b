import { addressKey, decodeAddress, pathKey } from "./addresses.ts";
import type { Draft } from "./draft.ts";
import type { Folder } from "./folder.ts";
import type { ForeignSite } from "./reading.ts";
import type { Named } from "./slugs.ts";

/** What an address of the old site leads to on the new one. */
export type Target =
	| { kind: "text"; named: Named; suffix: string }
	| { kind: "file"; path: string }
	/** An address that must not be changed: another site, a fragment, a template value. */
	| { kind: "foreign" }
	/** An address of the old site whose target is not in the folder. */
	| { kind: "missing"; path: string };

export type LinkIndex = (url: string, from: Pick<Draft, "bases">) => Target;

/**
 * Makes the index that finds every text by its old addresses, its path and its name, and every file by its place in the
 * folder or on the old site.
 */
export function indexLinks(folder: Folder, site: ForeignSite, texts: Named[]): LinkIndex {
	const byAddress = new Map<string, Named>();
	const byName = new Map<string, Named | null>();
	const know = (key: string, named: Named): void => {
		if (key !== "" && !byAddress.has(key)) byAddress.set(key, named);
	};
	for (const named of texts) {
		know(pathKey(named.draft.path), named);
		for (const url of named.draft.urls) know(pathKey(url), named);
	}
	for (const named of texts) {
		for (const alias of named.draft.aliases) know(addressKey(alias), named);
		const name = pathKey(named.draft.path).split("/").at(-1) ?? "";
		byName.set(name, byName.has(name) ? null : named);
	}
	const files = fileFinder(folder, site.assetRoots);

	const find = (path: string, suffix: string, isFromTop: boolean): Target | undefined => {
		const named = byAddress.get(pathKey(path));
		if (named) return { kind: "text", named, suffix };
		const file = files(path, isFromTop);
		return file === undefined ? undefined : { kind: "file", path: file };
	};

	return (url, { bases }) => {
		const inside = insideSite(url, site);
		if (inside === undefined) return { kind: "foreign" };
		const [, encoded = "", suffix = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(inside) ?? [];
		const path = decodeAddress(encoded);
		if (path === "" || path === "/") return { kind: "foreign" };
		const found = path.startsWith("/")
			? find(withoutBase(path, site.basePath), suffix, true)
			: (bases
					.map((base) => resolvePath(base, path))
					.map((full) => find(full, suffix, false))
					.find((target) => target !== undefined) ?? find(path, suffix, true));
		if (found) return found;
		const named = path.startsWith("/") ? undefined : byName.get(pathKey(path).split("/").at(-1) ?? "");
		return named ? { kind: "text", named, suffix } : { kind: "missing", path };
	};
}

/** Returns the path of an address on the old site, or undefined when it leads elsewhere. */
function insideSite(url: string, { hosts }: ForeignSite): string | undefined {
	if (url === "" || url.startsWith("#") || /\{\{|\{%|\$\{/.test(url)) return undefined;
	const absolute = url.startsWith("//") ? `https:${url}` : url;
	if (!/^[a-z][a-z0-9+.-]*:/i.test(absolute)) return url;
	if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
	const { host, pathname, search, hash } = new URL(absolute);
	return hosts.some((own) => own.replace(/^www\./, "") === host.replace(/^www\./, ""))
		? pathname + search + hash
		: undefined;
}

const withoutBase = (path: string, basePath: string): string =>
	basePath !== "" && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;

/** Resolves a relative path: `a/b` and `../c.png` give `a/c.png`; the result never leaves the folder. */
export function resolvePath(base: string, path: string): string {
	const parts = base === "" ? [] : base.split("/");
	for (const part of path.split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "." && part !== "") parts.push(part);
	}
	return parts.join("/");
}

/**
 * Returns a function that finds a file by its path as written, then without regard to case; a path from the top is also
 * looked up in the folders that the old site served from its top.
 */
function fileFinder(folder: Folder, roots: string[]): (path: string, isFromTop: boolean) => string | undefined {
	const anyCase = new Map<string, string>();
	for (const path of folder.files.keys()) if (!anyCase.has(path.toLowerCase())) anyCase.set(path.toLowerCase(), path);
	return (path, isFromTop) => {
		const plain = path.replace(/^\/+/, "");
		const candidates = isFromTop ? roots.map((root) => resolvePath(root, plain)) : [plain];
		const exact = candidates.find((candidate) => folder.files.has(candidate));
		return (
			exact ?? candidates.map((candidate) => anyCase.get(candidate.toLowerCase())).find((found) => found !== undefined)
		);
	};
}

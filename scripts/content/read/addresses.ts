/** Returns an address without what differs between spellings of the same page: `/a/b/index.html?x#y` is `a/b`. */
export const addressOf = (url: string): string => pathAddress(decodeAddress(url.replace(/[?#].*$/, "")));

/**
 * Returns the address of a path in the folder, without what differs between spellings: `/a/b/index.html` is `a/b`. `?`,
 * `#` and `%` are ordinary characters here.
 */
export const pathAddress = (path: string): string =>
	path
		.replace(/^\/+|\/+$/g, "")
		.replace(/(?:^|\/)_?index(?:\.\w+)?$/i, "")
		.replace(/\.(?:html?|md|markdown|mdx|mkdn?)$/i, "");

/** Returns a key that all addresses of one page have in common: `/Blog/「選」/` and `/blog/選.html` have the same. */
export const addressKey = (url: string): string => pathKey(decodeAddress(url.replace(/[?#].*$/, "")));

/** Returns the key of `addressKey` for a path in the folder, where `?`, `#` and `%` are ordinary characters. */
export const pathKey = (path: string): string =>
	pathAddress(path)
		.toLowerCase()
		.split("/")
		.map((part) => part.replace(/[^\p{L}\p{N}\p{M}_]+/gu, "-").replace(/^-+|-+$/g, ""))
		.filter((part) => part !== "")
		.join("/");

/** Decodes the percent escapes of an address, in NFC; an address with broken escapes is not decoded. */
export function decodeAddress(url: string): string {
	try {
		return decodeURIComponent(url).normalize("NFC");
	} catch {
		return url.normalize("NFC");
	}
}

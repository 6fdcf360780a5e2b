/** An address without what differs between spellings of the same page: `/a/b/index.html?x#y` is `a/b`. */
export const addressOf = (url: string): string => pathAddress(decodeAddress(url.replace(/[?#].*$/, "")));

/** The same for a path of the folder, in which `?`, `#` and `%` are letters like any other. */
export const pathAddress = (path: string): string =>
	path
		.replace(/^\/+|\/+$/g, "")
		.replace(/(?:^|\/)_?index(?:\.\w+)?$/i, "")
		.replace(/\.(?:html?|md|markdown|mdx|mkdn?)$/i, "");

/** What two addresses of one page have in common: `/Blog/「選」/` and `/blog/選.html` are the same. */
export const addressKey = (url: string): string => pathKey(decodeAddress(url.replace(/[?#].*$/, "")));

/** The same for a path of the folder. */
export const pathKey = (path: string): string =>
	pathAddress(path)
		.toLowerCase()
		.split("/")
		.map((part) => part.replace(/[^\p{L}\p{N}\p{M}_]+/gu, "-").replace(/^-+|-+$/g, ""))
		.filter((part) => part !== "")
		.join("/");

/** Percent escapes read, NFC; an address with broken escapes stays as it is. */
export function decodeAddress(url: string): string {
	try {
		return decodeURIComponent(url).normalize("NFC");
	} catch {
		return url.normalize("NFC");
	}
}

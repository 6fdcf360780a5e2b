/** The largest length of an old path and of a target in code points, as the table accepts them. */
export const PATH_MAX = 600;
export const TARGET_MAX = 1_000;

/**
 * Returns an address of an old website as its path: decoded, in NFC, without query and fragment, with one slash between
 * its parts and none at its end. Undefined for an address without a path, and for escapes that cannot be decoded.
 */
export function pathOf(address: string): string | undefined {
	const path = address
		.trim()
		.replace(/^https?:\/\/[^/?#]*/i, "")
		.replace(/[?#].*$/s, "");
	try {
		const parts = decodeURIComponent(path)
			.normalize("NFC")
			.split("/")
			.filter((part) => part !== "");
		return parts.length === 0 || parts.some((part) => /[?#\p{Cc}]/u.test(part)) ? undefined : `/${parts.join("/")}`;
	} catch {
		return undefined;
	}
}

/** Returns a target as a browser's address, percent-encoded once, for the header Location. */
export function asLocation(target: string): string {
	if (!target.startsWith("/")) return target;
	const [, path = "", behind = ""] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
	const { search, hash } = new URL(behind, "https://site.invalid/");
	return path.split("/").map(encodeURIComponent).join("/") + search + hash;
}

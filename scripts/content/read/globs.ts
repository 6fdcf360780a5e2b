/** Returns whether `path` lies at or below `pattern`, which may contain `*` and `**`. "" matches everything. */
export function matches(path: string, pattern: string): boolean {
	const plain = pattern.replace(/^\.?\//, "").replace(/\/$/, "");
	if (plain === "" || path === plain || path.startsWith(`${plain}/`)) return true;
	if (!plain.includes("*")) return false;
	const source = plain
		.split(/(\*\*\/?|\*)/)
		.map((part) => (part.startsWith("**") ? ".*" : part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
		.join("");
	return new RegExp(`^${source}(?:/|$)`).test(path);
}

export const matchesAny = (path: string, patterns: string[]): boolean =>
	patterns.some((pattern) => pattern !== "" && matches(path, pattern));

/** What the address of a website's preview is filled with. */
export type PreviewOf = { type: string; id: number; token: string };

const NAMES = ["type", "id", "token"] as const;

/** Returns the address of a draft on the website: `pattern` with {type}, {id} and {token} filled in. */
export const previewUrl = (pattern: string, of: PreviewOf): string =>
	pattern.replace(/\{(type|id|token)\}/g, (_, name: keyof PreviewOf) => encodeURIComponent(of[name]));

/**
 * Whether a text is the pattern of an address that drafts may be read at: it names each of {type}, {id} and {token}
 * behind the host, and is https, or http on this machine.
 */
export function isPreviewUrl(pattern: string): boolean {
	const [, origin = ""] = /^(https?:\/\/[^/?#{}\s]+)[/?][^\s#]*$/.exec(pattern) ?? [];
	if (!URL.canParse(origin) || !NAMES.every((name) => pattern.includes(`{${name}}`))) return false;
	if (/[{}]/.test(previewUrl(pattern, { type: "", id: 0, token: "" }))) return false;
	const { protocol, hostname, username, password } = new URL(origin);
	const isHere = hostname === "localhost" || hostname === "127.0.0.1";
	return username === "" && password === "" && (isHere || (protocol === "https:" && hostname.includes(".")));
}

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
/**
 * Matches characters that a browser removes from an address before it reads the scheme, and ones that only make an
 * address hard to read.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;

/**
 * Returns an address that a link may have: http, https, mailto, tel, or relative; undefined for any other scheme
 * (javascript, data, vbscript, …). `value` is the attribute's text with its character references decoded.
 */
export function safeUrl(value: string): string | undefined {
	const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(value.replace(UNSEEN, ""))?.[0].toLowerCase();
	if (scheme === undefined) return value.trim();
	return SCHEMES.has(scheme) ? value.trim() : undefined;
}

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
/** What a browser takes out of an address before it looks for the scheme, and what only makes one hard to read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;

/**
 * The address when a link may lead there: http, https, mailto, tel, or relative; undefined for any other scheme
 * (javascript, data, vbscript, …). `value` is the attribute's text with its character references already decoded.
 */
export function safeUrl(value: string): string | undefined {
	const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(value.replace(UNSEEN, ""))?.[0].toLowerCase();
	if (scheme === undefined) return value.trim();
	return SCHEMES.has(scheme) ? value.trim() : undefined;
}

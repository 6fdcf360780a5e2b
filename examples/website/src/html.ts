/** Markup that is safe to send: texts in it are escaped. */
export type Html = { readonly markup: string };
type Part = Html | string | number | false | null | undefined | readonly Part[];

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Markup that somebody else made safe: body_html and highlights of the API, our own drawings. */
export const asIs = (markup: string): Html => ({ markup });

/** The tag of all templates: texts are escaped, lists are joined, and what is not there is left out. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
	markup: strings.reduce((all, string, n) => all + markupOf(parts[n - 1]) + string),
});

function markupOf(part: Part): string {
	if (part === null || part === undefined || part === false) return "";
	if (typeof part === "number") return String(part);
	if (typeof part === "string") return escaped(part);
	return "markup" in part ? part.markup : part.map(markupOf).join("");
}

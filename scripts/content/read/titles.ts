import { plainText } from "#domain/content/content/text.ts";
import { segments } from "../code.ts";

/** Returns the stated title, or else the first heading of the body, or else the first of `others` that is not empty. */
export const titleOf = (stated: string, body: string, others: (string | null)[]): string =>
	stated || firstHeading(body) || others.find((other) => other) || "";

/** Returns the first heading of a body, in Markdown or HTML, as plain text; null when there is none. */
function firstHeading(body: string): string | null {
	const text = segments(body)
		.filter(({ isCode, text }) => !isCode || !/^\s*(?:`{3}|~{3}| {4}|\t)/.test(text))
		.map(({ text }) => text)
		.join("");
	const found = /^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$|^([^\n]+)\n=+[ \t]*$|<h[1-6]\b[^>]*>([\s\S]*?)<\/h[1-6]\s*>/m.exec(
		text,
	);
	const words = wordsOf(found?.[1] ?? found?.[2] ?? found?.[3] ?? "");
	return words === "" || /\{[%{]/.test(words) ? null : words;
}

/** Returns a body without the heading of the first level that it begins with, when that repeats the title. */
export function withoutTitle(body: string, title: string): string {
	const [whole = "", hashed, underlined = ""] =
		/^\s*(?:#[ \t]+([^\n]+?)[ \t]*#*[ \t]*|([^\n]+)\n=+[ \t]*)(?:\n+|$)/.exec(body) ?? [];
	return whole !== "" && wordsOf(hashed ?? underlined) === wordsOf(title) ? body.slice(whole.length) : body;
}

/** Returns the plain words of a heading. */
const wordsOf = (heading: string): string =>
	plainText(heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\{:?\s*[#.][^}]*\}|[*`]/g, ""))
		.replace(/\s+/g, " ")
		.normalize("NFC")
		.trim();

import { plainText } from "#domain/content/text.ts";

/** Longer texts are cut: the rest is read after signing in. */
const MOST_CHARACTERS = 800;

/** What a mail says of an announcement: its title, its text in plain lines, and whether that is all of it. */
export type MailWords = { title: string; lines: string[]; isWhole: boolean };

/** The words of an announcement for its mail; `body_html` is the sanitised text. */
export function wordsForMail({ title, body_html: html }: { title: string; body_html: string }): MailWords {
	const text = [...plainText(html)];
	const isWhole = text.length <= MOST_CHARACTERS && !/<(?:img|table|iframe|a)\b/.test(html);
	const shown = text.length <= MOST_CHARACTERS ? text.join("") : `${text.slice(0, MOST_CHARACTERS).join("")}…`;
	return { title, lines: shown.split("\n").filter((line) => line !== ""), isWhole };
}

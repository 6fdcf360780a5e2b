import { LINK, plainText } from "#domain/content/index.ts";

/** The largest length of an announcement's text in a mail; the rest is read after sign-in. */
const MOST_CHARACTERS = 800;

/** The text of an announcement for its mail: the title, lines of plain text, and whether they are the whole text. */
export type MailWords = { title: string; lines: string[]; isWhole: boolean };

/** Matches the address of a link to another site. */
const HREF = /\shref="(https?:[^"]*)"/;
/** Matches, at the end of a text that was cut there, the beginning of an address. */
const CUT_ADDRESS = /（ [^（）]*$/;

/**
 * Returns the text of an announcement for its mail, with the addresses of its links; `body_html` is the sanitised text.
 */
export function wordsForMail({ title, body_html: html }: { title: string; body_html: string }): MailWords {
	const told = html.replace(LINK, (whole, attributes = "", words = "") => {
		const href = HREF.exec(attributes)?.[1];
		if (href === undefined) return whole;
		return plainText(words) === plainText(href) ? href : `${words}（ ${href} ）`;
	});
	const text = [...plainText(told)];
	const isWhole = text.length <= MOST_CHARACTERS && !/<(?:img|table|iframe|a)\b/.test(told);
	const cut = text.slice(0, MOST_CHARACTERS).join("");
	const shown = text.length <= MOST_CHARACTERS ? cut : `${cut.replace(CUT_ADDRESS, "")}…`;
	return { title, lines: shown.split("\n").filter((line) => line !== ""), isWhole };
}

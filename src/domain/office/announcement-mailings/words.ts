import { LINK } from "#domain/content/content/links.ts";
import { plainText } from "#domain/content/content/text.ts";

/** Longer texts are cut: the rest is read after signing in. */
const MOST_CHARACTERS = 800;

/** What a mail says of an announcement: its title, its text in plain lines, and whether that is all of it. */
export type MailWords = { title: string; lines: string[]; isWhole: boolean };

/** Where a link leads to another place. */
const HREF = /\shref="(https?:[^"]*)"/;
/** Of an address that the end of the text cut in two. */
const CUT_ADDRESS = /（ [^（）]*$/;

/** The words of an announcement for its mail, with the addresses that its links lead to; `body_html` is the sanitised text. */
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

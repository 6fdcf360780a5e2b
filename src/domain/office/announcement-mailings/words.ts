import { LINK, plainText } from "#domain/content/index.ts";

/** The largest length of an announcement's text in a mail; the rest is read after sign-in. */
const MOST_CHARACTERS = 800;

/** What a mail of an announcement holds besides its text: for whom it is, and for the reader its login and subscription. */
type MailOf = {
	announcement: number;
	isForStaff: boolean;
	until: number | null;
	signsIn: boolean;
	listed: string;
};

/** Returns the data of an announcement's mail to one reader: what is sent, and what a preview shows. */
export const mailData = (text: { title: string; body_html: string }, of: MailOf) => ({ ...wordsForMail(text), ...of });

/** The most characters of an announcement's text in its words for LINE. */
const MOST_ON_LINE = 200;

/**
 * Returns the words of an announcement for LINE: its own when somebody wrote them, else the association, the title and the
 * beginning of the text; then where to read it.
 */
export function wordsForLine(
	text: { title: string; body_html: string; line_text: string },
	{ association, href }: { association: string; href: string },
): string {
	const { lines } = wordsForMail(text);
	const whole = [...lines.join("\n")];
	const cut = whole.slice(0, MOST_ON_LINE).join("").replace(CUT_ADDRESS, "");
	const own =
		text.line_text || `【${association}】${text.title}\n\n${cut}${whole.length > MOST_ON_LINE ? "…" : ""}`.trim();
	return `${own}\n\n${href}`;
}

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

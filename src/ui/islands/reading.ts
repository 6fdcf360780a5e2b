/** The length of a Markdown text: Chinese characters plus words of other scripts, and the minutes to read it. */
export type Length = { characters: number; minutes: number };

const PER_MINUTE = { character: 400, word: 220 };

/**
 * Returns whether a UTF-16 code counts as one character: Han, kana, bopomofo, hangul; of a surrogate pair beyond the
 * first plane only the first half counts, as one Han character.
 */
const isCharacter = (code: number): boolean =>
	(code >= 0x3400 && code <= 0x9fff) ||
	(code >= 0x3041 && code <= 0x312f && code !== 0x30fb) ||
	(code >= 0xac00 && code <= 0xd7a3) ||
	(code >= 0xf900 && code <= 0xfaff) ||
	code === 0x3005 ||
	(code >= 0xd840 && code <= 0xd888);

/** Returns whether a UTF-16 code belongs to a word: digits, Latin, Greek, Cyrillic and the scripts after them. */
const isWord = (code: number): boolean =>
	(code >= 48 && code <= 57) ||
	(code >= 65 && code <= 90) ||
	(code >= 97 && code <= 122) ||
	(code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7);

/** Matches what nobody reads and so is not counted: the addresses of links and pictures, and HTML tags. */
const UNREAD = /\]\([^()\n]*\)|<[a-z/!][^<>\n]*>|https?:\/\/[^\s)]+/gi;

/** Counts a text in one pass, without a list of matches: a text of 200 KB takes about a millisecond. */
export function lengthOf(markdown: string): Length {
	const text = markdown.replace(UNREAD, " ");
	let characters = 0;
	let words = 0;
	let inWord = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const joins = inWord && (code === 39 || code === 45 || code === 46 || code === 0x2019);
		if (isWord(code)) {
			if (!inWord) words++;
			inWord = true;
		} else if (!joins) {
			inWord = false;
			if (isCharacter(code)) characters++;
		}
	}
	const minutes = Math.max(1, Math.round(characters / PER_MINUTE.character + words / PER_MINUTE.word));
	return { characters: characters + words, minutes };
}

/** Writes a length in words: 1,248 字，約 4 分鐘讀完. */
export const lengthWords = ({ characters, minutes }: Length): string =>
	characters === 0 ? "還沒有內文" : `${characters.toLocaleString("en-US")} 字，約 ${minutes} 分鐘讀完`;

/**
 * `text` without the characters at its end that `character`, a pattern of one character, matches. A pattern of many with `$`
 * behind it would begin again at each character of a run that does not end the text.
 */
export function withoutEnd(text: string, character: RegExp): string {
	let end = text.length;
	while (end > 0 && character.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/**
 * Returns `text` without the characters at its end that match `character`, a pattern of one character. A pattern with a
 * quantifier and `$` would be slow: it would start again at each character of a run that does not end the text.
 */
export function withoutEnd(text: string, character: RegExp): string {
	let end = text.length;
	while (end > 0 && character.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

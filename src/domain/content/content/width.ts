/** Matches characters that are as wide as two letters (Unicode TR 11: W and F), as search results show them. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const WITHOUT = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Returns the width of a text in Latin letters; a Chinese character counts as two. */
export function widthOf(text: string): number {
	let width = 0;
	for (const character of text) width += WIDE.test(character) ? 2 : WITHOUT.test(character) ? 0 : 1;
	return width;
}

import { widthOf } from "#domain/content/content/width.ts";

/** How many columns (half the width of a Chinese character) search engines show of a title and of a description. */
export const SHOWN = { title: 60, description: 160 };

/**
 * Writes whether search engines will show the whole text (`most` columns), to follow the word 標題 (title) or 描述
 * (description) in a sentence.
 */
export const widthHint = (text: string, most: number): string =>
	widthOf(text) > most ? "太長，後面可能不會顯示" : `約 ${Math.ceil(widthOf(text) / 2)} 個中文字，長度合適`;

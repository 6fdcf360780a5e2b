let segmenter: Intl.Segmenter | undefined;

/**
 * Cuts a text into words, and what stands between them; joined they are the text. Chinese is cut by the dictionary of
 * Unicode segmentation, which is loaded at the first call.
 */
export function cutIntoWords(text: string): string[] {
	segmenter ??= new Intl.Segmenter("zh-Hant", { granularity: "word" });
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

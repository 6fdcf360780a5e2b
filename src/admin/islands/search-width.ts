/** How wide a text is in columns: a Chinese character or full-width mark takes two, a letter one. */
export const shownWidth = (text: string): number =>
	[...text].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1), 0);

/** Columns that a search result shows of a title and of a description. */
export const SHOWN = { title: 60, description: 160 };

/** Whether all of it will be shown, as a sentence goes on after 標題 or 描述. */
export const widthHint = (text: string, most: number): string =>
	shownWidth(text) > most ? "太長，後面可能不會顯示" : `約 ${Math.ceil(shownWidth(text) / 2)} 個中文字，長度合適`;

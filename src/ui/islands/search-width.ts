import { widthOf } from "#domain/content/content/width.ts";

/** Columns that a search result shows of a title and of a description. */
export const SHOWN = { title: 60, description: 160 };

/** Whether all of it will be shown, as a sentence goes on after 標題 or 描述. */
export const widthHint = (text: string, most: number): string =>
	widthOf(text) > most ? "太長，後面可能不會顯示" : `約 ${Math.ceil(widthOf(text) / 2)} 個中文字，長度合適`;

/**
 * Returns whether a key press belongs to an input method, as `composing` of quirks.ts does. Only the script of every page has
 * this copy: what it shares with other scripts becomes a file of its own, and one request more on every page.
 */
export const composing = (event: { isComposing: boolean; keyCode: number }): boolean =>
	event.isComposing || event.keyCode === 229;

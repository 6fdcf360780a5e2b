/** Whether a key belongs to an input method: 注音 confirms with Enter and Esc, and no key of ours may act then. */
export const composing = (event: { isComposing: boolean; keyCode: number }): boolean =>
	event.isComposing || event.keyCode === 229;

/**
 * Small helpers for behaviour in which browsers differ.
 */

/**
 * Returns whether a key press belongs to an input method: 注音 confirms with Enter and Esc, and no shortcut of the page
 * may act then.
 */
export const composing = (event: { isComposing: boolean; keyCode: number }): boolean =>
	event.isComposing || event.keyCode === 229;

/** Returns whether a file is a photograph in the iPhone's format HEIC, which few browsers can draw. */
export const isHeic = ({ type, name }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

/** Returns whether a file is a picture; other systems give no type to photographs of iPhones. */
export const isPicture = (file: File): boolean => file.type.startsWith("image/") || isHeic(file);

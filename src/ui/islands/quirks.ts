/** What browsers tell each in its own way. Small and on every page, so that nothing else becomes a file for its sake. */

/** Whether a key belongs to an input method: 注音 confirms with Enter and Esc, and no key of ours may act then. */
export const composing = (event: { isComposing: boolean; keyCode: number }): boolean =>
	event.isComposing || event.keyCode === 229;

/** Whether it is a photograph as iPhones keep it, which few browsers can draw. */
export const isHeic = ({ type, name }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

/** Whether somebody gave a picture; photographs of iPhones come without a type on other systems. */
export const isPicture = (file: File): boolean => file.type.startsWith("image/") || isHeic(file);

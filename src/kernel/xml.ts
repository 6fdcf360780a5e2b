// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Returns a text without the characters that XML 1.0 cannot contain (§2.2): with one of them the whole file could not
 * be opened.
 */
export const writableInXml = (text: string): string => text.replace(FORBIDDEN, "");

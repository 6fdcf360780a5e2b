// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without what XML 1.0 has no way to write (§2.2): with one of them nobody can open the whole file. */
export const writableInXml = (text: string): string => text.replace(FORBIDDEN, "");

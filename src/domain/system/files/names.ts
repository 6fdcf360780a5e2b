import { withoutEnd } from "#kernel/ends.ts";

const LONGEST_NAME = 120;

/** Returns the extension of a file name, lower case, without its dot; "" when it has none. */
export const extensionOf = (name: string): string => /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/**
 * Returns a file name fit to be stored and downloaded: NFC, without folders (also Windows ones), without control
 * characters, direction marks and other invisible characters, at most 120 characters with its extension kept. "" when
 * nothing is left.
 */
export function tidyName(name: string): string {
	const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
	const visible = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, "");
	const tidy = withoutEnd(visible.replace(/\s+/g, " ").replace(/^[\s.]+/, ""), /[\s.]/);
	const extension = extensionOf(tidy);
	const ending = extension === "" ? "" : tidy.slice(-extension.length - 1);
	const stem = Array.from(tidy.slice(0, tidy.length - ending.length));
	return stem.slice(0, LONGEST_NAME - ending.length).join("") + ending;
}

import { isValues, type Value, type Values } from "./front-matter.ts";

/** The first of `keys` that says something, as one line of text; '' , `null` and `~` say nothing. */
export function textOf(values: Values, ...keys: string[]): string | null {
	for (const key of keys) {
		const value = values[key];
		if (typeof value === "string" && !isNothing(value)) return value.trim();
	}
	return null;
}

/** A switch: true, yes, on, 1, or the opposites; null when it is not there. */
export function flagOf(values: Values, ...keys: string[]): boolean | null {
	const text = textOf(values, ...keys)?.toLowerCase();
	if (text === undefined) return null;
	return ["true", "yes", "on", "1"].includes(text) ? true : ["false", "no", "off", "0"].includes(text) ? false : null;
}

/** A whole number, or null. */
export function numberOf(values: Values, ...keys: string[]): number | null {
	const text = textOf(values, ...keys);
	return text !== null && /^-?\d{1,9}(?:\.\d+)?$/.test(text) ? Math.trunc(Number(text)) : null;
}

/** Every text in a value: one, a list, lists in lists, or entries with a name or title. Trimmed, NFC, no two the same. */
export function namesIn(value: Value | undefined): string[] {
	if (value === undefined) return [];
	if (Array.isArray(value)) return unique(value.flatMap(namesIn));
	if (isValues(value)) return namesIn(value.name ?? value.title ?? Object.keys(value));
	const name = value.normalize("NFC").replace(/\s+/g, " ").trim();
	return isNothing(name) ? [] : [name];
}

/** `a, b`, `a、b` as two names; without a comma `a b` is two where the generator cuts at spaces (Jekyll, Hugo), else one. */
export function splitNames(text: string, cutsAtSpaces: boolean): string[] {
	if (/[,，、]/.test(text)) return unique(text.split(/[,，、]/).flatMap((part) => namesIn(part)));
	return unique((cutsAtSpaces ? text.split(/\s+/) : [text]).flatMap((part) => namesIn(part)));
}

/** A mapping below `key`, or an empty one. */
export function partOf(values: Values, key: string): Values {
	const value = values[key];
	return isValues(value) ? value : {};
}

export const unique = <T>(list: T[]): T[] => [...new Set(list)];
const isNothing = (text: string): boolean => ["", "~", "null"].includes(text.trim());

import { isValues, type Value, type Values } from "./front-matter.ts";

/** Returns the first of `keys` that has a value, as one line of text; '', `null` and `~` are no value. */
export function textOf(values: Values, ...keys: string[]): string | null {
	for (const key of keys) {
		const value = values[key];
		if (typeof value === "string" && !isNothing(value)) return value.trim();
	}
	return null;
}

/**
 * Reads a switch, the first of `keys` that has a value: true, yes, on, 1, or false, no, off, 0, in any case; null for
 * any other text or none.
 */
export function flagOf(values: Values, ...keys: string[]): boolean | null {
	const text = textOf(values, ...keys)?.toLowerCase();
	if (text === undefined) return null;
	return ["true", "yes", "on", "1"].includes(text) ? true : ["false", "no", "off", "0"].includes(text) ? false : null;
}

/**
 * Reads a number, the first of `keys` that has a value, and drops its decimals; null when the value is no number of at
 * most 9 digits before the point.
 */
export function numberOf(values: Values, ...keys: string[]): number | null {
	const text = textOf(values, ...keys);
	return text !== null && /^-?\d{1,9}(?:\.\d+)?$/.test(text) ? Math.trunc(Number(text)) : null;
}

/**
 * Returns every text in a value: a text, a list, nested lists, or entries with a name or title. Trimmed, NFC, without
 * duplicates.
 */
export function namesIn(value: Value | undefined): string[] {
	if (value === undefined) return [];
	if (Array.isArray(value)) return unique(value.flatMap(namesIn));
	if (isValues(value)) return namesIn(value.name ?? value.title ?? Object.keys(value));
	const name = value.normalize("NFC").replace(/\s+/g, " ").trim();
	return isNothing(name) ? [] : [name];
}

/**
 * Splits `a, b` and `a、b` into two names; without a comma, `a b` is two names when the generator separates names by
 * spaces (Jekyll, Hugo), otherwise one.
 */
export function splitNames(text: string, cutsAtSpaces: boolean): string[] {
	if (/[,，、]/.test(text)) return unique(text.split(/[,，、]/).flatMap((part) => namesIn(part)));
	return unique((cutsAtSpaces ? text.split(/\s+/) : [text]).flatMap((part) => namesIn(part)));
}

/** Returns the mapping below `key`, or an empty one. */
export function partOf(values: Values, key: string): Values {
	const value = values[key];
	return isValues(value) ? value : {};
}

export const unique = <T>(list: T[]): T[] => [...new Set(list)];
const isNothing = (text: string): boolean => ["", "~", "null"].includes(text.trim());

import type { Seo } from "../site.ts";
import { BadFile } from "./bad-file.ts";
import { parseDate } from "./dates.ts";
import { isValues, lineOfKey, splitFrontMatter, type Value, type Values } from "./front-matter.ts";

/**
 * The front matter of this program's own export format: every getter takes the value exactly as written, or throws
 * BadFile with its line.
 */
export type OwnFields = {
	path: string;
	body: string;
	text: (key: string) => string | null;
	required: (key: string) => string;
	flag: (key: string) => boolean;
	number: (key: string) => number | null;
	/** Reads a date into UTC milliseconds; a date without a zone is Taipei's time. */
	date: (key: string) => number | null;
	/** Returns the value, which must be one of `options`, or the first option when the key is missing. */
	oneOf: <T extends string>(key: string, options: readonly T[]) => T;
	list: (key: string) => string[];
	part: (key: string) => Values | null;
	parts: (key: string) => Values[];
	fail: (key: string, message: string) => never;
};

/** Reads a text of this program's own export format. */
export function openOwn(path: string, content: string): OwnFields {
	const matter = splitFrontMatter(content);
	if (!matter.isThere) throw new BadFile("has no front matter", 1);
	const { values } = matter;
	const fail = (key: string, message: string): never => {
		throw new BadFile(`\`${key}\` ${message}`, lineOfKey(matter, key));
	};
	const text = (key: string): string | null => {
		const value = values[key];
		if (value === undefined) return null;
		return typeof value === "string" ? value : fail(key, "is not a text");
	};
	const listed = (key: string): Value[] => {
		const value = values[key];
		if (value === undefined || value === "") return [];
		return Array.isArray(value) ? value : fail(key, "is not a list");
	};
	return {
		path,
		body: matter.body,
		text,
		required: (key) => {
			const value = text(key);
			return value?.trim() ? value : fail(key, "is missing");
		},
		flag: (key) => ({ true: true, false: false })[text(key) ?? "false"] ?? fail(key, "is neither true nor false"),
		number: (key) => whole(text(key) ?? "", () => fail(key, "is not a whole number")),
		date: (key) => {
			const value = text(key);
			return value === null ? null : (parseDate(value, "Asia/Taipei") ?? fail(key, `is not a date: ${value}`));
		},
		oneOf: (key, options) => {
			const value = text(key);
			const found = value === null ? options[0] : options.find((option) => option === value);
			return found ?? fail(key, `is none of ${options.join(", ")}: ${value}`);
		},
		list: (key) =>
			listed(key).map((item) => (typeof item === "string" ? item : fail(key, "holds something that is not a text"))),
		part: (key) => {
			const value = values[key];
			if (value === undefined) return null;
			return isValues(value) ? value : fail(key, "is not a list of `key: value` lines");
		},
		parts: (key) =>
			listed(key).map((item) => (isValues(item) ? item : fail(key, "holds something without `key: value` lines"))),
		fail,
	};
}

const whole = (value: string, refuse: () => never): number | null => {
	if (value === "") return null;
	return /^-?\d{1,9}$/.test(value) ? Number(value) : refuse();
};

/** Returns a text in a nested mapping, '' when it is missing. */
export const inner = (values: Values, key: string): string => {
	const value = values[key];
	return typeof value === "string" ? value : "";
};

/** Reads the mapping `seo`. */
export function seoIn({ part }: OwnFields): Seo {
	const seo = part("seo") ?? {};
	return {
		title: inner(seo, "title") || null,
		description: inner(seo, "description") || null,
		image: inner(seo, "image") || null,
		canonicalUrl: inner(seo, "canonical_url") || null,
		noindex: inner(seo, "noindex") === "true",
	};
}

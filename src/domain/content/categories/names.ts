import * as z from "zod";
import { SLUG_MAX, slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import { line } from "#kernel/form.ts";
import { fold } from "#kernel/tokens.ts";

/** The largest length of a category's or tag's name in code points, as the tables accept it (migrations/0003). */
export const NAME_MAX = 80;

/** An existing category or tag. */
export type KnownTerm = { id: number; name: string; slug: string };

/** Matches characters that change the reading direction or are invisible: such a name could pass for another one. */
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** The name of a category or tag: one line with a letter or digit in it. */
export const TermName = line(NAME_MAX)
	.refine((name) => name !== "", { error: "請填寫名稱。" })
	.refine((name) => name === "" || (!HIDDEN.test(name) && slugify(name) !== ""), {
		error: "名稱至少要有一個文字或數字，也不要有看不見的字元。",
	});

/** The slug as typed; "" when it is to be made from the name. */
export const TermSlug = line(SLUG_MAX)
	.refine((text) => text === "" || slugify(text) !== "", { error: "網址至少要有一個文字或數字。" })
	.transform(slugify);

export type TermWords = { name: string; slug: string };

/** Returns a key that is the same for names which readers take for the same: other case, full width or 臺 for 台. */
export const nameKey = (name: string): string => fold(name).replace(/\s+/gu, " ").trim();

/**
 * Returns the ids of the terms whose names readers would take for `name`; `ownId` is the term that is being renamed.
 */
export function namesakes(known: readonly KnownTerm[], name: string, ownId: number | null = null): number[] {
	const key = nameKey(name);
	return known.filter((one) => one.id !== ownId && nameKey(one.name) === key).map(({ id }) => id);
}

/** Returns the typed slug, else one made from the name that no other term has. */
export function slugOf({ name, slug }: TermWords, known: readonly KnownTerm[], ownId: number | null = null): string {
	if (slug !== "") return slug;
	const taken = new Set(known.filter(({ id }) => id !== ownId).map((one) => one.slug));
	return uniqueSlug(slugify(name), (one) => taken.has(one));
}

/** Returns the fields of `after` whose value is another one in `before`, each with both values, for the audit log. */
export function changedWords<T extends object>(before: T, after: T): Record<string, { from: unknown; to: unknown }> {
	const entries = Object.entries(after).map(([name, to]): [string, { from: unknown; to: unknown }] => [
		name,
		{ from: Object.entries(before).find(([one]) => one === name)?.[1], to },
	]);
	return Object.fromEntries(entries.filter(([, { from, to }]) => from !== to));
}

/** The number of articles that the page showed, which a removal or merge would change. */
export const SeenCount = z.coerce.number().int().min(0);

import * as z from "zod";
import { SLUG_MAX, slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import { line } from "#kernel/form.ts";
import { fold } from "#kernel/tokens.ts";

/** Code points of a category's or tag's name, as the tables take them (migrations/0003). */
export const NAME_MAX = 80;

/** A category or tag that is there already. */
export type KnownTerm = { id: number; name: string; slug: string };

/** What turns the reading direction or stays unseen: such a name would pass for another one. */
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** A category's or tag's name: one line that says something. */
export const TermName = line(NAME_MAX)
	.refine((name) => name !== "", { error: "請填寫名稱。" })
	.refine((name) => name === "" || (!HIDDEN.test(name) && slugify(name) !== ""), {
		error: "名稱至少要有一個文字或數字，也不要有看不見的字元。",
	});

/** The last part of its address as it was typed; "" where one is to be made from the name. */
export const TermSlug = line(SLUG_MAX)
	.refine((text) => text === "" || slugify(text) !== "", { error: "網址代稱至少要有一個文字或數字。" })
	.transform(slugify);

export type TermWords = { name: string; slug: string };

/** Two names of one key are the same name to a reader: other case, full width or 臺 for 台. */
export const nameKey = (name: string): string => fold(name).replace(/\s+/gu, " ").trim();

/** The ids of those that a reader would take for `name`; `ownId` is the one that is being renamed. */
export function namesakes(known: readonly KnownTerm[], name: string, ownId: number | null = null): number[] {
	const key = nameKey(name);
	return known.filter((one) => one.id !== ownId && nameKey(one.name) === key).map(({ id }) => id);
}

/** The slug that was typed, else one made from the name that no other has. */
export function slugOf({ name, slug }: TermWords, known: readonly KnownTerm[], ownId: number | null = null): string {
	if (slug !== "") return slug;
	const taken = new Set(known.filter(({ id }) => id !== ownId).map((one) => one.slug));
	return uniqueSlug(slugify(name), (one) => taken.has(one));
}

/** Which words an edit changes, from what to what: for the audit log. */
export function changedWords<T extends object>(before: T, after: T): Record<string, { from: unknown; to: unknown }> {
	const entries = Object.entries(after).map(([name, to]): [string, { from: unknown; to: unknown }] => [
		name,
		{ from: Object.entries(before).find(([one]) => one === name)?.[1], to },
	]);
	return Object.fromEntries(entries.filter(([, { from, to }]) => from !== to));
}

/** How many articles somebody was shown that a removal or merge touches. */
export const SeenCount = z.coerce.number().int().min(0);

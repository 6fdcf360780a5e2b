import { Refusal } from "#kernel/refusal.ts";
import { slugify, uniqueSlug } from "./slug.ts";

type Asked = { slug: string; title: string; own: string | undefined };

/**
 * Returns what the slug of a text is made from: its own slug when that stays (an imported one may differ from what
 * slugify makes), else what was typed, else its title, else `fallback`. Refuses `content.slug_empty` when the typed
 * slug has no letter or digit.
 */
export function slugBase({ slug, title, own }: Asked, fallback: string): string {
	if (slug === "") return slugify(title) || fallback;
	const typed = slug === own ? own : slugify(slug);
	if (typed === "") throw new Refusal("content.slug_empty");
	return typed;
}

/**
 * Returns a typed slug unchanged, even if it is taken; a slug made from the title gets a number when another text has
 * it.
 */
export const pickSlug = (
	base: string,
	{ slug, own, taken }: Omit<Asked, "title"> & { taken: readonly string[] },
): string => (slug === "" ? uniqueSlug(base, (one) => one !== own && taken.includes(one)) : base);

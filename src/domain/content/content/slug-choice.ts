import { Refusal } from "#kernel/refusal.ts";
import { slugify, uniqueSlug } from "./slug.ts";

type Asked = { slug: string; title: string; own: string | undefined };

/**
 * What the slug of a text is made from: its own where that is kept (an import may have given it one that we would write
 * otherwise), what was typed for it, else its title, else `fallback`. Refuses `content.slug_empty`.
 */
export function slugBase({ slug, title, own }: Asked, fallback: string): string {
	if (slug === "") return slugify(title) || fallback;
	const typed = slug === own ? own : slugify(slug);
	if (typed === "") throw new Refusal("content.slug_empty");
	return typed;
}

/** A typed slug as it is, though it may be taken; one that was made gets a number where another text has it. */
export const pickSlug = (
	base: string,
	{ slug, own, taken }: Omit<Asked, "title"> & { taken: readonly string[] },
): string => (slug === "" ? uniqueSlug(base, (one) => one !== own && taken.includes(one)) : base);

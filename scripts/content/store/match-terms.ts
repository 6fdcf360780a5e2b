import { uniqueSlug } from "#domain/content/content/slug.ts";
import type { SiteArticle, SiteTerm } from "../site.ts";

/**
 * The categories or tags of a folder, matched with the stored ones: those to create, and the stored slug of each by its
 * slug in the folder.
 */
export type MatchedTerms = { create: SiteTerm[]; slugs: Map<string, string> };

/**
 * Finds each term of a folder among the stored ones, by name, then by slug; the others are created, with another slug
 * when their own is already used.
 */
export function matchTerms(incoming: SiteTerm[], stored: SiteTerm[]): MatchedTerms {
	const byName = new Map(stored.map((term) => [term.name, term]));
	const wanted = new Set(incoming.filter(({ name }) => byName.has(name)).map(({ name }) => byName.get(name)?.slug));
	const bySlug = new Map(stored.filter(({ slug }) => !wanted.has(slug)).map((term) => [term.slug, term]));
	const taken = new Set(stored.map(({ slug }) => slug));
	const slugs = new Map<string, string>();
	const create: SiteTerm[] = [];
	for (const term of incoming) {
		const known = byName.get(term.name) ?? bySlug.get(term.slug);
		bySlug.delete(known?.slug ?? "");
		const slug = known?.slug ?? uniqueSlug(term.slug, (one) => taken.has(one));
		if (!known) create.push({ ...term, slug });
		taken.add(slug);
		slugs.set(term.slug, slug);
	}
	return { create, slugs };
}

/** Returns an article with the stored slugs of its categories and tags. */
export const withTerms = (article: SiteArticle, categories: MatchedTerms, tags: MatchedTerms): SiteArticle => ({
	...article,
	categories: article.categories.map((slug) => categories.slugs.get(slug) ?? slug).sort(),
	tags: article.tags.map((slug) => tags.slugs.get(slug) ?? slug).sort(),
});

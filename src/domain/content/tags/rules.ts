import { type KnownTerm, nameKey, type TermWords } from "#domain/content/categories/names.ts";
import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";

/** The largest number of tags of one article. */
export const TAGS_PER_ARTICLE = 20;

/**
 * The tags of an article: `names` as they are or will be in the table, each once, in the wanted order; `create` are the
 * new ones.
 */
export type TagPlan = { names: string[]; create: TermWords[] };

/**
 * Finds which of the names are existing tags and which must be made: first by the exact name, then by one that reads
 * the same (other case, full width). New slugs differ from those of all tags. Empty names are left out.
 */
export function planTags(wanted: readonly string[], known: readonly KnownTerm[]): TagPlan {
	const exact = new Set(known.map(({ name }) => name));
	const byKey = new Map<string, string>();
	for (const { name } of known) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
	const slugs = new Set(known.map(({ slug }) => slug));
	const names = new Set<string>();
	const create: TermWords[] = [];
	for (const typed of wanted) {
		const name = typed.normalize("NFC").replace(/\s+/g, " ").trim();
		if (name === "") continue;
		const stored = exact.has(name) ? name : byKey.get(nameKey(name));
		names.add(stored ?? name);
		if (stored !== undefined) continue;
		byKey.set(nameKey(name), name);
		const slug = uniqueSlug(slugify(name) || "tag", (one) => slugs.has(one));
		slugs.add(slug);
		create.push({ name, slug });
	}
	return { names: [...names], create };
}

import { type KnownTerm, nameKey, type TermWords } from "#domain/content/categories/names.ts";
import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";

/** Tags that one article may have. */
export const TAGS_PER_ARTICLE = 20;

/** `names`: as they stand or will stand in the table, each once, in the order wanted. `create`: those that are new. */
export type TagPlan = { names: string[]; create: TermWords[] };

/**
 * Which of the names are tags already and which are to be made: the very name first, else one that reads the same (other
 * case, full width). New slugs are those of no other tag. Empty names are left out.
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

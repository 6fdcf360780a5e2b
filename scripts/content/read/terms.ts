import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import type { Finding, SiteTerm } from "../site.ts";
import type { Draft } from "./draft.ts";

const NAME_LIMIT = 80;

/**
 * Collects every category or tag of the drafts in the order of occurrence, each name as a term with a unique slug.
 * Names that differ in case alone are one, as it is written first.
 */
export function collectTerms(drafts: Draft[], kind: "categories" | "tags", findings: Finding[]): Map<string, SiteTerm> {
	const terms = new Map<string, SiteTerm>();
	const slugs = new Set<string>();
	for (const draft of drafts) {
		for (const full of draft[kind]) {
			if (terms.has(full)) continue;
			const name = clip(full);
			if (name !== full)
				findings.push({
					path: draft.path,
					line: null,
					kind: "warning",
					message: `${kind} are at most ${NAME_LIMIT} characters: becomes ${name}`,
				});
			const known = [...terms.values()].find((term) => inOneCase(term.name) === inOneCase(name));
			const slug = known?.slug ?? uniqueSlug(slugify(name) || "term", (one) => slugs.has(one));
			slugs.add(slug);
			terms.set(full, known ?? { slug, name, description: "", position: kind === "categories" ? slugs.size - 1 : 0 });
		}
	}
	return terms;
}

const inOneCase = (name: string): string => name.toLowerCase().normalize("NFC");

function clip(name: string): string {
	const points = [...name];
	return points.length <= NAME_LIMIT ? name : `${points.slice(0, NAME_LIMIT - 1).join("")}…`;
}

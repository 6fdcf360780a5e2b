import { slugify } from "#domain/content/content/slug.ts";
import type { Finding } from "../site.ts";
import { addressOf } from "./addresses.ts";
import type { Named } from "./slugs.ts";
import { unique } from "./values.ts";

/**
 * Returns the old addresses of every text as redirects to it: the last part for an article, the whole path for a page.
 * An address that belongs to another text is left out, with a warning.
 */
export function aliasesOf(texts: Named[], findings: Finding[]): Map<Named, string[]> {
	const taken = new Set(texts.flatMap((named) => [keyOf(named, named.slug), keyOf(named, named.path)]));
	const found = new Map<Named, string[]>();
	for (const named of texts) {
		const own: string[] = [];
		for (const alias of unique(named.draft.aliases.map((url) => aliasIn(named, url)))) {
			if (alias === "" || alias === named.slug || alias === named.path) continue;
			if (taken.has(keyOf(named, alias))) {
				const message = `alias ${alias} belongs to another text: left out`;
				findings.push({ path: named.draft.path, line: null, kind: "warning", message });
				continue;
			}
			taken.add(keyOf(named, alias));
			own.push(alias);
		}
		found.set(named, own.sort());
	}
	return found;
}

const keyOf = ({ draft }: Named, name: string): string => `${draft.kind}:${name}`;

function aliasIn({ draft }: Named, url: string): string {
	const parts = addressOf(url.replace(/^https?:\/\/[^/]+/, ""))
		.split("/")
		.map(slugify)
		.filter((part) => part !== "");
	return draft.kind === "article" ? (parts.at(-1) ?? "") : parts.join("/");
}

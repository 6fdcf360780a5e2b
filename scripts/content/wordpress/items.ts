import type { State } from "#domain/content/content/states.ts";
import type { Item, WordPressExport } from "./wxr.ts";

/** The states here by those of WordPress; texts in others are not imported. */
export const STATES: Record<string, State> = {
	publish: "published",
	future: "scheduled",
	draft: "draft",
	pending: "draft",
	private: "draft",
};

export const field = (item: Item, name: string): string => item.fields.get(name)?.trim() ?? "";
export const idOf = (item: Item): string => field(item, "wp:post_id");
export const kindOfItem = (item: Item): string => field(item, "wp:post_type");
/** The name of a text in findings and, behind the site's name, the identity by which a second run finds it again. */
export const pathOfItem = (item: Item): string => `${kindOfItem(item)}/${idOf(item)}`;

/** Returns the posts and pages of an export that are imported: those in the trash, revisions and drafts never saved are not. */
export const textsIn = ({ items }: WordPressExport): Item[] =>
	items.filter((item) => /^(?:post|page)$/.test(kindOfItem(item)) && field(item, "wp:status") in STATES);

/** Returns a slug or path as people read it; one with broken escapes stays. */
export function decoded(slug: string): string {
	try {
		return decodeURIComponent(slug).normalize("NFC");
	} catch {
		return slug.normalize("NFC");
	}
}

import type { FormState } from "#admin/ui/form.ts";
import { hasAddress, type State } from "#domain/content/states.ts";
import { taipeiInput } from "#domain/content/times.ts";

/** The words of a text, stored or kept in a revision. */
type Words = {
	title: string;
	slug: string;
	body_markdown: string;
	excerpt: string;
	seo_title: string | null;
	seo_description: string | null;
};
/** How it is shown, and when (UTC milliseconds). */
type Shown = {
	state: State;
	version: number;
	canonical_url: string | null;
	noindex: number;
	publish_at: number | null;
	unpublish_at: number | null;
	published_at: number | null;
};

/** The fields of every editor's form for the words of a text. */
export const wordValues = (text: Words): FormState["values"] => ({
	title: text.title,
	slug: text.slug,
	body: text.body_markdown,
	excerpt: text.excerpt,
	seo_title: text.seo_title ?? "",
	seo_description: text.seo_description ?? "",
});

/** Those for the whole of what every stored text has. */
export const textValues = (row: Words & Shown): FormState["values"] => ({
	...wordValues(row),
	version: String(row.version),
	canonical_url: row.canonical_url ?? "",
	noindex: ticked(row.noindex),
	publish: row.publish_at === null ? "now" : "later",
	publish_at: taipeiInput(row.publish_at),
	unpublish_at: taipeiInput(row.unpublish_at),
	published_at: hasAddress(row.state) ? taipeiInput(row.published_at) : "",
});

/** What a box sends for a column of 0 and 1. */
export const ticked = (flag: number): string[] => (flag === 1 ? ["1"] : []);

/** A moment of a form's input as people read it. */
export const momentWords = (value: string): string => value.replace("T", " ");

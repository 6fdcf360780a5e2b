import { hasAddress, type State } from "#domain/content/content/states.ts";
import { fromTaipeiInput, taipeiInput } from "#kernel/times.ts";
import type { Told } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { timeWords } from "#ui/time.ts";

/** The written parts of a text, stored or kept in a revision. */
type Words = {
	title: string;
	slug: string;
	body_markdown: string;
	excerpt: string;
	seo_title: string | null;
	seo_description: string | null;
	canonical_url: string | null;
	noindex: number | boolean;
};
/** The state, the version and the times (UTC milliseconds) of a stored text. */
type Shown = {
	state: State;
	version: number;
	publish_at: number | null;
	unpublish_at: number | null;
	published_at: number | null;
};

/** Returns the form values, in every editor, of a text's written parts. */
export const wordValues = (text: Words): FormState["values"] => ({
	title: text.title,
	slug: text.slug,
	body: text.body_markdown,
	excerpt: text.excerpt,
	seo_title: text.seo_title ?? "",
	seo_description: text.seo_description ?? "",
	canonical_url: text.canonical_url ?? "",
	noindex: ticked(text.noindex),
});

/** Returns the form values of all parts that every stored text has. */
export const textValues = (row: Words & Shown): FormState["values"] => ({
	...wordValues(row),
	version: String(row.version),
	publish: row.publish_at === null ? "now" : "later",
	publish_at: taipeiInput(row.publish_at),
	unpublish_at: taipeiInput(row.unpublish_at),
	published_at: hasAddress(row.state) ? taipeiInput(row.published_at) : "",
});

/** Returns what a checkbox sends for a column of 0 and 1. */
export const ticked = (flag: number | boolean): string[] => (Number(flag) === 1 ? ["1"] : []);

/**
 * Returns the fields that are compared when two users saved the same text; `own` are the fields of one kind of text.
 */
export const toldFields = (own: Told[]): Told[] => [
	{ field: "title", label: "標題" },
	{ field: "slug", label: "網址" },
	{ field: "body", label: "內文" },
	{ field: "excerpt", label: "摘要" },
	...own,
	{ field: "seo_title", label: "搜尋結果的標題" },
	{ field: "seo_description", label: "搜尋結果的描述" },
	{ field: "canonical_url", label: "原始出處網址" },
	{ field: "noindex", label: "搜尋引擎", words: (value) => (value === "1" ? "不收錄" : "收錄") },
	{ field: "publish_at", label: "排程發布時間", words: momentWords },
	{ field: "unpublish_at", label: "下架時間", words: momentWords },
];

/** Writes the value of the field of a moment for reading, in the calendar of the answer. */
export function momentWords(value: string): string {
	const at = fromTaipeiInput(value);
	return at === null ? value.replace("T", " ").trim() : timeWords(at);
}

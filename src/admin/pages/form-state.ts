import * as z from "zod";
import { readSnapshot } from "#admin/revisions/snapshot.ts";
import type { Sides } from "#admin/ui/against-stored.ts";
import { type FormState, freshForm } from "#admin/ui/form.ts";
import type { EditedPageRow } from "#db/page-edits.ts";
import type { PageTreeRow } from "#db/page-tree.ts";
import { STATES } from "#domain/content/states.ts";
import { taipeiInput } from "#domain/content/times.ts";

const Paths = z.array(z.string());
const Children = z.array(z.object({ id: z.number(), title: z.string(), state: z.enum(STATES) }));

/** The lists of a page, read. */
export const listsOf = (row: EditedPageRow) => ({
	oldPaths: Paths.parse(JSON.parse(row.old_paths)),
	children: Children.parse(JSON.parse(row.children)),
});

const idText = (id: number | null): string => (id === null ? "" : String(id));

/** A new page, below another where it was asked for there. */
export const freshPage = (parentId: number | null): FormState =>
	freshForm({ parent_id: idText(parentId), publish: "now", version: "0" });

/** What the editor of a stored page starts from. */
export function formOf(row: EditedPageRow): FormState {
	return freshForm({
		version: String(row.version),
		title: row.title,
		slug: row.slug,
		parent_id: idText(row.parent_id),
		excerpt: row.excerpt,
		body: row.body_markdown,
		seo_title: row.seo_title ?? "",
		seo_description: row.seo_description ?? "",
		canonical_url: row.canonical_url ?? "",
		noindex: row.noindex === 1 ? ["1"] : [],
		publish: row.publish_at === null ? "now" : "later",
		publish_at: taipeiInput(row.publish_at),
		unpublish_at: taipeiInput(row.unpublish_at),
		published_at: row.state === "published" || row.state === "archived" ? taipeiInput(row.published_at) : "",
	});
}

const textOf = (values: FormState["values"], name: string): string => [values[name] ?? ""].flat()[0] ?? "";
const moment = (value: string): string => value.replace("T", " ");
export const TOP = "（最上層）";

/** The text that a form started from, as the form has it; nothing where it was not kept. A text does not say where it stands. */
function valuesOfBase(snapshot: string | undefined): FormState["values"] | undefined {
	if (snapshot === undefined) return undefined;
	const { text } = readSnapshot("page", snapshot);
	return {
		title: text.title,
		slug: text.slug,
		body: text.body_markdown,
		excerpt: text.excerpt,
		seo_title: text.seo_title ?? "",
		seo_description: text.seo_description ?? "",
		canonical_url: text.canonical_url ?? "",
	};
}

/** The pages that parents are named by, and the text that the form started from. */
export type Known = { tree: readonly PageTreeRow[]; base: string | undefined };
type Field = [name: string, label: string, words?: (value: string) => string];

/** What two people wrote into each field, as words. */
export function differences(row: EditedPageRow, state: FormState, { tree, base }: Known): Sides[] {
	const stored = formOf(row).values;
	const started = valuesOfBase(base);
	const fields: Field[] = [
		["title", "標題"],
		["slug", "網址代稱"],
		["parent_id", "上層", (id) => tree.find((one) => String(one.id) === id)?.title ?? TOP],
		["body", "內文"],
		["excerpt", "摘要"],
		["seo_title", "搜尋結果標題"],
		["seo_description", "搜尋結果描述"],
		["canonical_url", "原始出處網址"],
		["publish_at", "排程發布時間", moment],
		["unpublish_at", "下架時間", moment],
		["published_at", "發布日期", moment],
	];
	return fields.map(([field, label, words = (value) => value]) => ({
		field,
		label,
		mine: words(textOf(state.values, field)),
		theirs: words(textOf(stored, field)),
		theirsValue: textOf(stored, field),
		base: started && field in started ? words(textOf(started, field)) : undefined,
	}));
}

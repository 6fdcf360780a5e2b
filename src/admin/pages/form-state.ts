import * as z from "zod";
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

const textOf = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
const moment = (value: string): string => value.replace("T", " ");
export const TOP = "（最上層）";

/** What two people wrote into each field, as words. */
export function differences(row: EditedPageRow, state: FormState, tree: readonly PageTreeRow[]): Sides[] {
	const stored = formOf(row);
	const side = (field: string, label: string, words: (value: string) => string = (value) => value): Sides => ({
		field,
		label,
		mine: words(textOf(state, field)),
		theirs: words(textOf(stored, field)),
		theirsValue: textOf(stored, field),
	});
	return [
		side("title", "標題"),
		side("slug", "網址代稱"),
		side("parent_id", "上層", (id) => tree.find((one) => String(one.id) === id)?.title ?? TOP),
		side("body", "內文"),
		side("excerpt", "摘要"),
		side("seo_title", "搜尋結果標題"),
		side("seo_description", "搜尋結果描述"),
		side("canonical_url", "原始出處網址"),
		side("publish_at", "排程發布時間", moment),
		side("unpublish_at", "下架時間", moment),
		side("published_at", "發布日期", moment),
	];
}

import { expect, test } from "vitest";
import { attachmentsField } from "#admin/content/writing/attachments-field.ts";
import { autosaveNote } from "#admin/content/writing/autosave-note.ts";
import { bodyField } from "#admin/content/writing/body-field.ts";
import { chipsField } from "#admin/content/writing/chips-field.ts";
import { coverField } from "#admin/content/writing/cover-field.ts";
import { excerptField } from "#admin/content/writing/excerpt-field.ts";
import { pinFields, publishFields } from "#admin/content/writing/publish-fields.ts";
import { relatedField } from "#admin/content/writing/related-field.ts";
import { seoFields } from "#admin/content/writing/seo-fields.ts";
import { slugField } from "#admin/content/writing/slug-field.ts";
import { titleField } from "#admin/content/writing/title-field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, toHtml } from "#ui/html.ts";
import { parse } from "../../support/markup.ts";

const EVIL = `"'></textarea><script>alert(1)</script><img src=x onerror=alert(1)>`;
const AT = Date.UTC(2026, 10, 20, 2, 26);
const NAMES = [
	"title slug body excerpt tags related seo_title seo_description canonical_url cover_id cover_alt",
	"publish_at unpublish_at pinned_until file_descriptions file_positions",
].flatMap((names) => names.split(" "));

const stateOf = (evil: string): FormState => ({
	prefix: "w",
	values: Object.fromEntries(NAMES.map((name) => [name, `字${evil}`])),
	errors: Object.fromEntries(NAMES.map((name) => [name, [`錯${evil}`]])),
});

function everything(evil: string): string {
	const state = stateOf(evil);
	const file = { id: "a".repeat(26), filename: `檔${evil}.pdf`, content_type: "application/pdf", size: 900 };
	const picture = { id: "b".repeat(26), filename: `圖${evil}.png`, alt: evil, url: "/x", width: 4, height: 3 };
	return toHtml(html`<form>
		${autosaveNote({ href: "/draft", version: 2, savedAt: AT, restored: true, owner: 7, discard: "/gone" })}
		${titleField({ state })} ${slugField({ state, prefix: "/articles/", isFixed: true, was: [`舊${evil}`] })}
		${bodyField({ state, name: "body", label: "內文", kind: "article" })} ${excerptField({ state })}
		${attachmentsField({ state, files: [file] })}
		${chipsField({ state, name: "tags", label: "標籤", suggestions: [`籤${evil}`] })}
		${relatedField({ state, titles: { a: evil }, now: [{ title: `文${evil}`, slug: "a" }] })}
		${coverField({ state, picture })} ${seoFields({ state, site: { name: `會${evil}`, origin: "https://a.example" } })}
		${publishFields({ state, at: AT })} ${pinFields({ state })}
	</form>`);
}

test("no text becomes markup", () => {
	const clean = parse(everything("")).map(({ name }) => name);
	expect(parse(everything(EVIL)).map(({ name }) => name)).toEqual(clean);
});

test("what the form sends", () => {
	const sent = parse(everything("")).flatMap(({ name, attributes }) =>
		name === "x-island" ? [] : (attributes.name ?? []),
	);
	expect([...new Set(sent)].sort()).toEqual(
		[
			"attach_files body canonical_url cover_alt cover_file cover_id cover_removal excerpt file_descriptions",
			"file_positions file_removals files is_pinned kind noindex pictures pinned_until publish publish_at",
			"publish_at-clock related seo_description seo_title slug tags title unpublish_at unpublish_at-clock",
		].flatMap((names) => names.split(" ")),
	);
});

const PLANNED = ["publish_at", "publish_at-clock", "unpublish_at", "unpublish_at-clock"];

test("what is public has a date and no choice; a slug that was refused is open", () => {
	const fields = (isPublished: boolean) =>
		parse(toHtml(publishFields({ state: stateOf(""), at: AT, isPublished }))).flatMap(
			({ attributes }) => attributes.name ?? [],
		);
	expect(fields(true)).toEqual(["published_at", "published_at-clock", "unpublish_at", "unpublish_at-clock"]);
	expect(fields(false)).toEqual(["publish", "publish", ...PLANNED]);
	const slug = (state: FormState) =>
		parse(toHtml(slugField({ state, prefix: "/", isFixed: false, was: [] }))).find(({ name }) => name === "details");
	expect(slug(stateOf(""))?.attributes.open).toBe("");
	expect(slug({ ...stateOf(""), errors: {} })?.attributes.open).toBe(undefined);
});

test("the note says what was restored, and offers to throw it away", () => {
	const draft = { href: "/draft", version: 2, savedAt: AT, owner: 7, discard: "/gone" };
	const restored = parse(toHtml(autosaveNote({ ...draft, restored: true })));
	expect(restored.find(({ attributes }) => attributes.role === "status")?.text).toBe(
		"已還原 115年11月20日 10:26 自動儲存、尚未儲存的內容",
	);
	expect(restored.flatMap(({ attributes }) => attributes.formaction ?? [])).toEqual(["/gone"]);
	const kept = parse(toHtml(autosaveNote({ ...draft, restored: false })));
	expect(kept.find(({ attributes }) => attributes.role === "status")?.text).toBe(
		"草稿已於 115年11月20日 10:26 自動儲存",
	);
	expect(kept.flatMap(({ attributes }) => attributes.formaction ?? [])).toEqual([]);
});

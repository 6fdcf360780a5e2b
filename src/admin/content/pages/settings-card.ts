import { revisionsPart } from "#admin/content/revisions/card.ts";
import { otherSteps, readingLinks } from "#admin/content/writing/editor-parts.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { publishFields } from "#admin/content/writing/publish-fields.ts";
import { seoFields } from "#admin/content/writing/seo-fields.ts";
import type { EditedPageRow } from "#db/content/page-edits.ts";
import { hasAddress } from "#domain/content/content/states.ts";
import { mayGoBelow } from "#domain/content/pages/rules.ts";
import { paths } from "#http/paths.ts";
import { contentStatus } from "#ui/content-status.ts";
import { fold } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { type PageEditor, prefixOf } from "./editor.ts";
import { listsOf, TOP } from "./form-state.ts";

const { pages } = paths.admin;

/** Draws the card with a page's settings beside its text, in collapsible sections. */
export const settingsCard = (editor: PageEditor): VNode => html`<aside class="card" aria-label="單頁設定">
	${fold({ label: "發布", open: true }, publishing(editor))}
	${fold({ label: "位置", open: true }, place(editor))}
	${fold(
		{ label: "搜尋引擎" },
		seoFields({
			state: editor.state,
			site: { name: editor.association, origin: editor.site.origin },
			prefix: prefixOf(editor),
		}),
	)}
	${editor.row && fold({ label: "版本紀錄" }, revisionsPart({ kind: "page", id: editor.row.id, rows: editor.revisions, at: editor.at }))}
</aside>`;

function publishing({ row, state, live, site, at }: PageEditor): Children {
	const below = row ? listsOf(row).children : [];
	const held = below.length > 0 ? { trash: `底下還有 ${below.length} 個單頁，請先移走` } : {};
	return [
		row && readingLinks(NOUNS.page, row, { live, address: site.origin + paths.site.page(row.path) }),
		publishFields({ state, at, isPublished: hasAddress(row?.state) }),
		row && stranded(row),
		row && html`<div class="stack tight">${otherSteps(NOUNS.page, row, held)}</div>`,
	];
}

/** Returns the titles of the published child pages, which stay on the website when this page is taken down. */
export const publicBelow = (row: EditedPageRow): string[] =>
	listsOf(row)
		.children.filter(({ state }) => state === "published")
		.map(({ title }) => `「${title}」`);

function stranded(row: EditedPageRow): VNode | false {
	const titles = publicBelow(row);
	return (
		row.state === "published" &&
		titles.length > 0 &&
		notice(
			{ tone: "warn" },
			`下架或封存這個單頁之後，底下的${titles.join("、")}仍在官網上，網址不變，但在選單裡會改列到最上層。`,
		)
	);
}

function place({ row, state, tree }: PageEditor): Children {
	const parent = tree.find(({ id }) => String(id) === state.values.parent_id);
	const options = tree.map(({ id, depth, title }) => ({
		value: String(id),
		label: `${"　".repeat(depth - 1)}${title}`,
		disabled: !mayGoBelow(tree, row?.id ?? 0, id),
	}));
	return [
		field({
			name: "parent_id",
			label: "上層",
			state,
			type: "select",
			empty: TOP,
			options,
			hint: "換了上層，網址會跟著改，舊網址會自動轉過來。",
		}),
		parent &&
			parent.state !== "published" &&
			notice({ tone: "info" }, `「${parent.title}」還沒有公開，這個單頁發布後會先列在官網選單的最上層。`),
		row && below(row),
	];
}

const below = (row: EditedPageRow): VNode => html`<div class="field">
	<p class="label">下層單頁</p>
	<ul class="plain stack tight small">
		${listsOf(row).children.map(
			({ id, title, state }) =>
				html`<li class="row between"><a href=${pages.show(id)}>${title}</a>${contentStatus(state)}</li>`,
		)}
		<li><a href=${pages.createBelow(row.id)}>在這一頁之下新增單頁</a></li>
	</ul>
</div>`;

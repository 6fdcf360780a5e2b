import { articlesLink } from "#admin/content/categories/list-page.ts";
import { everyUse, seenCount, usesFacts } from "#admin/content/categories/removal-page.ts";
import { termDifferences, termFields } from "#admin/content/categories/term-fields.ts";
import type { StaffTag } from "#db/content/tags.ts";
import { paths } from "#http/paths.ts";
import { againstStored } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { TAGS_CRUMBS } from "./list.ts";

const { tags } = paths.admin;

/** Draws the page 新增標籤. `key`: the idempotency key, so that sending the same form twice creates one tag. */
export const newTagPage = (state: FormState, key: string): Page => ({
	title: "新增標籤",
	area: "標籤",
	crumbs: TAGS_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增標籤" },
		form(
			{
				action: tags.create(),
				state,
				key,
				submit: "新增標籤",
				busy: "新增中...",
				cancel: tags.list(),
				main: true,
				guard: true,
			},
			termFields(state, { isNew: true }),
		),
	),
});

/** Returns a tag's form filled from the stored tag. */
export const formOf = ({ name, slug }: StaffTag): FormState => freshForm({ name, slug });

/** Draws the page 編輯標籤. When another user saved meanwhile, it shows both texts. */
export function editTagPage(tag: StaffTag, state: FormState): Page {
	const { id, name, slug, version, articles_count, articles } = tag;
	const shown = againstStored(state, { version, fields: termDifferences(state, { name, slug }) });
	return {
		title: name,
		area: "標籤",
		crumbs: TAGS_CRUMBS,
		slim: true,
		actions: [
			linkButton({ label: "合併到其他標籤...", icon: "tag", href: tags.merge(id) }),
			linkButton({ label: "刪除標籤...", icon: "trash", href: tags.removal(id) }),
		],
		body: html`<div class="stack">
			${card(
				{ label: "使用情形" },
				facts(
					[
						{ name: "已發布", value: `${figure(articles_count)} 篇` },
						{ name: "全部文章", value: articlesLink(articles, `tag=${id}`) },
					],
					2,
				),
			)}
			${card(
				{ label: "編輯標籤" },
				form(
					{
						action: tags.edit(id),
						state: shown,
						version,
						submit: "儲存",
						cancel: tags.list(),
						main: true,
						guard: true,
					},
					termFields(shown, { isNew: false }),
				),
			)}
		</div>`,
	};
}

/** Draws the page 刪除標籤: how many articles lose the tag. */
export function removeTagPage(tag: StaffTag, state: FormState = freshForm()): Page {
	const { id, name, version } = tag;
	const uses = everyUse(tag);
	return {
		title: `刪除標籤「${name}」`,
		area: "標籤",
		crumbs: [...TAGS_CRUMBS, { label: name, href: tags.edit(id) }],
		slim: true,
		body: card(
			{ label: "刪除標籤" },
			notice(
				{ tone: "danger", title: "刪除後無法復原" },
				uses === 0
					? "目前沒有文章使用這個標籤，刪除不影響任何文章。"
					: `${figure(uses)} 篇文章會少了這個標籤，文章本身都會保留。想改用另一個標籤時，請改用合併。`,
			),
			usesFacts(tag, `tag=${id}`),
			form(
				{
					action: tags.removal(id),
					state,
					version,
					submit: "刪除標籤",
					busy: "刪除中...",
					danger: true,
					cancel: tags.edit(id),
				},
				seenCount(tag),
			),
		),
	};
}

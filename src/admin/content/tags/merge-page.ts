import { everyUse, seenCount } from "#admin/content/categories/removal-page.ts";
import type { MergeTarget, StaffTag } from "#db/content/tags.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { TAGS_CRUMBS } from "./list.ts";

const { tags } = paths.admin;
const OFFERED = "tags-offered";

export type Merge = {
	tag: StaffTag;
	/** The tag that stays; undefined when no tag has the typed name. */
	target: MergeTarget | undefined;
	offered: string[];
	/** The form's state; its field `into` is the typed name of the tag that stays. */
	state: FormState;
};

/**
 * Draws the page 合併標籤: first the choice of the tag that stays, then what will change, then the button that merges.
 */
export function mergePage(merge: Merge): Page {
	const { tag, target, state } = merge;
	const isReady = target !== undefined && Object.keys(state.errors).length === 0;
	return {
		title: `把標籤「${tag.name}」併入另一個`,
		area: "標籤",
		crumbs: [...TAGS_CRUMBS, { label: tag.name, href: tags.edit(tag.id) }],
		slim: true,
		body: html`<div class="stack">${chooseCard(merge, isReady)} ${isReady && effectsCard(tag, target, state)}</div>`,
	};
}

const chooseCard = ({ tag, offered, state }: Merge, isReady: boolean): VNode =>
	card(
		{ label: "選擇要保留的標籤" },
		html`<form class="form stack" method="get" action=${tags.merge(tag.id)} novalidate>
			${!isReady && errorSummary(state)}
			${field({
				name: "into",
				label: "併入哪個標籤",
				state,
				list: OFFERED,
				autocomplete: "off",
				required: true,
				hint: `輸入要保留的標籤名稱。「${tag.name}」合併後會消失。`,
			})}
			<datalist id=${OFFERED}>${offered.map((name) => name !== tag.name && html`<option value=${name}></option>`)}</datalist>
			<div class="row">
				${button({ label: isReady ? "改選並重新查看" : "看看會改變什麼", tone: isReady ? "plain" : "primary" })}
				${!isReady && linkButton({ label: "取消", href: tags.edit(tag.id) })}
			</div>
		</form>`,
	);

function effectsCard(tag: StaffTag, target: MergeTarget, state: FormState): VNode {
	const [gone, kept] = [everyUse(tag), everyUse(target)];
	return card(
		{ title: "合併後會發生什麼" },
		facts([
			{ name: "目前", value: `「${tag.name}」${figure(gone)} 篇，「${target.name}」${figure(kept)} 篇` },
			{ name: "兩個都有", value: `${figure(target.shared)} 篇${target.shared > 0 ? `，只留「${target.name}」` : ""}` },
			{ name: "合併後", value: html`<b>「${target.name}」${figure(gone + kept - target.shared)} 篇</b>` },
		]),
		notice(
			{ tone: "danger", title: "合併後無法復原" },
			`標籤「${tag.name}」會消失，網址 ${tag.slug} 改指到「${target.name}」。篇數包含草稿與垃圾桶裡的文章。`,
		),
		form(
			{
				action: tags.merge(tag.id),
				state,
				version: tag.version,
				submit: `併入「${target.name}」`,
				busy: "合併中...",
				danger: true,
				cancel: tags.edit(tag.id),
			},
			seenCount(tag),
			Object.entries({
				into: target.name,
				target: target.id,
				target_version: target.version,
				target_articles: kept,
			}).map(([name, value]) => html`<input type="hidden" name=${name} value=${String(value)} />`),
		),
	);
}

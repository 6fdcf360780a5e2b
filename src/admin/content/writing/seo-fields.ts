import * as z from "zod";
import { TEXT_FIELDS } from "#kernel/form.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { checkbox } from "#ui/choices.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { SHOWN, widthHint } from "#ui/islands/search-width.ts";

const field = fieldsOf(z.object(TEXT_FIELDS));

export type SeoFields = {
	state: FormState;
	/** The name and the origin of the public website. */
	site: { name: string; origin: string };
	/** The part of the address before the slug; "/articles/" by default. */
	prefix?: string | undefined;
};

/**
 * Draws the fields for search engines, with a sample of the search result. Sends `seo_title`, `seo_description`,
 * `canonical_url` and `noindex`; reads `title`, `slug` and `excerpt` of the same form.
 */
export function seoFields({ state, site, prefix = "/articles/" }: SeoFields): VNode {
	const text = (name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
	const title = text("seo_title") || text("title");
	const description = text("seo_description") || text("excerpt");
	const host = site.origin.replace(/^https?:\/\//, "");
	return part(
		{ name: "search-result", props: { prefix }, when: "visible" },
		html`<div class="stack">
			<div class="result" role="group" aria-label="搜尋結果的樣子">
				<p class="result-site"><b>${site.name}</b><span>${host}<span data-result="address">${prefix + text("slug")}</span></span></p>
				<p class="result-title" data-result="title">${title || "（還沒有標題）"}</p>
				<p class="result-text" data-result="description">${description || "（沒有摘要時，搜尋引擎自行從內文挑選）"}</p>
			</div>
			<p class="hint" role="status">
				標題<span data-hint="title">${widthHint(title, SHOWN.title)}</span>；描述<span data-hint="description">${widthHint(description, SHOWN.description)}</span>。
			</p>
			${field({ name: "seo_title", label: "搜尋結果的標題", state, optional: true, hint: "不填則同上方的標題；30 個中文字以內。" })}
			${field({
				name: "seo_description",
				label: "搜尋結果的描述",
				state,
				type: "textarea",
				rows: 3,
				optional: true,
				hint: "不填則同摘要；80 個中文字以內。",
			})}
			${field({
				name: "canonical_url",
				label: "原始出處網址",
				state,
				type: "url",
				optional: true,
				hint: "轉載自別處時填寫，搜尋引擎會以那裡為準。",
			})}
			${checkbox({ name: "noindex", label: "請搜尋引擎不要收錄", state })}
		</div>`,
	);
}

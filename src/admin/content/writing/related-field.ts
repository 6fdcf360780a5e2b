import { paths } from "#http/paths.ts";
import { labelled, ties, typedIn } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";

export type RelatedField = {
	state: FormState;
	/** The titles of the chosen articles, by slug. */
	titles: Record<string, string>;
	/** The articles that the website shows when none are chosen. */
	now: { title: string; slug: string }[];
};

/**
 * Draws the field for the related articles that are shown below this one, in order. Sends `related`: one slug per line.
 */
export function relatedField({ state, titles, now }: RelatedField): VNode {
	const hint = "最多三篇。留空時，由共同的標籤與分類挑選。";
	const props = { state, name: "related", label: "相關文章", hint, hideLabel: true };
	const { id, attributes } = ties(props);
	return part(
		{ name: "related", props: { links: paths.admin.writing.links(), titles }, when: "visible" },
		labelled(
			props,
			html`<div class="related">
				<textarea
					class="input"
					id=${id}
					name="related"
					rows="3"
					spellcheck="false"
					placeholder="每行一篇的網址"
					value=${typedIn(props)}
					...${attributes}
				></textarea>
				${
					now.length > 0 &&
					html`<div class="hint related-now">
						目前自動挑選的是：
						<ul>
							${now.map(({ title }) => html`<li>${title}</li>`)}
						</ul>
					</div>`
				}
			</div>`,
		),
	);
}

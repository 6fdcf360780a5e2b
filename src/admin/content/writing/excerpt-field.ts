import * as z from "zod";
import { TEXT_FIELDS } from "#kernel/form.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { typedIn } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";

const field = fieldsOf(z.object(TEXT_FIELDS));

/** The recommended number of characters of an excerpt: lists and shared links show it whole. */
const GOOD = { from: 60, to: 90 };

/** Draws the summary field with its present and its recommended length. Sends `excerpt`. */
export function excerptField({ state }: { state: FormState }): VNode {
	const now = [...typedIn({ state, name: "excerpt", label: "" })].length;
	return part(
		{ name: "counter", props: GOOD, when: "touched" },
		html`<div class="counted">
			${field({
				name: "excerpt",
				label: "摘要",
				state,
				type: "textarea",
				rows: 2,
				aside: html`<span class="hint">目前 <span data-count>${now}</span> 字</span>`,
				hint: `顯示在列表與分享連結，${GOOD.from} 至 ${GOOD.to} 字最合適。`,
			})}
		</div>`,
	);
}

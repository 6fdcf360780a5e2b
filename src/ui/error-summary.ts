import { type FormState, fieldId } from "./form-state.ts";
import { html, type VNode } from "./html.ts";
import { notice } from "./notice.ts";

/**
 * Draws all errors of a form, to stand above it; an error of a field is a link to the field. Null when there are none.
 */
export function errorSummary(state: FormState): VNode | null {
	const lines = Object.entries(state.errors).flatMap(([name, texts]) => texts.map((text) => ({ name, text })));
	if (lines.length === 0 && !state.problem) return null;
	const fields = lines.filter(({ name }) => name !== "").length;
	const title = state.problem ?? (fields > 0 ? `還有 ${fields} 個地方需要修正` : "還不能送出");
	const list = html`<ul>
		${lines.map(({ name, text }) => html`<li>${name ? html`<a href=${`#${fieldId(state, name)}`}>${text}</a>` : text}</li>`)}
	</ul>`;
	return html`<div class="error-summary" tabindex="-1" data-focus="">
		${notice({ tone: "danger", title, role: "alert" }, lines.length > 0 && list)}
	</div>`;
}

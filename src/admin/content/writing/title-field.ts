import { mostCharacters } from "#kernel/field-limits.ts";
import { TEXT_FIELDS } from "#kernel/form.ts";
import { ties, typedIn, under } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

/** Draws the title input as the page shows the title: one line that wraps, large, without a box. Sends `title`. */
export function titleField({ state, autofocus }: { state: FormState; autofocus?: boolean }): VNode {
	const props = { state, name: "title", label: "標題" };
	const { id, attributes } = ties(props);
	return html`<div class="field">
		<label class="sr" for=${id}>標題</label>
		<textarea
			class="title-input"
			id=${id}
			name="title"
			rows="1"
			maxlength=${mostCharacters(TEXT_FIELDS.title)}
			required
			placeholder="標題"
			autocomplete="off"
			autofocus=${autofocus}
			data-line
			value=${typedIn(props)}
			...${attributes}
		></textarea>
		${under(props)}
	</div>`;
}

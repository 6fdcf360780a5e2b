import { type FieldProps, labelled, ties, typedIn } from "#ui/field-parts.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";

export type ChipsField = FieldProps & { suggestions: string[]; placeholder?: string };

/**
 * Draws a field for several short names in one text ("冬季、呼吸照護"). With scripts each name is a chip, and known
 * names are suggested. Sends `name`.
 */
export function chipsField(props: ChipsField): VNode {
	const { id, attributes } = ties(props);
	return part(
		{ name: "chips", props: { name: props.name }, when: "visible" },
		labelled(
			props,
			html`<div class="chips">
				<input
					class="input"
					id=${id}
					name=${props.name}
					type="text"
					autocomplete="off"
					list=${`${id}-known`}
					placeholder=${props.placeholder ?? "例如：冬季、呼吸照護"}
					value=${typedIn(props)}
					...${attributes}
				/>
				<datalist id=${`${id}-known`}>
					${props.suggestions.map((name) => html`<option value=${name}></option>`)}
				</datalist>
			</div>`,
		),
	);
}

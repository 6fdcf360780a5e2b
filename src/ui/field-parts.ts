import { type FormState, fieldId } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** What every field has. */
export type FieldProps = {
	name: string;
	label: string;
	state: FormState;
	hint?: string | undefined;
	required?: boolean | undefined;
	/** Says 選填 beside the label. */
	optional?: boolean | undefined;
	/** The label is only read out; for a field whose place says what it is. */
	hideLabel?: boolean | undefined;
	/** Something at the label's end: a link such as 忘記密碼. */
	aside?: Children;
	/** Its own id, when its name stands twice on a page. */
	id?: string | undefined;
};

/** The id, the errors and the attributes that tie a control to its words. */
export function ties(props: FieldProps): {
	id: string;
	errors: string[];
	attributes: { "aria-invalid": "true" | undefined; "aria-describedby": string | undefined };
} {
	const id = props.id ?? fieldId(props.state, props.name);
	const errors = props.state.errors[props.name] ?? [];
	const described = [errors.length > 0 && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ");
	return {
		id,
		errors,
		attributes: { "aria-invalid": errors.length > 0 ? "true" : undefined, "aria-describedby": described || undefined },
	};
}

/** What was typed into a field, or "". */
export const typedIn = ({ state, name }: FieldProps): string => [state.values[name] ?? ""].flat()[0] ?? "";
/** What was chosen in a group. */
export const chosenIn = ({ state, name }: FieldProps): string[] => [state.values[name] ?? []].flat();

const words = ({ label, optional }: FieldProps): Children => [
	label,
	optional && html`<span class="optional">選填</span>`,
];

/** The sentences under a control: what is wrong, then what helps. */
export const under = (props: FieldProps): Children => {
	const { id, errors } = ties(props);
	return [
		errors.length > 0 &&
			html`<p class="error" id=${`${id}-error`}>${icon("warn")}<span>${errors.join("；")}</span></p>`,
		props.hint && html`<p class="hint" id=${`${id}-hint`}>${props.hint}</p>`,
	];
};

/** A label, its control, and the sentences under it. */
export function labelled(props: FieldProps, control: VNode): VNode {
	const { id } = ties(props);
	const label = html`<label class=${props.hideLabel ? "sr" : "label"} for=${id}>${words(props)}</label>`;
	return html`<div class="field">
		${props.aside ? html`<div class="row between">${label}${props.aside}</div>` : label} ${control} ${under(props)}
	</div>`;
}

/** A group of controls under one legend. */
export const grouped = (props: FieldProps, controls: VNode): VNode => html`<fieldset
	class="field"
	aria-describedby=${ties(props).attributes["aria-describedby"]}
>
	<legend class=${props.hideLabel ? "sr" : "label"}>${words(props)}</legend>
	${controls} ${under(props)}
</fieldset>`;

/** A choice in a select or a group. */
export type Option = { value: string; label: string; disabled?: boolean | undefined };

import { type FormState, fieldId } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** The properties of every field. */
export type FieldProps = {
	name: string;
	label: string;
	state: FormState;
	hint?: string | undefined;
	required?: boolean | undefined;
	/** Shows 選填 (optional) beside the label. */
	optional?: boolean | undefined;
	/** The label is only read by screen readers; for a field whose place on the page shows what it is. */
	hideLabel?: boolean | undefined;
	/** Shown at the label's end: a link such as 忘記密碼. */
	aside?: Children;
	/** The control's id, needed when two fields of a page have the same name. */
	id?: string | undefined;
};

/** Returns a field's id and errors, and the ARIA attributes that connect its control with its error and hint. */
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

/** Returns what was typed into a field, or "". */
export const typedIn = ({ state, name }: FieldProps): string => [state.values[name] ?? ""].flat()[0] ?? "";
/** Returns the values that were chosen in a group. */
export const chosenIn = ({ state, name }: FieldProps): string[] => [state.values[name] ?? []].flat();

const words = ({ label, optional }: FieldProps): Children => [
	label,
	optional && html`<span class="optional">選填</span>`,
];

/** Joins the errors of a field: a whole sentence is followed by the next one as it is. */
const joined = (errors: readonly string[]): string => errors.join("；").replaceAll("。；", "。");

/** Draws the sentences under a control: its errors, then its hint. */
export const under = (props: FieldProps): Children => {
	const { id, errors } = ties(props);
	return [
		errors.length > 0 && html`<p class="error" id=${`${id}-error`}>${icon("warn")}<span>${joined(errors)}</span></p>`,
		props.hint && html`<p class="hint" id=${`${id}-hint`}>${props.hint}</p>`,
	];
};

/** Draws a label, its control, and the sentences under the control. */
export function labelled(props: FieldProps, control: VNode): VNode {
	const { id } = ties(props);
	const label = html`<label class=${props.hideLabel ? "sr" : "label"} for=${id}>${words(props)}</label>`;
	return html`<div class="field">
		${props.aside ? html`<div class="row between">${label}${props.aside}</div>` : label} ${control} ${under(props)}
	</div>`;
}

/** Draws a group of controls under one legend. */
export const grouped = (props: FieldProps, controls: VNode): VNode => html`<fieldset
	class="field"
	aria-describedby=${ties(props).attributes["aria-describedby"]}
>
	<legend class=${props.hideLabel ? "sr" : "label"}>${words(props)}</legend>
	${controls} ${under(props)}
</fieldset>`;

/** An option of a select or of a group of controls. */
export type Option = { value: string; label: string; disabled?: boolean | undefined };

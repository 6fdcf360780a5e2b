import { chosenIn, type FieldProps, grouped, type Option, ties, typedIn, under } from "./field-parts.ts";
import { type Children, html, type VNode } from "./html.ts";

/**
 * Returns the id of the nth control of a group; the first one has the field's own id, so that the error summary's link
 * leads to it.
 */
const idOf = (props: FieldProps, at: number): string => (at === 0 ? ties(props).id : `${ties(props).id}-${at + 1}`);

/** Draws one check box with its sentence beside it. It is sent as `value`, by default "1", when it is ticked. */
export function checkbox(props: FieldProps & { value?: string | undefined }): VNode {
	const { value = "1" } = props;
	const { id, attributes } = ties(props);
	return html`<div class="field">
		<label class="check">
			<input type="checkbox" id=${id} name=${props.name} value=${value} checked=${chosenIn(props).includes(value)} ...${attributes} />
			<span>${props.label}</span>
		</label>
		${under(props)}
	</div>`;
}

/** Draws a group of check boxes, of which several may be ticked; an option's `hint` stands under its label. */
export const checkboxes = (
	props: FieldProps & { options: (Option & { hint?: string | undefined })[]; columns?: boolean | undefined },
): VNode =>
	grouped(
		props,
		html`<div class=${props.columns ? "cols checks" : "stack none"}>
			${props.options.map(
				({ value, label, hint, disabled }, at) => html`<label class="check">
					<input
						type="checkbox"
						id=${idOf(props, at)}
						name=${props.name}
						value=${value}
						disabled=${disabled}
						checked=${chosenIn(props).includes(value)}
					/>
					<span>${label}${hint && html`<small>${hint}</small>`}</span>
				</label>`,
			)}
		</div>`,
	);

/** Draws the nth radio button of a group. */
const radio = (props: FieldProps, { value, disabled }: Option, at: number): VNode => html`<input
	type="radio"
	id=${idOf(props, at)}
	name=${props.name}
	value=${value}
	disabled=${disabled}
	checked=${typedIn(props) === value}
/>`;

/** Draws a choice of one of a few short words, as radio buttons side by side. */
export const segment = (props: FieldProps & { options: Option[]; fill?: boolean | undefined }): VNode =>
	grouped(
		props,
		html`<div class=${props.fill ? "segment fill" : "segment"}>
			${props.options.map((option, at) => html`<label>${radio(props, option, at)}${option.label}</label>`)}
		</div>`,
	);

/** An option of a radio group with facts: `sub` under its label, `aside` at its end. */
export type Choice = Option & { sub?: Children; aside?: Children };

/** Draws a choice of one of a few options, each with its facts, one under the other. */
export const choices = (props: FieldProps & { options: Choice[] }): VNode =>
	grouped(
		props,
		html`<div class="stack tight">
			${props.options.map(
				(option, at) => html`<label class="choice">
					${radio(props, option, at)}
					<span><b>${option.label}</b>${option.sub && html`<small>${option.sub}</small>`}</span>
					${option.aside}
				</label>`,
			)}
		</div>`,
	);

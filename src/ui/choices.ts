import { chosenIn, type FieldProps, grouped, type Option, ties, typedIn, under } from "./field-parts.ts";
import { type Children, html, type VNode } from "./html.ts";

/** The id of the nth control of a group; the first one has the field's, so that the error summary leads to it. */
const idOf = (props: FieldProps, at: number): string => (at === 0 ? ties(props).id : `${ties(props).id}-${at + 1}`);

/** One yes or no, the sentence beside its box. Sent as "1" when it is on. */
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

/** Several of many; `hint` of an option stands under its words. */
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

/** The nth of a group of which one is chosen. */
const radio = (props: FieldProps, { value, disabled }: Option, at: number): VNode => html`<input
	type="radio"
	id=${idOf(props, at)}
	name=${props.name}
	value=${value}
	disabled=${disabled}
	checked=${typedIn(props) === value}
/>`;

/** One of a few short words, side by side. */
export const segment = (props: FieldProps & { options: Option[]; fill?: boolean | undefined }): VNode =>
	grouped(
		props,
		html`<div class=${props.fill ? "segment fill" : "segment"}>
			${props.options.map((option, at) => html`<label>${radio(props, option, at)}${option.label}</label>`)}
		</div>`,
	);

/** A choice that carries facts. */
export type Choice = Option & { sub?: Children; aside?: Children };

/** One of a few, each with its facts, one under the other. */
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

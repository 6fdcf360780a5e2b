import { writing } from "#kernel/written.ts";
import { type Days, dayInput } from "./day-field.ts";
import { type FieldProps, labelled, type Option, ties, typedIn } from "./field-parts.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { momentInput } from "./moment-field.ts";

type Typed = {
	autocomplete?: string | undefined;
	maxlength?: number | undefined;
	placeholder?: string | undefined;
	disabled?: boolean | undefined;
	readonly?: boolean | undefined;
	autofocus?: boolean | undefined;
};
type Line = Typed & {
	/**
	 * The kind of control. `money` and `number` are text inputs with a number keypad: thousands separators may be
	 * typed, and the browser discards nothing. `moment` is a day and a time, in two text inputs.
	 */
	type?:
		| "text"
		| "email"
		| "tel"
		| "password"
		| "search"
		| "url"
		| "number"
		| "money"
		| "date"
		| "moment"
		| "month"
		| "time"
		| undefined;
	inputmode?: "numeric" | "decimal" | "text" | undefined;
	min?: string | undefined;
	max?: string | undefined;
	/** A unit shown after the control; `money` has 元 by default. */
	unit?: string | undefined;
	/** The control is only as wide as its usual content, for dates and codes. */
	narrow?: boolean | undefined;
	/** The days that a field of the type date or moment usually takes; its shortcuts are among them. */
	days?: Days | undefined;
	/** The id of the `<datalist>` whose texts the control suggests. */
	list?: string | undefined;
	/** The texts that the control suggests, where no other control has the same. */
	offers?: readonly string[] | undefined;
};
type Area = Typed & { type: "textarea"; rows?: number | undefined };
type Select = {
	type: "select";
	options: Option[];
	/** The words of the first option, whose value is empty: 請選擇, 全部. */
	empty?: string | undefined;
	disabled?: boolean | undefined;
	/** The form is sent as soon as an option is chosen, when scripts run. */
	instant?: boolean | undefined;
	autofocus?: boolean | undefined;
};
export type Field = FieldProps & (Line | Area | Select);

const PLAIN = { money: "text", number: "text", search: "search" } as const;
const PAD = { money: "numeric", number: "numeric", tel: "tel", email: "email" } as const;
const lookUp = <V>(table: Record<string, V>, key: string): V | undefined => table[key];

const common = (props: FieldProps & Typed): Record<string, unknown> => ({
	id: ties(props).id,
	name: props.name,
	required: props.required,
	autocomplete: props.autocomplete,
	maxlength: props.maxlength,
	placeholder: props.placeholder,
	disabled: props.disabled,
	readonly: props.readonly,
	autofocus: props.autofocus,
	...ties(props).attributes,
});

function line(props: FieldProps & Line): VNode {
	const { type = "text" } = props;
	const unit = props.unit ?? (type === "money" ? "元" : undefined);
	const className = ["input", type === "money" && "money", props.narrow && !unit && "auto"].filter(Boolean).join(" ");
	// Members keep the field of their browser, which phones do best.
	if ((type === "date" || type === "month") && writing().isStaff)
		return dayInput({ ...props, type, className, value: typedIn(props), common: common(props) });
	if (type === "moment") return momentInput({ ...props, className, value: typedIn(props), common: common(props) });
	const input = html`<input
		class=${className}
		type=${lookUp(PLAIN, type) ?? type}
		inputmode=${props.inputmode ?? lookUp(PAD, type)}
		min=${props.min}
		max=${props.max}
		list=${props.offers ? `${ties(props).id}-offers` : props.list}
		value=${typedIn(props)}
		...${common(props)}
	/>`;
	if (props.offers) return html`<div>${input}${offersOf(`${ties(props).id}-offers`, props.offers)}</div>`;
	if (type === "password") return withShow(input, ties(props).id);
	if (type === "search") return html`<div class="with-icon">${icon("search")}${input}</div>`;
	return unit ? html`<div class="with-unit">${input}<span class="soft">${unit}</span></div>` : input;
}

/** Draws the texts that controls with this `list` suggest. */
export const offersOf = (id: string, offers: readonly string[]): VNode =>
	html`<datalist id=${id}>${offers.map((value) => html`<option value=${value}></option>`)}</datalist>`;

/** Draws a password input with a button that shows what was typed; the button is visible only when scripts run. */
const withShow = (input: VNode, id: string): VNode => html`<div class="with-show">
	${input}
	<button class="btn quiet s scripted" type="button" data-show=${id} aria-pressed="false" aria-label="顯示密碼">
		${icon("eye")}
	</button>
</div>`;

const area = (props: FieldProps & Area): VNode =>
	html`<textarea class="input" rows=${props.rows ?? 4} ...${common(props)} value=${typedIn(props)}></textarea>`;

function select(props: FieldProps & Select): VNode {
	const chosen = typedIn(props);
	const { id, attributes } = ties(props);
	return html`<select
		class="input"
		id=${id}
		name=${props.name}
		required=${props.required}
		disabled=${props.disabled}
		autofocus=${props.autofocus}
		data-instant=${props.instant ? "" : undefined}
		...${attributes}
	>
		${props.empty !== undefined && html`<option value="">${props.empty}</option>`}
		${props.options.map(
			({ value, label, disabled }) =>
				html`<option value=${value} disabled=${disabled} selected=${value === chosen}>${label}</option>`,
		)}
	</select>`;
}

/** Draws a labelled control for one text: a line, a textarea or a select, with value and errors from `state`. */
export function field(props: Field): VNode {
	if (props.type === "textarea") return labelled(props, area(props));
	if (props.type === "select") return labelled(props, select(props));
	return labelled(props, line(props));
}

import { readClock } from "#kernel/clock.ts";
import { CLOCK, momentParts, type TypedMoment, wrongParts } from "#kernel/moments.ts";
import { type Days, dayInput } from "./day-field.ts";
import { html, type VNode } from "./html.ts";

type MomentInput = {
	/** The field's label, from which the name of its second control is made. */
	label: string;
	days?: Days | undefined;
	/** The earliest moment, of which the day counts for the shortcuts. */
	min?: string | undefined;
	className: string;
	/** The stored moment ("2026-11-23T09:00"), or what was typed. */
	value: string;
	common: Record<string, unknown>;
};

/**
 * Draws the field of a day and a time: the field of a day, and beside it a text field that takes every way of writing a
 * time. They are sent as two fields, which http/body.ts joins.
 */
export function momentInput({ label, days, min, className, value, common }: MomentInput): VNode {
	const { day, clock } = momentParts(value);
	const read = readClock(clock);
	const { id, name, required, disabled, readonly } = common;
	const wrong = wrongParts(value);
	const marked = (part: keyof TypedMoment) => (wrong[part] ? common["aria-invalid"] : undefined);
	return html`<div class="moment">
		${dayInput({ type: "date", days, min: min?.slice(0, 10), className, value: day, common: { ...common, "aria-invalid": marked("day") } })}
		<input
			class="input clock"
			type="text"
			inputmode="numeric"
			id=${`${id}${CLOCK}`}
			name=${`${name}${CLOCK}`}
			value=${"clock" in read ? read.clock : clock}
			data-clock=""
			aria-label=${`${label}（幾點幾分）`}
			...${{ required, disabled, readonly, "aria-invalid": marked("clock"), "aria-describedby": common["aria-describedby"] }}
			placeholder="時:分"
			autocomplete="off"
		/>
	</div>`;
}

import { readMonth } from "#kernel/calendar.ts";
import { readDay } from "#kernel/typed.ts";
import { daySlashed, dayText, writing } from "#kernel/written.ts";
import { html, type VNode } from "./html.ts";

/** Which days a field usually takes: its shortcuts are among these. Days far off, such as birthdays, have none. */
export type Days = "past" | "future" | "far";
/** What the code of the field (islands/client/day-field.ts) needs to know. */
type DayInput = {
	type: "date" | "month";
	days?: Days | undefined;
	min?: string | undefined;
	max?: string | undefined;
	className: string;
	/** What was typed, or the stored day or month. */
	value: string;
	common: Record<string, unknown>;
};

/** Returns a typed or stored day as YYYY-MM-DD, or a month as YYYY-MM; undefined when it cannot be read. */
function readAs(type: DayInput["type"], text: string): string | undefined {
	if (type === "month") return readMonth(text) ?? undefined;
	const read = readDay(text, { missing: "", unknown: () => "" });
	return "day" in read ? read.day : undefined;
}

/** Writes a typed or stored day in words; a text that is no day stays as it is. */
export function typedDayText(text: string): string {
	const day = readAs("date", text);
	return day === undefined ? text : dayText(day);
}

/**
 * Draws the field of a day or a month for the staff: a text field that takes every way of writing it and shows it in
 * the association's calendar. Once it is touched it offers shortcuts and the calendar of the browser.
 */
export const dayInput = ({ type, days, min, max, className, value, common }: DayInput): VNode => {
	const read = readAs(type, value);
	return html`<input
		class=${`${className} day`}
		type="text"
		inputmode="numeric"
		value=${read === undefined ? value : daySlashed(read)}
		data-day=${type}
		data-days=${days}
		data-calendar=${writing().calendar}
		data-min=${min}
		data-max=${max}
		...${{ ...common, placeholder: common.placeholder ?? (type === "month" ? "年/月" : "年/月/日") }}
		autocomplete="off"
	/>`;
};

import { readVoucherDay, type VoucherForm } from "#domain/books/vouchers/form.ts";
import { LINE_FIELDS, MOST_LINES, NO_LINE, type TypedLine } from "#domain/books/vouchers/lines.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Again } from "./voucher-check.ts";

const DAYS = ["date", "resolution_on"];

/**
 * Returns the form's fields other than the rows, as they were typed, with a valid day as YYYY-MM-DD; `description`
 * fills an empty description.
 */
export const headState = (sent: VoucherForm, { errors, description = "" }: Again): FormState => ({
	...freshForm({
		date: shownDay(sent.date),
		description: sent.description || description,
		template: sent.template,
		turns_next_year: sent.turns_next_year ? "1" : "",
		resolution_no: sent.resolution_no,
		resolution_on: shownDay(sent.resolution_on),
		...(sent.version === undefined ? {} : { version: String(sent.version) }),
	}),
	errors,
});

/** Returns a valid day in the format of a date field (YYYY-MM-DD); an invalid one stays as it was typed. */
function shownDay(text: string): string {
	const read = readVoucherDay(text);
	return "day" in read ? read.day : text;
}

/** Returns a refused form, with a valid day in the format of a date field. */
export const shownAgain = (state: FormState): FormState => ({
	...state,
	values: {
		...state.values,
		...Object.fromEntries(DAYS.map((name) => [name, shownDay([state.values[name] ?? ""].flat()[0] ?? "")])),
	},
});

/** Returns the rows of a refused form, as they were sent. */
export const rowsSent = (values: Record<string, string | string[]>): TypedLine[] => {
	const cells = (name: string): string[] => [values[name] ?? []].flat();
	const many = Math.max(0, ...LINE_FIELDS.map((name) => cells(name).length));
	return Array.from({ length: Math.min(many, MOST_LINES) }, (_, at) => ({
		...NO_LINE,
		...Object.fromEntries(LINE_FIELDS.map((name) => [name, cells(name)[at] ?? ""])),
	}));
};

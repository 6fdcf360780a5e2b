import { amountIn, sumsOf } from "#domain/books/vouchers/lines.ts";
import { composing } from "#ui/islands/quirks.ts";

export type Field = HTMLInputElement | HTMLSelectElement;
type Row = HTMLTableRowElement;
/** The lines of a voucher as its keys see them. */
export type Lines = {
	root: HTMLElement;
	/** Adds up the sides. */
	tell: () => void;
	/** Adds empty lines at the end, and returns the first of them. */
	more: (many?: number) => Row | undefined;
	/** Moves the line at a place by one step. */
	move: (at: number, step: number) => void;
};

export const fieldsIn = (row: ParentNode): Field[] => [...row.querySelectorAll<Field>("input, select")];
export const fieldOf = (row: ParentNode, name: string) => row.querySelector<HTMLInputElement>(`[name=${name}]`);
export const rowsIn = (root: ParentNode): Row[] => [...root.querySelectorAll<Row>("tbody tr")];
const isAmount = ({ name }: Field): boolean => name === "debit" || name === "credit";

export function lead(field: Field | undefined): void {
	field?.focus();
	if (field instanceof HTMLInputElement) field.select();
}

/** Acts on a key that is pressed in a field of a line; none while an input method composes. */
export function pressed(event: KeyboardEvent, lines: Lines): void {
	const { target: field, key } = event;
	if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
	const row = field.closest<Row>("tbody tr");
	if (!row || composing(event) || event.defaultPrevented) return;
	if (event.ctrlKey || event.metaKey || event.shiftKey) return;
	const rows = rowsIn(lines.root);
	const step = { ArrowDown: 1, ArrowUp: -1 }[key];
	if (event.altKey && step) lines.move(rows.indexOf(row), step);
	else if (event.altKey) return;
	else if (key === "Enter") next(field, row, lines);
	else if (key === "=" && isAmount(field)) fillDifference(row, lines);
	else if (step && field instanceof HTMLInputElement) {
		const other = rows[rows.indexOf(row) + step];
		lead(other && fieldsIn(other)[fieldsIn(row).indexOf(field)]);
	} else return;
	event.preventDefault();
}

/**
 * Moves the focus on Enter: to the next field, or from a filled amount or the last field to the next row. The fields
 * for the line's person or purpose are reached with Tab.
 */
function next(field: Field, row: Row, { root, more }: Lines): void {
	const fields = fieldsIn(row);
	const after = isAmount(field) && field.value.trim() !== "" ? undefined : fields[fields.indexOf(field) + 1];
	const rows = rowsIn(root);
	lead(after ?? fieldsIn(rows[rows.indexOf(row) + 1] ?? more() ?? row)[0]);
}

/** Puts the amount that the other rows lack for balance into this row's debit or credit. */
function fillDifference(row: Row, { root }: Lines): void {
	const sum = (name: string) => (one: Row) => amountIn(fieldOf(one, name)?.value ?? "");
	const others = sumsOf(
		rowsIn(root)
			.filter((one) => one !== row)
			.map((one) => ({ debit: sum("debit")(one), credit: sum("credit")(one) })),
	);
	const lacking = others.credit - others.debit;
	const full = lacking === 0 ? null : fieldOf(row, lacking > 0 ? "debit" : "credit");
	if (!full) return;
	full.value = Math.abs(lacking).toLocaleString("en-US");
	full.focus();
	full.dispatchEvent(new Event("input", { bubbles: true }));
}

import * as z from "zod";
import type { Register } from "#domain/books/finance/labels.ts";
import { SHARE_FIELDS, WAYS } from "#domain/books/finance/register-form.ts";
import { againstStored, sidesOf } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";

type Values = FormState["values"];

/** The field of the form that holds the rows as they are stored, once the user chose them; empty otherwise. */
export const STORED_ROWS = "rows";

const TOLD = [
	{ field: "title", label: "主旨" },
	{ field: "purpose", label: "用途說明" },
	{ field: "wanted_on", label: "希望付款日" },
	{ field: "no_attachment_reason", label: "沒有憑證的原因" },
];

/**
 * Returns the rows of a register's form that are not empty, each with its cells in the order of the columns. A row that is
 * paid as the whole register says so itself.
 */
function rowsIn(values: Values, register: Register): string[][] {
	const columns = SHARE_FIELDS[register].map((name) => [values[name] ?? []].flat());
	const most = Math.max(...columns.map((list) => list.length));
	const rows = Array.from({ length: most }, (_, at) => columns.map((list) => list[at] ?? ""));
	const whole = values.pay_by === "cash" ? WAYS.cash : WAYS.transfer;
	return rows
		.filter((row) => row.some((cell) => cell !== ""))
		.map((row) => row.map((cell, at) => (cell === "" && SHARE_FIELDS[register][at] === "way" ? whole : cell)));
}

/** Returns the values with these rows. */
export const withCells = (values: Values, rows: readonly string[][], register: Register): Values => ({
	...values,
	...Object.fromEntries(SHARE_FIELDS[register].map((name, at) => [name, rows.map((row) => row[at] ?? "")])),
});

const words = (rows: readonly string[][]): string => rows.map((row) => row.filter(Boolean).join("　")).join("\n");

/**
 * Returns the form of a register with both versions of each differing field, and of its rows as a whole, when another
 * tab saved first.
 */
export function toldRegister(
	state: FormState,
	{ version, filled, register }: { version: number; filled: FormState; register: Register },
): FormState {
	const theirs = rowsIn(filled.values, register);
	const rows = {
		field: STORED_ROWS,
		label: "受款人與金額",
		mine: words(rowsIn(state.values, register)),
		theirs: words(theirs),
		theirsValue: JSON.stringify(theirs),
	};
	const fields = sidesOf(TOLD, { mine: state.values, theirs: filled.values, base: undefined });
	return againstStored(state, { version, fields: [...fields, rows] });
}

const Rows = z.array(z.array(z.string()));
/** Returns the sent values with the stored rows, where the user chose these. Other text in the field changes nothing. */
export function withStoredRows({ [STORED_ROWS]: chosen, ...values }: Values, register: Register): Values {
	const text = [chosen ?? ""].flat()[0] ?? "";
	if (text === "") return values;
	const read = Rows.safeParse(parsed(text));
	return read.success ? withCells(values, read.data, register) : values;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

import * as z from "zod";
import { fileText, type OwnField } from "#domain/people/member-fields/rules.ts";
import { openedValue } from "#domain/people/member-fields/value-actions.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

/** Returns the fields of which a user may take a column: those of special data only with the right to see them. */
export const openFields = (fields: readonly OwnField[], seesAll: boolean): OwnField[] =>
	fields.filter(({ seen_by }) => seen_by === "view" || seesAll);

const Values = z.record(z.string(), z.tuple([z.string(), z.string().nullable()]));
type Row = { id: number; own: string };

/** Opens the values of some fields in rows, and returns the columns of a file with them. */
export async function ownFileColumns<R extends Row>(
	env: { SEALING_KEY: string },
	fields: readonly OwnField[],
	rows: readonly R[],
): Promise<FileColumn<R>[]> {
	if (fields.length === 0) return [];
	const texts = new Map<string, string>();
	for (const { id, own } of rows)
		for (const [field, [value, seal_id]] of Object.entries(Values.parse(JSON.parse(own))))
			texts.set(`${id} ${field}`, (await openedValue(env, { value, seal_id })) ?? "");
	return fields.map((field) => ({
		label: field.name,
		width: 16,
		cell: ({ id }) => fileText(field, texts.get(`${id} ${field.id}`) ?? null) || null,
	}));
}

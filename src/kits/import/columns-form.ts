import * as z from "zod";
import { Version } from "#kernel/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Mapped, Readable, ToldColumns } from "./declaration.ts";

/** Returns the state of the columns form: the mapping that is used now, and the options. */
export const columnsState = <O extends Readable<B>, B extends string>(
	options: O,
	boxes: readonly B[],
	mapping: Mapped | undefined,
): FormState =>
	freshForm({
		header_row: options.header ? String(options.header.row + 1) : "",
		header_rows: String(options.header?.rows ?? 1),
		...Object.fromEntries(boxes.map((name) => [name, options[name] ? "1" : ""])),
		...Object.fromEntries((mapping?.columns ?? []).map(({ index, target }) => [`c${index}`, target])),
	});

/**
 * Returns the schema of the header's row number. The user types it counted from 1; the value counts from 0, and is null
 * when the field is left empty.
 */
const headerRow = (example: string) =>
	z
		.string()
		.regex(/^(?:[1-9]\d{0,4})?$/, { error: `請填列的號碼，例如 ${example}。` })
		.default("")
		.transform((text) => (text === "" ? null : Number(text) - 1));

type ColumnsInput<B extends string> = Omit<ToldColumns<B>, "isSameHeader"> & { version: number };

/** Returns the schema of the columns form: one field for each column (`c0`, `c1`, ...), beside the options. */
export const columnsSchema = <B extends string>(exampleRow: string, boxes: readonly B[]): z.ZodType<ColumnsInput<B>> =>
	z
		.object({ version: Version, header_row: headerRow(exampleRow), header_rows: z.enum(["1", "2"]).default("1") })
		.catchall(z.string())
		.transform(({ version, header_row: row, header_rows, ...rest }) => ({
			version,
			header: row === null ? null : { row, rows: header_rows === "2" ? (2 as const) : (1 as const) },
			// The cast is safe, because the names are those of `boxes`.
			boxes: Object.fromEntries(boxes.map((name) => [name, rest[name] === "1"])) as Record<B, boolean>,
			chosen: Object.entries(rest).flatMap(([name, text]) => {
				const index = /^c(\d{1,3})$/.exec(name)?.[1];
				return index === undefined ? [] : [{ index: Number(index), text }];
			}),
		}));

/**
 * Returns the targets that the user changed, by the index of their column; the caller adds them to earlier choices. A
 * target that follows from the header alone is not stored, so that another header row can give another target.
 */
export const chosenByIndex = <T extends string>(
	chosen: ToldColumns<string>["chosen"],
	named: (text: string) => T | undefined,
	mapping: Mapped | undefined,
): Record<number, T> =>
	Object.fromEntries(
		chosen.flatMap(({ index, text }) => {
			const target = named(text);
			const now = mapping?.columns.find((column) => column.index === index)?.target;
			return target === undefined || target === now ? [] : [[index, target]];
		}),
	);

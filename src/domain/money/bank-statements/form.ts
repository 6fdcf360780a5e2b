import * as z from "zod";
import { Checked, Version } from "#kernel/form.ts";
import { TARGETS, type Target } from "./columns.ts";

const RowNumber = z
	.string()
	.regex(/^(?:[1-9]\d{0,4})?$/, { error: "請填列的號碼，例如 5。" })
	.default("")
	.transform((text) => (text === "" ? null : Number(text) - 1));
const isTarget = (text: string): text is Target => TARGETS.some((one) => one === text);

/** The form for a statement's columns: one field `c0`, `c1` … for each column, beside the options. */
export const ColumnsForm = z
	.object({
		version: Version,
		header_row: RowNumber,
		header_rows: z.enum(["1", "2"]).default("1"),
		accept_dates: Checked,
	})
	.catchall(z.string())
	.transform(({ version, header_row, header_rows, accept_dates, ...rest }) => ({
		version,
		accept_dates,
		header: header_row === null ? null : { row: header_row, rows: header_rows === "2" ? (2 as const) : (1 as const) },
		chosen: new Map(
			Object.entries(rest).flatMap(([name, text]): [number, Target][] => {
				const index = /^c(\d{1,3})$/.exec(name)?.[1];
				return index === undefined || !isTarget(text) ? [] : [[Number(index), text]];
			}),
		),
	}));

import type * as z from "zod";
import type { Done } from "#auth/answer.ts";
import { type Holds, MOST_TAKEN } from "#auth/holds.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, isUnproven, type Route, view } from "#auth/route.ts";
import { noteTaken } from "#domain/system/actions.ts";
import { SHEET_FORMATS, type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { figure } from "#ui/money.ts";

type Cell = string | number | null;
export type Table = {
	sheet: string;
	header: readonly string[];
	widths?: readonly number[];
	rows: readonly (readonly Cell[])[];
};

/** A column of a file; its width in characters, as a spreadsheet counts them. */
export type FileColumn<Row> = { label: string; width: number; cell: (row: Row) => Cell };

export const tableOf = <Row>(sheet: string, columns: readonly FileColumn<Row>[], rows: readonly Row[]) => ({
	sheet,
	header: columns.map(({ label }) => label),
	widths: columns.map(({ width }) => width),
	rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
});

/** A table on its way out. */
export type Taken = {
	/** The file's name, without its ending. */
	file: string;
	table: Table;
	/** The records, where the table has other rows besides. */
	count?: number;
	/** What was asked for, where the address does not say it. */
	filter?: Record<string, string>;
	columns?: readonly string[];
};

/** The page of whoever gets no file, and what of the address it does not know. */
type Back = { page: string; drop?: readonly string[] };

type Taking<Q> = Back & {
	path: (format: SheetFormat) => string;
	gate: Exclude<Gate, "anyone">;
	query: z.ZodType<Q>;
	holds: Holds;
	/** What there is none of, what is counted, and what to do where there are too many. */
	name: string;
	unit: string;
	narrow: string;
	/** The audit row: its action and what it is about. */
	noted: readonly [action: string, type: string];
	/** Reads `most` records at most. Where there is no file for another reason, the answer that says why. */
	read: (ask: Ask<object, Q>, most: number) => Promise<Taken | Done | "missing" | "bad_query">;
};

/** Of an address: how it is shown, and not what. */
const SHOWN = ["sort", "page", "here", "columns", "print"];

/** What was asked for as the log keeps it: codes, how many were ticked, and of a word, which may be a name, only that there was one. */
export function notedOf(query: object): Record<string, string> {
	const asked: [string, unknown][] = Object.entries(query).filter(([name, value]) => value && !SHOWN.includes(name));
	const ticked = asked.find(([name]) => name === "ids")?.[1];
	if (Array.isArray(ticked)) return { ids: String(ticked.length) };
	return Object.fromEntries(asked.map(([name, value]) => (name === "q" ? ["search", "yes"] : [name, String(value)])));
}

type Asking = Pick<Ask, "c">;

/** Back to the page of the file, where it is said why there is none. */
export function backTo(ask: Asking, of: Back, flash: string): Done {
	const asked = new URLSearchParams(ask.c.req.query());
	for (const name of of.drop ?? []) asked.delete(name);
	return { to: asked.size > 0 ? `${of.page}?${asked}` : of.page, flash, tone: "warn" };
}

/**
 * THE way in which a list or a book leaves as a file, as Excel and as CSV: whoever takes what it holds proves who they are,
 * none and too many are said instead of a file, and the log has a row before it leaves. An amount of 0 is a 0, and a cell is
 * empty where there is nothing to say.
 */
export const takenAway = <Q extends object>(of: Taking<Q>): Route[] =>
	SHEET_FORMATS.map((format) =>
		view({
			...of,
			path: of.path(format),
			show: async (ask: Ask<object, Q>) => {
				const taken = await of.read(ask, MOST_TAKEN + 1);
				if (typeof taken === "string" || "to" in taken) return taken;
				const { file, table, count = table.rows.length, filter, columns } = taken;
				const back = (flash: string) => backTo(ask, of, flash);
				if (table.rows.length === 0) return back(`沒有可以匯出的${of.name}。`);
				if (count > MOST_TAKEN) return back(`一次最多匯出 ${figure(MOST_TAKEN)} ${of.unit}，${of.narrow}。`);
				if (isUnproven(ask, of.holds, count)) return "not_fresh";
				const made = await sheetFile(file, table, format);
				const [action, type] = of.noted;
				const asked = { ...(columns && { columns }), filter: { ...notedOf(ask.query), ...filter } };
				await noteTaken(ask.db, { action, type, changes: { format, rows: count, ...asked } }, ask.by);
				return made;
			},
		}),
	);

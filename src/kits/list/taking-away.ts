import type * as z from "zod";
import type { Done } from "#auth/answer.ts";
import { type Holds, MOST_AT_ONCE, MOST_TAKEN } from "#auth/holds.ts";
import type { Gate } from "#auth/permissions.ts";
import { type Ask, isUnproven, type Route, view } from "#auth/route.ts";
import { beginExport, noteTaken } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { SHEET_FORMATS, type SheetFormat, sheetBytes, sheetFile, sheetType } from "#http/sheet-file.ts";
import { lackedByBig5 } from "#kernel/big5.ts";
import { figure } from "#ui/money.ts";

type Cell = string | number | null;
export type Table = {
	sheet: string;
	header: readonly string[];
	widths?: readonly number[];
	rows: readonly (readonly Cell[])[];
	/** The charset of the .csv, when it is not UTF-8; a table with characters that it lacks leaves no file. */
	charset?: "big5" | undefined;
};

/**
 * A column of a file; `width` is in characters, as spreadsheets count it. `of` is the id of the list's column that it
 * belongs to, or true when it stands in every file.
 */
export type FileColumn<Row> = { label: string; width: number; of?: string | true; cell: (row: Row) => Cell };

/**
 * Returns the columns of a file: all of them, or when the reader chose the list's columns (`chosen`, their ids) those that
 * belong to these, in the reader's order.
 */
export function fileColumns<Row>(
	columns: readonly FileColumn<Row>[],
	chosen: readonly string[] | undefined,
): readonly FileColumn<Row>[] {
	if (!chosen || !columns.some(({ of }) => typeof of === "string")) return columns;
	return [true, ...new Set(chosen)].flatMap((id) => columns.filter(({ of }) => of === id));
}

export const tableOf = <Row>(sheet: string, columns: readonly FileColumn<Row>[], rows: readonly Row[]) => ({
	sheet,
	header: columns.map(({ label }) => label),
	widths: columns.map(({ width }) => width),
	rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
});

/** What was read for a file that a user downloads. */
export type Taken = {
	/** The name of the file without its ending. */
	file: string;
	table: Table;
	/** The number of records, when the table also has rows that are no records. */
	count?: number;
	/** What the audit row says in the place of the number of records. */
	noted?: number | string;
	/** What the audit row says about the filter, when the query of the address does not say it. */
	filter?: Record<string, string>;
	columns?: readonly string[];
};

/**
 * The page that the user is sent back to when there is no file; `drop` names query parameters that this page does not
 * have.
 */
type Back = { page: string; drop?: readonly string[] };

export type Taking<Q> = Back & {
	path: (format: SheetFormat) => string;
	gate: Exclude<Gate, "anyone">;
	query: z.ZodType<Q>;
	holds: Holds;
	/**
	 * Words for messages: `name` is what is downloaded, `unit` its counting word, `narrow` the advice when there are
	 * too many rows.
	 */
	name: string;
	unit: string;
	narrow: string;
	/** The action and the kind of record in the audit row of the download. */
	noted: readonly [action: string, type: string];
	/**
	 * Reads the records, `most` at most. When no file can be made for a reason other than the number of records, it
	 * returns the answer that says why.
	 */
	read: (ask: Ask<object, Q>, most: number) => Promise<Taken | Done | "missing" | "bad_query" | "not_fresh">;
};

/** The query parameters that say how a list is shown, not which records: the audit row leaves them out. */
const SHOWN = ["sort", "page", "here", "columns", "print", "cols", "view"];

/**
 * Returns the query as the audit row stores it: codes as they are, of ticked records only their number, and of a search
 * word, which may be a name, only that there was one.
 */
export function notedOf(query: object): Record<string, string> {
	const asked: [string, unknown][] = Object.entries(query).filter(([name, value]) => value && !SHOWN.includes(name));
	const ticked = asked.find(([name]) => name === "ids")?.[1];
	if (Array.isArray(ticked)) return { ids: String(ticked.length) };
	return Object.fromEntries(asked.map(([name, value]) => (name === "q" ? ["search", "yes"] : [name, String(value)])));
}

type Asking = Pick<Ask, "c">;

/** Returns the redirect to the page of the file with the message `flash`, which says why there is no file. */
export function backTo(ask: Asking, of: Back, flash: string): Done {
	const asked = new URLSearchParams(ask.c.req.query());
	for (const name of of.drop ?? []) asked.delete(name);
	return { to: asked.size > 0 ? `${of.page}?${asked}` : of.page, flash, tone: "warn" };
}

/** The most rows that the message of lacking characters names. */
const LACKING_TOLD = 10;

/** Says which rows of a table have characters that Big5 lacks, as the rows are counted in the file; empty when none has. */
function lackingIn({ header, rows, charset }: Table, format: SheetFormat): string {
	if (format !== "csv" || charset !== "big5") return "";
	const found = [header, ...rows].flatMap((row, at) => {
		const lacked = lackedByBig5(row.join(""));
		return lacked.length === 0 ? [] : [`第 ${figure(at + 1)} 列「${lacked.join("")}」`];
	});
	if (found.length === 0) return "";
	const more = found.length > LACKING_TOLD ? `等 ${figure(found.length)} 列` : "";
	return `Big5 沒有這些字，沒有製作檔案：${found.slice(0, LACKING_TOLD).join("、")}${more}。請改用 UTF-8 的 CSV 或 Excel。`;
}

type Making = {
	of: Pick<Taking<object>, "gate" | "name" | "unit">;
	file: string;
	table: Table;
	format: SheetFormat;
	count: number;
	note: { action: string; type: string; changes: Record<string, unknown> };
};

/** Makes a large file behind the answer, which says where it will be. */
async function madeBehind(
	{ c, env, db, by }: Ask<object, object>,
	{ of, file, table, format, count, note }: Making,
): Promise<Done> {
	const { works } = paths.admin;
	const making = await beginExport(env, db, {
		...{ total: count, href: works.list(), gate: of.gate, noted: note, by },
		...{ filename: `${file}.${format}`, contentType: sheetType(table, format) },
		make: async () => (await sheetBytes(table, format)).bytes,
	});
	c.executionCtx.waitUntil(making());
	const flash = `正在製作 ${figure(count)} ${of.unit}${of.name}的檔案，做好會寫在每一頁最上面，24 小時內可以下載。`;
	return { to: works.list(), flash, tone: "info" };
}

/** Answers with the file, or makes it behind the answer, when its user would wait too long. */
async function given(ask: Ask<object, object>, making: Making): Promise<Response | Done> {
	const { file, table, format, count, note } = making;
	if (format === "xlsx" && count > MOST_AT_ONCE) return madeBehind(ask, making);
	const made = await sheetFile(file, table, format);
	await noteTaken(ask.db, note, ask.by);
	return made;
}

/**
 * Declares the download of a list or book as Excel and as CSV. A user whose last proof of identity is too old must
 * prove it again when the contents require it; with no rows or too many there is a message instead of a file; an audit
 * row is written before the file is sent. In the file an amount of 0 is written as 0, and a cell without a value is
 * empty. All such files are declared with this function.
 */
export const takenAway = <Q extends object>(of: Taking<Q>): Route[] =>
	SHEET_FORMATS.map((format) =>
		view({
			...of,
			path: of.path(format),
			isPaper: true,
			show: async (ask: Ask<object, Q>) => {
				const taken = await of.read(ask, MOST_TAKEN + 1);
				if (typeof taken === "string" || "to" in taken) return taken;
				const { file, table, count = table.rows.length, noted = count, filter, columns } = taken;
				const back = (flash: string) => backTo(ask, of, flash);
				if (table.rows.length === 0) return back(`沒有可以匯出的${of.name}。`);
				if (count > MOST_TAKEN) return back(`一次最多匯出 ${figure(MOST_TAKEN)} ${of.unit}，${of.narrow}。`);
				if (isUnproven(ask, of.holds, count)) return "not_fresh";
				const lacking = lackingIn(table, format);
				if (lacking) return back(lacking);
				const [action, type] = of.noted;
				const asked = { ...(columns && { columns }), filter: { ...notedOf(ask.query), ...filter } };
				const note = { action, type, changes: { format, rows: noted, ...asked } };
				return given(ask, { of, file, table, format, count, note });
			},
		}),
	);

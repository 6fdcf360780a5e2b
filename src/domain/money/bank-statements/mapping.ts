import * as z from "zod";
import { type Cell, cellText, columnName, MOST_ROWS, plainWord, type Sheet } from "#kernel/table.ts";
import { isNeedless, SHARED, TARGETS, type Target, targetOfHeader } from "./columns.ts";

/**
 * The options for reading a statement, stored with the statement and, without the header's place, with its account: the
 * targets of columns by name, the header's place, whether ambiguous dates are accepted, and whether unreadable rows are
 * left out.
 */
export const ReadingOptions = z.object({
	columns: z.record(z.string().max(200), z.enum(TARGETS)).default({}),
	/** The place of the header; rows count from 0. Null: the header is searched. */
	header: z
		.object({ row: z.int().min(0).max(MOST_ROWS), rows: z.union([z.literal(1), z.literal(2)]) })
		.nullable()
		.default(null),
	accept_dates: z.boolean().default(false),
	skip_errors: z.boolean().default(false),
});
export type ReadingOptions = z.infer<typeof ReadingOptions>;
export const NO_OPTIONS: ReadingOptions = ReadingOptions.parse({});

/**
 * A column of a statement. `key` is the name its target is stored under; `known` says that its header was recognised.
 */
export type Column = { index: number; key: string; header: string; target: Target; known: boolean };
/**
 * How a sheet is read: the index of its header row, the index of the first row below the header, and its columns.
 * Indexes count from 0.
 */
export type Mapping = { sheet: string; header: number; first: number; columns: Column[] };

const LOOKED_AT = 60;
type Names = Readonly<Record<string, Target>>;

/**
 * Finds the sheet and its header (one row or two) with the most recognised columns, among them a date and an amount.
 * Undefined when no sheet has such a header.
 */
export function mapStatement(
	sheets: readonly Sheet[],
	{ columns, header }: ReadingOptions,
): { sheet: Sheet; mapping: Mapping } | undefined {
	const found = sheets.flatMap((sheet) => {
		const one = header ? headerAt(sheet, { ...header, names: columns }) : headerOf(sheet, columns);
		return one ? [{ sheet, header: one }] : [];
	});
	const best = found.toSorted((a, b) => b.header.score - a.header.score)[0];
	return best && { sheet: best.sheet, mapping: mappingOf(best.sheet, best.header, columns) };
}

/** Whether a mapping has the columns that a line needs: its day and its amount. */
export const isComplete = ({ columns }: Mapping): boolean => {
	const has = new Set(columns.map(({ target }) => target));
	return has.has("date") && (has.has("amount") || has.has("in") || has.has("gross"));
};

type Header = { row: number; rows: 1 | 2; texts: string[]; score: number };
const targetOf = (text: string, names: Names): Target | undefined => names[plainWord(text)] ?? targetOfHeader(text);

function headerOf({ rows }: Sheet, names: Names): Header | undefined {
	const candidates = rows.slice(0, LOOKED_AT).flatMap((row, at): Header[] => {
		const below = rows[at + 1];
		const single = scored({ row: at, rows: 1, texts: row.map(cellText) }, names);
		const isPair = below !== undefined && row.length > 0 && !below.some((cell) => typeof cell === "number");
		return isPair ? [single, scored({ row: at, rows: 2, texts: joined(row, below) }, names)] : [single];
	});
	return candidates
		.filter(({ texts }) => hasLine(texts.map((text) => targetOf(text, names))))
		.toSorted((a, b) => b.score - a.score || a.rows - b.rows || a.row - b.row)[0];
}

const hasLine = (targets: readonly (Target | undefined)[]): boolean =>
	targets.includes("date") && targets.some((one) => one === "amount" || one === "in" || one === "gross");

function headerAt(
	{ rows }: Sheet,
	{ row, rows: count, names }: { row: number; rows: 1 | 2; names: Names },
): Header | undefined {
	const [own, below] = [rows[row], rows[row + 1]];
	if (!own) return undefined;
	const texts = count === 2 && below ? joined(own, below) : own.map(cellText);
	return scored({ row, rows: count, texts }, names);
}

const scored = (header: Omit<Header, "score">, names: Names): Header => {
	const targets = header.texts
		.map((text) => targetOf(text, names))
		.filter((one) => one !== undefined && one !== "ignore");
	return { ...header, score: new Set(targets).size };
};

/**
 * Joins two header rows into one: where 金額 stands over 支出 and 存入 the lower text counts; where the lower cell is
 * empty, the upper one.
 */
function joined(upper: readonly Cell[], lower: readonly Cell[]): string[] {
	return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
		const below = cellText(lower[at]);
		return below === "" ? cellText(upper[at]) : below;
	});
}

/**
 * Returns the key that a column's target is stored under: its header; a repeated header with its number; for an empty
 * header the column's letters.
 */
function keyOf(texts: readonly string[], index: number): string {
	const plain = plainWord(texts[index] ?? "");
	if (plain === "") return `(${columnName(index)})`;
	const before = texts.slice(0, index).filter((text) => plainWord(text) === plain).length;
	return before === 0 ? plain : `${plain}#${before + 1}`;
}

function mappingOf(sheet: Sheet, { row, rows, texts }: Header, names: Names): Mapping {
	const first = row + rows;
	const width = sheet.rows.slice(first).reduce((most, cells) => Math.max(most, cells.length), texts.length);
	const taken = new Set<Target>(
		texts.flatMap((_, index) => names[keyOf(texts, index)] ?? []).filter((target) => !SHARED.has(target)),
	);
	const columns = Array.from({ length: width }, (_, index): Column => {
		const [header, key] = [texts[index] ?? "", keyOf(texts, index)];
		const said = names[key];
		if (said !== undefined) return { index, key, header, target: said, known: true };
		const target = targetOfHeader(header);
		if (target === undefined) return { index, key, header, target: "ignore", known: isNeedless(header) };
		// A second date column is not needed: 帳務日 beside 交易日.
		if (taken.has(target)) return { index, key, header, target: "ignore", known: true };
		if (!SHARED.has(target)) taken.add(target);
		return { index, key, header, target, known: true };
	});
	return {
		sheet: sheet.sheet,
		header: row,
		first,
		columns: columns.filter((column) => !isEmpty(sheet, column, first)),
	};
}

const isEmpty = ({ rows }: Sheet, { index, header }: Column, first: number): boolean =>
	header === "" && rows.slice(first).every((cells) => cellText(cells[index]) === "");

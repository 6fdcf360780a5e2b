import { fieldOfHeader, isCounter, type Target, targetNamed, targetOfHeader } from "#domain/roster/columns.ts";
import { type Cell, cellText, columnName, plainWord, type Sheet } from "#domain/roster/table.ts";

/** A column as it was found: its place, its header, and what becomes of it. `known` says that the header told. */
export type Column = { index: number; header: string; target: Target; known: boolean };

/** Where the data of a sheet begins and what its columns are; rows count from 0. */
export type Mapping = { sheet: string; header: number; first: number; columns: Column[] };

/** What a person says of the columns: by index; and which rows are the header's (from 0). */
export type Choice = { columns?: Readonly<Record<number, Target>>; header?: { row: number; rows: 1 | 2 } };

/** The header is looked for among the first rows. */
const LOOKED_AT = 40;
/** Fields that more than one column may fill. */
const SHARED = new Set<Target>(["phone", "phone_home", "remarks", "note", "ignore"]);

/**
 * Finds the header of the sheet that has the most columns known by their names, in one row or two, and what each column
 * is; undefined where no sheet has a row with 姓名 and one more. A column that nobody knows is `ignore`.
 */
export function mapSheet(
	sheets: readonly Sheet[],
	choice: Choice = {},
): { sheet: Sheet; mapping: Mapping } | undefined {
	const found = sheets.flatMap((sheet) => {
		const header = choice.header ? chosenHeader(sheet, choice.header) : headerOf(sheet);
		return header ? [{ sheet, header }] : [];
	});
	const [first, ...others] = found;
	if (!first) return undefined;
	const best = others.reduce((most, one) => (one.header.score > most.header.score ? one : most), first);
	return { sheet: best.sheet, mapping: mappingOf(best.sheet, best.header, choice.columns ?? {}) };
}

type Header = { row: number; rows: 1 | 2; texts: string[]; score: number };

function headerOf({ rows }: Sheet): Header | undefined {
	const candidates = rows.slice(0, LOOKED_AT).flatMap((row, at): Header[] => {
		const single = scored(at, 1, row.map(cellText));
		const below = rows[at + 1];
		return below && isHeaderLike(below, single.texts) ? [single, scored(at, 2, joined(row, below))] : [single];
	});
	const fit = candidates.filter(
		({ texts, score }) => score >= 2 && texts.some((text) => fieldOfHeader(text) === "name"),
	);
	const [first, ...others] = fit;
	// What two rows say no better than one is one row.
	const isBetter = (one: Header, most: Header) =>
		one.score > most.score || (one.score === most.score && one.rows < most.rows);
	return first && others.reduce((most, one) => (isBetter(one, most) ? one : most), first);
}

function chosenHeader({ rows }: Sheet, { row, rows: count }: { row: number; rows: 1 | 2 }): Header | undefined {
	const [own, below] = [rows[row], rows[row + 1]];
	if (!own) return undefined;
	return scored(row, count, count === 2 && below ? joined(own, below) : own.map(cellText));
}

const scored = (row: number, rows: 1 | 2, texts: string[]): Header => ({
	row,
	rows,
	texts,
	score: new Set(texts.map(targetOfHeader).filter((target) => target !== undefined)).size,
});

/** A second header row: words alone, one of them known, and no person's name under 姓名. */
function isHeaderLike(row: readonly Cell[], above: readonly string[]): boolean {
	const texts = row.map(cellText);
	const nameAt = above.findIndex((text) => fieldOfHeader(text) === "name");
	const isName = nameAt >= 0 && texts[nameAt] !== "" && targetOfHeader(texts[nameAt] ?? "") === undefined;
	return (
		!isName && row.every((cell) => typeof cell !== "number") && texts.some((text) => targetOfHeader(text) !== undefined)
	);
}

/** Two rows of headers as one: 緊急聯絡人 over 姓名 is 緊急聯絡人姓名; where that says nothing the lower one counts, else the upper. */
function joined(upper: readonly Cell[], lower: readonly Cell[]): string[] {
	let group = "";
	return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
		const [own, below] = [cellText(upper[at]), cellText(lower[at])];
		if (own !== "") group = own;
		if (below === "") return own;
		return targetOfHeader(group + below) === undefined ? below : group + below;
	});
}

function mappingOf(sheet: Sheet, { row, rows, texts }: Header, chosen: Readonly<Record<number, Target>>): Mapping {
	const first = row + rows;
	const width = sheet.rows.slice(first).reduce((most, cells) => Math.max(most, cells.length), texts.length);
	const taken = new Set<Target>(Object.values(chosen).filter((target) => !SHARED.has(target)));
	const columns = Array.from({ length: width }, (_, index): Column => {
		const header = texts[index] ?? "";
		const picked = chosen[index];
		if (picked !== undefined) return { index, header, target: picked, known: true };
		if (isCounter(header) || isCount(sheet, { index, header, first }))
			return { index, header, target: "ignore", known: true };
		const target = targetOfHeader(header);
		if (target === undefined || taken.has(target)) return { index, header, target: "ignore", known: false };
		if (!SHARED.has(target)) taken.add(target);
		return { index, header, target, known: true };
	});
	return {
		sheet: sheet.sheet,
		header: row,
		first,
		columns: columns.filter((column) => !isEmpty(sheet, column, first)),
	};
}

const isEmpty = ({ rows }: Sheet, { index, header, target }: Column, first: number): boolean =>
	header === "" && target === "ignore" && rows.slice(first).every((cells) => cellText(cells[index]) === "");

/** 編號 that only counts the rows (1, 2, 3 ...) is nobody's member number. */
function isCount({ rows }: Sheet, { index, header, first }: { index: number; header: string; first: number }): boolean {
	if (plainWord(header) !== "編號") return false;
	const values = rows.slice(first, first + 20).map((cells) => cellText(cells[index]));
	const numbers = values.filter((value) => value !== "");
	return numbers.length > 0 && numbers.every((value, at) => Number(value) === at + 1);
}

/**
 * What `--map` and forms say: `電話=phone_home`, `C=name`, `備註2=note`, joined by commas. Refuses nothing: gives the parts
 * that it did not understand.
 */
export function readChoices(text: string, mapping: Mapping): { columns: Record<number, Target>; unknown: string[] } {
	const [columns, unknown]: [Record<number, Target>, string[]] = [{}, []];
	for (const part of text.split(",").filter((one) => one.trim() !== "")) {
		const [left = "", right = ""] = part.split("=").map((side) => side.trim());
		const target = targetNamed(right);
		const column = mapping.columns.find(
			({ index, header }) => plainWord(header) === plainWord(left) || columnName(index) === left.toUpperCase(),
		);
		if (!column || !target) unknown.push(part.trim());
		else columns[column.index] = target;
	}
	return { columns, unknown };
}

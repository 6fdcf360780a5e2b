import { type Cell, cellText, columnName, plainWord, type Sheet } from "#kernel/table.ts";

/** A column of a sheet: its index, header and target. `known` says that its header was recognised. */
export type ColumnOf<T extends string> = { index: number; header: string; target: T | "ignore"; known: boolean };

/** A sheet's header row, its first row of data and its columns; rows count from 0. */
export type MappingOf<T extends string> = { sheet: string; header: number; first: number; columns: ColumnOf<T>[] };

/** What a user chose: targets by column index, and which rows are the header (from 0). */
export type ChoiceOf<T extends string> = {
	columns?: Readonly<Record<number, T | "ignore">>;
	header?: { row: number; rows: 1 | 2 };
};

/** The vocabulary by which a kind of list is read. */
export type Vocabulary<T extends string> = {
	/** Returns the target that a header names, if any. */
	targetOf: (header: string) => T | "ignore" | undefined;
	/** Returns the target that a form, or the option `--map` of a script, names, if any. */
	named: (text: string) => T | "ignore" | undefined;
	/** The targets that more than one column may fill. */
	shared: ReadonlySet<T | "ignore">;
	/** Whether a row with these targets is the header of such a list. */
	isHeader: (targets: ReadonlySet<T | "ignore">) => boolean;
	/** Returns whether a column with this header only numbers the rows. */
	isCounter: (header: string) => boolean;
};

/** The number of first rows among which the header is searched. */
const LOOKED_AT = 40;

/**
 * Finds the sheet and its header (one row or two) with the most recognised columns, and the target of each column;
 * undefined when no sheet has a header. An unknown column is `ignore`.
 */
export function mapSheets<T extends string>(
	sheets: readonly Sheet[],
	words: Vocabulary<T>,
	choice: ChoiceOf<T> = {},
): { sheet: Sheet; mapping: MappingOf<T> } | undefined {
	const found = sheets.flatMap((sheet) => {
		const header = choice.header ? chosenHeader(sheet, words, choice.header) : headerOf(sheet, words);
		return header ? [{ sheet, header }] : [];
	});
	const [first, ...others] = found;
	if (!first) return undefined;
	const best = others.reduce((most, one) => (one.header.score > most.header.score ? one : most), first);
	return { sheet: best.sheet, mapping: mappingOf(best, words, choice.columns ?? {}) };
}

type Header = { row: number; rows: 1 | 2; texts: string[]; score: number };

function headerOf<T extends string>({ rows }: Sheet, words: Vocabulary<T>): Header | undefined {
	const candidates = rows.slice(0, LOOKED_AT).flatMap((row, at): Header[] => {
		const single = scored({ row: at, rows: 1, texts: row.map(cellText) }, words);
		const below = rows[at + 1];
		return below && isHeaderLike(below, single.texts, words)
			? [single, scored({ row: at, rows: 2, texts: joined(row, below, words) }, words)]
			: [single];
	});
	const fit = candidates.filter(({ texts }) => words.isHeader(targetsOf(texts, words)));
	const [first, ...others] = fit;
	// When two rows are not better than one, the header is one row.
	const isBetter = (one: Header, most: Header) =>
		one.score > most.score || (one.score === most.score && one.rows < most.rows);
	return first && others.reduce((most, one) => (isBetter(one, most) ? one : most), first);
}

function chosenHeader<T extends string>(
	{ rows }: Sheet,
	words: Vocabulary<T>,
	{ row, rows: count }: { row: number; rows: 1 | 2 },
): Header | undefined {
	const [own, below] = [rows[row], rows[row + 1]];
	if (!own) return undefined;
	const texts = count === 2 && below ? joined(own, below, words) : own.map(cellText);
	return scored({ row, rows: count, texts }, words);
}

const targetsOf = <T extends string>(texts: readonly string[], { targetOf }: Vocabulary<T>): Set<T | "ignore"> =>
	new Set(texts.map(targetOf).filter((target) => target !== undefined));

const scored = <T extends string>(header: Omit<Header, "score">, words: Vocabulary<T>): Header => ({
	...header,
	score: targetsOf(header.texts, words).size,
});

/**
 * Whether a row is a second header row: it has texts only, one of them is recognised, and none is a person's name under
 * 姓名.
 */
function isHeaderLike<T extends string>(
	row: readonly Cell[],
	above: readonly string[],
	{ targetOf }: Vocabulary<T>,
): boolean {
	const texts = row.map(cellText);
	const nameAt = above.findIndex((text) => targetOf(text) === "name");
	const isName = nameAt >= 0 && texts[nameAt] !== "" && targetOf(texts[nameAt] ?? "") === undefined;
	return !isName && row.every((cell) => typeof cell !== "number") && texts.some((text) => targetOf(text) !== undefined);
}

/**
 * Joins two header rows into one: 緊急聯絡人 over 姓名 is 緊急聯絡人姓名. Where the joined text is not recognised, the
 * lower text counts, else the upper.
 */
function joined<T extends string>(
	upper: readonly Cell[],
	lower: readonly Cell[],
	{ targetOf }: Vocabulary<T>,
): string[] {
	let group = "";
	return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
		const [own, below] = [cellText(upper[at]), cellText(lower[at])];
		if (own !== "") group = own;
		if (below === "") return own;
		return targetOf(group + below) === undefined ? below : group + below;
	});
}

function mappingOf<T extends string>(
	{ sheet, header: found }: { sheet: Sheet; header: Header },
	{ targetOf, shared, isCounter }: Vocabulary<T>,
	chosen: Readonly<Record<number, T | "ignore">>,
): MappingOf<T> {
	const { row, rows, texts } = found;
	const first = row + rows;
	const width = sheet.rows.slice(first).reduce((most, cells) => Math.max(most, cells.length), texts.length);
	const taken = new Set(Object.values(chosen).filter((target) => !shared.has(target)));
	const columns = Array.from({ length: width }, (_, index): ColumnOf<T> => {
		const header = texts[index] ?? "";
		const picked = chosen[index];
		if (picked !== undefined) return { index, header, target: picked, known: true };
		if (isCounter(header) || isCount(sheet, { index, header, first }))
			return { index, header, target: "ignore", known: true };
		const target = targetOf(header);
		if (target === undefined || taken.has(target)) return { index, header, target: "ignore", known: false };
		if (!shared.has(target)) taken.add(target);
		return { index, header, target, known: true };
	});
	return {
		sheet: sheet.sheet,
		header: row,
		first,
		columns: columns.filter((column) => !isEmpty(sheet, column, first)),
	};
}

const isEmpty = ({ rows }: Sheet, { index, header, target }: ColumnOf<string>, first: number): boolean =>
	header === "" && target === "ignore" && rows.slice(first).every((cells) => cellText(cells[index]) === "");

/** Whether a column 編號 only numbers the rows (1, 2, 3 ...), so that it has no member numbers. */
function isCount({ rows }: Sheet, { index, header, first }: { index: number; header: string; first: number }): boolean {
	if (plainWord(header) !== "編號") return false;
	const values = rows.slice(first, first + 20).map((cells) => cellText(cells[index]));
	const numbers = values.filter((value) => value !== "");
	return numbers.length > 0 && numbers.every((value, at) => Number(value) === at + 1);
}

/**
 * Reads the choices of `--map` and forms: `電話=phone_home`, `C=name`, `備註2=note`, joined by commas. It refuses
 * nothing, but returns the parts that it does not understand.
 */
export function choicesIn<T extends string>(
	text: string,
	mapping: MappingOf<T>,
	{ named }: Vocabulary<T>,
): { columns: Record<number, T | "ignore">; unknown: string[] } {
	const [columns, unknown]: [Record<number, T | "ignore">, string[]] = [{}, []];
	for (const part of text.split(",").filter((one) => one.trim() !== "")) {
		const [left = "", right = ""] = part.split("=").map((side) => side.trim());
		const target = named(right);
		const column = mapping.columns.find(
			({ index, header }) => plainWord(header) === plainWord(left) || columnName(index) === left.toUpperCase(),
		);
		if (!column || !target) unknown.push(part.trim());
		else columns[column.index] = target;
	}
	return { columns, unknown };
}

import type { ImportRow } from "#db/system/index.ts";
import { isNationalId, maskNationalId } from "#domain/people/members/national-id.ts";
import { FIELDS, type Target, targetNamed } from "#domain/people/roster/columns.ts";
import type { Column, Mapping } from "#domain/people/roster/mapping.ts";
import type { RosterOptions } from "#domain/people/roster/options.ts";
import { ownOf, ownTarget } from "#domain/people/roster/own-fields.ts";
import { paths } from "#http/paths.ts";
import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText } from "#kernel/table.ts";
import { chosenByIndex } from "#kits/import/columns-form.ts";
import type { ColumnsOf } from "#kits/import/declaration.ts";
import { targetWords } from "./imports-words.ts";

/** The number of past years that are offered as dues columns; a roster's headers may name other years. */
const YEARS_BACK = 15;
const LONGEST = 20;
const DATES: ReadonlySet<Target> = new Set<Target>(["birth_date", "joined_on", "left_on"]);

/**
 * Returns a cell's text for the columns page: a national id is masked in any column, a date that a spreadsheet stores
 * as a number is written as a date, and a text of more than 20 characters is cut.
 */
export function shownCell(cell: Cell | undefined, { isId, isDate }: { isId: boolean; isDate: boolean }): string {
	const text = cellText(cell);
	if (text !== "" && (isId || isNationalId(text))) return maskNationalId(text);
	if (typeof cell === "number" && isDate) return readDate(cell)?.date ?? text;
	return [...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}...` : text;
}

function targets({ target }: Column, at: number, { own }: Mapping): Target[] {
	const year = new Date(at + 8 * 3_600_000).getUTCFullYear();
	const years = Array.from({ length: YEARS_BACK + 2 }, (_, nth): Target => `paid:${year + 1 - nth}`);
	return [...new Set<Target>(["ignore", "note", ...FIELDS, ...own.map(ownTarget), ...years, target])];
}

type Box = "accept_dates" | "leave_empty" | "strict" | "keep_unknown" | "fill_only" | "own_agreed";

/** The columns page of a roster (欄位與選項). */
export const rosterColumns: ColumnsOf<ImportRow, RosterOptions, Mapping, Box> = {
	title: "欄位與選項",
	lead: ({ sheet, header }) => `工作表「${sheet}」，標題在第 ${header + 1} 列。請確認每一欄是什麼，再看試算結果。`,
	noHeader: "找不到標題列，請指定它在第幾列。",
	submit: "看試算結果",
	busy: "試算中...",
	cancel: ({ id }) => paths.admin.members.imports.show(id),
	column: "名冊的欄",
	becomes: "匯入成",
	unknown: {
		is: ({ target, known }) => target === "ignore" && !known,
		tone: "warn",
		words: "預設不匯入；可以選擇欄位，或併入備忘錄。",
	},
	targets: (column, at, mapping) =>
		targets(column, at, mapping).map((value) => ({ value, label: targetWords(value, mapping.own) })),
	examples: (cells, { target }, { own }) =>
		ownOf(own, target)?.is_special === 1
			? ["特種個資，不顯示"]
			: cells
					.map((cell) => shownCell(cell, { isId: target === "national_id", isDate: DATES.has(target) }))
					.filter((text) => text !== ""),
	options: "選項",
	exampleRow: "3",
	twoRows: "兩列（上面一列是分組）",
	boxes: {
		accept_dates: "接受有兩種讀法的日期（例如 12/3/5 讀作民國 12 年）",
		leave_empty: "看不懂的欄位留空，其餘照樣匯入（不勾選則整列不匯入）",
		strict: "身分證字號看不懂的，整列不匯入（不勾選則不帶身分證字號匯入）",
		keep_unknown: "認不出來的欄位都併入備忘錄",
		fill_only: "只補空白：與系統不同的資料保持系統的",
		own_agreed: "自訂欄位裡的特種個資，名冊上每一位都已書面同意保存（個資法第 6 條；同意書請留存備查）",
	},
	told: (before, { header, boxes, chosen, isSameHeader }, mapping) => ({
		options: {
			...before,
			...boxes,
			header,
			// The rows of another table may be other people.
			settled: isSameHeader ? before.settled : {},
			columns: isSameHeader ? { ...before.columns, ...chosenByIndex(chosen, targetNamed, mapping) } : {},
		},
		isKnown: isSameHeader,
	}),
};

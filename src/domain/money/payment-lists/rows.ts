import * as z from "zod";
import { duesLabel } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { readAmount, readLast5 } from "#kernel/amounts.ts";
import { rocYear } from "#kernel/calendar.ts";
import { readDay } from "#kernel/typed.ts";

/** The largest number of rows recorded at once. */
export const MOST_ROWS = 100;

/** The fields of a row, in the order of a spreadsheet's columns: member number, year, amount, day, last five digits. */
export const ROW_FIELDS = ["no", "year", "money", "day", "tail"] as const;
export type RowField = (typeof ROW_FIELDS)[number];
/** The text of one cell of a row. */
export const Cell = z.string().max(40);
/** A row of the form as the user typed it. */
export type TypedRow = Record<RowField, string>;

const isEmpty = (row: TypedRow): boolean => ROW_FIELDS.every((name) => row[name].trim() === "");

/**
 * Reads rows pasted from a spreadsheet: one row a line, cells separated by tabs, or by commas where the line has no
 * tab.
 */
export function pastedRows(text: string): TypedRow[] {
	const cells = text
		.split(/\r?\n/)
		.map((line) => (line.includes("\t") ? line.split("\t") : line.split(/[,，]/)).map((cell) => cell.trim()));
	return cells
		.map(([no = "", year = "", money = "", day = "", tail = ""]) => ({ no, year, money, day, tail }))
		.filter((row) => !isEmpty(row) && !/^(會員)?編號$/.test(row.no));
}

/**
 * A row as it was read: the member's number, the year (western; null for everything that is owed), the amount, the day,
 * and the last five digits of the account.
 */
export type ReadRow = { no: string; year: number | null; amount: number; paidOn: string; last5: string | null };
export type RowReading = { row: ReadRow } | { problem: string } | { isEmpty: true };

/** Reads one row; `today` in Taipei is the last day that a payment may have. */
export function readRow(typed: TypedRow, today: string): RowReading {
	if (isEmpty(typed)) return { isEmpty: true };
	const no = typed.no.normalize("NFKC").trim().toUpperCase();
	if (no === "") return { problem: "請填會員編號。" };
	const year = readYear(typed.year);
	if (year === undefined) return { problem: `看不懂年度「${typed.year.trim()}」，請填 115 或 2026。` };
	const amount = readAmount(typed.money);
	if (amount === null) return { problem: `金額「${typed.money.trim()}」不是大於 0 的整數。` };
	const said = (text: string) => `看不懂日期「${text}」，請填 115/11/20。`;
	const date = readDay(typed.day, { missing: said(""), unknown: said });
	if ("problem" in date) return date;
	if (date.day > today) return { problem: "日期還沒有到。" };
	const last5 = typed.tail.trim() === "" ? null : readLast5(padded(typed.tail));
	if (typed.tail.trim() !== "" && last5 === null) return { problem: `末五碼「${typed.tail.trim()}」不是 5 個數字。` };
	return { row: { no, year, amount, paidOn: date.day, last5 } };
}

/** Restores the leading zeros of the last five digits that a spreadsheet dropped. */
const padded = (text: string): string => {
	const plain = text.normalize("NFKC").trim();
	return /^\d{1,4}$/.test(plain) ? plain.padStart(5, "0") : plain;
};

/**
 * Reads a year, western or of the Republic (115, 115年, 2026); null where nothing was typed, undefined where it cannot
 * be read.
 */
function readYear(text: string): number | null | undefined {
	const plain = text
		.normalize("NFKC")
		.trim()
		.replace(/^民國/, "")
		.replace(/年度?$/, "")
		.trim();
	if (plain === "") return null;
	if (!/^\d{2,4}$/.test(plain)) return undefined;
	const year = Number(plain) < 200 ? Number(plain) + 1911 : Number(plain);
	return year >= 1980 && year <= 2200 ? year : undefined;
}

/** An item that the row's member owes. */
export type RowDue = {
	id: number;
	member_id: number;
	kind: DuesKind;
	dues_year: number;
	amount: number;
	paid_amount: number;
	claims: number;
};

/**
 * Returns the items that a row pays: those of the row's year, or all owed items when the row has no year; an owed
 * entrance fee is always included.
 */
export const duesOfRow = ({ year }: ReadRow, dues: readonly RowDue[]): RowDue[] =>
	dues.filter((one) => year === null || one.kind === "entrance" || one.dues_year === year);

/** Returns why a row that was read cannot be recorded; null where it can. */
export function rowProblem(row: ReadRow, member: { name: string } | undefined, dues: readonly RowDue[]): string | null {
	if (!member) return `沒有編號「${row.no}」的會員。`;
	const some = duesOfRow(row, dues);
	if (some.length === 0)
		return `${member.name}${row.year === null ? "沒有未繳的會費。" : `沒有 ${rocYear(row.year)} 年未繳的會費。`}`;
	const claimed = some.find(({ claims }) => claims > 0);
	return claimed ? `${member.name} ${duesLabel(claimed)}已有一筆收款等待核對。` : null;
}

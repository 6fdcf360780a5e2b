import { duesLabel } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/fees.ts";
import { readAmount, readLast5 } from "#kernel/amounts.ts";
import { readDate, rocYear } from "#kernel/calendar.ts";

/** Most rows that are recorded at once. */
export const MOST_ROWS = 100;

/** The fields of a row, in the order of a spreadsheet's columns. */
export const ROW_FIELDS = ["no", "year", "money", "day", "tail"] as const;
export type RowField = (typeof ROW_FIELDS)[number];
/** A row as it was typed. */
export type TypedRow = Record<RowField, string>;

const isEmpty = (row: TypedRow): boolean => ROW_FIELDS.every((name) => row[name].trim() === "");

/** Rows of a spreadsheet as they are pasted: a line each, cells apart by tabs (or commas where there are no tabs). */
export function pastedRows(text: string): TypedRow[] {
	const cells = text
		.split(/\r?\n/)
		.map((line) => (line.includes("\t") ? line.split("\t") : line.split(/[,，]/)).map((cell) => cell.trim()));
	return cells
		.map(([no = "", year = "", money = "", day = "", tail = ""]) => ({ no, year, money, day, tail }))
		.filter((row) => !isEmpty(row) && !/^(會員)?編號$/.test(row.no));
}

/** What a row says: the number of a member, the year (western; null for all that is owed), how much, when, by which account. */
export type ReadRow = { no: string; year: number | null; amount: number; paidOn: string; last5: string | null };
export type RowReading = { row: ReadRow } | { problem: string } | { isEmpty: true };

/** Reads one row; `today` in Taipei is the last day that money can have come. */
export function readRow(typed: TypedRow, today: string): RowReading {
	if (isEmpty(typed)) return { isEmpty: true };
	const no = typed.no.normalize("NFKC").trim().toUpperCase();
	if (no === "") return { problem: "請填會員編號。" };
	const year = readYear(typed.year);
	if (year === undefined) return { problem: `看不懂年度「${typed.year.trim()}」，請填 115 或 2026。` };
	const amount = readAmount(typed.money);
	if (amount === null) return { problem: `金額「${typed.money.trim()}」不是大於 0 的整數。` };
	const date = readDate(typed.day);
	if (!date || date.ambiguous) return { problem: `看不懂日期「${typed.day.trim()}」，請填 115/11/20。` };
	if (date.date > today) return { problem: "日期還沒有到。" };
	const last5 = typed.tail.trim() === "" ? null : readLast5(padded(typed.tail));
	if (typed.tail.trim() !== "" && last5 === null) return { problem: `末五碼「${typed.tail.trim()}」不是 5 個數字。` };
	return { row: { no, year, amount, paidOn: date.date, last5 } };
}

/** A spreadsheet drops the zeros in front of a number. */
const padded = (text: string): string => {
	const plain = text.normalize("NFKC").trim();
	return /^\d{1,4}$/.test(plain) ? plain.padStart(5, "0") : plain;
};

/** 115, 115年, 2026: null where nothing was typed. */
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

/** What the member of a row owes. */
export type RowDue = {
	id: number;
	member_id: number;
	kind: DuesKind;
	dues_year: number;
	amount: number;
	paid_amount: number;
	claims: number;
};

/** The items that a row pays: of its year, else all; the entrance fee goes along. */
export const duesOfRow = ({ year }: ReadRow, dues: readonly RowDue[]): RowDue[] =>
	dues.filter((one) => year === null || one.kind === "entrance" || one.dues_year === year);

/** Why a row cannot be recorded though it can be read; null where it can. */
export function rowProblem(row: ReadRow, member: { name: string } | undefined, dues: readonly RowDue[]): string | null {
	if (!member) return `沒有編號「${row.no}」的會員。`;
	const some = duesOfRow(row, dues);
	if (some.length === 0)
		return `${member.name}${row.year === null ? "沒有未繳的會費。" : `沒有 ${rocYear(row.year)} 年未繳的會費。`}`;
	const claimed = some.find(({ claims }) => claims > 0);
	return claimed ? `${member.name} ${duesLabel(claimed)}已有一筆收款等待核對。` : null;
}

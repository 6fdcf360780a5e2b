import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText, plainWord, type Sheet } from "#kernel/table.ts";
import { readDirection, readSigned } from "./amounts.ts";
import type { Target } from "./columns.ts";
import { last5Of } from "./last5.ts";
import type { Mapping } from "./mapping.ts";

/** The codes of the reasons why a row is not read as a bank line, and of the remarks on rows that are. */
export const ROW_REASONS = [
	"bad_date",
	"ambiguous_date",
	"future_date",
	"bad_amount",
	"bad_direction",
	"both_sides",
	"bad_fee",
	"bad_balance",
	"formula",
	"header_again",
	"no_line",
	"no_amount",
] as const;
export type RowReason = (typeof ROW_REASONS)[number];
/** A remark on a row: `text` is what the file says, `read` how a date was understood. */
export type Said = { code: RowReason; text?: string; read?: string };

/**
 * A bank line as it was read. `amount` is the change of the balance, `fee` what the post office kept of the payment,
 * both in NT$.
 */
export type ReadLine = {
	day: string;
	amount: number;
	fee: number;
	memo: string;
	last5: string | null;
	balance: number | null;
};
/** A row of the file (rows count from 1): a line, a row that is skipped, or a row that cannot be read. */
export type ReadRow = { row: number; said: Said[] } & (
	| { outcome: "line"; line: ReadLine }
	| { outcome: "skip" | "error"; line?: undefined }
);

const MEMO_MAX = 200;
type Options = { today: string; accept_dates: boolean };

/** Reads every row below the header; empty rows are left out. `today` is YYYY-MM-DD: a later day is an error. */
export function readRowsOf(sheet: Sheet, mapping: Mapping, options: Options): ReadRow[] {
	const headers = mapping.columns.map(({ header }) => plainWord(header));
	return sheet.rows.slice(mapping.first).flatMap((cells, at): ReadRow[] => {
		const nth = mapping.first + at;
		if (cells.every((cell) => cellText(cell) === "")) return [];
		const own = mapping.columns.map(({ index }) => plainWord(cellText(cells[index])));
		const same = own.filter((text, n) => text !== "" && text === headers[n]).length;
		if (same >= 2) return [{ row: nth + 1, outcome: "skip", said: [{ code: "header_again" }] }];
		return [readRow({ cells, nth, sheet, mapping }, options)];
	});
}

type Row = { cells: readonly Cell[]; nth: number; sheet: Sheet; mapping: Mapping };

function readRow(row: Row, options: Options): ReadRow {
	const place = { row: row.nth + 1 };
	const day = dayOf(row, options);
	const money = moneyOf(row);
	const isEmpty = !("code" in money) && money.amount === 0 && money.fee === 0;
	// A title, a sum or a footer has no day and nothing that could be an amount.
	if ("code" in day && (isEmpty || isFoot(row))) return { ...place, outcome: "skip", said: [{ code: "no_line" }] };
	const wrong = [day, money, ...balanceWrong(row)].filter((one): one is Said => "code" in one);
	if (wrong.length > 0 || "code" in day || "code" in money) return { ...place, outcome: "error", said: wrong };
	if (money.amount === 0) return { ...place, outcome: "skip", said: [{ code: "no_amount" }] };
	const memo = textOf(row, "memo");
	const line: ReadLine = {
		...money,
		day: day.date,
		memo: [...memo].slice(0, MEMO_MAX).join(""),
		last5: last5Of(textOf(row, "counter"), memo),
		balance: readSigned(cellOf(row, "balance")) ?? null,
	};
	return { ...place, outcome: "line", line, said: hasFormula(row) ? [{ code: "formula" }] : [] };
}

const SUMS = /合計|小計|總計|共計|本頁|承前頁|接次頁|期初|期末|上期|本期|結餘|總筆數|筆數|以下空白/;
const isFoot = ({ cells }: Row): boolean => SUMS.test(cells.slice(0, 3).map(cellText).join(""));

const columnsOf = ({ mapping }: Row, target: Target): number[] =>
	mapping.columns.filter((column) => column.target === target).map(({ index }) => index);
const cellOf = (row: Row, target: Target): Cell | undefined => row.cells[columnsOf(row, target)[0] ?? -1];
/** Returns the texts of all columns with this target, each text once, joined by spaces. */
const textOf = (row: Row, target: Target): string =>
	[...new Set(columnsOf(row, target).map((index) => cellText(row.cells[index])))]
		.filter((text) => text !== "")
		.join(" ");
const hasFormula = ({ nth, sheet, mapping }: Row): boolean =>
	mapping.columns.some(({ index, target }) => target !== "ignore" && sheet.formulas.has(`${nth},${index}`));

function dayOf(row: Row, { today, accept_dates }: Options): { date: string } | Said {
	const cell = cellOf(row, "date");
	const text = cellText(cell);
	const read = typeof cell === "boolean" || text === "" ? null : readDate(typeof cell === "number" ? cell : text);
	const date = read?.ambiguous ? thisCentury(read.date) : read?.date;
	if (!date || date < "1990") return { code: "bad_date", text };
	if (date > today) return { code: "future_date", text, read: date };
	return read?.ambiguous && !accept_dates ? { code: "ambiguous_date", text, read: date } : { date };
}

/**
 * Reads a two-digit year as one of this century: 26/11/03 is 2026, because no bank file is as old as 民國 26; undefined
 * when the century has no such day.
 */
const thisCentury = (date: string): string | undefined =>
	readDate(`${Number(date.slice(0, 4)) - 1911 + 2000}${date.slice(4)}`)?.date;

/**
 * Returns the amount that came in (positive) or went out (negative) and the fee, from whichever amount columns the row
 * has; a remark where they cannot be read.
 */
function moneyOf(row: Row): { amount: number; fee: number } | Said {
	const parts = { in: 0, out: 0, amount: 0, gross: 0, fee: 0 };
	for (const name of ["in", "out", "amount", "gross", "fee"] as const) {
		const cell = cellOf(row, name);
		const read = readSigned(cell);
		if (read === undefined) return { code: name === "fee" ? "bad_fee" : "bad_amount", text: cellText(cell) };
		parts[name] = read ?? 0;
	}
	if (columnsOf(row, "gross").length > 0 && parts.gross !== 0) return postalOf(parts);
	const signed = signedOf(row, parts);
	if (typeof signed !== "number") return signed;
	if (parts.fee !== 0 && columnsOf(row, "in").length === 0 && signed > 0) return postalOf({ ...parts, gross: signed });
	return parts.fee < 0 ? { code: "bad_fee" } : { amount: signed, fee: signed > 0 ? parts.fee : 0 };
}

/**
 * Returns the amount and fee of a 劃撥 row, whose gross amount is what was paid before the post office took its fee:
 * where gross, fee and net are all given (1,000, 15 and 985), they must agree.
 */
function postalOf({
	gross,
	fee,
	in: net,
}: {
	gross: number;
	fee: number;
	in: number;
}): { amount: number; fee: number } | Said {
	const kept = fee === 0 && net > 0 ? gross - net : Math.abs(fee);
	const amount = gross - kept;
	if (amount <= 0 || kept < 0 || (net > 0 && net !== amount)) return { code: "bad_fee", text: String(kept) };
	return { amount, fee: kept };
}

function signedOf(row: Row, parts: { in: number; out: number; amount: number }): number | Said {
	// Some banks write outgoing money as a negative number in its own column.
	const [came, went] = [parts.in, Math.abs(parts.out)];
	if (came !== 0 && went !== 0) return { code: "both_sides", text: `${came}／${went}` };
	if (came !== 0 || went !== 0) return came - went;
	if (parts.amount === 0 || columnsOf(row, "direction").length === 0) return parts.amount;
	const word = textOf(row, "direction");
	const direction = readDirection(word);
	if (direction === undefined) return { code: "bad_direction", text: word };
	return Math.abs(parts.amount) * direction;
}

function balanceWrong(row: Row): Said[] {
	const cell = cellOf(row, "balance");
	return readSigned(cell) === undefined ? [{ code: "bad_balance", text: cellText(cell) }] : [];
}

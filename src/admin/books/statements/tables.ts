import { type Annual, isEmptyYear, listed } from "#admin/books/ledger/annual-page.ts";
import { assetSheet } from "#admin/books/ledger/assets-routes.ts";
import { fundStatement } from "#admin/books/ledger/funds-table.ts";
import { statementLines } from "#admin/books/ledger/statement-lines.ts";
import { statementSheet } from "#admin/books/ledger/statements-routes.ts";
import type { PaperTable } from "#kernel/paper.ts";

type Cell = string | number | boolean | null | undefined;
const text = (cell: Cell): string => (typeof cell === "number" ? cell.toLocaleString("en-US") : String(cell ?? ""));
const rowsOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => ({ cells: row.map(text) }));

/** What the public reads of an asset. Who keeps it, where it lies and what staff noted is left out. */
const OF_ASSETS = ["編號", "財產名稱", "取得日期", "數量", "單位", "取得成本", "累計折舊", "帳面價值"];
const WIDE: Record<string, number> = { 會計科目: 34, 財產名稱: 34, 項目: 40, 代號: 12, 編號: 8, 數量: 9, 單位: 9 };
const NUMBERS = new Set(["數量", "取得成本", "累計折舊", "帳面價值", "金額"]);

const columnsOf = (header: readonly string[], isNumber: (label: string, at: number) => boolean) =>
	header.map((label, at) => ({ label, width: WIDE[label] ?? 18, ...(isNumber(label, at) && { end: true as const }) }));

/** The lines of funds that say nothing but what they are; the words of others stand in vouchers, and may name people. */
const KNOWN = new Set(["歷年累存", "本年度提撥", "本年度結餘"]);

function fundTable({ funds, fundMoves, year }: Annual): PaperTable {
	const { receipts, uses } = fundStatement(funds, fundMoves, year);
	const line = (side: string, otherwise: string) => (one: (typeof receipts)[number]) =>
		[side, one.isFund || KNOWN.has(one.words) ? one.words : otherwise, one.amount] as const;
	return {
		title: "基金收支表",
		columns: columnsOf(["收支", "項目", "金額"], (label) => NUMBERS.has(label)),
		rows: rowsOf([...receipts.map(line("收入", "本年度收入")), ...uses.map(line("支出與結餘", "本年度動支"))]),
	};
}

function statementTable(kind: "final" | "balance", rows: Parameters<typeof statementLines>[1]): PaperTable {
	const { sheet, header, rows: lines } = statementSheet(kind, statementLines(kind, rows));
	return { title: sheet, columns: columnsOf(header, (_, at) => at > 1), rows: rowsOf(lines) };
}

/**
 * Returns the statements of a year that are published (社會團體財務處理辦法 §12): 收支決算表, 資產負債表, 財產目錄 and 基金收支表,
 * without anything about a person; none of a year without books.
 */
export function publicTables(annual: Annual): PaperTable[] {
	if (isEmptyYear(annual)) return [];
	const assets = assetSheet(listed(annual));
	const kept = assets.header.flatMap((label, at) => (OF_ASSETS.includes(label) ? [at] : []));
	return [
		statementTable("final", annual.final),
		statementTable("balance", annual.sheet),
		{
			title: assets.sheet,
			columns: columnsOf(
				kept.map((at) => assets.header[at] ?? ""),
				(label) => NUMBERS.has(label),
			),
			rows: rowsOf(assets.rows.map((row) => kept.map((at) => row[at]))),
		},
		fundTable(annual),
	];
}

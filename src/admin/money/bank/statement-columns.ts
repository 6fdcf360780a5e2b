import type { StatementRow } from "#db/money/bank-statements.ts";
import { TARGET_LABELS, TARGETS } from "#domain/money/bank-statements/columns.ts";
import { isComplete, type Mapping, type ReadingOptions } from "#domain/money/bank-statements/mapping.ts";
import { paths } from "#http/paths.ts";
import { readDate } from "#kernel/calendar.ts";
import { cellText } from "#kernel/table.ts";
import type { ColumnsOf } from "#kits/import/declaration.ts";

/**
 * `LONGEST`: the maximum number of characters shown of an example. `LOOKED_AT`: the number of rows in which examples
 * are looked for.
 */
const LONGEST = 24;
const LOOKED_AT = 200;

/**
 * The columns page (欄位) of a bank statement. The choice is stored by the columns' names, for the account's next
 * statement.
 */
export const statementColumns: ColumnsOf<StatementRow, ReadingOptions, Mapping, "accept_dates"> = {
	title: "欄位",
	lead: ({ sheet, header }, { account_name }) =>
		`工作表「${sheet}」，標題在第 ${header + 1} 列。這次的選擇會記在「${account_name}」，下次不用再選。`,
	noHeader: "找不到有日期與金額的標題列，請指定它在第幾列。",
	submit: "看明細預覽",
	busy: "讀取中...",
	cancel: () => paths.admin.bank.statements(),
	column: "檔案的欄",
	becomes: "讀成",
	unknown: { is: ({ known }) => !known, tone: "info", words: "預設不使用。" },
	targets: () => TARGETS.map((value) => ({ value, label: TARGET_LABELS[value] })),
	examples: (cells, { target }) => [
		...new Set(
			cells
				.slice(0, LOOKED_AT)
				.map((cell) => (target === "date" && typeof cell === "number" ? (readDate(cell)?.date ?? "") : cellText(cell)))
				.filter((text) => text !== "")
				.map((text) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}...` : text)),
		),
	],
	options: "選項",
	exampleRow: "5",
	twoRows: "兩列（下面一列優先）",
	boxes: { accept_dates: "接受只有兩位數年份的日期（例如 26/11/3 讀作 2026 年）" },
	told: (before, { header, boxes, chosen, isSameHeader }, mapping) => {
		const told = (isSameHeader ? (mapping?.columns ?? []) : []).flatMap(({ index, key, target }) => {
			const text = chosen.find((one) => one.index === index)?.text;
			const now = TARGETS.find((one) => one === text);
			return now === undefined || now === target ? [] : [[key, now] as const];
		});
		const columns = { ...before.columns, ...Object.fromEntries(told) };
		const after = mapping?.columns.map((column) => ({ ...column, target: columns[column.key] ?? column.target }));
		return {
			options: { ...before, ...boxes, header, columns },
			isKnown: isSameHeader && mapping !== undefined && isComplete({ ...mapping, columns: after ?? [] }),
		};
	},
};

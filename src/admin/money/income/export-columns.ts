import type { IncomeListRow } from "#db/money/income-lists.ts";
import { storedWords } from "#domain/books/index.ts";
import { INCOME_METHOD_LABELS, INCOME_STATE_LABELS, incomeKindWords } from "#domain/money/income/labels.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

/** The columns of the income export. */
export const FILE_COLUMNS: readonly FileColumn<IncomeListRow>[] = [
	{ label: "收入編號", width: 12, cell: incomeNumber },
	{ label: "收到日期", width: 12, cell: ({ received_on }) => received_on },
	{ label: "種類", width: 10, cell: incomeKindWords },
	{ label: "捐款人", width: 18, cell: ({ donor }) => donor },
	{ label: "抬頭", width: 18, cell: ({ payer_title }) => payer_title },
	{ label: "金額", width: 12, cell: ({ amount }) => amount },
	{ label: "手續費", width: 8, cell: ({ fee_amount }) => fee_amount },
	{ label: "實物", width: 24, cell: ({ items }) => items },
	{ label: "收款方式", width: 12, cell: ({ method }) => (method === null ? null : INCOME_METHOD_LABELS[method]) },
	{ label: "指定用途", width: 20, cell: ({ purpose }) => purpose },
	{ label: "專案", width: 16, cell: ({ project }) => project },
	{ label: "科目", width: 10, cell: ({ account_code }) => account_code },
	{ label: "收據編號", width: 19, cell: ({ receipt }) => receipt },
	{ label: "狀態", width: 10, cell: ({ state }) => INCOME_STATE_LABELS[state] },
	{ label: "登錄人", width: 12, cell: ({ recorder }) => recorder },
	{ label: "入帳人", width: 12, cell: ({ poster }) => poster },
	{ label: "會計、出納兼辦", width: 32, cell: ({ resolution }) => storedWords(resolution) },
];

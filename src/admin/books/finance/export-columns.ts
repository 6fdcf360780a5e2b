import type { FinanceExportRow } from "#db/books/finance-lists.ts";
import { storedWords } from "#domain/books/concurrent-posts/resolution.ts";
import { FINANCE_STATE_LABELS, financeNumber, kindLabel, payByWords } from "#domain/books/finance/labels.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

/** The columns of the export of expense requests. */
export const FILE_COLUMNS: readonly FileColumn<FinanceExportRow>[] = [
	{ label: "單號", width: 12, of: true, cell: (row) => financeNumber(row) },
	{ label: "類別", width: 14, cell: kindLabel },
	{ label: "主旨", width: 28, of: true, cell: ({ title }) => title },
	{ label: "用途說明", width: 36, cell: ({ purpose }) => purpose },
	{ label: "專案", width: 18, cell: ({ project }) => project },
	{ label: "申請人", width: 12, of: "payee", cell: ({ applicant }) => applicant },
	{ label: "受款人", width: 20, of: "payee", cell: ({ payee_name }) => payee_name },
	{ label: "統一編號", width: 11, of: "payee", cell: ({ payee_tax_id }) => payee_tax_id },
	{ label: "付款方式", width: 10, cell: payByWords },
	{ label: "總額", width: 11, cell: ({ gross }) => gross },
	{ label: "代扣所得稅", width: 11, cell: ({ income_tax }) => income_tax },
	{ label: "代扣補充保費", width: 12, cell: ({ nhi }) => nhi },
	{ label: "沖抵預支", width: 11, cell: ({ advanced }) => advanced },
	{ label: "實付金額", width: 11, of: "amount", cell: ({ net }) => net },
	{ label: "狀態", width: 14, of: "state", cell: ({ state }) => FINANCE_STATE_LABELS[state] },
	{ label: "送出日", width: 12, of: "submitted", cell: ({ sent_at }) => sent_at && dateInTaipei(sent_at) },
	{ label: "希望付款日", width: 12, of: "submitted", cell: ({ wanted_on }) => wanted_on },
	{ label: "付款日", width: 12, of: "submitted", cell: ({ paid_on }) => paid_on },
	{ label: "付款帳戶", width: 20, cell: ({ paid_from }) => paid_from },
	{ label: "付款備註", width: 16, cell: ({ paid_reference }) => paid_reference },
	{ label: "會計科目", width: 28, cell: ({ accounts }) => accounts },
	{ label: "傳票", width: 14, cell: ({ voucher }) => voucher },
	{ label: "會計、出納兼辦", width: 32, cell: ({ resolution }) => storedWords(resolution) },
];

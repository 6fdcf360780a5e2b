import type { ReceiptListRow } from "#db/money/receipts.ts";
import { itemsOf, itemWords } from "#domain/money/receipts/items.ts";
import { RECEIPT_METHOD_LABELS, RECEIPT_SERIES_LABELS, RECEIPT_STATUS_LABELS } from "#domain/money/receipts/labels.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";

/**
 * The columns of the receipts' export. A voided receipt keeps its row; its amount is in a column of its own, so that
 * the amounts can be summed.
 */
export const FILE_COLUMNS: readonly FileColumn<ReceiptListRow>[] = [
	{ label: "收據編號", width: 19, of: true, cell: ({ number }) => number },
	{ label: "種類", width: 10, cell: ({ series }) => RECEIPT_SERIES_LABELS[series] },
	{ label: "開立日期", width: 12, of: "issued", cell: ({ issued_on }) => issued_on },
	{ label: "抬頭", width: 24, of: "payer", cell: ({ payer_title }) => payer_title },
	{ label: "會員編號", width: 12, of: "payer", cell: ({ member_no }) => member_no },
	{ label: "收入項目", width: 30, of: "items", cell: ({ items }) => itemWords(itemsOf(items)) },
	{ label: "金額", width: 10, of: "amount", cell: ({ amount, status }) => (status === "issued" ? amount : null) },
	{ label: "作廢金額", width: 10, of: "amount", cell: ({ amount, status }) => (status === "voided" ? amount : null) },
	{ label: "繳費方式", width: 12, cell: ({ method }) => RECEIPT_METHOD_LABELS[method] },
	{ label: "繳費日期", width: 12, cell: ({ paid_on }) => paid_on },
	{ label: "狀態", width: 10, of: "state", cell: ({ status }) => RECEIPT_STATUS_LABELS[status] },
	{ label: "作廢原因", width: 24, of: "state", cell: ({ reason }) => reason },
	{ label: "取代的收據", width: 19, of: "state", cell: ({ replaced_by }) => replaced_by },
];

import type { PaymentListRow } from "#db/money/payment-lists.ts";
import { PAYMENT_METHOD_LABELS, PAYMENT_SOURCE_LABELS, PAYMENT_STATUS_LABELS } from "#domain/money/payments/labels.ts";
import { isoInTaipei } from "#kernel/times.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";
import { forWhat, forWhom, partsIn, receiptsIn } from "./words.ts";

const atTaipei = (ms: number | null): string | null =>
	ms === null ? null : isoInTaipei(ms).slice(0, 16).replace("T", " ");

/** The columns of the payments' export. */
export const FILE_COLUMNS: readonly FileColumn<PaymentListRow>[] = [
	{ label: "收款編號", width: 10, of: true, cell: ({ id }) => id },
	{ label: "會員編號", width: 12, of: true, cell: ({ member_no }) => member_no },
	{ label: "繳款人", width: 14, of: true, cell: ({ payer, payer_title }) => payer ?? payer_title },
	{ label: "抬頭", width: 18, cell: ({ payer_title }) => payer_title },
	{ label: "項目", width: 24, of: "items", cell: ({ parts }) => forWhat(partsIn(parts)) },
	{ label: "繳費對象", width: 18, of: "items", cell: ({ parts }) => forWhom(partsIn(parts)) },
	{ label: "金額", width: 10, of: "amount", cell: ({ amount }) => amount },
	{ label: "繳費日", width: 12, of: "paid", cell: ({ paid_on }) => paid_on },
	{ label: "繳費方式", width: 12, of: "paid", cell: ({ method }) => PAYMENT_METHOD_LABELS[method] },
	{ label: "帳號末五碼", width: 10, cell: ({ last5 }) => last5 },
	{ label: "來源", width: 14, cell: ({ source }) => PAYMENT_SOURCE_LABELS[source] },
	{ label: "狀態", width: 10, of: "state", cell: ({ status }) => PAYMENT_STATUS_LABELS[status] },
	{
		label: "收據編號",
		width: 16,
		of: "receipt",
		cell: ({ receipts, old_receipt_no }) => receiptsIn(receipts).join("、") || old_receipt_no,
	},
	{ label: "送出時間", width: 16, cell: ({ submitted_at }) => atTaipei(submitted_at) },
	{ label: "核對時間", width: 16, cell: ({ verified_at }) => atTaipei(verified_at) },
];

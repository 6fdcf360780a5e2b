import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { itemsOf, itemWords } from "#domain/money/receipts/items.ts";
import { RECEIPT_STATUS_LABELS, type ReceiptStatus } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import type { VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";

export const RECEIPT_CRUMBS = [...MONEY_CRUMBS, { label: "收據", href: paths.admin.receipts.list() }];

export const receiptStatus = (now: ReceiptStatus): VNode =>
	status({
		word: RECEIPT_STATUS_LABELS[now],
		tone: now === "issued" ? "ok" : undefined,
		icon: now === "issued" ? "receipt" : "no",
	});

/** Returns in a short line what a stored receipt is for. `items` is the JSON of its row. */
export const forWhat = (items: string): string => itemWords(itemsOf(items), { short: true });

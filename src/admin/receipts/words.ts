import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { VNode } from "#admin/html.ts";
import { status } from "#admin/ui/status.ts";
import { itemsOf, itemWords } from "#domain/receipts/items.ts";
import { RECEIPT_STATUS_LABELS, type ReceiptStatus } from "#domain/receipts/labels.ts";
import { paths } from "#http/paths.ts";

export const RECEIPT_CRUMBS = [...MONEY_CRUMBS, { label: "收據", href: paths.admin.receipts.list() }];

export const receiptStatus = (now: ReceiptStatus): VNode =>
	status({
		word: RECEIPT_STATUS_LABELS[now],
		tone: now === "issued" ? "ok" : undefined,
		icon: now === "issued" ? "receipt" : "no",
	});

/** What a stored receipt is for, in a short line. */
export const forWhat = (items: string): string => itemWords(itemsOf(items), { short: true });

import type { WaitingRow } from "#db/books/finance-waiting.ts";
import { CONCURRENT_WORDS } from "#domain/books/concurrent-posts/resolution.ts";
import { BOTH_REVIEWS } from "#domain/books/finance/rules.ts";

/** The largest number of requests that wait for one user and are shown. */
export const MOST_WAITING = 200;

/** The groups of waiting requests by step, in the order in which a request goes through them. */
export const GROUPS: readonly { step: string; title: string }[] = [
	{ step: "mend", title: "退回給您補正" },
	{ step: "approve_cashier", title: "等候您審核（出納）" },
	{ step: BOTH_REVIEWS, title: `等候您審核（財務：${CONCURRENT_WORDS}）` },
	{ step: "approve_accountant", title: "等候您審核（會計）" },
	{ step: "approve_secretary", title: "等候您審核（秘書長）" },
	{ step: "approve_chair", title: "等候您核准（理事長）" },
	{ step: "pay", title: "等候您付款" },
	{ step: "unpay", title: "等候您確認退匯／付款更正" },
	{ step: "post", title: "等候您入帳" },
];

/** A request that waits for the user, as the queue shows it. */
export type Queued = Pick<WaitingRow, "id" | "title" | "net">;

/** Returns the requests of others that wait for a user, as the page 等我處理 lists them. */
export const queueOf = (rows: readonly (Queued & { step: string })[]): Queued[] =>
	GROUPS.slice(1).flatMap(({ step }) => rows.filter((row) => row.step === step));

/**
 * Returns the requests before and after one in the queue; after the last one comes the first. A request that is not in
 * the queue (any more) is followed by the first one.
 */
export function besideIn(
	queue: readonly Queued[],
	id: number,
): { before?: number | undefined; after?: number | undefined } {
	const at = queue.findIndex((one) => one.id === id);
	const after = (queue[at + 1] ?? queue[0])?.id;
	return { before: at > 0 ? queue[at - 1]?.id : undefined, after: after === id ? undefined : after };
}

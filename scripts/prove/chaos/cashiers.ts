/** Cashiers who go on verifying payments whatever happens, and which payments were reported to them as verified. */
import { setTimeout as wait } from "node:timers/promises";
import { type Desk, type Sent, verify } from "../../../test/support/cashier-desk.ts";

const CASHIERS = 8;
const AGAIN_MS = 50;

export type Cashiers = {
	told: ReadonlySet<number>;
	counts: Readonly<Record<Sent, number>>;
	/** Resolves when so many payments, or all, were reported as verified. */
	until: (count: number) => Promise<void>;
	/** Resolves when all payments are verified; `stop` waits for the requests under way. */
	ended: Promise<void>;
	stop: () => Promise<void>;
};

export function startCashiers(desk: Desk, ids: readonly number[]): Cashiers {
	const queue = [...ids].sort(() => Math.random() - 0.5);
	const told = new Set<number>();
	const counts: Record<Sent, number> = { done: 0, refused: 0, lost: 0, failed: 0 };
	let isOver = false;
	const work = async (): Promise<void> => {
		for (let id = queue.shift(); id !== undefined && !isOver; id = queue.shift()) {
			const sent = await verify(desk, id, { mayFail: true });
			counts[sent] += 1;
			// A refusal means that an earlier attempt succeeded without an answer: the payment no longer waits.
			if (sent === "done") told.add(id);
			if (sent === "done" || sent === "refused") continue;
			queue.push(id);
			await wait(AGAIN_MS);
		}
	};
	const ended = Promise.all(Array.from({ length: CASHIERS }, work)).then(() => {});
	const until = async (count: number): Promise<void> => {
		let isDone = false;
		void ended.then(() => (isDone = true));
		while (!isDone && told.size < count) await wait(5);
	};
	const stop = async (): Promise<void> => {
		isOver = true;
		await ended;
	};
	return { told, counts, until, ended, stop };
}

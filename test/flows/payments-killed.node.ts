/**
 * Eight people verify a hundred payments; every fifth request is cut off, and the program is killed twice. Each payment has
 * one receipt, one voucher and one mail in the end, the numbers have no gaps, and the books balance.
 */
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type AdminServer, startAdmin } from "../support/admin-server.ts";
import {
	assertVerified,
	type Desk,
	openDesk,
	type Sent,
	submitPayments,
	verify,
	waiting,
} from "../support/cashier-desk.ts";

const PAYMENTS = 100;
const WORKERS = 8;
const CUT_EVERY = 5;
/** Answers after which the program is killed. */
const KILLS = [25, 60];
let world: AdminServer;
let desk: Desk;

before(async () => {
	world = await startAdmin({ prepare: (store) => submitPayments(store, PAYMENTS) });
	desk = await openDesk(world);
});
after(() => world?.stop());

/** Works through a shuffled queue, two people at each payment, until all are answered or the program is gone. */
async function work(queue: number[], counted: (sent: Sent) => boolean): Promise<void> {
	for (let at = 1; ; at++) {
		const id = queue.shift();
		if (id === undefined) return;
		const sent = await verify(desk, id, { cut: at % CUT_EVERY === 0 });
		if (sent === "lost") queue.push(id);
		if (!counted(sent)) return;
	}
}

test("a hundred payments, eight people, cut lines and two kills", { timeout: 240_000 }, async (t) => {
	const queue = [...desk.titles.keys(), ...desk.titles.keys()].sort(() => Math.random() - 0.5);
	const counts: Record<Sent, number> = { done: 0, refused: 0, lost: 0, failed: 0 };
	for (const until of [...KILLS, Number.POSITIVE_INFINITY]) {
		const { promise: enough, resolve } = Promise.withResolvers<void>();
		let isOver = false;
		const counted = (sent: Sent): boolean => {
			counts[sent] += 1;
			if (counts.done + counts.refused >= until) resolve();
			return !isOver;
		};
		const all = Promise.all(Array.from({ length: WORKERS }, () => work(queue, counted)));
		await Promise.race([enough, all]);
		if (queue.length === 0 && until === Number.POSITIVE_INFINITY) break;
		await wait(5);
		isOver = true;
		await world.kill();
		await all;
		await world.restart();
	}
	// Whatever was on its way when the program died is pressed once more.
	for (const id of await waiting(desk)) await verify(desk, id);
	t.diagnostic(JSON.stringify(counts));
	await assertVerified(desk);
});

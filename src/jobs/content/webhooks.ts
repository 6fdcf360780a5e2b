import { open } from "#db/commit.ts";
import { waitingOutbox } from "#db/content/outbox.ts";
import { readStanding, type StandingEndpoint } from "#db/content/webhook-deliveries.ts";
import { within } from "#db/read.ts";
import { newestChange } from "#db/system/index.ts";
import {
	claimDeliveries,
	type Known,
	planWaiting,
	settleTry,
	takeOutboxRow,
} from "#domain/content/webhooks/actions.ts";
import { FOUND_AFTER_MS, TRUE_AFTER_MS } from "#domain/content/webhooks/rules.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { LONGEST_DELAY_MS, send, sendSlow } from "#platform/queue.ts";
import { bringIndexUp } from "./indexing.ts";
import { type Sender, tryDelivery } from "./webhook-tries.ts";

/** The clock, pause and time limits of a run; tests use their own. */
type Run = { clock: () => number; pause: (ms: number) => Promise<void>; tryMs: number; slowTryMs: number };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const RUN: Run = { clock: Date.now, pause, tryMs: 3_000, slowTryMs: 15_000 };

/** The number of simultaneous connections of a Worker: a seventh would wait while its timeout runs. */
const CONNECTIONS = 6;
/** The most connections for one website, so that it never takes all. A slow website gets one at a time. */
const MOST_FOR_ONE = 3;
/** A delivery due within this time is waited for in the run itself, because the queue's delays are whole seconds. */
const SOON_MS = 1_000;
/** After how many milliseconds a run that waits for answers looks for new work. */
const LOOK_MS = 100;
/** How many milliseconds a run starts new tries; what is left then is done at the next message. */
const LONGEST_RUN_MS = 15_000;
/** How many milliseconds a run waits for the search index to be updated. */
const LONGEST_INDEXING_MS = 10_000;

/**
 * Updates the search index, plans deliveries for changes and makes the due ones, for websites that answer in time.
 * While it waits for an answer, or for a delivery due within a second, it takes up new changes. It costs little when
 * nothing waits.
 */
export async function sendHooks(env: Bindings, given: Partial<Run> = {}): Promise<void> {
	const run = { ...RUN, ...given };
	let failed: { error: unknown } | undefined;
	const takeIn = async () => {
		let known: Known = { indexed: 0 };
		try {
			if (!failed) known = await readAndIndex(env, run);
		} catch (error) {
			failed = { error };
		}
		await planWaiting(open(env.DB), { clock: run.clock, ...known });
	};
	await deliver(env, run, { isSlow: false, takeIn });
	const { endpoints } = await readStanding(env.DB, run.clock());
	await comeAgain(endpoints, run, { isSlow: false, tell: (ms) => send(env, "webhook.due", ms) });
	await comeAgain(endpoints, run, { isSlow: true, tell: (ms) => sendSlow(env, ms) });
	// The error makes the message come again, and the index is brought up then.
	if (failed) throw failed.error;
}

/** Makes the deliveries that staff asked for (tests and repetitions), and all other due ones as `sendHooks` does. */
export async function sendOutbox(env: Bindings, given: Partial<Run> = {}): Promise<void> {
	const db = open(env.DB);
	for (const row of await waitingOutbox(db)) await takeOutboxRow(db, row, (given.clock ?? RUN.clock)());
	await sendHooks(env, given);
}

/** Makes the due deliveries to websites that did not answer in time: for each website one try after the other. */
export async function sendSlowHooks(env: Bindings, given: Partial<Run> = {}): Promise<void> {
	const run = { ...RUN, ...given };
	const isBack = await deliver(env, run, { isSlow: true });
	const { endpoints } = await readStanding(env.DB, run.clock());
	await comeAgain(endpoints, run, { isSlow: true, tell: (ms) => sendSlow(env, ms) });
	if (isBack) await comeAgain(endpoints, run, { isSlow: false, tell: (ms) => send(env, "webhook.due", ms) });
}

/**
 * Makes the due deliveries of all websites, without sending queue messages and without planning deliveries for new
 * changes.
 */
export async function sendDue(env: Sender, given: Partial<Run> = {}): Promise<void> {
	for (const isSlow of [false, true]) await deliver(env, { ...RUN, ...given }, { isSlow });
}

/** Reads the revision of the newest change, and updates the search index at the same time. */
async function readAndIndex(env: Bindings, { clock }: Run): Promise<Known> {
	const reading = newestChange(env.DB).then((rev) => ({ rev, readyAt: clock() + TRUE_AFTER_MS }));
	const [read, index] = await Promise.all([reading, within(LONGEST_INDEXING_MS, bringIndexUp(env))]);
	return { indexed: index.rev, read: { ...read, readyAt: Math.max(read.readyAt, clock() + FOUND_AFTER_MS) } };
}

/**
 * Sends a message for the next delivery due within a minute, up to a second before it; later ones are left to the cron.
 */
async function comeAgain(
	endpoints: readonly StandingEndpoint[],
	{ clock }: Run,
	{ isSlow, tell }: { isSlow: boolean; tell: (delayMs: number) => Promise<void> },
): Promise<void> {
	const delay = Math.max(0, nextOf(endpoints, isSlow) - clock());
	if (delay < LONGEST_DELAY_MS) await tell(delay - (delay % 1_000));
}

const nextOf = (endpoints: readonly StandingEndpoint[], isSlow: boolean): number =>
	Math.min(...endpoints.flatMap((one) => (one.isSlow === isSlow && one.nextAt !== null ? [one.nextAt] : [])));

/**
 * Makes the due deliveries of the fast or the slow websites (`isSlow`), those of each website independently, and starts
 * no new ones after LONGEST_RUN_MS. Returns whether one arrived.
 */
async function deliver(env: Sender, run: Run, { isSlow, takeIn }: Lane): Promise<boolean> {
	const until = run.clock() + LONGEST_RUN_MS;
	const tries = startTries((id, limit) => deliverTo(env, id, { ...run, isSlow, limit }), isSlow ? 1 : MOST_FOR_ONE);
	try {
		for (let changes = true; ; ) {
			if (changes) await takeIn?.();
			const standing = await readStanding(env.DB, run.clock());
			changes = standing.changes;
			const goesOn = tries.ends.failed === undefined && run.clock() < until;
			if (goesOn) tries.start(standing.endpoints.filter((one) => one.isSlow === isSlow && one.isDue));
			const wait = nextOf(standing.endpoints, isSlow) - run.clock();
			if (tries.busy.size > 0) await Promise.race([...tries.busy.values(), pause(LOOK_MS)]);
			else if (goesOn && wait < SOON_MS) await run.pause(Math.min(Math.max(wait, 0), LOOK_MS));
			else break;
		}
	} finally {
		await Promise.all(tries.busy.values());
	}
	if (tries.ends.failed) throw tries.ends.failed.error;
	return tries.ends.hasArrived;
}
type Lane = { isSlow: boolean; takeIn?: () => Promise<void> };

/**
 * Returns `start`, which runs tries in lots: one lot for an endpoint at a time, of `mostForOne` tries at most, all lots
 * within CONNECTIONS; `busy` has the running lots, `ends` how they ended.
 */
function startTries(tryTo: (id: number, limit: number) => Promise<boolean>, mostForOne: number) {
	const busy = new Map<number, Promise<void>>();
	const ends: { hasArrived: boolean; failed?: { error: unknown } } = { hasArrived: false };
	let free = CONNECTIONS;
	const lot = async (id: number, limit: number): Promise<void> => {
		try {
			if (await tryTo(id, limit)) ends.hasArrived = true;
		} catch (error) {
			ends.failed ??= { error };
		}
		busy.delete(id);
		free += limit;
	};
	const start = (endpoints: readonly StandingEndpoint[]): void => {
		for (const { id } of endpoints) {
			const limit = Math.min(free, mostForOne);
			if (limit === 0 || busy.has(id)) continue;
			free -= limit;
			busy.set(id, lot(id, limit));
		}
	};
	return { busy, ends, start };
}

/** Makes at most `limit` due deliveries to an endpoint, at once. Returns whether one arrived. */
async function deliverTo(
	env: Sender,
	endpointId: number,
	{ clock, isSlow, limit, tryMs, slowTryMs }: Run & { isSlow: boolean; limit: number },
): Promise<boolean> {
	const db = open(env.DB);
	const time = { clock, timeoutMs: isSlow ? slowTryMs : tryMs, isShort: !isSlow };
	const states = await Promise.all(
		(await claimDeliveries(db, endpointId, { at: clock(), limit })).map(async (delivery) => {
			const tried = await tryDelivery(env, delivery, time);
			const state = await settleTry(db, delivery, { ...tried, random: Math.random() });
			if (state !== "delivered")
				log("warn", "webhook.not_delivered", {
					delivery: delivery.id,
					endpoint: endpointId,
					status: tried.status,
					state,
				});
			return state;
		}),
	);
	return states.includes("delivered");
}

import { open } from "#db/commit.ts";
import { picturesWaiting } from "#db/content/pictures.ts";
import { readRows } from "#db/read.ts";
import { makeNextPicture } from "#domain/content/media/picture-actions.ts";
import { placePictures } from "#domain/content/media/picture-text-actions.ts";
import type { Bindings } from "#env.ts";
import { relay, relayPictures, sendPictures } from "#platform/queue.ts";

/** How many pictures one message makes at most, and for how many milliseconds it begins new ones. */
const MOST_AT_ONCE = 20;
const LONGEST_RUN_MS = 20_000;

/** Makes the smaller copies of pictures that wait, one after the other; what is left is done at the next message. */
export async function makePictures(env: Bindings, clock: () => number = Date.now): Promise<void> {
	const until = clock() + LONGEST_RUN_MS;
	for (let made = 0; made < MOST_AT_ONCE && clock() < until; made++)
		if (!(await makeNextPicture(env, open(env.DB), clock()))) return;
	await sendPictures(env);
}

/**
 * Tells the queue of pictures that wait: those of an upload whose message was lost, those to be tried again, and those
 * that were there before pictures were made smaller.
 */
export async function sweepPictures(env: Bindings, at: number): Promise<void> {
	const [[found]] = await readRows(env.DB, picturesWaiting(at));
	if (found?.is_waiting) await relayPictures(env);
}

/** Puts copies that were made since into the texts, and tells the queue that content changed. */
export async function placeMadePictures(env: Bindings, at: number): Promise<void> {
	if ((await placePictures(open(env.DB), at)) > 0) await relay(env);
}

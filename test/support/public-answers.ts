/** What readers and the website see of a running service: its public answers, and what it is told. */
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { Received } from "./receiver.ts";

/** A public answer; `rev` is the revision of the content that it was made from. */
export type Answer = { status: number; location: string | null; body: string; rev: number };
/** Who asks: every address has its own allowance of answers that are not cached. */
export type Reader = { address: string; from: string };

const POLL_MS = 40;
const LONGEST_MS = 10_000;

/** Reads `path`, an address below /api/v1. A file says no revision: it is as new as it can be. */
export async function ask({ address, from }: Reader, path: string): Promise<Answer> {
	const answer = await fetch(`${address}/api/v1${path}`, { redirect: "manual", headers: { "CF-Connecting-IP": from } });
	const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
	assert.ok([200, 301, 404, 410].includes(answer.status), `GET ${path}: ${answer.status} ${body}`);
	const rev = Number(answer.headers.get("X-Content-Rev") ?? Number.POSITIVE_INFINITY);
	return { status: answer.status, location: answer.headers.get("Location"), body, rev };
}

export const isSame = (a: Answer, b: Answer): boolean =>
	a.status === b.status && a.location === b.location && a.body === b.body;

/** An answer's JSON. */
export const jsonOf = ({ body }: Answer): unknown => JSON.parse(Buffer.from(body, "latin1").toString("utf8"));

const Health = z.object({ rev: z.int() });

/** The revision now; it never comes out of a cache. */
export async function revisionOf(reader: Reader): Promise<number> {
	const answer = await fetch(`${reader.address}/api/v1/health`);
	return Health.parse(await answer.json()).rev;
}

/** Asks until an answer is made from revision `rev` or a later one. */
export const askSince = async (reader: Reader, path: string, rev: number): Promise<Answer> =>
	(await askUntil(reader, path, (answer) => answer.rev >= rev)).answer;

/** Asks until an answer is as it should be; fails after 10 seconds. `at` is when it was asked for (UTC milliseconds). */
export async function askUntil(
	reader: Reader,
	path: string,
	isGood: (answer: Answer) => boolean,
): Promise<{ answer: Answer; at: number }> {
	for (const end = Date.now() + LONGEST_MS; Date.now() < end; await wait(POLL_MS)) {
		const at = Date.now();
		const answer = await ask(reader, path);
		if (isGood(answer)) return { answer, at };
	}
	const { status, body } = await ask(reader, path);
	return assert.fail(`${path} stays ${status} ${body.slice(0, 300)}`);
}

const Deliveries = z.array(z.custom<Received>());
const Message = z.object({
	type: z.string(),
	data: z.object({
		rev: z.int(),
		resource: z.string(),
		id: z.int(),
		tags: z.array(z.string()),
		paths: z.array(z.string()),
	}),
});
/** A delivery as the website got it; `at` is when (UTC milliseconds). */
export type Told = z.infer<typeof Message>["data"] & { type: string; at: number; request: Received };

/** Everything that a box of the receiver (test/support/receiver.ts) got behind revision `rev`, once `isEnough` says so. */
export async function toldSince(
	box: { origin: string; name: string },
	rev: number,
	isEnough: (told: Told[]) => boolean,
): Promise<Told[]> {
	const signal = AbortSignal.timeout(LONGEST_MS);
	for (let count = 0; ; ) {
		const answer = await fetch(`${box.origin}/_received/${box.name}?n=${count}`, { signal });
		const received = Deliveries.parse(await answer.json());
		const told = received.map(toldOf).filter((one) => one.rev > rev);
		if (isEnough(told)) return told;
		count = received.length + 1;
	}
}

function toldOf(request: Received): Told {
	const { type, data } = Message.parse(JSON.parse(request.body));
	return { ...data, type, at: request.at, request };
}

/** Whether a request is signed with `secret`: Standard Webhooks 1.0, written again from its text. */
export function isSigned(secret: string, { headers, body }: Received): boolean {
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	const expected = Buffer.from(`v1,${createHmac("sha256", key).update(content).digest("base64")}`);
	const given = (headers["webhook-signature"] ?? "").split(" ").map((signature) => Buffer.from(signature));
	return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

import type { AnswerCache } from "./cache.ts";
import { ApiError, ApiTimeout } from "./errors.ts";
import type { Problem } from "./types.ts";

/** How often and how long a request is repeated that the API answered with 429 or 503. */
export type Retry = {
	/** Tries after the first one: 5 unless given; 0 asks once. */
	times?: number;
	/**
	 * The longest that one request may wait in all, in milliseconds: 150,000 unless given, which is the minute of a 429
	 * twice. When the API asks for a longer wait than is left, the error is thrown at once.
	 */
	waitMs?: number;
};

/** Options for `fetch`; Next.js's `next: { tags: [...] }` is passed on. `signal` ends waiting, too. */
export type Init = RequestInit & {
	next?: { tags?: string[]; revalidate?: number | false };
	/**
	 * The revision that the answer must have reached, which is `data.rev` of a webhook. While the API answers 503
	 * because it has not reached it, the request is repeated. 0 names none.
	 */
	minRev?: number;
	retry?: Retry;
	/** The longest that one try may take until its answer is whole, in milliseconds: 15,000 unless given. */
	timeoutMs?: number;
};

export type Sending = {
	base: string;
	fetch: typeof globalThis.fetch;
	always: Init | undefined;
	token: string | undefined;
	cache: AnswerCache | undefined;
};

/** What an address says: its JSON, where its thing is now (an absolute address), or that there is nothing (any more). */
export type Said = { kind: "json"; text: string } | { kind: "moved"; to: string } | { kind: "nothing" };
type Answer = { status: number; headers: Headers; text: string; redirectedTo: string | null };

const TIMES = 5;
const WAIT_MS = 150_000;
const TIMEOUT_MS = 15_000;
/** Added to each wait by chance, so that the pages of a build do not come back at the same moment: a quarter of it, and this. */
const SPREAD_MS = 250;

/** Asks for `path` below /api/v1 until it is answered, as long as `Retry` allows. */
export async function send(of: Sending, path: string, init?: Init, keeps = true): Promise<Said> {
	const { minRev, retry, timeoutMs = TIMEOUT_MS, ...rest } = { ...of.always, ...init };
	const address = `${of.base}/api/v1${path}`;
	const headers = new Headers(of.always?.headers);
	new Headers(init?.headers).forEach((value, name) => {
		headers.set(name, value);
	});
	if (minRev) headers.set("X-Min-Rev", String(minRev));
	if (of.token !== undefined) headers.set("Authorization", `Bearer ${of.token}`);
	const kept = keeps ? await of.cache?.get(address) : undefined;
	if (kept) headers.set("If-None-Match", kept.etag);
	const ask = () => once(of.fetch, address, { ...rest, headers }, { path, timeoutMs });

	let answer = await ask();
	let left = retry?.waitMs ?? WAIT_MS;
	for (let again = 0; again < (retry?.times ?? TIMES) && mayRepeat(answer.status); again++) {
		const wait = waitOf(answer.headers.get("Retry-After"), again);
		if (wait > left) break;
		left -= wait;
		await pause(wait, rest.signal ?? undefined);
		answer = await ask();
	}
	if (answer.status === 304 && kept) return { kind: "json", text: kept.body };
	const etag = answer.headers.get("ETag");
	if (keeps && answer.status === 200 && etag !== null) await of.cache?.set(address, { etag, body: answer.text });
	return said(answer, path);
}

const mayRepeat = (status: number): boolean => status === 429 || status === 503;

function said({ status, headers, text, redirectedTo }: Answer, path: string): Said {
	const location = redirectedTo ?? headers.get("Location");
	if (redirectedTo !== null || (status >= 301 && status <= 308 && location !== null && status !== 304)) {
		return { kind: "moved", to: location ?? "" };
	}
	if (status === 404 || status === 410) return { kind: "nothing" };
	if (status >= 200 && status < 300) return { kind: "json", text };
	const isProblem = headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;
	throw new ApiError(status, isProblem ? (JSON.parse(text) as Problem) : undefined, path);
}

/** One try. A browser does not show where a redirect leads, so there it is followed to learn it. */
async function once(
	fetch: typeof globalThis.fetch,
	address: string,
	init: RequestInit,
	{ path, timeoutMs }: { path: string; timeoutMs: number },
): Promise<Answer> {
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(), timeoutMs);
	const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
	try {
		const first = await fetch(address, { ...init, signal, redirect: "manual" });
		const isHidden = String(first.type) === "opaqueredirect";
		const answer = isHidden ? await fetch(address, { ...init, signal, redirect: "follow" }) : first;
		const text = await answer.text();
		return {
			status: answer.status,
			headers: answer.headers,
			text,
			redirectedTo: isHidden && answer.redirected ? answer.url : null,
		};
	} catch (error) {
		if (late.signal.aborted && !init.signal?.aborted) throw new ApiTimeout(path, timeoutMs);
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

/** Returns how long to wait, in milliseconds: never less than `Retry-After` (seconds or a date) says. */
function waitOf(retryAfter: string | null, again: number): number {
	const seconds = retryAfter === null || retryAfter === "" ? Number.NaN : Number(retryAfter);
	const until = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter ?? "") - Date.now();
	const least = Number.isFinite(until) ? Math.max(0, until) : 1000 * 2 ** again;
	return least + Math.random() * (least / 4 + SPREAD_MS);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		signal?.addEventListener("abort", stop, { once: true });
	});
}

import type { Context } from "hono";
import { isUnanswered } from "#domain/system/index.ts";
import { askedBy } from "#http/min-rev.ts";
import { BadQuery } from "#http/problem.ts";
import { refuse } from "#http/public.ts";
import { blindState, lastState, type PublicState } from "#http/state.ts";
import { errorText, log } from "#platform/log.ts";
import type { App } from "./context.ts";

const stateOf = (c: Context<App>) => lastState() ?? blindState(c.env);
/**
 * The state used to answer an error when the configuration cannot be read: it has no addresses and allows no origin.
 */
const UNKNOWN: PublicState = {
	rev: 0,
	scope: "",
	configuration: "",
	site: { base: "", origin: "", name: "" },
	allows: () => false,
	tokens: [],
	synonyms: { text: "[]", groups: [], key: "" },
};

/** Answers 404 because no resource has this address. */
export const nowhere = (c: Context<App>): Response =>
	refuse(c, stateOf(c), {
		status: 404,
		detail: "No resource has this address. The addresses are listed at /api/v1/docs.",
	});

/** Answers 405 for methods other than GET and HEAD, because the public API is read-only; otherwise 404. */
export function onlyReads(c: Context<App>): Response {
	const read = c.req.method === "GET" || c.req.method === "HEAD";
	if (read) return nowhere(c);
	const headers = { Allow: "GET, HEAD, OPTIONS" };
	return refuse(c, stateOf(c), { status: 405, detail: "The public API is read-only.", headers });
}

/**
 * Answers 503 because the database does not answer. A client that asked for a minimum revision is told to retry after
 * one second, others after five.
 */
export const unanswered = (c: Context<App>, state: PublicState): Response => {
	if (askedBy(c).minRev !== undefined) return behind(c, state, "The database does not answer.");
	const detail = "The database does not answer. Try again in a few seconds.";
	return refuse(c, state, { status: 503, detail, headers: { "Retry-After": "5" } });
};

/** Answers 503 to a client that asked for a minimum revision which cannot be served yet; `why` is the reason. */
export const behind = (c: Context<App>, state: PublicState, why: string): Response =>
	refuse(c, state, { status: 503, detail: `${why} Try again in a second.`, headers: { "Retry-After": "1" } });

/**
 * Answers an unforeseen error with 500: it is logged under an id, and the answer contains the id and nothing else. A
 * database or store that does not answer is 503, a query that a fill found to be unanswerable 400.
 */
export function crash(error: Error, c: Context<App>): Response {
	if (error instanceof BadQuery) {
		return refuse(c, stateOf(c), { status: 400, detail: error.message, errors: error.errors });
	}
	if (isUnanswered(error)) {
		log("error", "request.storage_failed", { path: c.req.path, error: errorText(error) });
		return unanswered(c, stateOf(c));
	}
	const id = crypto.randomUUID();
	log("error", "request.crashed", { id, path: c.req.path, error: errorText(error) });
	return refuse(c, knownOr(c, UNKNOWN), { status: 500, detail: `If it happens again, tell us this number: ${id}` });
}

function knownOr(c: Context<App>, fallback: PublicState): PublicState {
	try {
		return stateOf(c);
	} catch {
		return fallback;
	}
}

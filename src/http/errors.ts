import type { Context } from "hono";
import type { App } from "#http/endpoint.ts";
import { refuse } from "#http/public.ts";
import { blindState, lastState } from "#http/state.ts";
import { errorText, log } from "#platform/log.ts";

const stateOf = (c: Context<App>) => lastState() ?? blindState(c.env);

/** Nothing has this address. */
export const nowhere = (c: Context<App>): Response =>
	refuse(c, stateOf(c), {
		status: 404,
		detail: "No resource has this address. The addresses are listed at /api/v1/docs.",
	});

/** The public API is read-only: 405 where the address exists for GET, else 404. */
export function onlyReads(c: Context<App>): Response {
	const read = c.req.method === "GET" || c.req.method === "HEAD";
	if (read) return nowhere(c);
	const headers = { Allow: "GET, HEAD, OPTIONS" };
	return refuse(c, stateOf(c), { status: 405, detail: "The public API is read-only.", headers });
}

/** Anything unforeseen: logged under an id; the answer tells the id and nothing else. */
export function crash(error: Error, c: Context<App>): Response {
	const id = crypto.randomUUID();
	log("error", "request.crashed", { id, path: c.req.path, error: errorText(error) });
	return refuse(c, stateOf(c), { status: 500, detail: `If it happens again, tell us this number: ${id}` });
}

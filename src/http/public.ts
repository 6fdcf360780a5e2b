import type { Context } from "hono";
import { corsHeaders } from "#http/cors.ts";
import { type Problem, problemResponse } from "#http/problem.ts";
import { blindState, lastState, type PublicState } from "#http/state.ts";
import type { App } from "./context.ts";

/**
 * Adds the headers that every answer of the public API carries to a response that was not made from a cache's entry
 * (`reply`).
 */
export function publish(
	c: Context<App>,
	response: Response,
	state: PublicState = lastState() ?? blindState(c.env),
): Response {
	response.headers.set("Vary", "Origin");
	response.headers.set("X-Content-Type-Options", "nosniff");
	const cors = corsHeaders(c.req.raw.headers.get("Origin"), state.allows);
	for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
	return response;
}

/** Answers with a problem+json that no cache may store and that an allowed origin can read. */
export function refuse(c: Context<App>, state: PublicState, problem: Problem): Response {
	return publish(c, problemResponse(problem, { base: state.site.base, instance: c.req.path }), state);
}

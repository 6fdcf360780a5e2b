import type { Context } from "hono";
import { refuse } from "#http/public.ts";
import type { PublicState } from "#http/state.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";
import type { App } from "./context.ts";

/** The length of both limits in seconds, which Cloudflare counts (wrangler.toml). */
const PERIOD = "60";
const OF_EVERYBODY = "At most 300 uncached requests a minute from one address.";
const OF_A_SITE = "At most 6000 uncached requests a minute with one read token.";

/**
 * Returns the 429 of a request that no cache answers and that is one too many: of 6,000 a minute with a read token, of
 * 300 from one address without. Undefined when it may be filled, also when the rate limiter fails.
 */
export async function overLimit(c: Context<App>, state: PublicState): Promise<Response | undefined> {
	const token = /^Bearer +(\S{1,200}) *$/i.exec(c.req.header("Authorization") ?? "")?.[1];
	const digest = token === undefined ? undefined : await sha256Hex(token);
	const isKnown = digest !== undefined && state.tokens.includes(digest);
	const isAllowed = isKnown
		? await isWithin(c.env.SITE_LIMIT, digest)
		: await isWithin(c.env.RATE_LIMIT, c.req.header("CF-Connecting-IP") ?? "local");
	if (isAllowed) return undefined;
	const unknown = digest === undefined ? "" : " This read token is not known, or was ended.";
	const detail = `${isKnown ? OF_A_SITE : OF_EVERYBODY + unknown} Try again in a minute.`;
	return refuse(c, state, { status: 429, detail, headers: { "Retry-After": PERIOD } });
}

async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
	try {
		return (await limit.limit({ key })).success;
	} catch (error) {
		log("warn", "public.limit_unknown", { error: errorText(error) });
		return true;
	}
}

import type { Context } from "hono";
import { read, within } from "#db/read.ts";
import { isUnanswered } from "#domain/system/index.ts";
import { type Bindings, readConfig } from "#env.ts";
import type { Endpoint, Prepared } from "#http/endpoint.ts";
import { entryOf, NOWHERE } from "#http/entry.ts";
import { behind, unanswered } from "#http/errors.ts";
import { type Asked, addressOf, askedBy, MIN_REV_HEADER } from "#http/min-rev.ts";
import { CORRECT } from "#http/problem.ts";
import { refuse } from "#http/public.ts";
import { overLimit } from "#http/rate.ts";
import { accepts, makeReady, reply, replyFromMemory, type Tier } from "#http/reply.ts";
import {
	blindState,
	FILL_MS,
	freshIndexRev,
	lastState,
	type PublicState,
	readState,
	scopeAt,
	stateInUse,
} from "#http/state.ts";
import { type Entry, edgeGet, edgePut, MemoryTier, type Whole, whole } from "#platform/cache.ts";
import { errorText, log } from "#platform/log.ts";
import type { App, Handler } from "./context.ts";

const lastGood = (state: PublicState): string => `last-good.${state.configuration}`;
const memory = new MemoryTier();

/** A request on its way through the cache tiers: its cache key, the tiers in use (`mode`), and its fill. */
type Passing = {
	c: Context<App>;
	state: PublicState;
	minRev: number | undefined;
	key: string;
	mode: "on" | "edge" | "off";
	fill: () => Promise<Whole>;
};
/** What the edge cache is asked by. */
type AtEdge = Pick<Passing, "state" | "key" | "mode">;
type Kept = { entry: Entry; tier: Tier };
/** The entry to answer with and the cache tier that had it, or the response of a refusal. */
export type Resolved = (Kept & { state: PublicState }) | Response;

/** Makes a public address's handler, which answers 406 to a client that does not accept the media type. */
export function serve(endpoint: Endpoint): Handler {
	const type = typeof endpoint.reply === "string" ? endpoint.reply : "application/json";
	return async (c) => {
		const startedAt = Date.now();
		if (!accepts(c.req.header("Accept") ?? null, type)) {
			return refuse(c, lastState() ?? blindState(c.env), { status: 406, detail: `This address answers ${type}.` });
		}
		const found = await resolve(c, endpoint, type);
		if (found instanceof Response) return found;
		if (found.tier === "memory") makeReady(found.entry);
		return reply(c.req.raw, found.entry, { ...found, spentMs: Date.now() - startedAt });
	};
}

/**
 * Answers a request from this isolate's memory, before it is routed; undefined when anything about it is out of the
 * ordinary, which the routes then answer. Most requests of a busy website end here.
 */
export function fromMemory(request: Request, env: Bindings, context: ExecutionContext): Response | undefined {
	if (request.method !== "GET" || readConfig(env).CACHE !== "on") return undefined;
	const state = stateInUse(env, context);
	if (!state) return undefined;
	const entry = memory.get(state.scope, addressOf(request.url));
	if (!entry) return undefined;
	const [type = ""] = entry.contentType.split(";", 1);
	return isOrdinary(request, type) ? replyFromMemory(request, entry) : undefined;
}

/** Returns whether a request asks for no origin and no revision of its own, and takes the media type of the answer. */
const isOrdinary = ({ headers }: Request, type: string): boolean =>
	!headers.has("Origin") && !headers.has(MIN_REV_HEADER) && accepts(headers.get("Accept"), type);

/** The requests to whose answer the edge cache was without before they were routed, each with the scope that was asked. */
const missed = new WeakMap<Request, string>();

/**
 * Answers a request from the edge cache, before it is routed, where its address is known and the answer depends on the
 * address alone; otherwise, and where the edge has no answer, the routes (`routed`) answer.
 */
export function fromEdge(
	request: Request,
	env: Bindings,
	context: ExecutionContext,
	routed: () => Response | Promise<Response>,
): Response | Promise<Response> {
	const mode = readConfig(env).CACHE;
	const place = mode !== "off" && request.method === "GET" ? places.get(addressOf(request.url)) : undefined;
	if (!place?.type || place.asksIndex || !isOrdinary(request, place.type)) return routed();
	const state = stateInUse(env, context);
	if (!state || (mode === "on" && memory.get(state.scope, place.key))) return routed();
	// What goes wrong on the way is told by the routes.
	return near({ request, state, key: place.key, mode }).then(
		(answer) => answer ?? routed(),
		() => routed(),
	);
}

type Near = AtEdge & { request: Request };

async function near(asked: Near): Promise<Response | undefined> {
	const { request, state } = asked;
	const startedAt = Date.now();
	const entry = await atEdge(asked);
	if (!entry) {
		missed.set(request, state.scope);
		return undefined;
	}
	return reply(request, entry, { state, tier: "edge", spentMs: Date.now() - startedAt });
}

/**
 * Answers from memory, the edge cache or one fill (docs/concepts.md#caching), or refuses: 400, 404, 429, 503. `type` is
 * the media type of an address whose entry is its answer, as a file's is not.
 */
export async function resolve(c: Context<App>, endpoint: Endpoint, type?: string): Promise<Resolved> {
	const mode = readConfig(c.env).CACHE;
	const asked = askedBy(c);
	const { address, minRev } = asked;
	const state = await stateFor(c, asked);
	if (state instanceof Response) return state;
	const hot = mode === "on" ? memory.get(state.scope, address) : undefined;
	if (hot) return { entry: hot, tier: "memory", state };

	const prepare = () => endpoint.prepare(c.req.param(), asked.search);
	let place = places.get(address);
	let prepared: ReturnType<typeof prepare>;
	if (!place) {
		prepared = prepare();
		if (!prepared) return refuse(c, state, { status: 404, detail: NOWHERE });
		if (Array.isArray(prepared)) {
			return refuse(c, state, { status: 400, detail: CORRECT, errors: prepared });
		}
		place = rememberPlace(address, { ...prepared, type });
	}
	// The answer to a search also depends on the index's revision and on the synonyms.
	const index = place.asksIndex ? await within(FILL_MS, freshIndexRev(c.env, minRev)) : 0;
	if (index === undefined) return behind(c, state, "The search index has not reached this revision yet.");
	const kept = await throughTiers({
		c,
		state,
		minRev,
		mode,
		key: place.asksIndex ? `${place.key}&index_rev=${index}&synonyms=${state.synonyms.key}` : place.key,
		fill: () => fill({ c, state, endpoint, prepared: prepared ?? prepare() }),
	});
	if (kept instanceof Response) return kept;
	return kept.entry.rev < (minRev ?? 0) ? behind(c, state, TOO_OLD) : { ...kept, state };
}

const TOO_OLD = "The content has not reached this revision yet.";
/** How many milliseconds a revision may be ahead of this machine's clock, because clocks differ. */
const AHEAD_MS = 5_000;

/**
 * Returns the state to answer from, read again when it is older than the requested revision. Answers 503 when it is
 * still older or the database is silent, 400 when the revision is not valid or lies in the future; one that the
 * database already has never counts as future, whatever the clock says.
 */
async function stateFor(c: Context<App>, { minRev, pointer, errors }: Asked): Promise<PublicState | Response> {
	const memo = stateInUse(c.env, c.executionCtx);
	const state = memo && memo.rev >= (minRev ?? 0) ? memo : await readState(c);
	if (errors.length > 0) return refuse(c, state, { status: 400, detail: CORRECT, errors });
	if (minRev === undefined) return state;
	if (state.isOld) return unanswered(c, state);
	if (state.rev >= minRev) return state;
	if (minRev <= Date.now() + AHEAD_MS) return behind(c, state, TOO_OLD);
	return refuse(c, state, { status: 400, detail: CORRECT, errors: [{ pointer, detail: "lies in the future" }] });
}

/**
 * An address's cache key, whether it reads the search index, and its media type where its entry is its answer,
 * remembered so that it is not parsed again.
 */
type Place = Pick<Prepared, "key" | "asksIndex"> & { type: string | undefined };
const places = new Map<string, Place>();
const MOST_PLACES = 2_000;
const LONGEST_PLACE = 500;

function rememberPlace(address: string, { key, asksIndex, type }: Place): Place {
	const place = { key, asksIndex, type };
	if (address.length <= LONGEST_PLACE) {
		const [oldest] = places.size >= MOST_PLACES ? places.keys() : [];
		if (oldest !== undefined) places.delete(oldest);
		places.set(address, place);
	}
	return place;
}

async function throughTiers(asked: Passing): Promise<Kept | Response> {
	const { c, state, key, mode } = asked;
	if (mode === "off") return { entry: await asked.fill(), tier: "miss" };
	const hit = mode === "on" ? memory.get(state.scope, key) : undefined;
	if (hit) return { entry: hit, tier: "memory" };
	const found = missed.get(c.req.raw) === state.scope ? undefined : await atEdge(asked);
	if (found) return { entry: found, tier: "edge" };
	return (await overLimit(c, state)) ?? fresh(asked);
}

/** Returns what the edge cache holds, after that of an existing resource was put into memory, where memory is used. */
async function atEdge({ state, key, mode }: AtEdge): Promise<Entry | undefined> {
	const found = await edgeGet(state.scope, key);
	if (!found?.known || mode !== "on") return found;
	const entry = await whole(found);
	memory.put(state.scope, key, entry);
	return entry;
}

/**
 * Fills and stores an answer. When the database throws or takes over 2 s, returns the last good answer, whatever its
 * revision, unless the client asked for a minimum revision.
 */
async function fresh(asked: Passing): Promise<Kept> {
	const { c, state, key, mode, minRev } = asked;
	try {
		const entry = await within(FILL_MS, asked.fill());
		if (mode === "on" && entry.known && entry.rev === state.rev) memory.put(state.scope, key, entry);
		c.executionCtx.waitUntil(keep(asked, entry));
		return { entry, tier: "miss" };
	} catch (error) {
		if (!isUnanswered(error) || minRev !== undefined) throw error;
		log("error", "public.database_unanswered", { path: c.req.path, error: errorText(error) });
		const entry = await edgeGet(lastGood(state), key);
		if (!entry) throw error;
		return { entry, tier: "stale" };
	}
}

/** Stores an answer under the fill's revision, and that of an existing resource also as the last good one. */
async function keep({ c, state, key }: Passing, entry: Whole): Promise<void> {
	await edgePut(scopeAt(c.env, state.configuration, entry.rev), key, entry);
	if (entry.known) await edgePut(lastGood(state), key, entry);
}

type Unfilled = { c: Context<App>; state: PublicState; endpoint: Endpoint; prepared: ReturnType<Endpoint["prepare"]> };

async function fill({ c, state, endpoint, prepared }: Unfilled): Promise<Whole> {
	if (!prepared || Array.isArray(prepared)) throw new Error(`${c.req.path} was good when it was asked before`);
	let rev = state.rev;
	const found = await prepared.fill({
		env: c.env,
		site: state.site,
		synonyms: state.synonyms.groups,
		read: async (...selects) => {
			const result = await read(c.env.DB, ...selects);
			rev = result.rev;
			return result.rows;
		},
	});
	return entryOf(found, endpoint, { base: state.site.base, path: c.req.path, rev });
}

import type { Context } from "hono";
import * as z from "zod";
import { hasChanges, type Revision, readRevision } from "#db/content/index.ts";
import { within } from "#db/read.ts";
import { type IndexState, readIndexState } from "#db/system/index.ts";
import { type Bindings, readConfig } from "#env.ts";
import { originTest } from "#http/cors.ts";
import { errorText, log } from "#platform/log.ts";
import { send } from "#platform/queue.ts";
import type { App, Site } from "./context.ts";

/** The groups of words that a search takes for one another, as stored, as lists, and hashed for the keys of searches. */
type Synonyms = { text: string; groups: readonly (readonly string[])[]; key: string };

/** The state on which every public answer depends besides the database's rows: revision, site and allowed origins. */
export type PublicState = {
	rev: number;
	site: Site;
	/** A hash of the configuration on which public answers depend, a part of every cache key. */
	configuration: string;
	/** The beginning of every cache key: build, configuration, revision. */
	scope: string;
	allows: (origin: string) => boolean;
	/** The SHA-256 digests of the read tokens in use. */
	tokens: readonly string[];
	synonyms: Synonyms;
	/**
	 * Set when the database did not answer: this is then the last known state, and content may have been withdrawn
	 * since.
	 */
	isOld?: true;
};

/**
 * How many milliseconds a state is used before it is read again. A webhook leaves later than that: 600 ms after its
 * change (docs/concepts.md).
 */
const MEMO_MS = 500;

let memo: { state: PublicState; readAt: number } | undefined;

/**
 * Returns whether the time `readAt` is less than half a second ago; false for a time in the future, which remains when
 * the clock was set back.
 */
const isFresh = (readAt: number): boolean => {
	const age = Date.now() - readAt;
	return age >= 0 && age < MEMO_MS;
};

/** Returns the state read less than half a second ago, or undefined. Its age counts from before the read. */
export const freshState = (): PublicState | undefined => (memo && isFresh(memo.readAt) ? memo.state : undefined);

/**
 * After how many milliseconds a state in use is read again behind an answer. On a busy website one visitor's request
 * does so, and no visitor waits; without it all who come after MEMO_MS would read, each for themselves.
 */
const RENEW_MS = 250;

let renewedAt = 0;

/** Returns the state read less than half a second ago, or undefined, and has it read again in time. */
export function stateInUse(env: Bindings, context: Pick<ExecutionContext, "waitUntil">): PublicState | undefined {
	const state = freshState();
	const now = Date.now();
	if (!state || !memo || now - memo.readAt < RENEW_MS || Math.abs(now - renewedAt) < RENEW_MS) return state;
	renewedAt = now;
	// When it fails, the state grows old, and the request that reads it then tells why.
	context.waitUntil(renewed(env, context).catch(() => undefined));
	return state;
}

async function renewed(env: Bindings, context: Pick<ExecutionContext, "waitUntil">): Promise<PublicState> {
	const { state, raised } = await within(FILL_MS, refreshState(env));
	if (raised) context.waitUntil(send(env, "content.changed"));
	return state;
}

let indexMemo: { index: IndexState; readAt: number } | undefined;

/**
 * Returns the search index's own revision, at most half a second old; undefined while the index lacks a content change
 * of revision `minRev` or earlier.
 */
export async function freshIndexRev(env: Pick<Bindings, "DB" | "SEARCH">, minRev = 0): Promise<number | undefined> {
	const isKnown = indexMemo && isFresh(indexMemo.readAt) && indexMemo.index.rev >= minRev;
	const { rev, indexRev } = indexMemo && isKnown ? indexMemo.index : await readIndex(env.SEARCH);
	// Not every revision changes the index: a changed setting raises the revision, too.
	if (rev < minRev && (await hasChanges(env.DB, { after: rev, until: minRev }))) return undefined;
	return indexRev;
}

async function readIndex(search: D1Database): Promise<IndexState> {
	const readAt = Date.now();
	const index = await readIndexState(search);
	// A smaller revision replaces a larger one, too: a rebuilt, still empty index has a smaller one.
	indexMemo = { index, readAt };
	return index;
}

/** Returns the last state that this isolate knew, however old, for when the database does not answer. */
export const lastState = (): PublicState | undefined => memo?.state;

/**
 * Reads the state again. A promise is never shared between requests (the runtime forbids it), so concurrent requests
 * each read; a slower, older read never replaces a newer state. `raised` is true when the revision is higher than the
 * last one that this isolate knew.
 */
export async function refreshState(env: Bindings): Promise<{ state: PublicState; raised: boolean }> {
	const readAt = Date.now();
	const revision = await readRevision(env.DB);
	const state = stateOf(env, revision);
	const raised = memo === undefined || revision.rev > memo.state.rev;
	if (!memo || revision.rev >= memo.state.rev) memo = { state, readAt };
	return { state, raised };
}

/** Returns the state for a request: the one read less than half a second ago, otherwise as `readState` reads it. */
export const knownState = async (c: Context<App>): Promise<PublicState> => freshState() ?? readState(c);

/**
 * Reads the state for this request; when the database does not answer within 2 s, returns the last known one with
 * `isOld`. A request that sees a new revision sends `content.changed`, so that changes made by bare SQL reach the
 * search index and webhooks with the next visitor.
 */
export async function readState(c: Context<App>): Promise<PublicState> {
	try {
		return await renewed(c.env, c.executionCtx);
	} catch (error) {
		log("error", "public.revision_unknown", { path: c.req.path, error: errorText(error) });
		return { ...(lastState() ?? blindState(c.env)), isOld: true };
	}
}

/** How many milliseconds the database may take before the last good answer is served instead. */
export const FILL_MS = 2_000;

/**
 * Returns the state from the configuration alone, without the stored settings, for a Worker whose database never
 * answered.
 */
export const blindState = (env: Bindings): PublicState =>
	stateOf(env, { rev: 0, settings: {}, tokens: [], synonyms: "[]" });

/** Returns the API's own address, the website's origin, which a setting overrides, and the association's name. */
export function siteOf(env: Bindings, settings: Record<string, string>): Site {
	const { PUBLIC_BASE_URL: base, PUBLIC_SITE_ORIGIN } = readConfig(env);
	const origin = originOf(settings.PUBLIC_SITE_ORIGIN) ?? PUBLIC_SITE_ORIGIN;
	return { base, origin, name: settings["association.name"] || new URL(origin).host };
}

/** Returns the addresses that `siteOf` returns, for settings given as the JSON of an object. */
export const siteFrom = (env: Bindings, settings = "{}"): Site => siteOf(env, Settings.parse(JSON.parse(settings)));
const Settings = z.record(z.string(), z.string());

function stateOf(env: Bindings, revision: Revision): PublicState {
	const config = readConfig(env);
	const site = siteOf(env, revision.settings);
	const { origin } = site;
	const { tokens } = revision;
	const synonyms = synonymsOf(revision.synonyms);
	const preview = revision.settings.PREVIEW_ORIGIN_PATTERN ?? config.PREVIEW_ORIGIN_PATTERN;
	const configuration = hash([config.PUBLIC_BASE_URL, origin, site.name, preview].join("\n"));
	const scope = scopeAt(env, configuration, revision.rev);
	if (memo?.state.configuration === configuration) return { ...memo.state, rev: revision.rev, scope, tokens, synonyms };
	return {
		rev: revision.rev,
		scope,
		site,
		configuration,
		allows: originTest(origin, preview, config.ENVIRONMENT === "development"),
		tokens,
		synonyms,
	};
}

/** Reads the groups of synonyms, which are parsed only when they changed. */
function synonymsOf(text: string): Synonyms {
	const known = memo?.state.synonyms;
	return known?.text === text ? known : { text, groups: Groups.parse(JSON.parse(text)), key: hash(text) };
}
const Groups = z.array(z.array(z.string()));

/**
 * Returns the origin of an address; undefined for an invalid address, so that a typing error in a setting never breaks
 * an answer.
 */
function originOf(address = ""): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { protocol, origin } = new URL(address);
	return protocol === "https:" || protocol === "http:" ? origin : undefined;
}

/**
 * Returns the beginning of the cache keys for a revision: build, configuration, revision. A fill stores its answer
 * under the revision that it read, not under the one at which it was requested.
 */
export const scopeAt = (env: Bindings, configuration: string, rev: number): string =>
	`${env.VERSION.id}.${configuration}.${rev}`;

/** Hashes a configuration to a short name, not a secret: FNV-1a over UTF-16 units, twice with different seeds. */
function hash(text: string): string {
	const run = (seed: number) => {
		let h = seed;
		for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
		return (h >>> 0).toString(36);
	};
	return run(0x811c9dc5) + run(0x1b873593);
}

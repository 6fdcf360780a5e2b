import type { Context } from "hono";
import * as z from "zod";
import { hasChanges, type Revision, readRevision } from "#db/content/revision.ts";
import { within } from "#db/read.ts";
import { type IndexState, readIndexState } from "#db/system/search-writes.ts";
import { type Bindings, readConfig } from "#env.ts";
import { originTest } from "#http/cors.ts";
import { errorText, log } from "#platform/log.ts";
import { send } from "#platform/queue.ts";
import type { App, Site } from "./context.ts";

/** What every public answer depends on besides the database's rows. */
export type PublicState = {
	rev: number;
	site: Site;
	/** Hash of the public configuration. */
	configuration: string;
	/** What every cache key starts with: build, configuration, revision. */
	scope: string;
	allows: (origin: string) => boolean;
	/** The database did not answer: this is what was known last, and something may have been taken back since. */
	isOld?: true;
};

/** An answer is at most this old: a web-hook leaves 600 ms after its change (docs/concepts.md). */
const MEMO_MS = 500;

let memo: { state: PublicState; readAt: number } | undefined;

/** Whether half a second has not passed since. After a clock was set back, nothing that was read before is fresh. */
const isFresh = (readAt: number): boolean => {
	const age = Date.now() - readAt;
	return age >= 0 && age < MEMO_MS;
};

/** The state read less than half a second ago, or undefined. Its age counts from before the read was sent. */
export const freshState = (): PublicState | undefined => (memo && isFresh(memo.readAt) ? memo.state : undefined);

let indexMemo: { index: IndexState; readAt: number } | undefined;

/**
 * The search index's own revision, at most half a second old; undefined while the index lacks a change up to `minRev`, a
 * revision that the content has reached.
 */
export async function freshIndexRev(env: Pick<Bindings, "DB" | "SEARCH">, minRev = 0): Promise<number | undefined> {
	const isKnown = indexMemo && isFresh(indexMemo.readAt) && indexMemo.index.rev >= minRev;
	const { rev, indexRev } = indexMemo && isKnown ? indexMemo.index : await readIndex(env.SEARCH);
	// Not every revision is a change that is indexed: a setting has one, too.
	if (rev < minRev && (await hasChanges(env.DB, { after: rev, until: minRev }))) return undefined;
	return indexRev;
}

async function readIndex(search: D1Database): Promise<IndexState> {
	const readAt = Date.now();
	const index = await readIndexState(search);
	// Whatever its size: an index that was made anew and is empty has a smaller one. Its age counts from its own reading.
	indexMemo = { index, readAt };
	return index;
}

/** The last state this isolate knew, however old: for when the database does not answer. */
export const lastState = (): PublicState | undefined => memo?.state;

/**
 * Reads the state anew. A promise is never shared between requests (the runtime forbids it), so concurrent requests
 * each read; a slower, older read never moves the memo backwards. `raised` says that the revision was not known yet.
 */
export async function refreshState(env: Bindings): Promise<{ state: PublicState; raised: boolean }> {
	const readAt = Date.now();
	const revision = await readRevision(env.DB);
	const state = stateOf(env, revision);
	const raised = memo === undefined || revision.rev > memo.state.rev;
	if (!memo || revision.rev >= memo.state.rev) memo = { state, readAt };
	return { state, raised };
}

/** The state for a request, at most half a second old. */
export const knownState = async (c: Context<App>): Promise<PublicState> => freshState() ?? readState(c);

/**
 * The state read for this request; the last one known when the database does not answer within 2 s. A request that sees
 * a new revision wakes the relay, so that what bare SQL wrote reaches search and web-hooks with the next visitor.
 */
export async function readState(c: Context<App>): Promise<PublicState> {
	try {
		const { state, raised } = await within(FILL_MS, refreshState(c.env));
		if (raised) c.executionCtx.waitUntil(send(c.env, "content.changed"));
		return state;
	} catch (error) {
		log("error", "public.revision_unknown", { path: c.req.path, error: errorText(error) });
		return { ...(lastState() ?? blindState(c.env)), isOld: true };
	}
}

/** How long the database may take before what was last good is served. */
export const FILL_MS = 2_000;

/** The state of a Worker whose database never answered: the configuration without its settings. */
export const blindState = (env: Bindings): PublicState => stateOf(env, { rev: 0, settings: {} });

/** The service's address and the website's, which a setting overrides. */
export function siteOf(env: Bindings, settings: Record<string, string>): Site {
	const { PUBLIC_BASE_URL: base, PUBLIC_SITE_ORIGIN } = readConfig(env);
	return { base, origin: originOf(settings.PUBLIC_SITE_ORIGIN) ?? PUBLIC_SITE_ORIGIN };
}

/** The same from the JSON of `publicSettings`. */
export const siteFrom = (env: Bindings, settings = "{}"): Site => siteOf(env, Settings.parse(JSON.parse(settings)));
const Settings = z.record(z.string(), z.string());

function stateOf(env: Bindings, revision: Revision): PublicState {
	const config = readConfig(env);
	const site = siteOf(env, revision.settings);
	const { origin } = site;
	const preview = revision.settings.PREVIEW_ORIGIN_PATTERN ?? config.PREVIEW_ORIGIN_PATTERN;
	const configuration = hash([config.PUBLIC_BASE_URL, origin, preview].join("\n"));
	const scope = scopeAt(env, configuration, revision.rev);
	if (memo?.state.configuration === configuration) return { ...memo.state, rev: revision.rev, scope };
	return {
		rev: revision.rev,
		scope,
		site,
		configuration,
		allows: originTest(origin, preview),
	};
}

/** The origin of an address; undefined for what is none, so that a slip in a setting never breaks an answer. */
function originOf(address = ""): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { protocol, origin } = new URL(address);
	return protocol === "https:" || protocol === "http:" ? origin : undefined;
}

/** The scope of what was read at a revision: a fill stores under the revision it read, not the one it was asked at. */
export const scopeAt = (env: Bindings, configuration: string, rev: number): string =>
	`${env.VERSION.id}.${configuration}.${rev}`;

/** FNV-1a over UTF-16 units, twice with other seeds: a short name for a configuration, not a secret. */
function hash(text: string): string {
	const run = (seed: number) => {
		let h = seed;
		for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
		return (h >>> 0).toString(36);
	};
	return run(0x811c9dc5) + run(0x1b873593);
}

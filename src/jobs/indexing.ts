import {
	articlesWithTerms,
	type Change,
	changesToIndex,
	newestChange,
	publicRefs,
	publicSources,
} from "#db/search-sources.ts";
import { type IndexState, indexedRefs, optimizeIndex, readIndexState, writeIndex } from "#db/search-writes.ts";
import { plainText } from "#domain/content/text.ts";
import { type EntryRef, entryId } from "#domain/search/entry.ts";
import type { Bindings } from "#env.ts";

/** What to replace, and how far the index is once that is done (a rev of content_changes). */
type Work = { refs: readonly EntryRef[]; rev: number };
type Databases = Pick<Bindings, "DB" | "SEARCH">;

const CHANGES_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 100;
/** Each lost race is progress of another runner; this many in a row and it may have the rest. */
const MAX_LOSSES = 20;

/**
 * Brings the index up to the newest change of public content; returns how many changes it took. Two runners at once do
 * no harm: what was read under an older state of the index is never written over a newer one. Whatever is left (a
 * runner that died) the next run takes up, so the cron of each minute calls it too.
 */
export async function indexChanges(env: Databases): Promise<number> {
	let taken = 0;
	for (let losses = 0; losses < MAX_LOSSES; ) {
		const state = await readIndexState(env.SEARCH);
		const changes = await changesToIndex(env.DB, state.rev, CHANGES_AT_ONCE);
		const last = changes.at(-1);
		if (!last) break;
		if (await replaceEntries(env, state, { refs: await touchedBy(env.DB, changes), rev: last.rev })) {
			taken += changes.length;
			losses = 0;
		} else {
			await pauseAfter(losses);
			losses += 1;
		}
	}
	return taken;
}

/**
 * Makes every entry anew and drops those of nothing public, while searches and other runners go on. `report` hears how
 * many are done. Returns the number of entries.
 */
export async function rebuildIndex(
	env: Databases,
	report: (done: number, all: number) => void = () => {},
): Promise<number> {
	const rev = await newestChange(env.DB);
	const inPublic = await publicRefs(env.DB);
	const refs = distinct([...inPublic, ...(await indexedRefs(env.SEARCH))]);
	let done = 0;
	for (const batch of inBatches(refs)) {
		await insist(env, batch);
		done += batch.length;
		report(done, refs.length);
	}
	await insist(env, [], rev);
	await optimizeIndex(env.SEARCH);
	await indexChanges(env);
	return inPublic.length;
}

/** The things whose entries these changes may have made old. */
async function touchedBy(db: D1Database, changes: readonly Change[]): Promise<EntryRef[]> {
	const ids = (resource: string) => changes.filter((change) => change.resource === resource).map((change) => change.id);
	const refs: EntryRef[] = (["article", "page", "document"] as const).flatMap((kind) =>
		ids(kind).map((refId) => ({ kind, refId })),
	);
	// Of a category only the slug is indexed, of a tag also the name.
	const renamed = changes.filter((change) => change.resource === "category" && change.previous_slug !== null);
	const categories = renamed.map((change) => change.id);
	const tags = ids("tag");
	if (categories.length + tags.length > 0) refs.push(...(await articlesWithTerms(db, categories, tags)));
	return distinct(refs);
}

/** In bounded batches, the last of which says how far the index is. False when another writer came first. */
async function replaceEntries(env: Databases, from: IndexState, work: Work): Promise<boolean> {
	let state = from;
	const batches = inBatches(work.refs);
	for (const [at, refs] of batches.entries()) {
		const rev = at === batches.length - 1 ? work.rev : from.rev;
		const next = await replaceBatch(env, state, { refs, rev });
		if (!next) return false;
		state = next;
	}
	return true;
}

/** The one path into the index: what is public now replaces what was indexed. Null when another writer came first. */
async function replaceBatch(env: Databases, state: IndexState, { refs, rev }: Work): Promise<IndexState | null> {
	const sources = refs.length > 0 ? await publicSources(env.DB, refs) : [];
	const entries = sources.map(({ html, ...source }) => ({ ...source, body: plainText(html) }));
	return writeIndex(env.SEARCH, state, { refs, entries, rev });
}

/** Replaces a batch however many writers come between. */
async function insist(env: Databases, refs: readonly EntryRef[], rev?: number): Promise<void> {
	for (let losses = 0; ; losses += 1) {
		const state = await readIndexState(env.SEARCH);
		if (await replaceBatch(env, state, { refs, rev: rev ?? state.rev })) return;
		await pauseAfter(losses);
	}
}

const inBatches = (refs: readonly EntryRef[]): (readonly EntryRef[])[] =>
	Array.from({ length: Math.max(1, Math.ceil(refs.length / ENTRIES_AT_ONCE)) }, (_, at) =>
		refs.slice(at * ENTRIES_AT_ONCE, (at + 1) * ENTRIES_AT_ONCE),
	);

const distinct = (refs: readonly EntryRef[]): EntryRef[] => [
	...new Map(refs.map((ref) => [entryId(ref), ref])).values(),
];

/** Two writers that met do not meet again at the same moment. */
const pauseAfter = (losses: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * (losses + 1), 200)));

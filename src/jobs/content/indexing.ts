import {
	articlesWithTerms,
	type Change,
	changesToIndex,
	newestChange,
	publicRefs,
	publicSources,
} from "#db/system/search-sources.ts";
import { type IndexState, indexedRefs, optimizeIndex, readIndexState, writeIndex } from "#db/system/search-writes.ts";
import { plainText } from "#domain/content/content/text.ts";
import { type Entry, type EntryRef, entryId } from "#domain/system/search/entry.ts";
import type { Bindings } from "#env.ts";

type Databases = Pick<Bindings, "DB" | "SEARCH">;

const CHANGES_AT_ONCE = 1000;
const ENTRIES_AT_ONCE = 200;
/** Each lost race is progress of another runner; this many in a row and it may have the rest. */
const MAX_LOSSES = 20;

/** As `bringIndexUp`; returns how many changes it took. */
export const indexChanges = async (env: Databases): Promise<number> => (await bringIndexUp(env)).taken;

/**
 * Brings the index up to the newest change of public content; returns how many changes it took, and the revision that the
 * index is at. Two runners at once do no harm: what was read under an older state of the index is never written over a newer
 * one. Whatever is left (a runner that died) the next run takes up, so the cron of each minute calls it too.
 */
export async function bringIndexUp(env: Databases): Promise<{ taken: number; rev: number }> {
	let [taken, rev] = [0, 0];
	for (let losses = 0; losses < MAX_LOSSES; ) {
		const from = await readIndexState(env.SEARCH);
		rev = from.rev;
		const changes = await changesToIndex(env.DB, from.rev, CHANGES_AT_ONCE);
		const last = changes.at(-1);
		if (!last) break;
		const left = await replaceEntries(env, { from, refs: await touchedBy(env.DB, changes), rev: last.rev });
		if (left === null) {
			taken += changes.length;
			losses = 0;
		} else {
			await pauseAfter(losses);
			losses += 1;
		}
	}
	return { taken, rev };
}

/**
 * Makes every entry anew and drops those of nothing public, while searches and other runners go on. `report` hears how
 * many are done. Returns the number of entries.
 */
export async function rebuildIndex(env: Databases, report?: (done: number, all: number) => void): Promise<number> {
	const rev = await newestChange(env.DB);
	const inPublic = await publicRefs(env.DB);
	const refs = distinct([...inPublic, ...(await indexedRefs(env.SEARCH))]);
	let left: readonly EntryRef[] | null = refs;
	for (let losses = 0; left !== null; losses += 1) {
		if (losses > 0) await pauseAfter(losses);
		const from = await readIndexState(env.SEARCH);
		left = await replaceEntries(env, { from, refs: left, rev }, (notYet) =>
			report?.(refs.length - notYet, refs.length),
		);
	}
	await optimizeIndex(env.SEARCH);
	await indexChanges(env);
	return inPublic.length;
}

/** The things whose entries these changes may have made old. */
async function touchedBy(db: D1Database, changes: readonly Change[]): Promise<EntryRef[]> {
	const idsOf = (some: readonly Change[]) => some.map((change) => change.id);
	const refs: EntryRef[] = (["article", "page", "document"] as const).flatMap((kind) =>
		idsOf(changes.filter((change) => change.resource === kind)).map((refId) => ({ kind, refId })),
	);
	// Giving a term or taking it away is a change of the article. Of a category only the slug is indexed, of a tag also the name.
	const updated = changes.filter((change) => change.event === "updated");
	const categories = idsOf(updated.filter((change) => change.resource === "category" && change.previous_slug !== null));
	const tags = idsOf(updated.filter((change) => change.resource === "tag"));
	if (categories.length + tags.length > 0) refs.push(...(await articlesWithTerms(db, categories, tags)));
	return distinct(refs);
}

/**
 * The one path into the index, in bounded batches: what is public now replaces what was indexed; with the last batch
 * the index is up to work.rev. Returns null, or what is left when another writer came between.
 */
async function replaceEntries(
	env: Databases,
	work: { from: IndexState; refs: readonly EntryRef[]; rev: number },
	report?: (left: number) => void,
): Promise<readonly EntryRef[] | null> {
	let state = work.from;
	for (let left = work.refs; ; ) {
		const refs = left.slice(0, ENTRIES_AT_ONCE);
		const rest = left.slice(ENTRIES_AT_ONCE);
		const entries = await readEntries(env.DB, refs);
		const written = await writeIndex(env.SEARCH, state, { refs, entries, rev: rest.length > 0 ? state.rev : work.rev });
		if (written === null) return left;
		report?.(rest.length);
		if (rest.length === 0) return null;
		[state, left] = [written, rest];
	}
}

/** The entries of those that are public. */
async function readEntries(db: D1Database, refs: readonly EntryRef[]): Promise<Entry[]> {
	if (refs.length === 0) return [];
	return (await publicSources(db, refs)).map(({ html, ...source }) => ({ ...source, body: plainText(html) }));
}

const distinct = (refs: readonly EntryRef[]): EntryRef[] => [
	...new Map(refs.map((ref) => [entryId(ref), ref])).values(),
];

/** Two writers that met do not meet again at the same moment. */
const pauseAfter = (losses: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * (losses + 1), 200)));

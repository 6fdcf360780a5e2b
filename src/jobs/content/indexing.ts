import {
	articlesWithTerms,
	type Change,
	changesToIndex,
	type IndexState,
	indexedRefs,
	newestChange,
	optimizeIndex,
	outdatedRefs,
	publicRefs,
	publicSources,
	readIndexState,
	writeIndex,
} from "#db/system/index.ts";
import { plainText } from "#domain/content/content/text.ts";
import { type Entry, type EntryRef, entryId } from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";

type Databases = Pick<Bindings, "DB" | "SEARCH">;

const CHANGES_AT_ONCE = 1000;
/** How many entries one run cuts again after an upgrade: an old entry is found meanwhile as it was before. */
const CUT_AGAIN_AT_ONCE = 1000;
const ENTRIES_AT_ONCE = 200;
/**
 * How many times in a row a run may find that another run has changed the index meanwhile; after that it leaves the
 * rest to the other run.
 */
const MAX_LOSSES = 20;

/**
 * Updates the search index as `bringIndexUp` does, and cuts entries of an older version again; returns only how many
 * changes it took.
 */
export async function indexChanges(env: Databases): Promise<number> {
	const { taken } = await bringIndexUp(env);
	await cutAgain(env);
	return taken;
}

/**
 * Cuts the next entries again that an older version has cut (CUTTING in kernel/tokens.ts), so that an upgrade needs no
 * command. The cron comes here each minute until none is left; what another run stops is left to the next minute.
 */
async function cutAgain(env: Databases): Promise<void> {
	const refs = await outdatedRefs(env.SEARCH, CUT_AGAIN_AT_ONCE);
	if (refs.length === 0) return;
	const from = await readIndexState(env.SEARCH);
	await replaceEntries(env, { from, refs, rev: from.rev });
}

/**
 * Updates the search index to the newest change of public content; returns how many changes it took, and the revision
 * of the index. Concurrent runners do no harm: what was read under an older state of the index never overwrites a newer
 * one. Work left by a dead runner is done by the next run, so the cron calls it each minute too.
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
 * Makes every entry of the search index anew and deletes entries of articles, pages and documents that are not public,
 * while searches and other runs continue. `report` gets how many of all entries are done. Returns the number of public
 * articles, pages and documents.
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

/** Returns the articles, pages and documents whose entries may be outdated by these changes. */
async function touchedBy(db: D1Database, changes: readonly Change[]): Promise<EntryRef[]> {
	const idsOf = (some: readonly Change[]) => some.map((change) => change.id);
	const refs: EntryRef[] = (["article", "page", "document"] as const).flatMap((kind) =>
		idsOf(changes.filter((change) => change.resource === kind)).map((refId) => ({ kind, refId })),
	);
	// Adding or removing a term changes the article. Of a category only the slug is indexed, of a tag also the name.
	const updated = changes.filter((change) => change.event === "updated");
	const categories = idsOf(updated.filter((change) => change.resource === "category" && change.previous_slug !== null));
	const tags = idsOf(updated.filter((change) => change.resource === "tag"));
	if (categories.length + tags.length > 0) refs.push(...(await articlesWithTerms(db, categories, tags)));
	return distinct(refs);
}

/**
 * The only way to write the index, in bounded batches: the entries of `work.refs` are replaced by what is public now,
 * and the last batch sets the index to revision `work.rev`. Returns null, or the refs that are left when another run
 * changed the index meanwhile.
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

/** Returns the index entries of those of `refs` that are public. */
async function readEntries(db: D1Database, refs: readonly EntryRef[]): Promise<Entry[]> {
	if (refs.length === 0) return [];
	return (await publicSources(db, refs)).map(({ html, ...source }) => ({ ...source, body: plainText(html) }));
}

const distinct = (refs: readonly EntryRef[]): EntryRef[] => [
	...new Map(refs.map((ref) => [entryId(ref), ref])).values(),
];

/** Waits for a random time, so that two writers that collided do not collide again. */
const pauseAfter = (losses: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * (losses + 1), 200)));

import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { deleteGroup, type GroupRef, groupForStaff, insertGroup, updateGroup } from "#db/content/synonyms.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { changedWords } from "#domain/content/categories/names.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { groupText } from "./words.ts";

/*
 * Searches know of a change by themselves: the groups are read with the content revision and stand in the keys of their
 * cache. What a group may not be is refused by the triggers of its table.
 */

type Change = By & { words: readonly string[] };

/** Inserts a group of synonyms and returns its id; once per form `key`. Refuses what the triggers refuse. */
export const createSynonym = (db: Db, { words, key, ...by }: Change & { key: string }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		insertGroup(words, by.at),
		...auditSlug(db, "synonym", { id: madeBy(key), slug: words.join("、"), action: "create", changes: {}, ...by }),
	]);

/** Changes a group. Refuses `synonym.stale` (changed meanwhile), and what the triggers refuse. */
export async function editSynonym(db: Db, ref: GroupRef, { words, ...by }: Change): Promise<void> {
	const [[before]] = await readRows(db.$client, groupForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("synonym.stale");
	const changes = changedWords({ words: groupText(before) }, { words: words.join("、") });
	if (Object.keys(changes).length === 0) return;
	await commit(db, [
		...updateGroup(ref, words, by.at),
		...auditSlug(db, "synonym", { id: ref.id, slug: words.join("、"), action: "edit", changes, ...by }),
	]);
}

/** Deletes a group. Refuses `synonym.stale` when it changed meanwhile. */
export async function removeSynonym(db: Db, ref: GroupRef, by: By): Promise<void> {
	const [[before]] = await readRows(db.$client, groupForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("synonym.stale");
	await commit(db, [
		...deleteGroup(ref),
		...auditSlug(db, "synonym", { id: ref.id, slug: groupText(before), action: "remove", changes: {}, ...by }),
	]);
}

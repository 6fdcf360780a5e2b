import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { insertTag, type StaffTag, tagForStaff, updateTag } from "#db/content/tags.ts";
import { dissolve, knownTerms, refuseChanged, refuseTaken, type TermRef, type UsedTerm } from "#db/content/terms.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { changedWords, namesakes, slugOf } from "#domain/content/categories/names.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { TagInput } from "./form.ts";

/* After every action the caller queues the message `content.changed`. */

/**
 * Inserts a tag and returns its id; once per form `key`. Refuses `tag.name_taken` and `tag.slug_taken` when another tag
 * has the name (other case, width or 臺 for 台 included) or the slug.
 */
export async function createTag(db: Db, input: TagInput, { key, ...by }: By & { key: string }): Promise<number> {
	const [known] = await readRows(db.$client, knownTerms("tag"));
	const made = { ...input, slug: slugOf(input, known) };
	const checks = refuseTaken("tag", { ...made, ownId: null, namesakes: namesakes(known, made.name) });
	return commitOnce(db, { key, at: by.at, checks }, [
		insertTag(made, by.at),
		...auditSlug(db, "tag", {
			id: madeBy(key),
			slug: made.slug,
			action: "create",
			changes: { name: made.name },
			...by,
		}),
	]);
}

/**
 * Changes name and slug of a tag; its old slug redirects to the new one. Refuses `tag.stale` (changed meanwhile), and
 * what `createTag` refuses.
 */
export async function editTag(db: Db, ref: TermRef, { input, ...by }: By & { input: TagInput }): Promise<void> {
	const [known, [before]] = await readRows(db.$client, knownTerms("tag"), tagForStaff(ref.id));
	const { name, slug } = seen(before, ref);
	const after = { ...input, slug: slugOf(input, known, ref.id) };
	const changes = changedWords({ name, slug }, after);
	if (Object.keys(changes).length === 0) return;
	await commit(db, [
		...refuseTaken("tag", {
			...after,
			ownId: ref.id,
			namesakes: name === after.name ? [] : namesakes(known, after.name, ref.id),
		}),
		...updateTag(ref, after, by.at),
		...auditSlug(db, "tag", { id: ref.id, slug: after.slug, action: "edit", changes, ...by }),
	]);
}

/**
 * Merges the tag `from` into the tag `into`: its articles get `into` instead, its addresses redirect there, and it is
 * deleted. Refuses `tag.same` (both are one tag), `tag.no_target` (`into` is gone), and `tag.stale` when either tag is
 * not as it was shown.
 */
export async function mergeTags(db: Db, from: UsedTerm, { into, ...by }: By & { into: UsedTerm }): Promise<void> {
	if (from.id === into.id) throw new Refusal("tag.same");
	const [[gone], [kept]] = await readRows(db.$client, tagForStaff(from.id), tagForStaff(into.id));
	const { name, slug } = seen(gone, from);
	if (!kept) throw new Refusal("tag.no_target");
	const changes = { name, articles: from.articles, merged_into: kept.name };
	await commit(db, [
		...refuseChanged("tag", into),
		...dissolve("tag", from, { into: into.id, by }),
		...auditSlug(db, "tag", { id: from.id, slug, action: "merge", changes, ...by }),
	]);
}

/**
 * Removes a tag; its articles lose it. Refuses `tag.stale` when it changed meanwhile, or its articles are not as many
 * as were shown.
 */
export async function removeTag(db: Db, ref: UsedTerm, by: By): Promise<void> {
	const [[stored]] = await readRows(db.$client, tagForStaff(ref.id));
	const { name, slug } = seen(stored, ref);
	await commit(db, [
		...dissolve("tag", ref, { into: null, by }),
		...auditSlug(db, "tag", { id: ref.id, slug, action: "remove", changes: { name, articles: ref.articles }, ...by }),
	]);
}

/**
 * Returns the tag. Refuses `tag.stale` when it changed since the user saw it; the guards of the batch check this again.
 */
function seen(tag: StaffTag | undefined, { version }: TermRef): StaffTag {
	if (tag?.version !== version) throw new Refusal("tag.stale");
	return tag;
}

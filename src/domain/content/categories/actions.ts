import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import {
	categoryForStaff,
	categoryOrder,
	insertCategory,
	orderCategories,
	type StaffCategory,
	updateCategory,
} from "#db/content/categories.ts";
import { dissolve, knownTerms, refuseTaken, type TermRef, type UsedTerm } from "#db/content/terms.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { CategoryInput, Ordered, OrderMove } from "./form.ts";
import { changedWords, namesakes, slugOf } from "./names.ts";
import { besideOf, reorder } from "./rules.ts";

/* After every action the caller queues the message `content.changed`. */

/**
 * Inserts a category after all others and returns its id; once per form `key`. Refuses `category.name_taken` and
 * `category.slug_taken` when another category has the name (other case, width or 臺 for 台 included) or the slug.
 */
export async function createCategory(
	db: Db,
	input: CategoryInput,
	{ key, ...by }: By & { key: string },
): Promise<number> {
	const [known] = await readRows(db.$client, knownTerms("category"));
	const made = { ...input, slug: slugOf(input, known) };
	const checks = refuseTaken("category", { ...made, ownId: null, namesakes: namesakes(known, made.name) });
	return commitOnce(db, { key, at: by.at, checks }, [
		insertCategory(made, by.at),
		...auditSlug(db, "category", {
			id: madeBy(key),
			slug: made.slug,
			action: "create",
			changes: { name: made.name },
			...by,
		}),
	]);
}

/**
 * Changes name, slug and description of a category; its old slug redirects to the new one. Refuses `category.stale`
 * (changed meanwhile), and what `createCategory` refuses.
 */
export async function editCategory(
	db: Db,
	ref: TermRef,
	{ input, ...by }: By & { input: CategoryInput },
): Promise<void> {
	const [known, [before]] = await readRows(db.$client, knownTerms("category"), categoryForStaff(ref.id));
	const { name, slug, description } = seen(before, ref);
	const after = { ...input, slug: slugOf(input, known, ref.id) };
	const changes = changedWords({ name, slug, description }, after);
	if (Object.keys(changes).length === 0) return;
	await commit(db, [
		...refuseTaken("category", {
			...after,
			ownId: ref.id,
			namesakes: name === after.name ? [] : namesakes(known, after.name, ref.id),
		}),
		...updateCategory(ref, after, by.at),
		...auditSlug(db, "category", { id: ref.id, slug: after.slug, action: "edit", changes, ...by }),
	]);
}

/**
 * Moves a category one place up or down, in the order that the user saw, or back over the one with which it changed places.
 * Refuses `category.stale` when the order is another by now, or the two stand beside each other no more.
 */
export async function moveCategory(db: Db, input: OrderMove, by: By): Promise<Ordered> {
	const [known] = await readRows(db.$client, categoryOrder());
	const { move } = input;
	const seen = "seen" in input ? input.seen : known.map(({ id }) => id);
	const [moved, over] = [known.find(({ id }) => id === move.id), besideOf(seen, move)];
	if (!moved || !seen.includes(move.id) || ("over" in input && over !== input.over))
		throw new Refusal("category.stale");
	const { name, slug } = moved;
	if (over === undefined) return { name, over };
	const from = seen.indexOf(move.id) + 1;
	const changes = { position: { from, to: from + move.by } };
	await commit(db, [
		...orderCategories(seen, reorder(seen, move)),
		...auditSlug(db, "category", { id: move.id, slug, action: "move", changes, ...by }),
	]);
	return { name, over };
}

/**
 * Removes a category; its articles get the category `into`, or only lose it when `into` is null. Refuses
 * `category.stale` (changed meanwhile, or its articles are not as many as were shown) and `category.no_target` (`into`
 * is the category itself or gone).
 */
export async function removeCategory(
	db: Db,
	ref: UsedTerm,
	{ into, ...by }: By & { into: number | null },
): Promise<void> {
	const [known, [stored]] = await readRows(db.$client, knownTerms("category"), categoryForStaff(ref.id));
	const { name, slug } = seen(stored, ref);
	const target = known.find(({ id }) => id === into);
	if (into === ref.id) throw new Refusal("category.no_target");
	const changes = { name, articles: ref.articles, ...(target ? { moved_to: target.name } : {}) };
	await commit(db, [
		...dissolve("category", ref, { into, by }),
		...auditSlug(db, "category", { id: ref.id, slug, action: "remove", changes, ...by }),
	]);
}

/**
 * Returns the category. Refuses `category.stale` when it changed since the user saw it; the guards of the batch check
 * again.
 */
function seen(category: StaffCategory | undefined, { version }: TermRef): StaffCategory {
	if (category?.version !== version) throw new Refusal("category.stale");
	return category;
}

import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import {
	deleteRedirect,
	insertRedirect,
	type RedirectRef,
	redirectForStaff,
	updateRedirect,
} from "#db/content/redirects.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { changedWords } from "#domain/content/categories/names.ts";
import type { Hosts } from "#domain/content/content/addresses.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RedirectInput } from "./form.ts";
import { storedTarget } from "./target-actions.ts";

/*
 * After every action the caller queues the message `content.changed`. What a redirect may not be (a second one of its
 * path, over a public text, a circle, two in a row) is refused by the triggers of its table.
 */

type Change = By & { input: RedirectInput; hosts: Hosts };

/**
 * Inserts a redirect and returns its id; once per form `key`. An address of one of our texts, also an earlier one, is
 * kept as that text. Refuses `redirect.bad_target` and `redirect.no_target`, and what the triggers refuse.
 */
export async function createRedirect(db: Db, { input, hosts, key, ...by }: Change & { key: string }): Promise<number> {
	const target = await storedTarget(db, { typed: input.target, hosts, of: "redirect" });
	return commitOnce(db, { key, at: by.at }, [
		insertRedirect(input.path, target, by.at),
		...auditSlug(db, "redirect", {
			id: madeBy(key),
			slug: input.path,
			action: "create",
			changes: { target: input.target },
			...by,
		}),
	]);
}

/** Changes a redirect. Refuses `redirect.stale` (changed meanwhile), and what `createRedirect` refuses. */
export async function editRedirect(db: Db, ref: RedirectRef, { input, hosts, ...by }: Change): Promise<void> {
	const [[before]] = await readRows(db.$client, redirectForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("redirect.stale");
	const changes = changedWords({ path: before.path, target: before.target }, input);
	if (Object.keys(changes).length === 0) return;
	const target = await storedTarget(db, { typed: input.target, hosts, of: "redirect" });
	await commit(db, [
		...updateRedirect(ref, { path: input.path, ...target }, by.at),
		...auditSlug(db, "redirect", { id: ref.id, slug: input.path, action: "edit", changes, ...by }),
	]);
}

/** Deletes a redirect. Refuses `redirect.stale` when it changed meanwhile. */
export async function removeRedirect(db: Db, ref: RedirectRef, by: By): Promise<void> {
	const [[before]] = await readRows(db.$client, redirectForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("redirect.stale");
	const { path, target } = before;
	await commit(db, [
		...deleteRedirect(ref),
		...auditSlug(db, "redirect", { id: ref.id, slug: path, action: "remove", changes: { target }, ...by }),
	]);
}

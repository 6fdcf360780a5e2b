import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { deleteView, insertView, listView, updateView, type ViewRef } from "#db/system/list-views.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";

type Kept = { name: string; query: string; shared: boolean };
/** Who changes a view; `mayAll`: also the shared views of others. */
type Changing = { by: By; mayAll: boolean };

/** Keeps a view of a list and returns its id; once per form `key`. */
export const createView = (
	db: Db,
	view: Kept & { list: string; userId: number },
	{ key, by }: { key: string; by: By },
): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		insertView(view, by.at),
		...recordAudit(db, {
			...by,
			action: "list_view.create",
			auditableType: "list_view",
			auditableId: madeBy(key),
			description: view.list,
			changes: { shared: view.shared },
		}),
	]);

async function mine(db: Db, { id, version }: ViewRef, { by, mayAll }: Changing) {
	const [[view]] = await readRows(db.$client, listView(id));
	if (view?.version !== version) throw new Refusal("list_view.stale");
	if (view.user_id !== by.userId && !(mayAll && view.is_shared === 1)) throw new Refusal("list_view.not_yours");
	return view;
}

/** Changes a view. Refuses `list_view.not_yours`, and `list_view.stale` when it changed meanwhile. */
export async function editView(db: Db, ref: ViewRef, { kept, ...who }: Changing & { kept: Kept }): Promise<void> {
	const view = await mine(db, ref, who);
	await commit(db, [
		...updateView(ref, kept, who.by.at),
		...noted(db, "edit", { id: ref.id, list: view.list, by: who.by }),
	]);
}

/** Deletes a view. Refuses `list_view.not_yours`, and `list_view.stale` when it changed meanwhile. */
export async function removeView(db: Db, ref: ViewRef, who: Changing): Promise<void> {
	const view = await mine(db, ref, who);
	await commit(db, [...deleteView(ref), ...noted(db, "remove", { id: ref.id, list: view.list, by: who.by })]);
}

const noted = (db: Db, action: "edit" | "remove", { id, list, by }: { id: number; list: string; by: By }) =>
	recordAudit(db, {
		...by,
		action: `list_view.${action}`,
		auditableType: "list_view",
		auditableId: id,
		description: list,
	});

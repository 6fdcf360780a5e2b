import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/people/membership-types.ts";
import type { By } from "#kernel/by.ts";
import type { TypeEdit, TypeInput } from "./form.ts";

/** Inserts a membership type, once per form `key`; returns its id. Refuses `membership_type.taken`. */
export const createType = (db: Db, { input, key, by }: { input: TypeInput; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		stored.insertType(input, by),
		...auditType(
			db,
			{ id: madeBy(key), name: input.name },
			{ ...by, action: "membership_type.create", changes: { ...input } },
		),
	]);

/**
 * Changes a membership type, also whether it is in use. A new term holds from the next assessment on: dues that were
 * assessed stay. Refuses `membership_type.stale` and `membership_type.taken`.
 */
export const editType = (db: Db, id: number, { input, by }: { input: TypeEdit; by: By }): Promise<void> => {
	const { version: _, seen: _seen, ...changes } = input;
	return commit(db, [
		...stored.updateType(id, input, by),
		...auditType(db, { id, name: input.name }, { ...by, action: "membership_type.edit", changes }),
	]);
};

/** Deletes a membership type that nothing uses. Refuses `membership_type.is_used` and `membership_type.stale`. */
export const removeType = (
	db: Db,
	{ id, version, name, by }: { id: number; version: number; name: string; by: By },
): Promise<void> =>
	commit(db, [
		...stored.deleteType(id, version),
		...auditType(db, { id, name }, { ...by, action: "membership_type.delete", changes: { name } }),
	]);

type Entry = By & { action: string; changes: Record<string, unknown> };
const auditType = (
	db: Db,
	{ id, name }: { id: number | ReturnType<typeof madeBy>; name: string },
	entry: Entry,
): Write[] => recordAudit(db, { ...entry, auditableType: "membership_type", auditableId: id, description: name });

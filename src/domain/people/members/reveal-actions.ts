import { commit, type Db } from "#db/commit.ts";
import { valuesStored } from "#db/people/member-field-values.ts";
import { storedMember } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { openedOwn } from "#domain/people/member-fields/value-actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { openMember, type Sensitive } from "#platform/member-seals.ts";
import { auditMember } from "./actions.ts";

type Keys = { SEALING_KEY: string };

/**
 * Returns the decrypted sealed fields of a record, after the audit log recorded the view. Refuses `member.stale` when
 * there is no record, and `member.own` for a user of the member's family.
 */
export async function revealSensitive(env: Keys, db: Db, { id, by }: { id: number; by: By }): Promise<Sensitive> {
	const [[member]] = await readRows(db.$client, storedMember(id));
	if (!member) throw new Refusal("member.stale");
	await commit(db, [refuseFamily([id], by), ...auditMember(db, id, { ...by, action: "member.view_sensitive" })]);
	return openMember(env, member);
}

/** The opened values of a record, with the special data of own fields by the fields' ids. */
export type Revealed = Sensitive & { own: ReadonlyMap<number, string> };

/** Does what `revealSensitive` does, and opens the special data of own fields as well. */
export async function revealAll(env: Keys, db: Db, of: { id: number; by: By }): Promise<Revealed> {
	const sensitive = await revealSensitive(env, db, of);
	const [values] = await readRows(db.$client, valuesStored(of.id));
	return { ...sensitive, own: await openedOwn(env, values) };
}

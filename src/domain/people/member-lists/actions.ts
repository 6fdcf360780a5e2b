import { commit, type Db, type Write } from "#db/commit.ts";
import { type StoredMember, storedMembers } from "#db/people/member-reads.ts";
import { updateMember } from "#db/people/member-writes.ts";
import { refuseClosedType } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { auditMember, type Decider, sealChanges, stepMembers } from "#domain/people/members/actions.ts";
import type { Seen } from "#kernel/refs.ts";
import { Refusal } from "#kernel/refusal.ts";
import { BULK_MAX, type BulkChange } from "./bulk.ts";

type Keys = { SEALING_KEY: string };

/**
 * Changes many members (BULK_MAX at most, else it throws) in one batch, each with its audit row, all or none: takes a
 * step, or sets the membership type. A step refuses what `stepMembers` refuses, such as `member.wrong_state`; a
 * membership type refuses `member.stale` (a record is gone or has changed), `member.type_closed` and `member.own` (the user's own or family's
 * record).
 */
export async function changeMembers(
	env: Keys,
	db: Db,
	{ refs, change, by }: { refs: readonly Seen[]; change: BulkChange; by: Decider },
): Promise<void> {
	if (refs.length > BULK_MAX) throw new RangeError(`more than ${BULK_MAX} members`);
	if ("move" in change) return stepMembers(env, db, { refs, move: change.move, by });
	const [members] = await readRows(db.$client, storedMembers(refs.map(({ id }) => id)));
	if (members.length !== refs.length) throw new Refusal("member.stale");
	const seen = new Map(refs.map(({ id, version }) => [id, version]));
	const typed = members.map((member) => ({ ...member, version: seen.get(member.id) ?? 0 }));
	const writes = await Promise.all(typed.map((member) => typeWrites(env, db, { member, type: change.type, by })));
	await commit(db, [
		refuseFamily(
			refs.map(({ id }) => id),
			by,
		),
		refuseClosedType(change.type, "staff"),
		...writes.flat(),
	]);
}

type Typing = { member: StoredMember; type: string; by: Decider };

async function typeWrites(env: Keys, db: Db, { member, type, by }: Typing): Promise<Write[]> {
	const changes = await sealChanges(env, db, {
		member,
		changes: { membership_type: { from: member.membership_type, to: type } },
	});
	return [
		...updateMember(db, member, { typeCode: type, updatedAt: by.at }),
		...auditMember(db, member.id, { ...by, action: "member.edit", changes }),
	];
}

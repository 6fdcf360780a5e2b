import { commit, type Db, type Write } from "#db/commit.ts";
import { endGuardianAccess } from "#db/people/consents.ts";
import * as stored from "#db/people/guardianships.ts";
import { storedMember } from "#db/people/member-reads.ts";
import { type MemberRef, refuseGuardianGone, refuseStale, updateMember } from "#db/people/member-writes.ts";
import { readRows } from "#db/read.ts";
import { askToOpenGuardians, refuseFamily } from "#db/system/index.ts";
import { asking, type Outcome } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";
import { auditMember, seenMember } from "./actions.ts";
import { refuseGuardian } from "./rules.ts";

type Keys = { SEALING_KEY: string };
export type GuardianChange = { ref: MemberRef; guardianId: number | null; by: By };

/**
 * Puts a member under another member's guardianship, or ends it; or asks a second person to confirm the change. The
 * whole change waits for that person when neither a roster nor the member's own application names the guardian, or when
 * staff or their families are concerned; else only the opening of the sealed data to the new guardian waits. Refuses
 * what `guardianWrites` refuses, `confirmation.waits` (the same change waits already), and
 * `member.guardian_second_person` when the change came to need a second person meanwhile.
 */
export async function setGuardian(env: Keys, db: Db, of: GuardianChange): Promise<Outcome> {
	const { ref, guardianId, by } = of;
	const writes = await guardianWrites(env, db, of);
	if (writes.length === 0) return "done";
	const about = { memberId: ref.id, guardianId };
	if (by.userId !== null && (await guardianConcerns(db, about)) !== null) {
		const what = {
			kind: "guardian" as const,
			memberId: ref.id,
			...(guardianId === null ? {} : { guardianId }),
			asked: {},
		};
		await commit(db, [refuseFamily([ref.id, guardianId], by), refuseStale(ref), ...asking(db, what, by)]);
		return "waits";
	}
	await commit(db, [...writes, stored.refuseConcerned(about), askToOpenGuardians([ref.id], by)]);
	return "done";
}

/** Returns why a second person has to confirm a guardianship first, or null when one person may set it. */
export async function guardianConcerns(db: Db, of: stored.NewGuardian): Promise<stored.Concern | null> {
	const row = await db.get<{ concern: stored.Concern | null }>(stored.concernOf(of));
	return row.concern;
}

/**
 * Returns the writes that put a member under another member's guardianship, or end it; none when that guardian is set
 * already. They end an adult member's consent to the old guardian's acting, and tell the old and the new guardian (the
 * caller then queues the message `mail.due`). The sealed data are opened to the new guardian only when that guardian
 * handed them in; in other cases the caller adds `openGuardianship` of src/db/people/sealed-writes.ts. Refuses
 * `member.guardian_refused` (docs/workflows.md#guardians: not oneself, one level, no loop, nobody deceased, merged or
 * erased), `member.own` when either member is of the family of `by`, and `member.stale` when the member changed
 * meanwhile.
 */
export async function guardianWrites(env: Keys, db: Db, { ref, guardianId, by }: GuardianChange): Promise<Write[]> {
	const member = await seenMember(env, db, ref);
	const from = member.guardian_member_id;
	if (from === guardianId) return [];
	if (guardianId !== null) {
		const [[next]] = await readRows(db.$client, storedMember(guardianId));
		if (next) refuseGuardian(member, next);
	}
	return [
		refuseFamily([ref.id, guardianId], by),
		...(guardianId === null ? [] : [refuseGuardianGone(guardianId)]),
		...updateMember(db, ref, { guardianMemberId: guardianId, updatedAt: by.at }),
		stored.openWhatWasHandedIn({ memberId: ref.id, guardianId }, by.at),
		endGuardianAccess(ref.id, by),
		stored.tellGuardian(from, { isNew: false, at: by.at }),
		stored.tellGuardian(guardianId, { isNew: true, at: by.at }),
		...auditMember(db, ref.id, {
			...by,
			action: "member.set_guardian",
			changes: { guardian: { from, to: guardianId } },
		}),
	];
}

/**
 * Records that the previous guardian agrees to open the sealed data to the present one, within thirty days. Refuses
 * `member.stale` for any user but the previous guardian, and when the guardianship changed meanwhile.
 */
export const agreeToGuardian = (
	db: Db,
	{ memberId, guardianId, by }: { memberId: number; guardianId: number; by: By & { userId: number } },
): Promise<void> =>
	commit(db, [
		...stored.agreeToGuardian({ memberId, guardianId }, by),
		...auditMember(db, memberId, { ...by, action: "member.open_to_guardian", changes: { guardian: guardianId } }),
	]);

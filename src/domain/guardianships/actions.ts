import { commit, type Db } from "#db/commit.ts";
import { endGuardianAccess } from "#db/consents.ts";
import { refuseFamily } from "#db/family.ts";
import { storedMember } from "#db/member-reads.ts";
import { type MemberRef, refuseGuardianGone, updateMember } from "#db/member-writes.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#domain/by.ts";
import { auditMember, seenMember } from "#domain/members/actions.ts";
import { refuseGuardian } from "#domain/members/rules.ts";

type Keys = { SEALING_KEY: string };

/**
 * Puts a member under another's guardianship, or nobody's; who is of age lets the next one act anew. Refuses
 * `member.guardian_refused` (DOMAIN 2: not oneself, one level, no loop; nor who died, was merged away, or is nobody),
 * and `member.own` where either is of one's family.
 */
export async function setGuardian(
	env: Keys,
	db: Db,
	{ ref, guardianId, by }: { ref: MemberRef; guardianId: number | null; by: By },
): Promise<void> {
	const member = await seenMember(env, db, ref);
	if (member.guardian_member_id === guardianId) return;
	if (guardianId !== null) {
		const [[next]] = await readRows(db.$client, storedMember(guardianId));
		if (next) refuseGuardian(member, next);
	}
	await commit(db, [
		refuseFamily([ref.id, guardianId], by),
		...(guardianId === null ? [] : [refuseGuardianGone(guardianId)]),
		...updateMember(db, ref, { guardianMemberId: guardianId, updatedAt: by.at }),
		endGuardianAccess(ref.id, by),
		...auditMember(db, ref.id, {
			...by,
			action: "member.set_guardian",
			changes: { guardian: { from: member.guardian_member_id, to: guardianId } },
		}),
	]);
}

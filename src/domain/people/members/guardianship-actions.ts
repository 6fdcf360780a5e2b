import { commit, type Db, type Write } from "#db/commit.ts";
import { endGuardianAccess } from "#db/people/consents.ts";
import * as stored from "#db/people/guardianships.ts";
import { type StoredMember, storedMember } from "#db/people/member-reads.ts";
import { type MemberRef, refuseGuardianGone, refuseStale, updateMember } from "#db/people/member-writes.ts";
import { readRows } from "#db/read.ts";
import { askToOpenGuardians, refuseFamily } from "#db/system/index.ts";
import { asking, type Outcome } from "#domain/system/actions.ts";
import type { GuardianStanding, Slot } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { auditMember, seenMember } from "./actions.ts";
import { refuseGuardian } from "./rules.ts";

type Keys = { SEALING_KEY: string };
export type GuardianChange = {
	ref: MemberRef;
	guardianId: number | null;
	/** Which of the two guardians it is; the first when it is left out. */
	slot?: Slot;
	/** As what the guardian stands; left out, a new guardian is a parent, and one who is there stays what they are. */
	as?: GuardianStanding | undefined;
	by: By;
};

/**
 * Puts a member under another member's guardianship, changes as what a guardian stands, or ends it; or asks a second
 * person to confirm the change. The whole change waits for that person when neither a roster nor the member's own
 * application names the guardian, when the guardian comes to stand as somebody else than a parent, or when staff or
 * their families are concerned; else only the opening of the sealed data to the new guardian waits. Refuses what
 * `guardianWrites` refuses, `confirmation.waits` (the same change waits already), and `member.guardian_second_person`
 * when the change came to need a second person meanwhile.
 */
export async function setGuardian(env: Keys, db: Db, of: GuardianChange): Promise<Outcome> {
	const { ref, guardianId, slot = "first", as, by } = of;
	const { writes, isNew } = await changeOf(env, db, of);
	if (writes.length === 0) return "done";
	const about = { memberId: ref.id, guardianId };
	const concern = await guardianConcerns(db, about);
	const isUnnamed = isNew && (concern === "unnamed" || (as !== undefined && as.role !== "parent"));
	if (by.userId !== null && (concern === "staff" || isUnnamed)) {
		const what = {
			kind: "guardian" as const,
			memberId: ref.id,
			...(guardianId === null ? {} : { guardianId }),
			asked: { slot, as },
		};
		await commit(db, [refuseFamily([ref.id, guardianId], by), refuseStale(ref), ...asking(db, what, by)]);
		return "waits";
	}
	const checks = isNew ? [stored.refuseConcerned(about)] : [stored.refuseOfStaff(about)];
	await commit(db, [...writes, ...checks, askToOpenGuardians([ref.id], by)]);
	return "done";
}

/** Returns why a second person has to confirm a guardianship first, or null when one person may set it. */
export async function guardianConcerns(db: Db, of: stored.NewGuardian): Promise<stored.Concern | null> {
	const row = await db.get<{ concern: stored.Concern | null }>(stored.concernOf(of));
	return row.concern;
}

/**
 * Returns the writes that put a member under another member's guardianship, change as what a guardian stands, or end it;
 * none when it is so already. They end an adult member's consent to the old guardians' acting, and tell the old and the
 * new guardian (the caller then queues the message `mail.due`). The sealed data are opened to the new guardian only when
 * that guardian handed them in; in other cases the caller adds `openGuardianship` of src/db/people/sealed-writes.ts.
 * Refuses `member.guardian_refused` (docs/workflows.md#guardians: not oneself, nobody twice, one level, no loop, nobody
 * deceased, merged or erased), `member.guardian_paper`, `member.guardian_alone`, `member.own` when either member is of
 * the family of `by`, and `member.stale` when the member changed meanwhile.
 */
export const guardianWrites = async (env: Keys, db: Db, of: GuardianChange): Promise<Write[]> =>
	(await changeOf(env, db, of)).writes;

type Change = { writes: Write[]; isNew: boolean };
type Seen = { member: StoredMember; next: StoredMember | undefined; now: stored.GuardianshipRow | undefined };

/**
 * Returns the writes of `guardianWrites`, and whether a guardian comes, goes or comes to stand as somebody else (`isNew`)
 * rather than only the paper changes.
 */
async function changeOf(env: Keys, db: Db, of: GuardianChange): Promise<Change> {
	const { ref, guardianId, slot = "first", as, by } = of;
	const member = await seenMember(env, db, ref);
	const [[next], standing] = await readRows(db.$client, storedMember(guardianId ?? 0), stored.guardianshipsOf(ref.id));
	const now = standing.find(({ guardian_id }) => guardian_id === guardianId);
	const isThere = guardianId === (slot === "first" ? member.guardian_member_id : member.second_guardian_id);
	if (isThere && (!as || !now || isSame(now, as))) return { writes: [], isNew: false };
	const { writes, isNew } = isThere ? restanding(db, of, now) : replacing(db, of, { member, next, now });
	const stands = as && guardianId !== null ? [stored.setStanding({ memberId: ref.id, guardianId }, as)] : [];
	return {
		isNew,
		writes: [
			refuseFamily([ref.id, guardianId], by),
			...(guardianId === null ? [] : [refuseGuardianGone(guardianId)]),
			...writes,
			...stands,
		],
	};
}

/** Returns the change by which a guardian who is there comes to stand as `as` says. */
function restanding(db: Db, { ref, guardianId, as, by }: GuardianChange, now: Seen["now"]): Change {
	const isNew = now?.role !== as?.role;
	return {
		isNew,
		writes: [
			...updateMember(db, ref, { updatedAt: by.at }),
			...(isNew ? [endGuardianAccess(ref.id, by), stored.tellGuardian(guardianId, { isNew: true, at: by.at })] : []),
			...audited(db, { ref, by }, { guardian: guardianId, guardian_role: { from: now?.role, to: as?.role } }),
		],
	};
}

/** Returns the change by which another guardian, or none, comes to a place; the second moves up when the first goes. */
function replacing(db: Db, { ref, guardianId, slot, as, by }: GuardianChange, { member, next }: Seen): Change {
	const { guardian_member_id: first, second_guardian_id: second } = member;
	const isSecond = slot === "second" && first !== null;
	const from = isSecond ? second : first;
	if (next) refuseGuardian(member, next);
	const columns = isSecond
		? { secondGuardianId: guardianId }
		: { guardianMemberId: guardianId ?? second, ...(guardianId === null ? { secondGuardianId: null } : {}) };
	return {
		isNew: true,
		writes: [
			...updateMember(db, ref, { ...columns, updatedAt: by.at }),
			stored.openWhatWasHandedIn({ memberId: ref.id, guardianId }, by.at),
			endGuardianAccess(ref.id, by),
			stored.tellGuardian(from, { isNew: false, at: by.at }),
			stored.tellGuardian(guardianId, { isNew: true, at: by.at }),
			...audited(
				db,
				{ ref, by },
				{
					[isSecond ? "second_guardian" : "guardian"]: { from, to: guardianId },
					...(as ? { guardian_role: as.role } : {}),
				},
			),
		],
	};
}

const audited = (db: Db, { ref, by }: Pick<GuardianChange, "ref" | "by">, changes: Record<string, unknown>): Write[] =>
	auditMember(db, ref.id, { ...by, action: "member.set_guardian", changes });

const isSame = (now: stored.GuardianshipRow, as: GuardianStanding): boolean =>
	now.role === as.role &&
	now.authority === as.authority &&
	now.paper === as.paper &&
	now.paper_on === as.paper_on &&
	(now.has_custody === 1) === as.has_custody;

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

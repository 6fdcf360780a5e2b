import { commit, type Db, type Write } from "#db/commit.ts";
import { endGuardianAccess } from "#db/people/consents.ts";
import { refuseBannedPair } from "#db/people/member-bans.ts";
import { deleteDistinct, type IdPair, insertDistinct } from "#db/people/member-duplicates.ts";
import { valuesStored } from "#db/people/member-field-values.ts";
import * as merging from "#db/people/member-merge.ts";
import { type StoredMember, storedMembers } from "#db/people/member-reads.ts";
import * as stored from "#db/people/member-writes.ts";
import type { MergePair } from "#db/personal-data.ts";
import { readRows } from "#db/read.ts";
import { closeLogin, refuseFamily } from "#db/system/index.ts";
import { auditMember, seenMember } from "#domain/people/members/actions.ts";
import { auditChanges, plainChanges } from "#domain/people/members/fields.ts";
import { guardiansOf } from "#domain/people/members/rules.ts";
import { loginOf } from "#domain/people/members/steps.ts";
import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { openMember, sealForPerson, sealMember } from "#platform/member-seals.ts";
import { type OwnPart, type OwnPicks, ownMerge, ownParts } from "./own-actions.ts";
import {
	hindranceOf,
	type Mergeable,
	type Pair,
	type PartState,
	type Picks,
	partsOf,
	refuseMerge,
	type Sides,
	sidesOf,
	takenFrom,
} from "./rules.ts";

type Keys = { SEALING_KEY: string };

/** Returns a record with its sealed fields decrypted, for comparison. */
const opened = async (env: Keys, row: StoredMember): Promise<Mergeable> => ({
	...row,
	...(await openMember(env, row)),
});

/** Two records side by side before they are merged. It contains no decrypted values. */
export type MergeView = {
	kept: StoredMember;
	other: StoredMember;
	parts: PartState[];
	facts: merging.MergeFacts;
	/** The own fields in which the two differ. */
	own: OwnPart[];
	/** Why the two records cannot be merged as they are; undefined when they can. */
	hindrance: RefusalCode | undefined;
};

/** Returns what the page of a merge shows, in one round trip; undefined when one of the two records does not exist. */
export async function viewMerge(
	env: Keys,
	db: Db,
	{ of, userId }: { of: MergePair; userId: number },
): Promise<MergeView | undefined> {
	const [[kept, other], [facts], ...values] = await readRows(
		db.$client,
		storedMembers([of.kept, of.other]),
		merging.mergeFacts(of, userId),
		valuesStored(of.kept),
		valuesStored(of.other),
	);
	if (!kept || !other || !facts) return undefined;
	const pair = { kept: await opened(env, kept), other: await opened(env, other) };
	const hindrance =
		hindranceOf(pair) ??
		(facts.is_own === 1 ? "member.merge_own" : facts.dues_hinder === 1 ? "member.merge_dues" : undefined);
	return { kept, other, parts: partsOf(pair), facts, own: await ownParts(env, ...values), hindrance };
}

export type Merge = { kept: stored.MemberRef; other: stored.MemberRef; picks: Picks; own?: OwnPicks; by: By };

/**
 * Merges the record `other` into the record `kept` in one batch: whatever refers to `other` then refers to `kept`,
 * which takes the chosen values; `other` stays as it was and points to `kept`. Refuses `member.merge_self` (both are
 * one record), `member.stale` (changed meanwhile), `member.merged`, `member.merge_own` (the user's own or family's
 * record), `member.merge_dues` (both have received or waiting money for the dues of one year), what `hindranceOf`
 * (./rules.ts) returns, and `member.consent_needed` when health data would remain without a valid consent.
 */
export async function mergeMembers(
	env: Keys,
	db: Db,
	{ kept: keptRef, other: otherRef, picks, own: ownPicks = [], by }: Merge,
): Promise<void> {
	if (keptRef.id === otherRef.id) throw new Refusal("member.merge_self");
	const [kept, other] = [await seenMember(env, db, keptRef), await seenMember(env, db, otherRef)];
	const pair = { kept: await opened(env, kept), other: await opened(env, other) };
	refuseMerge(pair);
	const sides = sidesOf(partsOf(pair), picks);
	const of = { kept: kept.id, other: other.id };
	const own = await ownMerge(env, db, { of, picks: ownPicks });
	await commit(db, [
		merging.refuseOwnMerge(of, by),
		refuseBannedPair(kept.id, other.id),
		merging.auditDependents(of, by),
		merging.auditReplaced(of, by),
		...own.before,
		...merging.absorb(other, kept.id, by.at),
		...merging.movePointers(of, by),
		...(await keptWrites(env, db, { kept, other, pair, sides, own: own.changes, by })),
		merging.keepPapers(kept.id),
		stored.refuseUnconsented(kept.id),
		...auditMember(db, other.id, {
			...by,
			action: "member.merge",
			changes: {
				merged_into: kept.id,
				guardian: { from: other.guardian_member_id, to: null },
				...(other.second_guardian_id === null ? {} : { second_guardian: { from: other.second_guardian_id, to: null } }),
				user: { from: other.user_id, to: null },
			},
		}),
	]);
}

type Merging = {
	kept: StoredMember;
	other: StoredMember;
	pair: Pair;
	sides: Sides;
	own: Record<string, unknown>;
	by: By;
};

/** Returns the writes that change the record that stays, with its audit row. */
async function keptWrites(env: Keys, db: Db, { kept, other, pair, sides, own, by }: Merging): Promise<Write[]> {
	const { national_id, diagnosis_note, ...taken } = takenFrom(pair, sides);
	const said = plainChanges(kept, taken);
	const sealed = await sealMember(env, kept.seal_id ?? "", { national_id, diagnosis_note });
	const { status = kept.status } = taken;
	const login = sides.get("login") === "other" ? other : kept;
	// Each consent was given to the guardians of that record: the other record's guardians must not use it.
	const [ours, theirs] = [guardiansOf(kept), guardiansOf(other)].map((ids) => ids.sort().join());
	const areOthers = ours !== "" && theirs !== "" && ours !== theirs;
	const closes =
		status === "deceased" ? [kept, other].flatMap((one) => loginOf(one, (now) => now !== "disabled") ?? []) : [];
	return [
		...stored.updateMember(db, kept, {
			...stored.columnsOf(said, sealed),
			...standingColumns(taken),
			consentAt: merging.consentNow(kept.id),
			updatedAt: by.at,
		}),
		...(areOthers ? [endGuardianAccess(kept.id, by)] : []),
		...closes.flatMap((user) => closeLogin(user, by)),
		...(status === "deceased" ? [stored.withdrawOpenCertificates(kept.id, by.at)] : []),
		...auditMember(db, kept.id, {
			...by,
			action: "member.merge",
			changes: {
				merged: other.id,
				...(status === kept.status ? {} : { from: kept.status, to: status }),
				...(login.user_id === kept.user_id ? {} : { user: { from: kept.user_id, to: login.user_id } }),
				...(await sealForPerson(env, kept, { ...auditChanges(kept, said, sealed), ...own })),
			},
		}),
	];
}

type Taken = ReturnType<typeof takenFrom>;

/** Returns the columns of a record that only a merge copies from one record to the other. */
const standingColumns = ({
	status,
	guardian_member_id,
	second_guardian_id,
	user_id,
	...taken
}: Taken): stored.MemberColumns => ({
	...(status === undefined
		? {}
		: {
				status,
				statusSince: taken.status_since ?? null,
				resolutionNo: taken.resolution_no ?? null,
				resolutionOn: taken.resolution_on ?? null,
				leftOn: taken.left_on ?? null,
			}),
	...(guardian_member_id === undefined ? {} : { guardianMemberId: guardian_member_id }),
	...(second_guardian_id === undefined ? {} : { secondGuardianId: second_guardian_id }),
	...(user_id === undefined ? {} : { userId: user_id }),
});

/**
 * 不是同一人: marks two records as different people, so that they are not suggested for a merge again. Refuses
 * `member.merged` when one is merged already, and `member.own` for the acting user's family.
 */
export const markDistinct = (db: Db, pair: IdPair, by: By): Promise<void> =>
	commit(db, [
		refuseFamily([pair.a, pair.b], by),
		...insertDistinct(pair, by),
		...auditPair(db, pair, { ...by, action: "member.distinct" }),
	]);

/**
 * Removes the mark that two records are different people. Refuses `member.own` for the acting user's family, and
 * `member.stale` when the mark is gone.
 */
export const markAlike = (db: Db, pair: IdPair, by: By): Promise<void> =>
	commit(db, [
		refuseFamily([pair.a, pair.b], by),
		...deleteDistinct(pair),
		...auditPair(db, pair, { ...by, action: "member.alike" }),
	]);

const auditPair = (db: Db, { a, b }: IdPair, entry: By & { action: string }): Write[] => [
	...auditMember(db, a, { ...entry, changes: { other: b } }),
	...auditMember(db, b, { ...entry, changes: { other: a } }),
];

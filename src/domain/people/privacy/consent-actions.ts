import { commit, type Db, type Write } from "#db/commit.ts";
import { nowOf, refuseOldText, refuseUnknownText } from "#db/people/consent-texts.ts";
import { insertSignedConsent, insertWebConsent } from "#db/people/consents.ts";
import { insertConsent, refuseNotAgreed } from "#db/people/member-field-values.ts";
import type { StoredMember } from "#db/people/member-reads.ts";
import { updateMember } from "#db/people/member-writes.ts";
import * as stored from "#db/people/privacy.ts";
import { refuseFamily } from "#db/system/index.ts";
import { droppingFiles } from "#domain/people/member-fields/file-actions.ts";
import { auditConsent } from "#domain/people/member-fields/value-actions.ts";
import { auditMember, seenMember } from "#domain/people/members/actions.ts";
import type { ConsentKind } from "#domain/people/members/codes.ts";
import type { By } from "#kernel/by.ts";
import { newRequest } from "./actions.ts";
import type { Channel } from "./rules.ts";

type Keys = { SEALING_KEY: string };
/** A signed-in user. */
type Person = By & { userId: number };
/** The kinds of consent given and withdrawn on the member's own pages; the guardian's access has its own action. */
export type OwnKind = Exclude<ConsentKind, "guardian_access">;
type Consenting = { ref: { id: number; version: number }; kind: OwnKind; by: Person };

/**
 * Gives a consent on the website. Refuses `privacy.text_changed` when the text is not the current one,
 * `privacy.not_yours`, `member.stale`, `member.merged`.
 */
export async function giveConsent(
	env: Keys,
	db: Db,
	{ ref, kind, textVersion, by }: Consenting & { textVersion: string },
): Promise<void> {
	await seenMember(env, db, ref);
	await commit(db, [
		refuseOldText(kind, textVersion),
		stored.refuseStrangers(by.userId, ref.id),
		...updateMember(db, ref, { ...(kind === "health_data" ? { consentAt: by.at } : {}), updatedAt: by.at }),
		insertWebConsent(ref.id, { kind, textVersion, given: true, userId: by.userId, at: by.at }),
		...auditMember(db, ref.id, { ...by, action: "privacy.agree", changes: { consent: `${kind} ${textVersion}` } }),
	]);
}

/**
 * Withdraws a consent. With the consent to store health data the diagnosis is deleted in the same batch; with the
 * consent to store personal data a deletion request is made. Refuses `privacy.not_yours`, `member.stale` and
 * `member.merged`.
 */
export async function endConsent(env: Keys, db: Db, { ref, kind, by }: Consenting): Promise<void> {
	const member = await seenMember(env, db, ref);
	await commit(db, [
		stored.refuseStrangers(by.userId, ref.id),
		...ended(db, { member, kind, channel: "web", by }),
		insertWebConsent(ref.id, { kind, textVersion: nowOf(kind), given: false, userId: by.userId, at: by.at }),
	]);
}

const WITHDRAWN = "收回個人資料的同意。";

type Ended = { member: StoredMember; kind: ConsentKind; channel: Channel; by: By };

/**
 * Returns the writes that follow from a withdrawn consent: the changed member record, the audit row and, for the
 * consent to store personal data, a deletion request.
 */
const ended = (db: Db, { member, kind, channel, by }: Ended): Write[] => [
	...updateMember(db, member, {
		...(kind === "health_data" ? { consentAt: null, diagnosisNote: null } : {}),
		updatedAt: by.at,
	}),
	...auditMember(db, member.id, {
		...by,
		action: "privacy.end_consent",
		changes: {
			consent: kind,
			...(kind === "health_data" && member.diagnosis_note !== null ? { erased: "diagnosis_note" } : {}),
		},
	}),
	...(kind === "personal_data"
		? [stored.insertRequestOnce(newRequest({ memberId: member.id, kind: "deletion", content: WITHDRAWN, channel, by }))]
		: []),
];

export type Paper = { kind: ConsentKind; textVersion: string; given: boolean; signedOn: string };

/**
 * Records a consent or a withdrawal on paper, with the version of its text. A withdrawal has the same consequences as
 * on the website. Refuses `privacy.no_text` for a version that never was, `privacy.own` for a member of the acting user's family (the user included),
 * `privacy.taken_back` for a paper signed before a later withdrawal, `member.stale`, `member.merged`.
 */
export async function recordPaperConsent(
	env: Keys,
	db: Db,
	{ ref, paper, by }: { ref: Consenting["ref"]; paper: Paper; by: Person },
): Promise<void> {
	const member = await seenMember(env, db, ref);
	const { kind, given } = paper;
	await commit(db, [
		refuseUnknownText(kind, paper.textVersion),
		refuseFamily([ref.id], by, "privacy.own"),
		stored.refuseGone(ref.id),
		...(given ? [stored.refuseTakenBack(ref.id, paper)] : []),
		...(given
			? updateMember(db, ref, { ...(kind === "health_data" ? { consentAt: by.at } : {}), updatedAt: by.at })
			: ended(db, { member, kind, channel: "paper", by })),
		insertSignedConsent(ref.id, paper, by),
		...auditMember(db, ref.id, {
			...by,
			action: "privacy.paper_consent",
			changes: { consent: `${kind} ${paper.textVersion}`, given },
		}),
	]);
}

/**
 * Records that a member took back the consent to a purpose of special data of own fields: their values are deleted in
 * the same batch. Refuses `member_field.not_agreed`, `member.stale`, `member.merged`, and `privacy.not_yours` (`web`) or
 * `privacy.own` (`paper`).
 */
export async function endOwnConsent(
	env: Keys & { FILES: R2Bucket },
	db: Db,
	{ ref, purpose, channel, by }: { ref: Consenting["ref"]; purpose: string; channel: "web" | "paper"; by: Person },
): Promise<void> {
	await seenMember(env, db, ref);
	const writes = [
		channel === "web" ? stored.refuseStrangers(by.userId, ref.id) : refuseFamily([ref.id], by, "privacy.own"),
		refuseNotAgreed(ref.id, purpose),
		...updateMember(db, ref, { updatedAt: by.at }),
		insertConsent(ref.id, { purpose, given: false, channel }, by),
		...auditConsent(db, ref.id, { ...by, action: "member_field.end_consent", purpose }),
	];
	await droppingFiles(env, db, { memberId: ref.id, purpose, change: () => commit(db, writes) });
}

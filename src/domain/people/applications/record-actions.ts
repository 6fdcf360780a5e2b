import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import type { Db, Write } from "#db/commit.ts";
import { nowOf } from "#db/people/consent-texts.ts";
import { insertWebConsent } from "#db/people/consents.ts";
import type { StoredMember } from "#db/people/member-reads.ts";
import { addMemberRole, columnsOf, insertMember, refuseUnconsented, updateMember } from "#db/people/member-writes.ts";
import { auditMember, seenMember } from "#domain/people/members/actions.ts";
import { auditChanges, plainChanges } from "#domain/people/members/fields.ts";
import type { Application } from "#domain/people/profiles/form.ts";
import type { By } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { newMemberKeys, sealForPerson, sealMember, unlikeSealed } from "#platform/member-seals.ts";

type Keys = { SEALING_KEY: string };
type MemberId = Parameters<typeof insertWebConsent>[0];

/** Returns the writes of the consents that came with an application, for the member `memberId`. */
export const agreedConsents = (
	memberId: MemberId,
	{ personal, health, at }: Application["agreed"],
	userId: number,
): Write[] => [
	insertWebConsent(memberId, { kind: "personal_data", textVersion: personal, given: true, userId, at }),
	...(health === null
		? []
		: [insertWebConsent(memberId, { kind: "health_data", textVersion: health, given: true, userId, at })]),
];

type Writing = {
	application: Application;
	/** The id of the applicant. */
	userId: number;
	/** The applicant's member record from an earlier application, waiting or withdrawn; undefined when there is none. */
	record: StoredMember | undefined;
	/** The acting user: the applicant, or staff who decide. */
	by: By;
};

/** Returns the writes that make or update the record of an application, the record's own write first. */
export const recordWrites = (env: Keys, db: Db, writing: Writing): Promise<[Write, ...Write[]]> =>
	writing.record ? rewritten(env, db, { ...writing, record: writing.record }) : made(env, db, writing);

async function made(env: Keys, db: Db, { application, userId, by }: Writing): Promise<[Write, ...Write[]]> {
	const { profile, agreed } = application;
	const keys = await newMemberKeys(env);
	const sealed = await sealMember(env, keys.seal_id, profile);
	const said = plainChanges({}, profile);
	const id = sql<number>`(SELECT id FROM members WHERE user_id = ${userId})`;
	return [
		insertMember(db, {
			...columnsOf(said, sealed),
			name: profile.name,
			sealId: keys.seal_id,
			personKey: keys.person_key,
			status: "applied",
			statusSince: dateInTaipei(agreed.at),
			source: "self",
			userId,
			consentAt: agreed.health === null ? null : agreed.at,
			createdAt: by.at,
			updatedAt: by.at,
		}),
		...agreedConsents(id, agreed, userId),
		addMemberRole(userId),
		...recordAudit(db, {
			...by,
			action: "member.create",
			auditableType: "member",
			auditableId: sql`CAST(${id} AS TEXT)`,
			description: "new member",
			changes: await sealForPerson(env, keys, auditChanges({}, said, sealed)),
		}),
	];
}

/**
 * Returns the writes that change the record of an application: a waiting one is corrected, a withdrawn one sent again.
 */
async function rewritten(
	env: Keys,
	db: Db,
	{ application, userId, record, by }: Writing & { record: StoredMember },
): Promise<[Write, ...Write[]]> {
	const { profile, agreed } = application;
	const before = await seenMember(env, db, record);
	const said = plainChanges(before, profile);
	const sealed = await sealMember(env, before.seal_id ?? "", await unlikeSealed(env, before, profile));
	const rejoins = before.status === "withdrawn";
	const [first, ...guards] = updateMember(db, before, {
		...columnsOf(said, sealed),
		...(rejoins ? { status: "applied", statusSince: dateInTaipei(agreed.at) } : {}),
		consentAt: agreed.health === null ? null : (before.consent_at ?? by.at),
		updatedAt: by.at,
	});
	const changes = await sealForPerson(env, before, auditChanges(before, said, sealed));
	return [
		first,
		...guards,
		...(rejoins ? agreedConsents(before.id, { ...agreed, health: null }, userId) : []),
		...healthWord(before, agreed, { userId, at: by.at }),
		refuseUnconsented(before.id),
		addMemberRole(userId),
		...auditMember(db, before.id, { ...by, action: rejoins ? "member.rejoin" : "member.edit", changes }),
	];
}

/**
 * Returns the write of the consent to store health data, given or taken back, when the application differs from the
 * consent on record; none when both agree.
 */
const healthWord = (
	before: StoredMember,
	{ health }: Application["agreed"],
	who: { userId: number; at: number },
): Write[] => {
	const given = health !== null;
	if (given === (before.has_health_consent === 1)) return [];
	const textVersion = health ?? nowOf("health_data");
	return [insertWebConsent(before.id, { kind: "health_data", textVersion, given, ...who })];
};

/**
 * Returns the writes that withdraw the record of an application, because a link request of the same user replaces it.
 * They do not change the record's certificates.
 */
export const withdrawn = (db: Db, record: StoredMember, by: By): Write[] => [
	...updateMember(db, record, {
		status: "withdrawn",
		statusSince: dateInTaipei(by.at),
		diagnosisNote: null,
		consentAt: null,
		updatedAt: by.at,
	}),
	...auditMember(db, record.id, {
		...by,
		action: "member.withdraw",
		changes: { from: record.status, to: "withdrawn" },
	}),
];

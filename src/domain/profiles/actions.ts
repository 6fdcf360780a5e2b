import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, guard, type Write } from "#db/commit.ts";
import { insertGuardianConsent, insertWebConsent } from "#db/consents.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { candidatesFor, insertLinkRequest, type Likeness, refuseApplicant, refuseLikeness } from "#db/link-requests.ts";
import { mayActForRow } from "#db/member-reads.ts";
import { addMemberRole, columnsOf, insertMember, type MemberRef } from "#db/member-writes.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#domain/by.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { updateMember } from "#domain/members/actions.ts";
import { auditChanges, plainChanges } from "#domain/members/fields.ts";
import type { MemberInput, SelfField } from "#domain/members/form.ts";
import { CONSENT_TEXTS } from "#domain/profiles/consent-texts.ts";
import { type Application, type Profile, StoredApplication } from "#domain/profiles/form.ts";
import { Refusal } from "#domain/refusal.ts";
import { seal, unseal } from "#platform/crypto.ts";
import { nationalIdHash, newMemberKeys, sealForPerson, sealMember } from "#platform/member-seals.ts";

type Keys = { SEALING_KEY: string };
/** Somebody who is signed in. */
export type Person = By & { userId: number };

/**
 * Takes what a user without a record says of themselves, once for a form's `key` (DOMAIN 2, member.profile.store). Where a
 * record may be theirs already, it becomes a request to be linked, which staff decide; else an application. Whoever sent
 * it learns nothing of which. Refuses `link_request.open` for whoever waits already, `member.login_taken` for whoever has
 * a record.
 */
export async function storeProfile(
	env: Keys,
	db: Db,
	{ profile, agreesToHealth, key, by }: { profile: Profile; agreesToHealth: boolean; key: string; by: Person },
): Promise<void> {
	const health = agreesToHealth ? CONSENT_TEXTS.health_data.version : null;
	const application = { profile, agreed: { personal: CONSENT_TEXTS.personal_data.version, health, at: by.at } };
	const of = await likenessOf(env, profile, by.userId);
	const [found] = await readRows(db.$client, candidatesFor(of));
	if (found.length === 0) {
		const writes = await newApplication(env, db, { application, userId: by.userId, by });
		try {
			return void (await commitOnce(
				db,
				{ key, at: by.at, checks: [...refuseApplicant(by.userId), refuseLikeness(of)] },
				writes,
			));
		} catch (error) {
			// Somebody made such a record meanwhile: then it is asked about, as it would have been a moment later.
			const isLate =
				error instanceof Refusal && ["link_request.stale", "member.national_id_taken"].includes(error.code);
			if (!isLate) throw error;
		}
	}
	const [candidates] = await readRows(db.$client, candidatesFor(of));
	await commitOnce(db, { key, at: by.at, checks: refuseApplicant(by.userId) }, [
		...(await newRequest(env, { application, candidates: candidates.map(({ id }) => id), by })),
		addMemberRole(by.userId),
		...recordAudit(db, {
			...by,
			action: "link_request.send",
			auditableType: "link_request",
			auditableId: sql`(SELECT max(id) FROM link_requests)`,
			description: `user ${by.userId}`,
		}),
	]);
}

async function likenessOf(env: Keys, profile: Profile, userId: number): Promise<Likeness> {
	const { phone, phone_home, email, name, birth_date, national_id } = profile;
	return {
		userId,
		phones: [phone, phone_home].filter((one) => one !== null),
		emails: [email].filter((one) => one !== null),
		name,
		birthDate: birth_date,
		nationalIdHash: national_id === null ? null : await nationalIdHash(env, national_id),
	};
}

const contextOf = (sealId: string): string => `link_requests.profile:${sealId}`;

async function newRequest(
	{ SEALING_KEY }: Keys,
	{ application, candidates, by }: { application: Application; candidates: readonly number[]; by: Person },
): Promise<[Write]> {
	const sealId = crypto.randomUUID();
	const profile = await seal(SEALING_KEY, JSON.stringify(application), contextOf(sealId));
	return [insertLinkRequest({ userId: by.userId, sealId, profile, candidates, at: by.at })];
}

/** What lies sealed in a request that is open. Throws when it was sealed with another key, for another one, or altered. */
export const openApplication = async (
	{ SEALING_KEY }: Keys,
	{ seal_id, profile }: { seal_id: string; profile: string },
): Promise<Application> => StoredApplication.parse(JSON.parse(await unseal(SEALING_KEY, profile, contextOf(seal_id))));

/** What an editor would have sent. */
export const inputOf = (profile: Profile): MemberInput => ({ ...profile, member_no: null, joined_on: null });

/** The consents that came with an application, of the member that `memberId` is. */
export const agreedConsents = (
	memberId: Parameters<typeof insertWebConsent>[0],
	{ personal, health, at }: Application["agreed"],
	userId: number,
): Write[] => [
	insertWebConsent(memberId, { kind: "personal_data", textVersion: personal, given: true, userId, at }),
	...(health === null
		? []
		: [insertWebConsent(memberId, { kind: "health_data", textVersion: health, given: true, userId, at })]),
];

/** The writes of a new application of a user, the record first; `by` is whoever makes it: the user, or staff who decide. */
export async function newApplication(
	env: Keys,
	db: Db,
	{ application, userId, by }: { application: Application; userId: number; by: By },
): Promise<[Write, ...Write[]]> {
	const { profile, agreed } = application;
	const input = inputOf(profile);
	const keys = await newMemberKeys(env);
	const sealed = await sealMember(env, keys.seal_id, input);
	const said = plainChanges({}, input);
	const id = sql<number>`(SELECT id FROM members WHERE user_id = ${userId})`;
	return [
		insertMember(db, {
			...columnsOf(said, sealed),
			name: input.name,
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
 * Changes what members may change themselves, on one's own record or on that of whom one acts for; false, and nothing
 * changed, for anybody else's. Refuses `member.stale`.
 */
export async function updateProfile(
	env: Keys,
	db: Db,
	{ ref, input, by }: { ref: MemberRef; input: Pick<MemberInput, SelfField>; by: Person },
): Promise<boolean> {
	const [[acts]] = await readRows(db.$client, mayActForRow(by.userId, ref.id));
	if (acts?.may !== 1) return false;
	// A guardian who is another by now has changed the version.
	await updateMember(env, db, { ref, input, by, asOwn: true });
	return true;
}

/**
 * The word of somebody of age on whether their guardian goes on acting for them. Refuses `member.wrong_state` for
 * whoever is not of age, or has no guardian.
 */
export async function setGuardianAccess(
	db: Db,
	{ memberId, given, by }: { memberId: number; given: boolean; by: Person },
): Promise<void> {
	const { version: textVersion } = CONSENT_TEXTS.guardian_access;
	await commit(db, [
		insertGuardianConsent({ kind: "guardian_access", textVersion, given, userId: by.userId, at: by.at }),
		guard("member.wrong_state"),
		...recordAudit(db, {
			...by,
			action: given ? "member.allow_guardian" : "member.end_guardian_access",
			auditableType: "member",
			auditableId: String(memberId),
			description: `member ${memberId}`,
		}),
	]);
}

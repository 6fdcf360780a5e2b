import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { forgetHealth, refuseApplicant, updateRequest } from "#db/people/applications.ts";
import { refuseOldText } from "#db/people/consent-texts.ts";
import { insertWebConsent } from "#db/people/consents.ts";
import {
	candidatesFor,
	closeLinkRequest,
	insertLinkRequest,
	type Likeness,
	refuseLikeness,
} from "#db/people/link-requests.ts";
import { addMemberRole, withdrawOpenCertificates } from "#db/people/member-writes.ts";
import { refuseClosedType } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import type { OwnTyped } from "#domain/people/member-fields/values.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import type { Person } from "#domain/people/profiles/actions.ts";
import { type Children, NO_CHILDREN } from "#domain/people/profiles/announced.ts";
import type { Application, Correction, Profile } from "#domain/people/profiles/form.ts";
import { Refusal } from "#kernel/refusal.ts";
import { seal } from "#platform/crypto.ts";
import { nationalIdHash } from "#platform/member-seals.ts";
import { appliedIn, contextOf, type Standing, standingOf, waitingIn, wholeOf } from "./applicant-actions.ts";
import { attachedGoes, dropAttached, requestAudit } from "./certificate-actions.ts";
import { childrenWrites } from "./children-actions.ts";
import { ownWrites } from "./own-actions.ts";
import { recordWrites, withdrawn } from "./record-actions.ts";

type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };

/*
 * When an existing record may be the applicant's, the application is stored as a request to be linked to it, which staff decide
 * (docs/concepts.md#membership); otherwise as a new record. The applicant does not learn which: every action treats both alike.
 */

/** An application with the versions of the texts that were agreed to: `health` is null without that consent. */
type Applying = {
	profile: Profile;
	children?: Children;
	/** The texts of own fields by their names. */
	own?: OwnTyped;
	personal: string;
	health: string | null;
	key: string;
	by: Person;
};

/**
 * Stores the application of a user without a membership, once per form `key`; a user who withdrew one may apply again.
 * Refuses `link_request.open` for a user with a waiting application, `member.login_taken` for a user with a record,
 * `member.type_closed` for a type for which nobody may apply,
 * `privacy.text_changed` for one that agrees to another text than the one that is asked for now.
 */
export async function storeProfile(env: Keys, db: Db, of: Applying): Promise<void> {
	const { profile, personal, health, key, by } = of;
	const application = { profile, agreed: { personal, health, at: by.at } };
	const { record, own: rows } = await standingOf(db, by.userId);
	const own = await ownWrites(env, { rows, typed: of.own ?? {}, identity: profile.identity_type, by });
	const children = childrenWrites(of.children ?? NO_CHILDREN, { before: [], by });
	const before = [
		refuseOldText("personal_data", personal),
		...(health === null ? [] : [refuseOldText("health_data", health)]),
		...refuseApplicant(by.userId),
		refuseClosedType(profile.membership_type, "person"),
		...children.checks,
	];
	const done: Commit = (checks, [first, ...writes]) =>
		commitOnce(db, { key, at: by.at, checks: [...before, ...checks] }, [first, ...writes, ...children.writes, ...own]);
	await place(env, db, { application, standing: { request: undefined, record, children: [], own: [] }, by, done });
}

/**
 * Corrects the waiting application, which must be as the user saw it; returns false when nothing waits any more.
 * Refuses `member.stale` when it changed since,
 * and `privacy.text_changed` for a consent to another text than the one that is asked for now.
 */
export async function correctApplication(
	env: Keys,
	db: Db,
	{ version, correction, own: typed = {}, by }: { version: number; correction: Correction; own?: OwnTyped; by: Person },
): Promise<boolean> {
	const standing = await standingOf(db, by.userId);
	const waiting = waitingIn(standing);
	const before = waiting && (await wholeOf(env, standing));
	if (!waiting || !before) return false;
	if ((await appliedIn(env, standing))?.version !== version) throw new Refusal("member.stale");
	const { consent_health, health_version, children: announced, ...said } = correction;
	const { national_id = before.profile.national_id, diagnosis_note = before.profile.diagnosis_note } = said;
	const health = consent_health ? (before.agreed.health ?? health_version) : null;
	const isNew = health !== null && before.agreed.health === null;
	const application = { profile: { ...said, national_id, diagnosis_note }, agreed: { ...before.agreed, health } };
	const isOther = said.membership_type !== before.profile.membership_type;
	const texts = [
		...(isNew ? [refuseOldText("health_data", health)] : []),
		...(isOther ? [refuseClosedType(said.membership_type, "person")] : []),
	];
	const children = childrenWrites(announced, { before: standing.children, by });
	const own = await ownWrites(env, { rows: standing.own, typed, identity: said.identity_type, by });
	const done: Commit = (checks, writes) =>
		commit(db, [...texts, ...children.checks, ...checks, ...writes, ...children.writes, ...own]);
	await place(env, db, { application, standing, by, done });
	return true;
}

type Placing = { application: Application; standing: Standing; by: Person };
type Commit = (checks: readonly Write[], writes: readonly [Write, ...Write[]]) => Promise<unknown>;

/**
 * Stores an application as a member's record when no existing record resembles it and the user has no open link
 * request; else as a link request.
 */
async function place(env: Keys, db: Db, { done, ...placing }: Placing & { done: Commit }): Promise<void> {
	const { application, standing, by } = placing;
	const of = await likenessOf(env, application.profile, by.userId);
	const [found] = await readRows(db.$client, candidatesFor(of));
	if (found.length === 0 && standing.request === undefined)
		try {
			const writes = await recordWrites(env, db, { application, userId: by.userId, record: standing.record, by });
			return void (await done([refuseLikeness(of)], writes));
		} catch (error) {
			// A similar record was made meanwhile: the application becomes a request, as it would a moment later.
			const isLate =
				error instanceof Refusal && ["link_request.stale", "member.national_id_taken"].includes(error.code);
			if (!isLate) throw error;
		}
	const [candidates] = await readRows(db.$client, candidatesFor(of));
	await done([], await requestWrites(env, db, { ...placing, candidates: candidates.map(({ id }) => id) }));
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

/**
 * Returns the writes that insert or update the user's link request. A record made of the user's earlier application is
 * withdrawn, because the link request replaces it.
 */
async function requestWrites(
	{ SEALING_KEY }: Keys,
	db: Db,
	{ application, standing, by, candidates }: Placing & { candidates: readonly number[] },
): Promise<[Write, ...Write[]]> {
	const { request, record } = standing;
	const sealId = request?.seal_id ?? crypto.randomUUID();
	const profile = await seal(SEALING_KEY, JSON.stringify(application), contextOf(sealId));
	const [first, ...rest] = request
		? updateRequest(request, { profile, candidates })
		: insertLinkRequest({ userId: by.userId, sealId, profile, candidates, at: application.agreed.at });
	return [
		first,
		...rest,
		...(record?.status === "applied" ? withdrawn(db, record, by) : []),
		addMemberRole(by.userId),
		...requestAudit(db, request ? "edit" : "send", by),
	];
}

/**
 * Withdraws the waiting application; its certificate and its health data are deleted. Returns false when nothing waits
 * any more.
 */
export async function withdrawApplication(env: Store, db: Db, { by }: { by: Person }): Promise<boolean> {
	const { request, record } = await standingOf(db, by.userId);
	const certificates = record ? [withdrawOpenCertificates(record.id, by.at), ...attachedGoes(db, record, by)] : [];
	if (request) {
		const closed = { step: "withdraw", memberId: null, reason: null, userId: by.userId, at: by.at } as const;
		await commit(db, [
			...closeLinkRequest(request, closed),
			...attachedGoes(db, request, by),
			...certificates,
			...requestAudit(db, "withdraw", by),
		]);
		await dropAttached(env, request);
		if (record) await dropAttached(env, record);
		return true;
	}
	if (record?.status !== "applied") return false;
	const { id, health_version } = record;
	const health = health_version === null ? [] : [endHealth(id, health_version, by)];
	const also = [forgetHealth(id), ...health, ...certificates];
	await stepMember(env, db, { ref: record, move: { step: "withdraw" }, by, also, isOwn: true });
	await dropAttached(env, record);
	return true;
}

const endHealth = (id: number, textVersion: string, { userId, at }: Person): Write =>
	insertWebConsent(id, { kind: "health_data", textVersion, given: false, userId, at });

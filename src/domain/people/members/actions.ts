import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { auditHandedOver } from "#db/people/application-fields.ts";
import { insertPaperConsent } from "#db/people/consents.ts";
import { refuseOfStaff } from "#db/people/guardianships.ts";
import { endingRow, lastMemberNo, type StoredMember, storedMember, storedMembers } from "#db/people/member-reads.ts";
import { insertSanction } from "#db/people/member-sanctions.ts";
import * as stored from "#db/people/member-writes.ts";
import { assessJoining, cancelOpenDues, refuseOwingForLife } from "#db/people/membership-dues.ts";
import { refuseClosedType } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { closeLogin, usersSql as logins, refuseFamily, refuseFamilyLogins } from "#db/system/index.ts";
import { droppingFiles } from "#domain/people/member-fields/file-actions.ts";
import { askedAs } from "#domain/people/member-fields/rules.ts";
import { type OwnSent, ownChanges } from "#domain/people/member-fields/value-actions.ts";
import { readSettings } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { newMemberKeys, openForPerson, sealForPerson, sealMember, unlikeSealed } from "#platform/member-seals.ts";
import type { MemberStatus } from "./codes.ts";
import { auditChanges, type MemberInput, plainChanges } from "./fields.ts";
import { refuseStep } from "./rules.ts";
import { refuseVotes } from "./sanctions.ts";
import {
	type Before,
	beforeEnding,
	loginOf,
	type Move,
	numbersFor,
	prefixOf,
	startOf,
	stepColumns,
	toldOf,
} from "./steps.ts";

type Keys = { SEALING_KEY: string };
type MemberRef = stored.MemberRef;
/** The acting user of a decision; `onBehalfOf` is the user whom the acting deputy stands in for. */
export type Decider = By & { onBehalfOf?: number | null };

export type NewRecord = {
	input: MemberInput;
	/** What was sent of the own fields. */
	own?: OwnSent | undefined;
	/** The key of the form, so that it makes one record however often it is sent. */
	key?: string;
	/**
	 * The source of the record: `admin`, `self` (the person's own application), or `roster:` and the name of the file.
	 */
	source: string;
	by: By;
	guardianId?: number | null;
	/** The id of the login that the record is for. */
	userId?: number | null;
	/** Refuses a membership type that takes no new members; lists and operators may give any. */
	takesOpenType?: boolean;
	/** The status of the new record: `applied`, unless a roster says otherwise; a contact (聯絡人) has none of a member. */
	status?: MemberStatus;
};

/*
 * Every action on a record refuses `member.stale` when the record changed, `member.merged` when it was merged into another one, and
 * `member.own` for records of the acting user, of the user's family, and of the users in whose place the user acts.
 */

/**
 * Makes a record and returns its id; once per form `key`. Refuses `member.number_taken`, `member.national_id_taken` and
 * `member.login_taken` when another record has the number, the national id or the login, `member.guardian_refused` (the
 * guardian has a guardian or is deceased), `member.own` for a guardian or a login of the acting user's family,
 * `member.type_closed` for a type that takes no new members, `member.guardian_second_person` for a guardian who is staff
 * or of their family, `member.consent_needed` for health data without a consent, and what `ownChanges` refuses.
 */
export async function createMember(env: Keys, db: Db, record: NewRecord): Promise<number> {
	const { input, source, by, key = crypto.randomUUID() } = record;
	const { status, identity } = startOf(input, record.status);
	const consents = input.health_consent === true;
	const keys = await newMemberKeys(env);
	const sealed = await sealMember(env, keys.seal_id, input);
	const said = plainChanges({}, input);
	const own = await ownChanges(env, db, { member: { id: null, identity }, sent: record.own, by });
	const id = madeBy(key);
	return commitOnce(db, { key, at: by.at }, [
		stored.insertMember(db, {
			...stored.columnsOf(said, sealed),
			name: input.name,
			sealId: keys.seal_id,
			personKey: keys.person_key,
			status,
			statusSince: dateInTaipei(by.at),
			source,
			guardianMemberId: record.guardianId ?? null,
			userId: record.userId ?? null,
			consentAt: consents ? by.at : null,
			createdAt: by.at,
			updatedAt: by.at,
		}),
		...(record.takesOpenType ? [refuseClosedType(input.membership_type, "staff")] : []),
		refuseFamily([record.guardianId ?? null], by),
		...(record.guardianId && by.userId !== null ? [refuseOfStaff({ memberId: 0, guardianId: record.guardianId })] : []),
		refuseFamilyLogins([record.userId ?? null], by),
		...(consents ? [insertPaperConsent(id, by)] : []),
		stored.refuseUnconsented(id),
		...own.writesFor(id),
		...recordAudit(db, {
			...by,
			action: "member.create",
			auditableType: "member",
			auditableId: id,
			description: "new member",
			changes: await sealForPerson(env, keys, { ...auditChanges({}, said, sealed), ...own.changes }),
		}),
	]);
}

type Edit = { ref: MemberRef; input: Partial<MemberInput>; own?: OwnSent | undefined; by: By; asOwn?: boolean };

/**
 * Changes the given fields of a record; an undefined field stays. Refuses `member.number_taken` and
 * `member.national_id_taken` (another record has it), `member.type_closed` (another type, which takes no new members),
 * `member.consent_needed` (a diagnosis without a consent), what `ownChanges` refuses and, unless `asOwn`, `member.own`.
 * `asOwn` says that the user is the member or the guardian; it is not checked here.
 */
export async function updateMember(env: Keys, db: Db, edit: Edit): Promise<void> {
	const { ref, input, own: sent, by, asOwn = false } = edit;
	const before = await seenMember(env, db, ref);
	const said = plainChanges(before, input);
	const sealed = await sealMember(env, before.seal_id ?? "", await unlikeSealed(env, before, input));
	const consents = input.health_consent === true && before.has_health_consent === 0;
	const as = askedAs({ ...before, identity_type: input.identity_type ?? before.identity_type });
	const own = await ownChanges(env, db, { member: { id: ref.id, identity: as }, sent, by });
	const changes = { ...auditChanges(before, said, sealed), ...own.changes };
	if (Object.keys(changes).length === 0 && !consents && !own.isAnything) return;
	const writes = [
		...(asOwn ? [] : [refuseFamily([ref.id], by)]),
		...stored.updateMember(db, ref, {
			...stored.columnsOf(said, sealed),
			...(consents ? { consentAt: by.at } : {}),
			updatedAt: by.at,
		}),
		...(consents ? [insertPaperConsent(ref.id, by)] : []),
		...(said.membership_type === undefined ? [] : [refuseClosedType(said.membership_type, "staff")]),
		...(sealed.diagnosis_note ? [stored.refuseUnconsented(ref.id)] : []),
		...own.writesFor(ref.id),
		...auditMember(db, ref.id, { ...by, action: "member.edit", changes: await sealForPerson(env, before, changes) }),
	];
	await droppingFiles({ FILES: own.drops }, db, { memberId: ref.id, change: () => commit(db, writes) });
}

/** Takes a step of the membership of one member, as `stepMembers` does. */
export const stepMember = (
	env: Keys,
	db: Db,
	{ ref, ...how }: { ref: MemberRef; move: Move; by: Decider; also?: readonly Write[]; isOwn?: boolean },
): Promise<void> => stepMembers(env, db, { refs: [ref], ...how });

const TRIES = 20;

type Steps = { refs: readonly MemberRef[]; move: Move; by: Decider; also?: readonly Write[]; isOwn?: boolean };

/**
 * Takes the same step for many members, all or none. Refuses `member.wrong_state` when a member cannot take the step,
 * and for the step `undo_ending`, as `member.undo_second_person`, the user who recorded the ending. An approval assigns
 * numbers in the order of `refs`, from the start number of the settings (an existing number stays), and assesses the
 * dues of joining. `also` are further writes for the batch; `isOwn` says that the member takes the step.
 */
export async function stepMembers(
	env: Keys,
	db: Db,
	{ refs, move, by, also = [], isOwn = false }: Steps,
): Promise<void> {
	const ids = refs.map(({ id }) => id);
	const dues = move.step === "approve" ? assessJoining(ids, { today: dateInTaipei(by.at), by }) : [];
	for (let left = TRIES; ; left--) {
		const members = await seenAll(env, db, refs);
		for (const member of members) refuseStep(member, move.step);
		if (move.step === "expel") refuseVotes(move, dateInTaipei(by.at));
		const numbers = move.step === "approve" ? await newNumbers(db, members) : new Map<number, string>();
		const writes = await Promise.all(members.map((member) => stepWrites(env, db, { member, move, by, numbers })));
		try {
			return await commit(db, [...(isOwn ? [] : [refuseFamily(ids, by)]), ...writes.flat(), ...dues, ...also]);
		} catch (error) {
			// The number was given to another member meanwhile: the next one is tried.
			if (!(error instanceof Refusal) || error.code !== "member.number_taken" || left <= 1) throw error;
		}
	}
}

type Stepping = { member: StoredMember; move: Move; by: Decider; numbers: ReadonlyMap<number, string> };

async function stepWrites(env: Keys, db: Db, { member, move, by, numbers }: Stepping): Promise<Write[]> {
	const { id, status, status_since, left_on } = member;
	const { step, ...details } = move;
	const before = step === "undo_ending" ? await standingBefore(env, db, { member, by }) : undefined;
	const columns = stepColumns(member, move, { today: dateInTaipei(by.at), before });
	const closes = step === "decease" ? loginOf(member, (now) => now !== "disabled") : undefined;
	const opens = before?.closed_login === member.user_id ? loginOf(member, (now) => now === "disabled") : undefined;
	const kept = { ...details, before: { status_since, left_on, closed_login: closes?.id ?? null } };
	const { sealed } = await sealForPerson(env, member, kept);
	const number = numbers.get(id);
	return [
		...stored.updateMember(db, member, { ...columns, ...(number ? { memberNo: number } : {}), updatedAt: by.at }),
		...(step === "approve" ? auditHandedOver(id, by) : []),
		...(closes ? closeLogin(closes, by) : []),
		...(opens ? logins.enableUser(opens, by.at) : []),
		...(step === "decease" ? [stored.withdrawOpenCertificates(id, by.at), ...cancelOpenDues(id, "會員已故", by)] : []),
		...(move.step === "suspend" || move.step === "expel" ? [insertSanction(id, move, by)] : []),
		...(step === "withdraw" ? cancelOpenDues(id, "撤回入會申請", by) : []),
		...(move.step === "join" ? [refuseClosedType(move.membership_type, "staff")] : []),
		...(step === "activate" ? [refuseOwingForLife([id])] : []),
		...auditMember(db, id, {
			...by,
			action: `member.${step}`,
			changes: { from: status, to: columns.status, ...(number ? { member_no: number } : {}), ...toldOf(move), sealed },
		}),
	];
}

/**
 * Returns the state of a member's record before the membership ended. Refuses, as `member.undo_second_person`, the user
 * who recorded the ending.
 */
async function standingBefore(
	env: Keys,
	db: Db,
	{ member, by }: { member: StoredMember; by: Decider },
): Promise<Before> {
	const [[row]] = await readRows(db.$client, endingRow(member.id));
	const makers = [row?.user_id, row?.on_behalf_of].filter((maker) => typeof maker === "number");
	if (makers.some((maker) => maker === by.userId || maker === by.onBehalfOf))
		throw new Refusal("member.undo_second_person");
	const changes: Record<string, unknown> = JSON.parse(row?.changes ?? "{}");
	const [opened] = await openForPerson(env, member, typeof changes.sealed === "string" ? [changes.sealed] : []);
	return beforeEnding(member.status, changes, opened);
}

/** Returns a new member number for each of the members without a number, by the member's id. */
async function newNumbers(db: Db, members: readonly StoredMember[]): Promise<Map<number, string>> {
	const { values } = await readSettings(db, "members");
	const [[last]] = await readRows(db.$client, lastMemberNo(prefixOf(values.start_no)));
	return numbersFor(members, { last: last?.member_no ?? null, start: values.start_no });
}

/**
 * Seals personal values for `changes` of the audit log; every action that changes data of a member uses it, in any
 * domain.
 */
export const sealChanges = async (
	env: Keys,
	db: Db,
	{ member, changes }: { member: stored.Keyed; changes: Record<string, unknown> },
): Promise<{ fields: string[]; sealed?: string }> => sealForPerson(env, await withKeys(env, db, member), changes);

/**
 * Reads a record, with keys to seal values. Refuses `member.stale` when it changed since the user saw it
 * (`ref.version`), `member.merged`, and `member.wrong_state` when it is pseudonymised; the guards of the batch check
 * the version again.
 */
export async function seenMember(env: Keys, db: Db, ref: MemberRef): Promise<StoredMember> {
	const [member] = await seenAll(env, db, [ref]);
	if (!member) throw new Refusal("member.stale");
	return member;
}

async function seenAll(env: Keys, db: Db, refs: readonly MemberRef[]): Promise<StoredMember[]> {
	const [members] = await readRows(db.$client, storedMembers(refs.map(({ id }) => id)));
	if (members.some(({ merged_into }) => merged_into !== null)) throw new Refusal("member.merged");
	if (members.some(({ pseudonymised_at }) => pseudonymised_at !== null)) throw new Refusal("member.wrong_state");
	const versions = new Map(refs.map(({ id, version }) => [id, version]));
	if (members.length !== versions.size || members.some(({ id, version }) => versions.get(id) !== version))
		throw new Refusal("member.stale");
	return Promise.all(members.map((member) => withKeys(env, db, member)));
}

/**
 * Gives a record keys to seal values with when it has none, because plain SQL inserted it or it is older than the keys.
 */
async function withKeys<M extends stored.Keyed>(env: Keys, db: Db, member: M): Promise<M> {
	if (member.seal_id !== null) return member;
	await commit(db, [stored.keepKeys(member.id, await newMemberKeys(env))]);
	const [[now]] = await readRows(db.$client, storedMember(member.id));
	return { ...member, seal_id: now?.seal_id ?? null, person_key: now?.person_key ?? null };
}

/** Returns the audit row about a record; personal values in `changes` must come from `sealChanges`. */
export const auditMember = (
	db: Db,
	id: number,
	entry: Decider & { action: string; changes?: Record<string, unknown> },
): Write[] =>
	recordAudit(db, { ...entry, auditableType: "member", auditableId: String(id), description: `member ${id}` });

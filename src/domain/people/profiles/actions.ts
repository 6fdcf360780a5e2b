import { recordAudit } from "#db/audit.ts";
import { commit, type Db, guard } from "#db/commit.ts";
import { insertGuardianConsent } from "#db/people/consents.ts";
import { opensTo } from "#db/people/member-field-own.ts";
import { mayActForRow } from "#db/people/member-reads.ts";
import type { MemberRef } from "#db/people/member-writes.ts";
import { hiddenFrom } from "#db/people/own-records.ts";
import { readRows } from "#db/read.ts";
import type { OwnSent } from "#domain/people/member-fields/value-actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import type { MemberInput, SelfField } from "#domain/people/members/fields.ts";
import type { By } from "#kernel/by.ts";
import { CONSENT_TEXTS } from "./consent-texts.ts";

type Keys = { SEALING_KEY: string };
/** The acting user of an action, who is signed in. */
export type Person = By & { userId: number };

/** What a member sent: the fields of the record, and what was sent of own fields. */
type OwnEdit = {
	ref: MemberRef;
	input: Pick<MemberInput, SelfField>;
	own?: Pick<OwnSent, "typed" | "files">;
	by: Person;
};

/**
 * Changes the fields that members may change themselves, and the own fields that they fill in, on the user's own record or that of a member for whom the user
 * acts; for any other record it returns false and changes nothing. Refuses `member.stale` when the record changed since
 * the user saw it, and what `ownChanges` refuses; special data only while sealed data are open to the user.
 */
export async function updateProfile(env: Keys, db: Db, { ref, input, own: sent, by }: OwnEdit): Promise<boolean> {
	const [[acts], [hidden], [opening]] = await readRows(
		db.$client,
		mayActForRow(by.userId, ref.id),
		hiddenFrom(by.userId, ref.id),
		opensTo(by.userId, ref.id),
	);
	if (acts?.may !== 1) return false;
	// What the user does not see, because it is another guardian's, stays unless they write something else.
	const kept: unknown[] = JSON.parse(hidden?.fields ?? "[]");
	const written = Object.fromEntries(
		Object.entries(input).filter(([name, value]) => value !== null || !kept.includes(name)),
	);
	const own = sent && { ...sent, as: "member" as const, seesAll: opening?.reads === 1 };
	// A change of guardian changes the version, so it is noticed too.
	await updateMember(env, db, { ref, input: written, own, by, asOwn: true });
	return true;
}

/**
 * Records whether a member of age lets the guardian go on acting for the member. Refuses `member.wrong_state` for a
 * member who is under age or has no guardian.
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

import { commit, type Db, guard } from "#db/commit.ts";
import { insertGuardianConsent } from "#db/people/consents.ts";
import { mayActForRow } from "#db/people/member-reads.ts";
import type { MemberRef } from "#db/people/member-writes.ts";
import { readRows } from "#db/read.ts";
import { recordAudit } from "#db/system/audit.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import type { MemberInput, SelfField } from "#domain/people/members/fields.ts";
import type { By } from "#kernel/by.ts";
import { CONSENT_TEXTS } from "./consent-texts.ts";

type Keys = { SEALING_KEY: string };
/** Somebody who is signed in. */
export type Person = By & { userId: number };

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

import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, refuseWhere } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { refuseOldText } from "#db/people/consent-texts.ts";
import { insertWebConsent } from "#db/people/consents.ts";
import { openAnnounced, refuseManyAnnounced, refuseOfStaff } from "#db/people/guardianships.ts";
import { mayActFor } from "#db/people/member-reads.ts";
import { insertMember, refuseGuardianGone } from "#db/people/member-writes.ts";
import { auditChanges } from "#domain/people/members/fields.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { newMemberKeys, sealForPerson } from "#platform/member-seals.ts";
import type { Person } from "./actions.ts";
import type { Child } from "./child-form.ts";

type Announced = { child: Child; parentId: number; key: string; by: Person };

/**
 * 新增孩子: makes an application for membership of a member's child, of whom the member is the guardian, once per form `key`;
 * staff decide on it as on any other. What the parent hands in is open to the parent. Returns the record's id. Refuses
 * `member.wrong_state` (the user is no member yet), `member.children_wait` (too many wait), `member.guardian_refused` (the
 * user has a guardian), `member.guardian_second_person` for staff, whose families others deal with, and
 * `privacy.text_changed` for a consent to another text than the one that is asked for now.
 */
export async function announceChild(
	env: { SEALING_KEY: string },
	db: Db,
	{ child, parentId, key, by }: Announced,
): Promise<number> {
	const { name, birth_date, gender, personal_version: textVersion } = child;
	const said = { name, birth_date, gender };
	const keys = await newMemberKeys(env);
	const id = madeBy(key);
	const checks = [
		refuseOldText("personal_data", textVersion),
		refuseWhere("member.wrong_state", sql`NOT ${mayActFor(by.userId, parentId)}`),
		refuseGuardianGone(parentId),
		refuseOfStaff({ memberId: 0, guardianId: parentId }),
		refuseManyAnnounced(parentId),
	];
	return commitOnce(db, { key, at: by.at, checks }, [
		insertMember(db, {
			...{ name, birthDate: birth_date, gender, identityType: "patient", membershipType: "individual" },
			...{ sealId: keys.seal_id, personKey: keys.person_key, guardianMemberId: parentId, source: "self" },
			...{ status: "applied", statusSince: dateInTaipei(by.at), createdAt: by.at, updatedAt: by.at },
		}),
		openAnnounced(id, by.at),
		insertWebConsent(id, { kind: "personal_data", textVersion, given: true, userId: by.userId, at: by.at }),
		...recordAudit(db, {
			...by,
			action: "member.create",
			auditableType: "member",
			auditableId: id,
			description: "new member",
			changes: await sealForPerson(env, keys, auditChanges({}, said, {})),
		}),
	]);
}

import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { readsOf } from "#db/people/access-log.ts";
import { childrenOfApplicant } from "#db/people/application-children.ts";
import { appliedFieldsOf } from "#db/people/application-fields.ts";
import { consentsNow } from "#db/people/consents.ts";
import { duesStanding } from "#db/people/dues-standing.ts";
import { groupsOf } from "#db/people/group-people.ts";
import { guardianshipsOf } from "#db/people/guardianships.ts";
import { bansOf } from "#db/people/member-bans.ts";
import { valuesShown } from "#db/people/member-field-values.ts";
import { formerNumbers } from "#db/people/member-picks.ts";
import { kinOf, type MemberRow, memberRow } from "#db/people/member-reads.ts";
import { sanctionOf } from "#db/people/member-sanctions.ts";
import { countNotes } from "#db/people/notes.ts";
import { requestsOf } from "#db/people/privacy.ts";
import { representativesOf } from "#db/people/representatives.ts";
import { readRows, type Select } from "#db/read.ts";
import type { Decider } from "#domain/people/members/actions.ts";
import { dependents, guardians } from "#domain/people/members/rules.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import type { By } from "#kernel/by.ts";
import type { Permission } from "#permissions.ts";
import { READS_ON_RECORD } from "./privacy-card.ts";

export type AskMember = Ask<{ id: number }>;

/**
 * Returns the user who decides: with the user's own permission, else on behalf of a user who has it and whose deputy
 * the user is today, if there is one.
 */
export function deciderOf({ who, by }: { who: Visitor; by: By }, permission: Permission): Decider {
	if (who.ownPermissions.has(permission)) return by;
	const principal = who.deputising.find(({ permissions }) => permissions.includes(permission));
	return { ...by, onBehalfOf: principal?.userId ?? null };
}

/** The permissions to change a member's record, to decide about it, or to open its encrypted values. */
const HANDS: readonly Permission[] = [
	"members.manage",
	"members.approve",
	"members.merge",
	"members.view_sensitive",
	"certificates.review",
];
/**
 * Returns the user without the permissions in `HANDS` when the member is of the user's family, so that the page offers
 * no action on that record.
 */
const handsOf = (who: Visitor, member: MemberRow): { who: Visitor; isFamily: boolean } =>
	isFamily(member, who)
		? {
				isFamily: true,
				who: { ...who, permissions: new Set([...who.permissions].filter((one) => !HANDS.includes(one))) },
			}
		: { isFamily: false, who };

/**
 * Reads all data of a member's page in one round trip, with the rows of what else stands on it (`beside`); undefined
 * when there is no such member.
 */
export async function readMemberPage(ask: AskMember, beside: readonly Select<unknown>[]) {
	const { env, params, who, at } = ask;
	const { id } = params;
	const [
		[member],
		kin,
		standing,
		[notes],
		consents,
		requests,
		reads,
		numbers,
		[dues],
		[sanction],
		representatives,
		groups,
		own,
		bans,
		children,
		applied,
		...more
	] = await readRows(
		env.DB,
		memberRow(id),
		kinOf(id),
		guardianshipsOf(id),
		countNotes({ type: "member", id }),
		consentsNow(id),
		requestsOf(id),
		readsOf(id, READS_ON_RECORD),
		formerNumbers(id),
		duesStanding(id),
		sanctionOf(id),
		representativesOf(id),
		groupsOf(id),
		valuesShown(id, allows("members_sensitive", who)),
		bansOf(id),
		childrenOfApplicant(id),
		appliedFieldsOf(id, allows("members_sensitive", who)),
		...beside,
	);
	return (
		member &&
		dues && {
			more,
			member,
			guardians: guardians(member, kin),
			standing,
			dependents: dependents(member, kin),
			notes: notes?.count ?? 0,
			consents,
			requests,
			reads,
			numbers: numbers.map(({ member_no }) => member_no),
			dues,
			sanction,
			representatives,
			groups,
			own,
			bans,
			children,
			applied,
			mayGroup: allows("members_manage", who) && member.pseudonymised_at === null,
			...handsOf(who, member),
			at,
		}
	);
}

/** Reads only the member's record; undefined when there is none. */
export const oneMember = async ({ env, params }: AskMember) => (await readRows(env.DB, memberRow(params.id)))[0][0];

/**
 * Returns the address to which a decision leads: the record, or the list of applications for users who may not see
 * records.
 */
export const homeOf = (who: Visitor, id: number): string =>
	who.permissions.has("members.view") ? paths.admin.members.show(id) : paths.admin.members.applications();

import { recordAudit } from "#db/audit.ts";
import { type Db, guard, type Write } from "#db/commit.ts";
import { openGuardianship, openLogin, storedMember } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import {
	askToOpenGuardians,
	givePermissions,
	insertDeputy,
	refuseDeputyship,
	refuseMoreThan,
	type StoredConfirmation,
	usersSql as users,
} from "#db/system/index.ts";
import { guardianWrites } from "#domain/people/actions.ts";
import {
	auditNaming,
	auditUser,
	editing,
	enabling,
	endMembersSessions,
	resettingSecondFactor,
} from "#domain/system/actions.ts";
import { type Asked, KINDS, type Kind } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";

type Keys = { SEALING_KEY: string };
/** Returns the requested change of a confirmation, parsed by the schema of its kind. */
const askedOf = <K extends Kind>(kind: K, { asked }: StoredConfirmation): Asked[K] =>
	KINDS[kind].asked.parse(JSON.parse(asked)) as Asked[K];

type Doing = { seen: StoredConfirmation; by: By; isConfirmed: boolean };

/**
 * Returns the writes that make the requested change of a confirmation; none for an activation code, which its requester
 * issues later. Refuses `confirmation.stale` when the confirmation lacks the id of a user, role or member that its kind
 * needs; the writes refuse it when no sealed data waits to be opened.
 */
export async function doing(env: Keys, db: Db, of: Doing): Promise<Write[]> {
	const { seen, by } = of;
	// The right counts as given by the user who requested it, who then cannot be a second person for its holder.
	const giver = { ...by, userId: seen.requested_by };
	switch (seen.kind) {
		case "user_roles": {
			const { roles, permissions } = askedOf(seen.kind, seen);
			const userId = about(seen.user_id);
			return [
				refuseMoreThan(roles, permissions),
				...users.addConfirmedRoles(userId, roles, giver),
				...auditUser(db, "user.set_roles", { id: userId }, { ...by, changes: { added: roles } }),
			];
		}
		case "role_permissions": {
			const { permissions } = askedOf(seen.kind, seen);
			const roleId = about(seen.role_id);
			return [
				...givePermissions(roleId, permissions, giver),
				endMembersSessions(roleId, by.at),
				...recordAudit(db, {
					...by,
					action: "role.edit",
					auditableType: "role",
					auditableId: String(roleId),
					description: `role ${roleId}`,
					changes: { added: permissions },
				}),
			];
		}
		case "deputy": {
			const input = { ...askedOf(seen.kind, seen), deputy: about(seen.other_user_id) };
			const userId = about(seen.user_id);
			return [
				...refuseDeputyship(userId, input),
				insertDeputy(userId, input, by.at),
				...auditNaming(db, userId, { input, id: "", by }),
			];
		}
		case "user_login":
		case "second_factor":
		case "user_enabled":
			return ofLogin(db, seen.kind, { seen, by });
		case "guardian":
			return asGuardian(env, db, of);
		case "sealed_guardian": {
			const opened = { memberId: about(seen.member_id), guardianId: about(seen.guardian_id) };
			return [openGuardianship(opened, { how: "second_person", at: by.at }), guard("confirmation.stale")];
		}
		case "sealed_login": {
			const opened = { memberId: about(seen.member_id), userId: about(seen.user_id) };
			return [openLogin(opened, { how: "second_person", at: by.at }), guard("confirmation.stale")];
		}
		// The user who requested the code issues it later, because nobody else may see it.
		case "activation_code":
			return [];
	}
}

/**
 * Returns the writes that set a guardian. The member's sealed (encrypted) data is opened to the guardian when a second
 * person confirmed the change; when the change came into force without one, opening the data is requested and waits for
 * a second person. Refuses `member.stale` when the member's record is gone.
 */
async function asGuardian(env: Keys, db: Db, { seen, by, isConfirmed }: Doing): Promise<Write[]> {
	const [[member]] = await readRows(db.$client, storedMember(about(seen.member_id)));
	if (!member) throw new Refusal("member.stale");
	const guardianId = seen.guardian_id;
	const writes = await guardianWrites(env, db, { ...askedOf("guardian", seen), ref: member, guardianId, by });
	if (guardianId === null) return writes;
	const asked = { userId: seen.requested_by, at: by.at };
	return [
		...writes,
		isConfirmed
			? openGuardianship({ memberId: member.id, guardianId }, { how: "second_person", at: by.at })
			: askToOpenGuardians([member.id], asked),
	];
}

type OfLogin = { seen: StoredConfirmation; by: By };

/**
 * Returns the writes that make the requested change of a user's login, second factor or right to sign in. Refuses
 * `user.stale` when the user is gone.
 */
async function ofLogin(
	db: Db,
	kind: "user_login" | "second_factor" | "user_enabled",
	{ seen, by }: OfLogin,
): Promise<Write[]> {
	const user = await users.readSeenUser(db.$client, about(seen.user_id));
	if (!user) throw new Refusal("user.stale");
	switch (kind) {
		case "user_login":
			return editing(db, user, { input: { name: user.name, ...askedOf(kind, seen) }, by });
		case "second_factor":
			return resettingSecondFactor(db, user, by);
		case "user_enabled":
			return enabling(db, user, by);
	}
}

/**
 * Returns an id (of a user, role or member) that a confirmation must name. Refuses `confirmation.stale` when it is
 * null.
 */
function about(id: number | null): number {
	if (id === null) throw new Refusal("confirmation.stale");
	return id;
}

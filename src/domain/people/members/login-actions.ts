import { commit, type Db } from "#db/commit.ts";
import { addMemberRole, type MemberRef, updateMember } from "#db/people/member-writes.ts";
import { askToOpenLogin, refuseFamily, refuseFamilyLogins } from "#db/system/index.ts";
import { isFamily } from "#domain/people/related.ts";
import { createUserOfUsers as createUser } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { auditMember, seenMember } from "./actions.ts";

type Keys = { SEALING_KEY: string };

/**
 * Connects a login with a record, or disconnects it (`userId` null). Refuses `member.stale` for a record with another
 * login, `member.wrong_state` for a login of a deceased member, `member.login_taken` for the login of another member,
 * and `member.own` for a record or a login of the acting user's family, because by disconnecting a record a user could
 * then decide on it.
 */
export async function linkLogin(
	env: Keys,
	db: Db,
	{ ref, userId, by }: { ref: MemberRef; userId: number | null; by: By },
): Promise<void> {
	const { user_id: from, status } = await seenMember(env, db, ref);
	if (from === userId) return;
	if (from !== null && userId !== null) throw new Refusal("member.stale");
	if (userId !== null && status === "deceased") throw new Refusal("member.wrong_state");
	await commit(db, [
		refuseFamily([ref.id], by),
		refuseFamilyLogins([userId], by),
		...updateMember(db, ref, { userId, updatedAt: by.at }),
		...(userId === null ? [] : [addMemberRole(userId), askToOpenLogin(ref.id, by)]),
		...auditMember(db, ref.id, {
			...by,
			action: userId === null ? "member.unlink_login" : "member.link_login",
			changes: { user: { from, to: userId } },
		}),
	]);
}

/**
 * Makes a login for a member and connects it; with an e-mail address an invitation is sent (the caller then queues the
 * message `mail.due`). Returns the user's id. A repeated request makes no second login. Refuses `member.own` (of the
 * acting user's family), `member.wrong_state` (has a login, or is deceased), `user.email_taken` and `user.phone_taken`
 * (another login has the address or number).
 */
export async function inviteMember(
	env: Keys,
	db: Db,
	{ ref, login, by }: { ref: MemberRef; login: { email: string | null; phone: string | null }; by: By },
): Promise<number> {
	const { name, user_id, status, related } = await seenMember(env, db, ref);
	if (by.userId !== null && isFamily({ related }, { userId: by.userId })) throw new Refusal("member.own");
	if (user_id !== null || status === "deceased") throw new Refusal("member.wrong_state");
	const key = `member-login:${ref.id}:${ref.version}`;
	const userId = await createUser(db, { name, ...login, roleIds: [] }, { ...by, key, invite: login.email !== null });
	await linkLogin(env, db, { ref, userId, by });
	return userId;
}

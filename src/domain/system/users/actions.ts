import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { endDeputiesOf } from "#db/system/deputies.ts";
import { notify } from "#db/system/notifications.ts";
import { insertLink, voidLinks } from "#db/system/one-time.ts";
import { refuseLastAdmin } from "#db/system/roles.ts";
import * as stored from "#db/system/users.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newLinkId } from "#platform/codes.ts";
import { changedFields, INVITATION_MS, refuseOneself } from "./rules.ts";
import type { UserInput } from "./schema.ts";

type UserRef = stored.UserRef;
/** Further writes for the same batch, before its own. */
type Also = { also?: readonly Write[] };

/*
 * Every action on another user refuses `user.stale`, and `user.above_you` when that user has permissions that the acting user has
 * not, unless the acting user manages roles. Roles, and what else gives permissions, are given in domain/system/roles.
 */

/**
 * Makes an invited user and returns the id; once per form `key`. With `invite` the mail is sent too. `wanted` are the
 * roles asked for, of which some may wait for a second person. Refuses `user.email_taken` and `user.phone_taken`
 * (another user has it), `user.no_email` (an invitation needs one), `user.above_you` (the roles give permissions that
 * the acting user has not) and `role.stale` (a role is gone).
 */
export async function createUser(
	db: Db,
	{ roleIds, ...input }: UserInput & { roleIds: readonly number[] },
	{
		key,
		invite,
		wanted = roleIds,
		also = [],
		...by
	}: By & Also & { key: string; invite: boolean; wanted?: readonly number[] },
): Promise<number> {
	if (invite && input.email === null) throw new Refusal("user.no_email");
	const id = madeBy(key);
	return commitOnce(db, { key, at: by.at, checks: stored.refuseAbove(by.userId, null, wanted) }, [
		stored.insertUser(input, by.at),
		...also,
		...stored.giveRoles(id, roleIds, by),
		...recordAudit(db, {
			...by,
			action: "user.create",
			auditableType: "user",
			auditableId: id,
			description: "new user",
			changes: { roles: roleIds },
		}),
		...(invite ? invitation(id, by.at) : []),
	]);
}

/**
 * Sends an invitation, also again: the earlier link stops working. Refuses `user.not_invited` (the user is active or
 * disabled), `user.no_email` (the user has none), `user.above_you` (the user has permissions that the acting user has
 * not) and `user.stale` (changed meanwhile).
 */
export async function inviteUser(db: Db, ref: UserRef, by: By): Promise<void> {
	const { status, email } = await readSeen(db, ref);
	if (status !== "invited") throw new Refusal("user.not_invited");
	if (email === null) throw new Refusal("user.no_email");
	await commit(db, [
		stored.refuseChanged(ref),
		...stored.refuseAbove(by.userId, ref.id),
		...invitation(ref.id, by.at),
		...auditUser(db, "user.invite", ref, by),
	]);
}

/**
 * Changes name, e-mail and phone. A changed e-mail voids the links that were sent, and the old address is told. Refuses
 * `user.own_login` (one's own login is changed with proof), `user.email_taken` and `user.phone_taken` (another user has
 * it).
 */
export async function editUser(
	db: Db,
	ref: UserRef,
	{ input, also = [], ...by }: By & Also & { input: UserInput },
): Promise<void> {
	const before = await readSeen(db, ref);
	const fields = changedFields(before, input);
	if (fields.length === 0) return;
	if (fields.some((field) => field !== "name")) refuseOneself("login", ref.id, by);
	await commit(db, [...also, ...stored.refuseAbove(by.userId, ref.id), ...editing(db, before, { input, by })]);
}

/** Returns the writes that change name, e-mail and phone of a user; `before` is the user as read. */
export function editing(db: Db, before: stored.SeenUser, { input, by }: { input: UserInput; by: By }): Write[] {
	const fields = changedFields(before, input);
	const hasMoved = fields.includes("email");
	return [
		// Before the update, so that it goes to the old address.
		...(hasMoved ? [notify("email_changed", { user: before.id, data: { changedAt: by.at }, at: by.at })] : []),
		...stored.updateUser(before, input, by.at),
		...(hasMoved ? [voidLinks(before.id, by.at)] : []),
		...auditUser(db, "user.edit", before, { ...by, changes: { fields } }),
	];
}

/**
 * Disables a user: sessions, links, codes and deputyships end. Refuses `user.own_disable` (the acting user) and
 * `user.last_admin` (nobody would be left who may manage users and roles).
 */
export async function disableUser(db: Db, ref: UserRef, by: By): Promise<void> {
	refuseOneself("disable", ref.id, by);
	await readSeen(db, ref);
	await commit(db, [
		...stored.refuseAbove(by.userId, ref.id),
		...stored.disableUser(ref, by.at),
		refuseLastAdmin(),
		endDeputiesOf(ref.id, by.at),
		notify("account_disabled", { user: ref.id, data: { disabledAt: by.at }, at: by.at }),
		...auditUser(db, "user.disable", ref, by),
	]);
}

/**
 * Enables a disabled user again: with the earlier password, or as invited when none was set. Refuses `user.above_you`
 * (the user has permissions that the acting user has not).
 */
export const enableUser = (db: Db, ref: UserRef, { also = [], ...by }: By & Also): Promise<void> =>
	commit(db, [...also, ...stored.refuseAbove(by.userId, ref.id), ...enabling(db, ref, by)]);

/** Returns the writes that enable a disabled user. */
export const enabling = (db: Db, ref: UserRef, by: By): Write[] => [
	...stored.enableUser(ref, by.at),
	...auditUser(db, "user.enable", ref, by),
];

/**
 * Removes the second factor of a user who lost it; the user's sessions end, and the user is told. Refuses
 * `user.own_second_factor` for the acting user's own.
 */
export async function resetSecondFactor(db: Db, ref: UserRef, { also = [], ...by }: By & Also): Promise<void> {
	refuseOneself("second_factor", ref.id, by);
	const user = await readSeen(db, ref);
	await commit(db, [...also, ...stored.refuseAbove(by.userId, ref.id), ...resettingSecondFactor(db, user, by)]);
}

/** Returns the writes that remove a user's second factor. */
export const resettingSecondFactor = (db: Db, user: stored.SeenUser, by: By): Write[] => [
	...stored.clearSecondFactor(user, by.at),
	notify("second_factor_changed", { user: user.id, data: { change: "reset", changedAt: by.at }, at: by.at }),
	...auditUser(db, "user.reset_second_factor", user, by),
];

/** Ends every session of a user. */
export const endUserSessions = (db: Db, ref: UserRef, by: By): Promise<void> =>
	commit(db, [
		...stored.refuseAbove(by.userId, ref.id),
		...stored.endSessions(ref, by.at),
		...auditUser(db, "user.end_sessions", ref, by),
	]);

/**
 * Reads a user for a change. Refuses `user.stale` when it changed since the acting user saw it; the batch checks this
 * again.
 */
async function readSeen(db: Db, { id, version }: UserRef): Promise<stored.SeenUser> {
	const user = await stored.readSeenUser(db.$client, id);
	if (user?.version !== version) throw new Refusal("user.stale");
	return user;
}

/** Returns the writes of an invitation's link and its mail; the caller then queues the message `mail.due`. */
function invitation(user: number | ReturnType<typeof madeBy>, at: number): Write[] {
	const link = { id: newLinkId(), expiresAt: at + INVITATION_MS };
	return [
		...insertLink({ ...link, purpose: "invitation", userId: user, email: null }, at),
		notify("invitation", { user, data: { linkId: link.id, expiresAt: link.expiresAt }, at }),
	];
}

/** Returns the audit row about a user; every action on users uses it, in any domain. */
export const auditUser = (
	db: Db,
	action: string,
	{ id }: Pick<UserRef, "id">,
	by: By & { changes?: Record<string, unknown> },
): Write[] =>
	recordAudit(db, { ...by, action, auditableType: "user", auditableId: String(id), description: `user ${id}` });

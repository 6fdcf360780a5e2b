import { commit, type Db, type Write } from "#db/commit.ts";
import { madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { givenRoles, type MovesRight, refuseMoving, userHoldsPower } from "#db/system/confirmations.ts";
import { endDeputiesOfNoStaff, refuseDeputyship } from "#db/system/deputies.ts";
import { refuseFamilyLogins, refuseMoreForFamily } from "#db/system/family.ts";
import { refuseLastAdmin } from "#db/system/roles.ts";
import * as stored from "#db/system/users.ts";
import { nameDeputy } from "#domain/system/deputies/actions.ts";
import { refuseDeputy } from "#domain/system/deputies/rules.ts";
import type { DeputyInput } from "#domain/system/deputies/schema.ts";
import { asking, listing, type Outcome, waitsFor } from "#domain/system/second-persons/actions.ts";
import * as users from "#domain/system/users/actions.ts";
import { changedFields, refuseOneself } from "#domain/system/users/rules.ts";
import type { UserInput } from "#domain/system/users/schema.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { StoredCodes } from "./schema.ts";

type UserRef = stored.UserRef;

/*
 * Actions that change another user's rights. A change that gives a power (POWERS in src/permissions.ts), or takes over the login
 * of a user who has one, waits for a second person and changes nothing until then; the caller then queues the message `mail.due`.
 * Each refuses already when it is requested: `member.own` for the acting user's family (for the user personally another code),
 * `confirmation.waits` when the same change waits already, `confirmation.moved` when it became such a change meanwhile, and what
 * the action on the user refuses.
 */

/**
 * Makes a user, as `createUser` of users/actions.ts does; roles that give a power (to review, to post, over sealed data
 * or over the system) wait for a second person.
 */
export async function createUser(
	db: Db,
	{ roleIds, ...input }: UserInput & { roleIds: readonly number[] },
	{ key, invite, ...by }: By & { key: string; invite: boolean },
): Promise<{ id: number; outcome: Outcome }> {
	const given = await split(db, { userId: null, roleIds, by });
	const also = given.writes(madeBy(key));
	const id = await users.createUser(
		db,
		{ ...input, roleIds: given.now },
		{ ...by, key, invite, wanted: roleIds, also },
	);
	return { id, outcome: given.outcome };
}

/**
 * Sets a user's roles: those that give no power at once, the others after a second person's confirmation; removed roles
 * are gone at once.
 */
export async function setUserRoles(
	db: Db,
	ref: UserRef,
	{ roleIds, ...by }: By & { roleIds: readonly number[] },
): Promise<Outcome> {
	refuseOneself("roles", ref.id, by);
	const given = await split(db, { userId: ref.id, roleIds, by });
	await commit(db, [
		refuseMoreForFamily(ref.id, roleIds, by),
		...stored.refuseAbove(by.userId, ref.id, roleIds),
		...given.writes(ref.id),
		...stored.setRoles(ref, given.now, by),
		endDeputiesOfNoStaff(by.at),
		refuseLastAdmin(),
		...users.auditUser(db, "user.set_roles", ref, { ...by, changes: { roles: given.now } }),
	]);
	return given.outcome;
}

type Splitting = { userId: number | null; roleIds: readonly number[]; by: By };

/**
 * Splits roles into those that the user gets now, and writes that store the others for a second person or list them.
 */
async function split(db: Db, { userId, roleIds, by }: Splitting) {
	const [[facts]] = await readRows(db.$client, givenRoles(userId, roleIds));
	const powerful: number[] = JSON.parse(facts?.roles ?? "[]");
	const moves: MovesRight = { is_watched: facts?.is_watched ?? 0, moves: powerful.length > 0 ? 1 : 0 };
	const waits = waitsFor(moves, by);
	const now = waits ? roleIds.filter((id) => !powerful.includes(id)) : roleIds;
	const asked = { roles: powerful, permissions: StoredCodes.parse(facts?.permissions ?? "[]") };
	return {
		now,
		outcome: waits ? ("waits" as const) : ("done" as const),
		/** The writes to put before those that give the roles; `id` is the user's. */
		writes: (id: number | ReturnType<typeof madeBy>): Write[] => [
			...(by.userId === null ? [] : [refuseMoving({ roles: now, of: userId })]),
			...(waits
				? asking(db, { kind: "user_roles", userId: id, asked }, by)
				: listing({ kind: "user_roles", userId: id, asked }, moves, by)),
		],
	};
}

/** Changes name, e-mail and phone; another e-mail or phone of a user who holds a power waits for a second person. */
export async function editUser(db: Db, ref: UserRef, { input, ...by }: By & { input: UserInput }): Promise<Outcome> {
	const before = await stored.readSeenUser(db.$client, ref.id);
	const isLogin = before !== null && changedFields(before, input).some((field) => field !== "name");
	if (!isLogin) {
		await users.editUser(db, ref, { input, ...by });
		return "done";
	}
	refuseOneself("login", ref.id, by);
	const { email, phone } = input;
	return moving(db, ref, {
		what: { kind: "user_login", userId: ref.id, asked: { email, phone } },
		by,
		now: (also) => users.editUser(db, ref, { input, ...by, also }),
		// The name is not part of the login: it changes at once.
		meanwhile: () => users.editUser(db, ref, { input: { ...before, name: input.name }, ...by }),
	});
}

/**
 * Removes the second factor of a user who lost it; for a user who holds a power this waits for a second person. Refuses
 * `user.own_second_factor` for the acting user's own.
 */
export function resetSecondFactor(db: Db, ref: UserRef, by: By): Promise<Outcome> {
	refuseOneself("second_factor", ref.id, by);
	return moving(db, ref, {
		what: { kind: "second_factor", userId: ref.id, asked: {} },
		by,
		now: (also) => users.resetSecondFactor(db, ref, { ...by, also }),
	});
}

/** Enables a disabled user; for a user who holds a power this waits for a second person. */
export const enableUser = (db: Db, ref: UserRef, by: By): Promise<Outcome> =>
	moving(db, ref, {
		what: { kind: "user_enabled", userId: ref.id, asked: {} },
		by,
		now: (also) => users.enableUser(db, ref, { ...by, also }),
	});

type Named = { input: DeputyInput; key: string };

/**
 * Names a deputy: for oneself at once, for another user after a second person's confirmation. Refuses what `nameDeputy`
 * of deputies/actions.ts refuses, and `member.own` when another user concerned is of the acting user's family.
 */
export async function nameDeputyFor(db: Db, userId: number, { input, key, ...by }: By & Named): Promise<Outcome> {
	if (userId === by.userId) {
		await nameDeputy(db, userId, { input, key, ...by });
		return "done";
	}
	refuseDeputy(userId, input, by);
	const { deputy, starts_on, ends_on } = input;
	const what = { kind: "deputy" as const, userId, otherUserId: deputy, asked: { starts_on, ends_on } };
	const [[facts]] = await readRows(db.$client, userHoldsPower(userId));
	const moves: MovesRight = { is_watched: facts?.is_watched ?? 0, moves: 1 };
	const family = refuseFamilyLogins([userId, deputy], by);
	if (waitsFor(moves, by)) {
		await commit(db, [
			family,
			...stored.refuseAbove(by.userId, userId),
			...refuseDeputyship(userId, input),
			...asking(db, what, by),
		]);
		return "waits";
	}
	const also = [family, refuseMoving({ user: userId }), ...listing(what, moves, by)];
	await nameDeputy(db, userId, { input, key, ...by, also: by.userId === null ? [] : also });
	return "done";
}

type Moving = {
	what: Parameters<typeof asking>[1];
	by: By;
	/** Makes the change, with further writes before its own. */
	now: (also: Write[]) => Promise<void>;
	/** The part of the change that is made at once although the rest waits. */
	meanwhile?: () => Promise<void>;
};

/**
 * Makes a change at once when no second person has to confirm it; otherwise stores it for a second person. Refuses
 * `user.stale` when the user is gone or, for a stored change, changed meanwhile.
 */
async function moving(db: Db, ref: UserRef, { what, by, now, meanwhile }: Moving): Promise<Outcome> {
	const [[facts]] = await readRows(db.$client, userHoldsPower(ref.id));
	if (!facts) throw new Refusal("user.stale");
	const family = refuseFamilyLogins([ref.id], by);
	if (!waitsFor(facts, by)) {
		await now(by.userId === null ? [] : [family, refuseMoving({ user: ref.id }), ...listing(what, facts, by)]);
		return "done";
	}
	await commit(db, [
		family,
		stored.refuseChanged(ref),
		...stored.refuseAbove(by.userId, ref.id),
		...asking(db, what, by),
	]);
	await meanwhile?.();
	return "waits";
}

import type { Visitor } from "#auth/visitor.ts";
import type { UserRow } from "#db/system/user-lists.ts";
import { StoredCodes } from "#domain/system/roles/schema.ts";
import { DEPUTISED, type Permission } from "#permissions.ts";

/** The actions on a user's page that the current user is offered: only those that the rules allow. */
export type Offers = {
	/** Whether it is the current user's own page; most of these actions are under /account. */
	isSelf: boolean;
	/** Whether the user has permissions that the current user may not give; then no action is offered. */
	isAbove: boolean;
	edit: boolean;
	roles: boolean;
	invite: boolean;
	code: boolean;
	resetSecondFactor: boolean;
	endSessions: boolean;
	disable: boolean;
	enable: boolean;
	nameDeputy: boolean;
};

type Holder = Pick<Visitor, "userId" | "ownPermissions">;

/**
 * Returns whether the current user may give these permissions: with `roles.manage` any, otherwise only `member.own` and
 * the permissions that the user has (else the action is refused with `user.above_you`).
 */
export const mayGive = (permissions: readonly Permission[], who: Holder): boolean =>
	who.ownPermissions.has("roles.manage") ||
	permissions.every((one) => one === "member.own" || who.ownPermissions.has(one));

export function offersOn(user: UserRow, who: Holder): Offers {
	const held = StoredCodes.parse(user.permissions);
	const isSelf = user.id === who.userId;
	const isAbove = !isSelf && !mayGive(held, who);
	const isTheirs = !isSelf && !isAbove;
	const isDisabled = user.status === "disabled";
	return {
		isSelf,
		isAbove,
		edit: !isAbove,
		roles: isTheirs,
		invite: isTheirs && user.status === "invited" && user.email !== null,
		code: isTheirs && !isDisabled && user.is_staff === 0,
		resetSecondFactor: isTheirs && user.has_second_factor === 1,
		endSessions: isTheirs && user.sessions > 0,
		disable: isTheirs && !isDisabled,
		enable: isTheirs && isDisabled,
		nameDeputy: isTheirs && !isDisabled && held.some((one) => DEPUTISED.includes(one)),
	};
}

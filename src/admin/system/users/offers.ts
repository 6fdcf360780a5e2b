import type { Visitor } from "#auth/visitor.ts";
import type { UserRow } from "#db/system/user-lists.ts";
import { StoredCodes } from "#domain/system/roles/schema.ts";
import { DEPUTISED, type Permission } from "#permissions.ts";

/** What of a user's page somebody is offered: what the rules would refuse is not. */
export type Offers = {
	/** One's own user: most of it stands under /account. */
	isSelf: boolean;
	/** They may do what one may not do oneself. */
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

/** Whether somebody may hand out these permissions: who manages roles any, others what they hold (`user.above_you`). */
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

import type { Visitor } from "#auth/visitor.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import type { Permission } from "#kernel/permissions.ts";

/**
 * Returns in whose place the user can act with a permission: `standsFor` is [null] for the user's own permission, else
 * the ids of the users for whom the user is a deputy today.
 */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor, permission: Permission): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(permission)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.userId),
});

/** Returns in whose place the user can reverse verified or posted money: with 沖銷收款, else as 理事長 or 監事. */
export function reverserOf(who: Visitor): Reviewer {
	const own = reviewerOf(who, "payments.reverse");
	return own.standsFor.length > 0 ? own : reviewerOf(who, "confirmations.decide");
}

/**
 * Returns the users whose own matter it must not be: the current user, and all users in whose place the user would act.
 */
export const usersOf = (who: Visitor, permission: Permission): number[] => [
	who.userId,
	...reviewerOf(who, permission).standsFor.filter((one) => one !== null),
];

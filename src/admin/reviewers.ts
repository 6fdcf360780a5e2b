import type { Visitor } from "#auth/visitor.ts";
import type { Reviewer } from "#domain/people/index.ts";
import type { Permission } from "#permissions.ts";

/**
 * Returns on whose behalf the user may use a permission: `standsFor` is [null] when the user has it, else the ids of
 * the users whose deputy the user is today.
 */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor, permission: Permission): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(permission)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.userId),
});

/**
 * Returns on whose behalf the user may reverse verified or posted money: by the permission `payments.reverse`
 * (沖銷收款), otherwise by `confirmations.decide` (理事長 and 監事).
 */
export function reverserOf(who: Visitor): Reviewer {
	const own = reviewerOf(who, "payments.reverse");
	return own.standsFor.length > 0 ? own : reviewerOf(who, "confirmations.decide");
}

/**
 * Returns the ids of the user and of everyone as whose deputy the user would use the permission. None of them may be a
 * party to what the user decides.
 */
export const usersOf = (who: Visitor, permission: Permission): number[] => [
	who.userId,
	...reviewerOf(who, permission).standsFor.filter((one) => one !== null),
];

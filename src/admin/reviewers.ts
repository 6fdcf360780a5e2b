import type { Visitor } from "#auth/visitor.ts";
import type { Reviewer } from "#domain/certificates/rules.ts";
import type { Permission } from "#domain/users/permissions.ts";

/** As whom somebody may do what needs a permission: themselves, or those whom they stand in for today. */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor, permission: Permission): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(permission)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.userId),
});

/** Whose own something must not be: whoever asks, and everybody in whose place they may alone. */
export const usersOf = (who: Visitor, permission: Permission): number[] => [
	who.userId,
	...reviewerOf(who, permission).standsFor.filter((one) => one !== null),
];

import type { Visitor } from "#auth/visitor.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import type { Permission } from "#permissions.ts";

/** As whom somebody may do what needs a permission: themselves, or those whom they stand in for today. */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor, permission: Permission): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(permission)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.userId),
});

/** As whom somebody reverses money that was verified or posted: by 沖銷收款, else as 理事長 or 監事. */
export function reverserOf(who: Visitor): Reviewer {
	const own = reviewerOf(who, "payments.reverse");
	return own.standsFor.length > 0 ? own : reviewerOf(who, "confirmations.decide");
}

/** Whose own something must not be: whoever asks, and everybody in whose place they may alone. */
export const usersOf = (who: Visitor, permission: Permission): number[] => [
	who.userId,
	...reviewerOf(who, permission).standsFor.filter((one) => one !== null),
];

import type { Visitor } from "#auth/visitor.ts";
import type { Reviewer } from "#domain/certificates/rules.ts";
import { dateInTaipei } from "#domain/content/times.ts";

type Reviewing = "payments.verify" | "payments.reverse" | "receipts.void";

/** As whom somebody may verify or reverse: themselves, or those whom they stand in for today. */
export const reviewerOf = ({ userId, ownPermissions, deputising }: Visitor, permission: Reviewing): Reviewer => ({
	userId,
	standsFor: ownPermissions.has(permission)
		? [null]
		: deputising.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.userId),
});

/** Whose own something must not be: whoever asks, and everybody in whose place they may alone. */
export const usersOf = (who: Visitor, permission: Reviewing): number[] => [
	who.userId,
	...reviewerOf(who, permission).standsFor.filter((one) => one !== null),
];

/** Today in Taipei, and when it began (UTC milliseconds). */
export const dayAt = (at: number): { today: string; since: number } => {
	const today = dateInTaipei(at);
	return { today, since: Date.parse(`${today}T00:00:00+08:00`) };
};

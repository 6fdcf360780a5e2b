import { type Reviewer, reviewsAs } from "#domain/people/certificates/rules.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Who closed something, and in whose place. */
export type ClosedBy = { closed_by: number | null; on_behalf_of: number | null };

/** As whom somebody closes: themselves (null), or the first whom they stand in for today. */
export const closesAs = ({ standsFor }: Reviewer): number | null => standsFor[0] ?? null;

/** As whom somebody opens again what was closed: neither who closed it nor in whose place it was. Undefined where they may not. */
export const reopensAs = (reviewer: Reviewer, { closed_by, on_behalf_of }: ClosedBy) =>
	reviewsAs(
		reviewer,
		[closed_by, on_behalf_of].filter((one) => one !== null),
	);

/** The same; refuses `ledger.second_person`. */
export function secondPerson(reviewer: Reviewer, closed: ClosedBy): number | null {
	const as = reopensAs(reviewer, closed);
	if (!as) throw new Refusal("ledger.second_person");
	return as.onBehalfOf;
}

/** 115 年 */
export const yearWords = (year: number): string => `${year - 1911} 年`;

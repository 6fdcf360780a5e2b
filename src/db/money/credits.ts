/**
 * Returns SQL for the overpayment credit (溢繳款) that a member (SQL of the id) has left. The view member_credits
 * (migration 0028) is the only place that sums it.
 */
export const creditLeft = (member: string): string =>
	`coalesce((SELECT credit FROM member_credits WHERE member_id = ${member}), 0)`;

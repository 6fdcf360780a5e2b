import { discountFor, FEE_OF_ITEM } from "#db/people/index.ts";

const PERCENT = `(SELECT ${discountFor(FEE_OF_ITEM)} FROM members m WHERE m.id = d.member_id)`;

/**
 * Returns SQL for the amount that a dues item `d`, for which a payment was submitted or verified, would have on a day
 * (`today`, an SQL parameter: YYYY-MM-DD in Taipei) by a disability certificate that was approved after the item was
 * assessed; NULL when the amount stays. It is only shown to the cashier (docs/workflows.md#fees): the item keeps its
 * amount.
 */
export const wouldBeOf = (today: string): string => `(SELECT d.base_amount - d.base_amount * ${PERCENT} / 100
	FROM member_disability v JOIN disability_certificates c ON c.id = v.approval_id
	WHERE v.member_id = d.member_id AND d.status IN ('open', 'partially_paid') AND d.discount_percent < ${PERCENT}
		AND d.dues_year >= CAST(substr(${today}, 1, 4) AS INTEGER) AND c.reviewed_at >= d.created_at
		AND (c.valid_until IS NULL OR c.valid_until >= max(${today}, d.dues_year || '-01-01'))
		AND EXISTS (SELECT 1 FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE a.dues_item_id = d.id AND p.status IN ('submitted', 'verified')))`;

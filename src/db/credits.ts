/**
 * 溢繳款 of one member (SQL of the id) that is left: what the view member_credits (0028) has of everybody, by the indexes of
 * one. The + keeps the payments' states from leading, of which there are many.
 */
export const creditLeft = (member: string): string =>
	`(coalesce((SELECT sum(credit_part.amount) FROM payment_allocations credit_part JOIN payments credit_from ON credit_from.id = credit_part.payment_id
			WHERE credit_part.member_id = ${member} AND credit_part.kind = 'credit' AND +credit_from.status = 'verified'), 0)
		+ coalesce((SELECT sum(credited_amount) FROM dues_items WHERE member_id = ${member} AND credited_amount > 0), 0)
		- coalesce((SELECT sum(amount) FROM payments WHERE payer_member_id = ${member} AND method = 'credit' AND +status = 'verified'), 0)
		- coalesce((SELECT sum(gross) FROM finance_documents WHERE refund_of = 'credit' AND payee_member_id = ${member}
			AND state IN ('approved', 'paid', 'posted')), 0))`;

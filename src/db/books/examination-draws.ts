import { type Select, select } from "#db/read.ts";
import type { DrawInput } from "#domain/books/examinations/form.ts";
import type { CHOICES, Found } from "#domain/books/examinations/sample.ts";

const IN_PERIOD = "v.state = 'posted' AND v.date BETWEEN ?1 AND ?2";
const day = (at: string): string => `date(${at} / 1000, 'unixepoch', '+8 hours')`;

/** Selects the posted vouchers of a period, from which some are drawn at random. */
export const vouchersIn = ({ from_on, to_on }: Pick<DrawInput, "from_on" | "to_on">): Select<{ id: number }> =>
	select(`SELECT v.id FROM vouchers v WHERE ${IN_PERIOD} ORDER BY v.id`, from_on, to_on);

/** Whether the request o, paid before d, paid the same payee: the same record, else the same folded name or 統一編號. */
const SAME_PAYEE = `(o.payee_id = d.payee_id
	OR EXISTS (SELECT 1 FROM finance_shares s WHERE s.document_id = o.id AND s.payee_id = d.payee_id)
	OR (o.register IS NULL AND (d.payee_id IS NULL OR o.payee_id IS NULL)
		AND (o.payee_name_folded = d.payee_name_folded OR o.payee_tax_id = d.payee_tax_id)))`;
const PAID_BEFORE = "o.state IN ('paid', 'posted') AND o.net > 0 AND (o.paid_on, o.id) < (d.paid_on, d.id)";
const NEW_PAYEE = `SELECT 'finance' AS kind, d.id AS record_id, 'new_payee' AS why FROM finance_documents d
	WHERE d.state IN ('paid', 'posted') AND d.net > 0 AND d.paid_on BETWEEN ?1 AND ?2 AND CASE WHEN d.register IS NULL
		THEN NOT EXISTS (SELECT 1 FROM finance_documents o WHERE ${PAID_BEFORE} AND ${SAME_PAYEE})
		ELSE EXISTS (SELECT 1 FROM finance_shares n WHERE n.document_id = d.id AND NOT EXISTS (
			SELECT 1 FROM finance_documents o WHERE ${PAID_BEFORE} AND (o.payee_id = n.payee_id
				OR EXISTS (SELECT 1 FROM finance_shares s WHERE s.document_id = o.id AND s.payee_id = n.payee_id)))) END`;

/** The steps of requests that were exceptions, on the days on which they were taken, and what one person both recorded and posted. */
const EXCEPTIONS = `SELECT 'finance' AS kind, e.document_id AS record_id, j.value AS why
	FROM finance_events e JOIN json_each('["over_budget", "two_roles", "stand_in"]') j
	WHERE ${day("e.at")} BETWEEN ?1 AND ?2 AND CASE j.value WHEN 'over_budget' THEN e.over_budget = 1
		WHEN 'two_roles' THEN e.concurrent_post_id IS NOT NULL ELSE e.stands_in = 1 END
	UNION ALL SELECT 'finance', s.document_id, 'ruled' FROM finance_shares s
	WHERE (coalesce(s.ruled ->> '$.tax', s.tax), coalesce(s.ruled ->> '$.premium', s.premium)) <> (s.tax, s.premium) AND EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = s.document_id
		AND e.step = 'approve_accountant' AND ${day("e.at")} BETWEEN ?1 AND ?2)
	UNION ALL SELECT 'voucher', v.id, 'two_roles' FROM vouchers v JOIN income_records r ON v.source = 'income' AND r.id = v.source_id
	WHERE ${IN_PERIOD} AND r.concurrent_post_id IS NOT NULL`;

const FOUND: Record<(typeof CHOICES)[number], string> = {
	reversal: `SELECT 'voucher' AS kind, v.id AS record_id, 'reversal' AS why FROM vouchers v WHERE ${IN_PERIOD} AND v.source = 'reversal'`,
	voided: `SELECT 'receipt' AS kind, r.id AS record_id, 'voided' AS why FROM receipts r
		WHERE r.status = 'voided' AND ${day("r.voided_at")} BETWEEN ?1 AND ?2`,
	manual: `SELECT 'voucher' AS kind, v.id AS record_id, 'manual' AS why FROM vouchers v WHERE ${IN_PERIOD} AND v.source = 'manual'`,
	new_payee: NEW_PAYEE,
	exception: EXCEPTIONS,
};

/**
 * Returns the queries of the records that are drawn for their kind or their amount. A record comes once for each of its
 * reasons, or more than once.
 */
export const foundIn = ({ from_on, to_on, amount, choices }: DrawInput): Select<Found>[] => [
	...choices.map((choice) => select<Found>(FOUND[choice], from_on, to_on)),
	...(amount === 0
		? []
		: [
				select<Found>(
					`SELECT 'voucher' AS kind, v.id AS record_id, 'amount' AS why FROM vouchers v
					WHERE ${IN_PERIOD} AND (SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = v.id) >= ?3`,
					from_on,
					to_on,
					amount,
				),
			]),
];

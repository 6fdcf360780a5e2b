/** What must hold when a seed is at its end: the program's own invariants, and the same money counted in another way. */
import { brokenInvariants } from "#db/invariants/suite.ts";
import { Database } from "../../../scripts/asked-database.ts";
import type { InProcess } from "../d1-in-process.ts";

/** The year's opening may wait for its accountant. */
const MAY_WAIT = "openings";

/** Each finds what must not be there; written without the program's views and columns that count. */
const CHECKS = {
	"a receipt number that is missing or twice": `SELECT series, roc_year FROM receipts GROUP BY series, roc_year
		HAVING count(*) <> max(seq) - min(seq) + 1 OR count(DISTINCT seq) <> count(*)`,
	"a voucher number that is missing or twice": `SELECT kind, roc_year FROM vouchers WHERE state = 'posted' GROUP BY kind, roc_year
		HAVING count(*) <> max(seq) - min(seq) + 1 OR count(DISTINCT seq) <> count(*)`,
	"a posted voucher that does not balance": `SELECT v.id FROM vouchers v LEFT JOIN voucher_lines l ON l.voucher_id = v.id
		WHERE v.state = 'posted' GROUP BY v.id HAVING sum(l.debit) IS NOT sum(l.credit) OR coalesce(sum(l.debit), 0) = 0`,
	"a record that is booked twice, or reversed and still booked": `SELECT v.source, v.source_id FROM vouchers v LEFT JOIN vouchers r ON r.reverses_id = v.id
		WHERE v.state = 'posted' AND v.source NOT IN ('manual', 'reversal') AND r.id IS NULL GROUP BY v.source, v.source_id HAVING count(*) > 1`,
	"a payment whose voucher is not its money": `SELECT p.id FROM payments p WHERE p.method <> 'credit' AND p.source <> 'import'
		AND iif(p.status = 'verified', p.amount, 0) <> coalesce((SELECT sum(l.debit) FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id
			WHERE v.source = 'payment' AND v.source_id = p.id AND v.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id)), 0)`,
	"a dues item whose payments are not what it says": `SELECT d.id FROM dues_items d WHERE d.paid_amount + d.credited_amount <> coalesce((SELECT sum(a.amount)
		FROM payment_allocations a JOIN payments p ON p.id = a.payment_id WHERE a.dues_item_id = d.id AND p.status = 'verified'), 0)`,
	"a payment with receipts for more than it brought": `SELECT p.id FROM payments p JOIN receipts r ON r.payment_id = p.id AND r.status = 'issued'
		GROUP BY p.id HAVING sum(r.amount) > p.amount OR p.status <> 'verified'`,
	"a bank line that its parts do not sum to": `SELECT l.id FROM bank_lines l LEFT JOIN bank_line_parts x ON x.line_id = l.id
		GROUP BY l.id HAVING coalesce(sum(x.amount), 0) <> l.explained OR abs(l.explained) > abs(l.amount) OR (l.status = 'matched' AND l.explained <> l.amount)`,
	"cash that was taken to the bank twice": `SELECT payment_id, income_id FROM cash_deposit_items i JOIN cash_deposits d ON d.id = i.deposit_id
		WHERE d.reversed_at IS NULL GROUP BY payment_id, income_id HAVING count(*) > 1`,
	"a request that was paid without three approvals": `SELECT d.id FROM finance_documents d WHERE d.state IN ('approved', 'paid', 'posted')
		AND 3 > (SELECT count(DISTINCT step) FROM finance_events e WHERE e.document_id = d.id AND e.revision = d.revision AND e.step LIKE 'approve%')`,
	"a register whose voucher is not its parts by transfer and in cash": `WITH parts AS (SELECT document_id, pay_by,
			sum(gross - tax - premium - labour - health - pension) AS net FROM finance_shares GROUP BY document_id, pay_by)
		SELECT d.id FROM finance_documents d JOIN parts t ON t.document_id = d.id AND t.pay_by = 'transfer'
			JOIN parts c ON c.document_id = d.id AND c.pay_by = 'cash' JOIN finance_postings p ON p.document_id = d.id AND p.kind = 'payment'
			JOIN vouchers v ON v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
		WHERE NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id) AND (t.net, c.net) IS NOT (SELECT
			sum(l.credit) FILTER (WHERE substr(a.code, 1, 4) IN ('1130', '1140')), sum(l.credit) FILTER (WHERE substr(a.code, 1, 4) IN ('1110', '1120'))
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id)`,
	"salaries whose vouchers are not what they cost with the employer's share": `SELECT d.id FROM finance_documents d WHERE d.register = 'salary'
		AND iif(d.state = 'posted', d.gross + d.employer_labour + d.employer_health + d.employer_pension, 0) <> coalesce((SELECT sum(l.debit - l.credit)
			FROM finance_postings p JOIN vouchers o ON o.source = 'finance' AND o.source_id = p.id JOIN vouchers v ON v.id = o.id OR v.reverses_id = o.id
			JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id AND a.code GLOB '5*'
			WHERE p.document_id = d.id AND v.state = 'posted'), 0)`,
	"a bank line that shows more of a register than left the bank": `SELECT x.record_id FROM bank_line_parts x JOIN finance_shares s
		ON x.kind = 'expense' AND s.document_id = x.record_id GROUP BY x.record_id, x.id
		HAVING -(SELECT sum(o.amount) FROM bank_line_parts o WHERE o.kind = 'expense' AND o.record_id = x.record_id)
			> CASE count(DISTINCT s.pay_by) WHEN 1 THEN 999999999
				ELSE sum(iif(s.pay_by = 'transfer', s.gross - s.tax - s.premium - s.labour - s.health - s.pension, 0)) END`,
	"a form that made nothing": "SELECT key FROM form_submissions WHERE made_id IS NULL",
	"a row that refers to nothing": "SELECT * FROM pragma_foreign_key_check",
} as const;

/** `posted` are the mails that their provider got. */
export async function faultsIn(database: InProcess, posted: readonly string[]): Promise<string[]> {
	const broken = await brokenInvariants(new Database("DB", async (asked) => database.run(asked)));
	const found = Object.entries(CHECKS).flatMap(([words, find]) => {
		const rows = database.sqlite.prepare(find).all();
		return rows.length === 0 ? [] : [`${words}: ${JSON.stringify(rows.slice(0, 5))}`];
	});
	const unposted = database.sqlite
		.prepare("SELECT id FROM mail_messages WHERE state = 'sent' AND id NOT IN (SELECT value FROM json_each(?))")
		.all(JSON.stringify(posted));
	if (unposted.length > 0) found.push(`a mail that is said to be sent, and was not: ${JSON.stringify(unposted)}`);
	const told = broken.filter(({ code }) => code !== MAY_WAIT);
	return [...told.map(({ code, count, names }) => `invariant ${code}: ${count} (${names})`), ...found];
}

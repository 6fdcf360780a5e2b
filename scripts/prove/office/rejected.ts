/** What an auditor would reject, each by a query that must find nothing. */
import type { AdminServer } from "../../../test/support/admin-server.ts";

const REJECTED: Record<string, string> = {
	"double receipt": `SELECT payment_id FROM receipts WHERE status = 'issued' AND payment_id IS NOT NULL
		GROUP BY payment_id, series, member_id HAVING count(*) > 1`,
	"equal number": "SELECT mark || number FROM receipts WHERE mark <> '' GROUP BY mark || number HAVING count(*) > 1",
	"gap in the numbers": `SELECT series, roc_year FROM receipts GROUP BY series, roc_year HAVING max(seq) - min(seq) + 1 <> count(*)
		UNION ALL SELECT kind, roc_year FROM vouchers WHERE state = 'posted' GROUP BY kind, roc_year
			HAVING max(seq) - min(seq) + 1 <> count(*)`,
	"negative sub-line": "SELECT id FROM voucher_lines WHERE debit < 0 OR credit < 0",
	"voucher without payee": `SELECT v.id FROM vouchers v JOIN finance_postings p ON p.id = v.source_id JOIN finance_documents d ON d.id = p.document_id
		WHERE v.source = 'finance' AND v.state = 'posted' AND trim(d.payee_name) = ''`,
	"closed month without reconciliation": `SELECT p.month FROM periods p WHERE p.status = 'closed' AND EXISTS (SELECT 1 FROM bank_accounts b
		WHERE b.is_active = 1 AND NOT EXISTS (SELECT 1 FROM period_balances x WHERE x.month = p.month AND x.account_id = b.account_id))`,
	"withholding without id": `SELECT s.id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
		WHERE s.category <> 'none' AND p.national_id IS NULL AND p.tax_id IS NULL`,
};

/** Returns the names of what would be rejected, with how often. */
export async function rejected({ env }: AdminServer): Promise<string[]> {
	const found: string[] = [];
	for (const [name, query] of Object.entries(REJECTED)) {
		const { results } = await env.DB.prepare(query).all();
		if (results.length > 0) found.push(`${name}: ${results.length}`);
	}
	return found;
}

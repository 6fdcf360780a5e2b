import { commit } from "#db/commit.ts";
import { postVoucher, reverseVoucher } from "#db/vouchers.ts";
import { byOperator } from "#domain/by.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { credit, debit } from "#domain/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import type { Store } from "./admin-server.ts";

const { ledger } = paths.admin;

/** A voucher and its reversal in the books of this month; returns the addresses of their pages. */
export async function fillLedger({ env, db }: Store, at: number): Promise<Record<string, string[]>> {
	const [date, by] = [dateInTaipei(at), byOperator(at)];
	const source = { source: "deposit", id: 901 } as const;
	const lines = [debit("1130", 12_345, ""), credit("1110", 12_345, "現金存入")];
	await commit(db, [
		...postVoucher({ ...source, date, description: "存入銀行", lines }, by),
		...reverseVoucher(source, { date, description: "沖銷存款", by }),
	]);
	const ids = await env.DB.prepare("SELECT id FROM vouchers WHERE description IN ('存入銀行', '沖銷存款')").all<{
		id: number;
	}>();
	const account = await env.DB.prepare("SELECT id FROM accounts WHERE code = '1130'").first<number>("id");
	return {
		[ledger.voucher(":id")]: ids.results.map(({ id }) => ledger.voucher(id)),
		[ledger.general()]: [ledger.general(), `${ledger.general()}?account=${account}`],
		[ledger.generalExport("csv")]: [`${ledger.generalExport("csv")}?account=${account}`],
		[ledger.generalExport("xlsx")]: [`${ledger.generalExport("xlsx")}?account=${account}`],
	};
}

import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";
import { fillVouchers } from "./voucher-rows.ts";

const { ledger } = paths.admin;

/** A voucher and its reversal in the books of this month; returns the addresses of their pages. */
export async function fillLedger({ env, db }: Store, at: number): Promise<Record<string, string[]>> {
	const [date, by] = [dateInTaipei(at), byOperator(at)];
	const source = { source: "bank_line", id: 901 } as const;
	const lines = [debit("1130", 12_345, ""), credit("1110", 12_345, "現金存入")];
	await commit(db, [
		...postVoucher({ ...source, date, description: "存入銀行", lines }, by),
		...reverseVoucher(source, { date, description: "沖銷存款", by }),
	]);
	const ids = await env.DB.prepare("SELECT id FROM vouchers WHERE description IN ('存入銀行', '沖銷存款')").all<{
		id: number;
	}>();
	const vouchers = await fillVouchers(db, date, by);
	const account = await env.DB.prepare("SELECT id FROM accounts WHERE code = '1130'").first<number>("id");
	await env.DB.prepare(
		`INSERT INTO assets (name, account_id, quantity, unit, acquired_on, cost, life_months, place, keeper, created_at, updated_at)
		SELECT '多功能事務機', id, 1, '臺', '2025-03-10', 36000, 60, '會務辦公室', '會務秘書', ?1, ?1 FROM accounts WHERE code = '1430'`,
	)
		.bind(at)
		.run();
	const asset = await env.DB.prepare("SELECT id FROM assets").first<number>("id");
	return {
		[ledger.asset(":id")]: [ledger.asset(asset ?? 0)],
		[ledger.sub()]: [ledger.sub(), `${ledger.sub()}?by=project`],
		[ledger.cashBook()]: [ledger.cashBook(), `${ledger.cashBook()}?account=${account}`],
		[ledger.statements()]: [
			"income",
			"final",
			"balance",
			"income&view=months",
			"income&view=budget",
			"balance&view=months",
		].map((kind) => `${ledger.statements()}?kind=${kind}`),
		...vouchers,
		[ledger.voucher(":id")]: [
			...ids.results.map(({ id }) => ledger.voucher(id)),
			...(vouchers[ledger.voucher(":id")] ?? []),
		],
		[ledger.general()]: [ledger.general(), `${ledger.general()}?account=${account}`],
		[ledger.generalExport("csv")]: [`${ledger.generalExport("csv")}?account=${account}`],
		[ledger.generalExport("xlsx")]: [`${ledger.generalExport("xlsx")}?account=${account}`],
	};
}

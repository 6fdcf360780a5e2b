/** What the office has when the month begins: the demo association's members and books, and ten donations in the bank. */

import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createIncome } from "#domain/money/income/actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "../../../test/support/admin-server.ts";
import { seedDemoBooks } from "../../demo/books.ts";
import { PICTURE, TRANSFER } from "../../demo/certificates.ts";
import { seedDemoDeposits } from "../../demo/deposits.ts";
import { seedDemoDues } from "../../demo/dues.ts";
import { seedDemoFinance } from "../../demo/finance.ts";
import { seedDemoIncome } from "../../demo/income.ts";
import { seedDemoMembers } from "../../demo/members.ts";
import { seedDemoVouchers } from "../../demo/vouchers.ts";

/** Writes the demo association's members, dues, income, expenses and books, without its bank file. */
export async function aYear({ env, db, secrets }: Store): Promise<void> {
	const at = Date.now();
	const keys = { FILES: env.FILES, SEALING_KEY: secrets.SEALING_KEY };
	await seedDemoMembers(keys, db, at);
	await seedDemoDues(keys, db, { at, proof: TRANSFER });
	await seedDemoIncome(keys, db, at);
	await seedDemoDeposits(db, at);
	await seedDemoFinance(keys, db, { at, picture: PICTURE });
	await seedDemoBooks(db, at);
	await seedDemoVouchers(db, at);
	for (const [nth, amount] of Array.from({ length: 9 }, (_, at) => 1_100 + at).entries())
		await gift(db, { nth, amount, at });
}

/** Records a donation that came by transfer to the bank, as the cashier does it. */
async function gift(db: Db, { nth, amount, at }: { nth: number; amount: number; at: number }): Promise<void> {
	const [[cashier], [account]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM users WHERE email = 'cashier@example.org'"),
		select<{ id: number }>("SELECT id FROM bank_accounts WHERE kind = 'bank' ORDER BY id LIMIT 1"),
	);
	const by = byUser(cashier?.id ?? 0, null, at);
	const said = {
		donorId: null,
		payerTitle: "善心人士",
		isInKind: false,
		items: "",
		feeAmount: 0,
		purpose: "",
		note: "",
	};
	const input = { ...said, kind: "donation", method: "transfer", receivedOn: dateInTaipei(at), amount } as const;
	const of = { ...input, bankAccountId: account?.id ?? null, bankLineId: null, projectId: null, wantsReceipt: false };
	await createIncome(db, { input: of, record: true, key: `office-${nth}`, by: { ...by, userId: cashier?.id ?? 0 } });
}

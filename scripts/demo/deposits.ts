/**
 * Makes the deposit slips (存款單) of the demo: each month's cash was taken to the bank some days later, except the
 * newest.
 */
import type { Db } from "#db/commit.ts";
import { undepositedCash } from "#db/money/deposits.ts";
import { readRows, select } from "#db/read.ts";
import { createDeposit } from "#domain/money/deposits/actions.ts";
import { sumOf } from "#kernel/amounts.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

const DAY_MS = 86_400_000;
/** How many days after a month's last cash it is taken to the bank. */
const LATER = 2;

/** Makes a deposit of each month's cash except the newest. Does nothing when there are deposits already. */
export async function seedDemoDeposits(db: Db, at: number): Promise<void> {
	const [cash, [cashier], [account], [made]] = await readRows(
		db.$client,
		undepositedCash(),
		select<{ id: number }>("SELECT id FROM users WHERE email = 'cashier@example.org'"),
		select<{ id: number }>("SELECT id FROM bank_accounts WHERE kind = 'bank' ORDER BY id LIMIT 1"),
		select<{ many: number }>("SELECT count(*) AS many FROM cash_deposits"),
	);
	if (!cashier || !account || made?.many !== 0) return;
	const months = Map.groupBy(cash.slice(0, -1), ({ day }) => day.slice(0, 7));
	for (const [month, parts] of months) {
		const last = parts.at(-1)?.day ?? `${month}-01`;
		const day = Math.min(at, Date.parse(`${last}T03:00:00Z`) + LATER * DAY_MS);
		await createDeposit(db, {
			input: {
				items: parts,
				account: account.id,
				deposited_on: dateInTaipei(day),
				amount: sumOf(parts),
				note: "",
			},
			key: `demo-deposit-${month}`,
			by: byUser(cashier.id, null, day),
		});
	}
}

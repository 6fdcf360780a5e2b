import assert from "node:assert/strict";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";

/** Years that no assessment of the demo reaches, and no other rows. */
const YEARS = [2011, 2012];
const { receipts } = paths.admin;

/**
 * Receipts of payments that staff recorded: one that was re-issued under another title, one that is void with nothing in
 * its place. Returns the addresses of the routes that have a place for one.
 */
export async function fillReceipts(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const user = (name: string) => id(`SELECT id FROM users WHERE email = '${name}@example.org'`);
	const [secretary, cashier, accountant] = [await user("secretary"), await user("cashier"), await user("accountant")];
	const memberId = await id("SELECT min(id) AS id FROM members WHERE status = 'active' AND merged_into IS NULL");
	const made: number[] = [];
	for (const year of YEARS) {
		const item = await id(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${memberId}, 'annual', ${year}, 1000, 1000, ${at}, ${at}) RETURNING id`,
		);
		const input: PaymentInput = {
			method: "cash",
			paidOn: dateInTaipei(at),
			amount: 1000,
			feeAmount: 0,
			last5: null,
			bankAccountId: null,
			payerMemberId: memberId,
			payerTitle: "王小名",
			receiptSplit: "one",
			remark: "",
			correctsId: null,
			allocations: [{ kind: "dues", duesItemId: item, memberId, amount: 1000 }],
		};
		const by = { ...byUser(secretary, null, at), userId: secretary };
		const payment = await submitPayment(env, db, { input, source: "staff", key: `receipt-${year}`, by });
		const reviewer = { userId: cashier, standsFor: [null] };
		await verifyPayment(db, { ref: { id: payment, version: 1 }, reviewer, by: byUser(cashier, null, at) });
		made.push(await id(`SELECT id FROM receipts WHERE payment_id = ${payment}`));
	}
	const [replaced = 0, gone = 0] = made;
	const voiding = { reason: "抬頭錯誤", by: byUser(accountant, null, at + 1) };
	const title = { replacement: "title", payerTitle: "王小明" } as const;
	// Another title takes two people: what the first asks for is kept, the second issues it.
	const retitle = { ...voiding, ref: { id: replaced, version: 1 }, ...title };
	await assert.rejects(voidReceipt(db, retitle), { code: "receipt.second_person" });
	await voidReceipt(db, { ...retitle, by: byUser(cashier, null, at + 1) });
	await voidReceipt(db, { ...voiding, ref: { id: gone, version: 1 }, replacement: "none", payerTitle: "" });
	const fresh = await id(`SELECT replaced_by AS id FROM receipts WHERE id = ${replaced}`);
	const all = [replaced, gone, fresh];
	return {
		[receipts.show(":id")]: all.map(receipts.show),
		[receipts.print(":id")]: [receipts.print(replaced), `${receipts.print(fresh)}?layout=a5`],
		[receipts.pdf(":id")]: [receipts.pdf(fresh)],
		[receipts.voiding(":id")]: [receipts.voiding(fresh)],
		[receipts.replacement(":id")]: [receipts.replacement(gone)],
		[receipts.printMany()]: [`${receipts.printMany()}?ids=${all.join(".")}`],
		[receipts.pdfMany()]: [`${receipts.pdfMany()}?ids=${fresh}`],
	};
}

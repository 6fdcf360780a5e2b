import { env } from "cloudflare:test";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import { dues, owing, payment, submit, verify } from "./payments.ts";
import { codeOf } from "./refusal.ts";
import { AT, person } from "./users.ts";

/** A receipt as it is stored. */
export type StoredRow = {
	id: number;
	version: number;
	series: "dues" | "donation" | "other";
	mark: string;
	roc_year: number;
	seq: number;
	number: string;
	payment_id: number;
	member_id: number | null;
	payer_title: string;
	amount: number;
	items: string;
	status: "issued" | "voided";
	reason: string | null;
	replaced_by: number | null;
	original_at: number | null;
	original_by: number | null;
};

export async function receiptsOfPayment(paymentId: number): Promise<StoredRow[]> {
	const { results } = await env.DB.prepare("SELECT * FROM receipts WHERE payment_id = ? ORDER BY id")
		.bind(paymentId)
		.all<StoredRow>();
	return results;
}

type Issuing = {
	/** How many members it is for; 1 unless told. */
	members?: number;
	/** Given besides. */
	donation?: number;
	at?: number;
} & Partial<Pick<PaymentInput, "payerTitle" | "receiptSplit" | "method">>;

/** A payment that staff recorded and another verified: its id, its members and its receipts. */
export async function issued({ members = 1, donation = 0, at = AT, ...more }: Issuing = {}) {
	const owed = [];
	for (let nth = 0; nth < members; nth++) owed.push(await owing());
	const parts: AllocationInput[] = owed.map((one) => dues(one));
	const ids = JSON.stringify(owed.map(({ memberId }) => memberId));
	await env.DB.prepare(
		"UPDATE members SET member_no = printf('M%04d', id) WHERE id IN (SELECT value FROM json_each(?)) AND member_no IS NULL",
	)
		.bind(ids)
		.run();
	const [payer] = owed;
	if (!payer) throw new Error("nobody pays");
	if (donation > 0) parts.push({ kind: "donation", memberId: payer.memberId, amount: donation });
	const recorder = await person({ roles: ["secretary"] });
	const cashier = await person({ roles: ["cashier"] });
	const id = await submit(payment(parts, more), { userId: recorder.id, source: "staff" });
	await verify(id, cashier.id, { at });
	return { paymentId: id, owed, receipts: await receiptsOfPayment(id) };
}

/** The single receipt of such a payment. */
export async function issuedOne(of: Issuing = {}): Promise<StoredRow> {
	const [receipt, ...more] = (await issued(of)).receipts;
	if (!receipt || more.length > 0) throw new Error("not one receipt");
	return receipt;
}

/** Presses by an accountant, and where the title takes two, the same by another. */
export async function twice<T>(press: (who: { id: number }) => Promise<T>): Promise<T> {
	try {
		return await press(await person({ roles: ["accountant"] }));
	} catch (error) {
		if (codeOf(error) !== "receipt.second_person") throw error;
		return press(await person({ roles: ["accountant"] }));
	}
}

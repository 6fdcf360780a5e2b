import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { byUser } from "#kernel/by.ts";
import { newMemberKeys } from "#platform/member-seals.ts";
import { insert } from "./content.ts";
import { insertDuesItem } from "./money-fixtures.ts";
import { AT, person, rows } from "./users.ts";

export const db = open(env.DB);

type Row = Record<string, string | number | null>;
let count = 0;

/** A member by plain SQL: active since 2020, unless told; returns the id. */
export async function memberOf(more: Row = {}): Promise<number> {
	count += 1;
	await insert("members", {
		name: `會員${count}`,
		member_no: `D${String(count).padStart(5, "0")}`,
		status: "active",
		joined_on: "2020-02-02",
		created_at: 1,
		updated_at: 1,
		...(await newMemberKeys(env)),
		...more,
	});
	return (await rows<{ id: number }>("SELECT max(id) AS id FROM members"))[0]?.id ?? 0;
}

/** A dues item by plain SQL, of 1,000 NT$ for 2026; returns the id. */
export async function duesOf(memberId: number, more: Row = {}): Promise<number> {
	return insertDuesItem({
		member_id: memberId,
		kind: "annual",
		dues_year: 2026,
		base_amount: 1000,
		amount: 1000,
		created_at: 1,
		updated_at: 1,
		...more,
	});
}

/** An approval of a certificate, up to a day or for good. */
export const approvalOf = (memberId: number, until: string | null = null, more: Row = {}) =>
	insert("disability_certificates", {
		member_id: memberId,
		status: "approved",
		valid_until: until,
		reviewed_at: AT,
		created_at: 1,
		updated_at: 1,
		...more,
	});

export type Item = {
	id: number;
	version: number;
	member_id: number;
	kind: string;
	dues_year: number;
	amount: number;
	paid_amount: number;
	credited_amount: number;
	status: string;
	reason: string | null;
};
/** The items of a member, the oldest first. */
export const itemsOf = (memberId: number): Promise<Item[]> =>
	rows<Item>("SELECT * FROM dues_items WHERE member_id = ?1 ORDER BY id", memberId);
/** In short: kind, year, amount, status. */
export const shortOf = async (memberId: number) =>
	(await itemsOf(memberId)).map(({ kind, dues_year, amount, status }) => [kind, dues_year, amount, status]);

type Paying = { memberId: number; itemId: number; amount: number; at?: number };

/** A payment for an item, recorded by staff, waiting; returns the id. */
export async function submitted({ memberId, itemId, amount, at = AT }: Paying): Promise<number> {
	const clerk = await person({ name: "林書瑜" });
	return submitPayment(env, db, {
		input: {
			method: "cash",
			paidOn: "2026-03-05",
			amount,
			feeAmount: 0,
			last5: null,
			bankAccountId: null,
			payerMemberId: memberId,
			payerTitle: "會員",
			receiptSplit: "one",
			remark: "",
			correctsId: null,
			allocations: [{ kind: "dues", duesItemId: itemId, memberId, amount }],
		},
		source: "staff",
		key: crypto.randomUUID(),
		by: { ...byUser(clerk.id, null, at), userId: clerk.id },
	});
}

/** The same, verified. */
export async function paid(of: Paying): Promise<number> {
	const id = await submitted(of);
	const cashier = await person({ name: "許雅雯", roles: ["cashier"] });
	const by = byUser(cashier.id, null, of.at ?? AT);
	await verifyPayment(db, { ref: { id, version: 1 }, reviewer: { userId: cashier.id, standsFor: [null] }, by });
	return id;
}

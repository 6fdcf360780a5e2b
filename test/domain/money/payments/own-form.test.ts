import { expect, test } from "vitest";
import { itemValue, OwnPaymentForm, ownPaymentOf, type Payable } from "#domain/money/payments/own-form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { codeOf } from "../../../support/refusal.ts";

const payable = (more: Partial<Payable> = {}): Payable => ({
	dues: [
		{ id: 1, member_id: 7, amount: 1000, paid_amount: 0 },
		{ id: 2, member_id: 8, amount: 500, paid_amount: 200 },
	],
	accounts: [
		{ id: 3, kind: "bank" },
		{ id: 4, kind: "postal" },
	],
	memberId: 7,
	today: "2026-03-05",
	...more,
});
const form = (more: Record<string, unknown> = {}): OwnPaymentForm =>
	OwnPaymentForm.parse({
		items: [itemValue(1, 1000), itemValue(2, 300)],
		method: "transfer",
		paid_on: "2026-03-05",
		last5: "40718",
		payer_title: "石雅婷",
		...more,
	});

/** The code of what is refused. */
function codeIn(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return codeOf(error);
	}
}

test("the amount is what is left of the items, and the donation", () => {
	expect(ownPaymentOf(form({ donation: "ＮＴ$ 1,000 元" }), payable())).toEqual({
		method: "transfer",
		paidOn: "2026-03-05",
		amount: 2300,
		feeAmount: 0,
		last5: "40718",
		bankAccountId: 3,
		payerMemberId: 7,
		payerTitle: "石雅婷",
		receiptSplit: "one",
		remark: "",
		correctsId: null,
		allocations: [
			{ kind: "dues", duesItemId: 1, memberId: 7, amount: 1000 },
			{ kind: "dues", duesItemId: 2, memberId: 8, amount: 300 },
			{ kind: "donation", memberId: 7, amount: 1000 },
		],
	});
});

test("an item that is ticked twice is paid once; only a transfer has last five digits", () => {
	const twice = form({ items: [itemValue(1, 1000), itemValue(1, 1000)], method: "cash" });
	expect(ownPaymentOf(twice, payable())).toMatchObject({ amount: 1000, last5: null, bankAccountId: null });
});

test("the account is the one that was named and fits the method, else the only one of its kind", () => {
	const accounts: Payable["accounts"] = [...payable().accounts, { id: 5, kind: "bank" }];
	const of = (more: Record<string, unknown>) => ownPaymentOf(form(more), payable({ accounts })).bankAccountId;
	expect([
		of({}),
		of({ bank_account: "5" }),
		of({ bank_account: "4" }),
		of({ bank_account: "99" }),
		of({ method: "postal", bank_account: "5" }),
		of({ method: "other", postal_account: "4" }),
	]).toEqual([null, 5, null, null, 4, null]);
});

test.each([
	["another's item", { items: [itemValue(9, 1000)] }, "payment.not_owed"],
	["another price", { items: [itemValue(1, 1)] }, "dues.stale"],
	["an item of which a part was paid meanwhile", { items: [itemValue(2, 500)] }, "dues.stale"],
	["nothing", { items: [], donation: "0" }, "payment.nothing_chosen"],
	["tomorrow", { paid_on: "115/3/6" }, "payment.date_refused"],
	["more than three years ago", { paid_on: "112/3/4" }, "payment.date_refused"],
])("%s is refused", (_, more, code) => {
	expect(codeIn(() => ownPaymentOf(form(more), payable()))).toBe(code);
});

test("three years ago to the day, and the last minute of a year in Taipei, are taken", () => {
	expect(ownPaymentOf(form({ paid_on: "民國112年3月5日" }), payable()).paidOn).toBe("2023-03-05");
	const today = dateInTaipei(Date.UTC(2026, 11, 31, 15, 59));
	expect(ownPaymentOf(form({ paid_on: "115/12/31" }), payable({ today })).paidOn).toBe("2026-12-31");
	expect(codeIn(() => ownPaymentOf(form({ paid_on: "116/1/1" }), payable({ today })))).toBe("payment.date_refused");
});

test.each(["1", "1.", "0.5", "1.1e3", "1.-5", "01.5", "1.5.6", "9999999999999999.1"])("%s is no item", (item) => {
	expect(OwnPaymentForm.safeParse({ ...form(), items: [item] }).success).toBe(false);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { closedIn, postingDate } from "#domain/books/ledger/postings.ts";
import { receiptsOf } from "#domain/money/payments/issuing.ts";
import type { Part } from "#domain/money/payments/parts.ts";
import { postingOf } from "#domain/money/payments/posting.ts";
import { allocate, PAYMENTS } from "#domain/money/payments/rules.ts";
import { sumOf } from "#kernel/amounts.ts";

const wanted = [
	{ duesItemId: 1, memberId: 7, due: 1_000 },
	{ duesItemId: 2, memberId: 8, due: 500 },
];

test("what came in fills the items in their order, then what was to be given, and the rest is credit", () => {
	expect(allocate(1_200, wanted, { creditTo: 7 })).toEqual([
		{ kind: "dues", duesItemId: 1, memberId: 7, amount: 1_000 },
		{ kind: "dues", duesItemId: 2, memberId: 8, amount: 200 },
	]);
	expect(allocate(2_000, wanted, { creditTo: 7, donation: 300 })).toEqual([
		{ kind: "dues", duesItemId: 1, memberId: 7, amount: 1_000 },
		{ kind: "dues", duesItemId: 2, memberId: 8, amount: 500 },
		{ kind: "donation", memberId: 7, amount: 300 },
		{ kind: "credit", memberId: 7, amount: 200 },
	]);
});

test("the parts are always the whole, and none is more than is owed", () => {
	const due = fc.integer({ min: 0, max: 5_000 });
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 20_000 }),
			fc.array(due, { maxLength: 5 }),
			due,
			(received, dues, donation) => {
				const items = dues.map((one, at) => ({ duesItemId: at, memberId: 1, due: one }));
				const parts = allocate(received, items, { creditTo: 1, donation });
				expect(sumOf(parts)).toBe(received);
				for (const part of parts) {
					expect(part.amount).toBeGreaterThan(0);
					if (part.kind === "dues") expect(part.amount).toBeLessThanOrEqual(dues[part.duesItemId] ?? 0);
				}
			},
		),
	);
});

test("every step begins where the table says, and nowhere else", () => {
	expect({
		submitted: PAYMENTS.at("submitted"),
		rejected: PAYMENTS.at("rejected"),
		verified: PAYMENTS.at("verified"),
		cancelled: PAYMENTS.at("cancelled"),
		reversed: PAYMENTS.at("reversed"),
	}).toEqual({
		submitted: ["verify", "reject", "edit", "cancel"],
		rejected: ["resubmit", "cancel"],
		verified: ["reverse"],
		cancelled: [],
		reversed: [],
	});
});

test("a closed month is posted on the first day of the next that is open", () => {
	expect(postingDate("2026-03-05", new Set())).toBe("2026-03-05");
	expect(postingDate("2026-03-05", new Set(["2026-03"]))).toBe("2026-04-01");
	expect(postingDate("2025-11-30", new Set(["2025-11", "2025-12", "2026-01"]))).toBe("2026-02-01");
	// Before a closed year all is closed, also what never was.
	const closed = closedIn([
		{ month: "2025-12", is_year: 0 },
		{ month: "2025-12", is_year: 1 },
		{ month: "2026-02", is_year: 0 },
	]);
	const days = ["1998-03-05", "2025-12-31", "2026-01-05", "2026-02-05"];
	expect(days.map((day) => postingDate(day, closed))).toEqual(["2026-01-01", "2026-01-01", "2026-01-05", "2026-03-01"]);
});

const part = (more: Partial<Part>): Part => ({
	kind: "dues",
	amount: 1_000,
	memberId: 7,
	memberNo: "M0007",
	memberName: "王小明",
	item: { kind: "annual", dues_year: 2026 },
	...more,
});
const paid = { method: "postal" as const, amount: 1_000, feeAmount: 15, receivedOn: null, paidOn: "2026-03-03" };
const lines = (entries: ReturnType<typeof postingOf>) =>
	entries.map(({ account, debit, credit, memo }) => `${account} ${debit}/${credit} ${memo}`);

test("what the post office kept is an expense, and the fee is income in full", () => {
	expect(lines(postingOf(paid, [part({})], "2026-03-03"))).toEqual([
		"postal 985/0 郵政劃撥",
		"fees 15/0 劃撥手續費",
		"annual 0/1000 常年會費 115 年",
	]);
});

test("later years, and what was too much, are received in advance; a late posting says the day", () => {
	const parts = [
		part({ item: { kind: "entrance", dues_year: 2026 } }),
		part({ item: { kind: "annual", dues_year: 2027 } }),
		part({ kind: "credit", item: null, amount: 300 }),
		part({ kind: "donation", item: null, amount: 200 }),
	];
	const payment = { ...paid, method: "transfer" as const, amount: 2_500, feeAmount: 0, receivedOn: "1130-01" };
	expect(lines(postingOf(payment, parts, "2026-04-01"))).toEqual([
		"1130-01 2500/0 轉帳／匯款（收款日 115年3月3日）",
		"entrance 0/1000 入會費（收款日 115年3月3日）",
		"dues_in_advance 0/1000 常年會費 116 年（收款日 115年3月3日）",
		"dues_in_advance 0/300 溢繳款（收款日 115年3月3日）",
		"member_donation 0/200 捐款（收款日 115年3月3日）",
	]);
	expect(lines(postingOf(payment, parts.slice(1, 2), "2027-01-01"))[1]).toBe(
		"annual 0/1000 常年會費 116 年（收款日 115年3月3日）",
	);
});

const payer = { payerTitle: "王大明", payerMemberId: 7, receiptSplit: "one" as const, method: "transfer" as const };
const family = [part({}), part({ memberId: 8, memberNo: "M0008", memberName: "王小美", amount: 500 })];

test("one receipt for all, or one for each member in their name; a donation has its own", () => {
	const gift = part({ kind: "donation", item: null, amount: 200 });
	expect(receiptsOf(payer, [...family, gift])).toEqual([
		{
			series: "dues",
			memberId: 7,
			payerTitle: "王大明",
			amount: 1_500,
			items: [
				{ label: "常年會費 115 年", member_no: "M0007", amount: 1_000 },
				{ label: "常年會費 115 年", member_no: "M0008", amount: 500 },
			],
		},
		{
			series: "donation",
			memberId: 7,
			payerTitle: "王大明",
			amount: 200,
			items: [{ label: "捐款", member_no: "M0007", amount: 200 }],
		},
	]);
	expect(
		receiptsOf({ ...payer, receiptSplit: "per_member" }, family).map(
			({ payerTitle, amount }) => `${payerTitle} ${amount}`,
		),
	).toEqual(["王小明 1000", "王小美 500"]);
});

test("credit that is used gets no receipt: its money had one when it came", () => {
	expect(receiptsOf({ ...payer, method: "credit" }, family)).toEqual([]);
});

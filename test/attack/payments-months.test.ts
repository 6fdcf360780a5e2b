import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { storedDues } from "#db/money/dues-actions.ts";
import { readRows } from "#db/read.ts";
import { correctDues } from "#domain/money/dues/actions.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { receiptsOfPayment } from "../support/issued.ts";
import { closeMonths } from "../support/money-fixtures.ts";
import { db, dues, item, owing, payment, refOf, submit, verify, voucherOf } from "../support/payments.ts";
import { by, person, rows } from "../support/users.ts";

let cashier: number;
let second: number;
beforeEach(async () => {
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
	second = (await person({ name: "何會計", roles: ["accountant"] })).id;
});
const broken = () => brokenInvariants(env.DB);
const alone = (userId: number) => ({ userId, standsFor: [null] });
const duesRef = async (id: number) => {
	const [[row]] = await readRows(env.DB, storedDues(id));
	return { id, version: row?.version ?? 0 };
};

describe("closed months", () => {
	const close = (months: readonly string[]) => closeMonths(...months);
	const year = (of: number, months = 12) =>
		Array.from({ length: months }, (_, at) => `${of}-${String(at + 1).padStart(2, "0")}`);

	test("take no payment, reversal, credit or correction: all go to the first open month behind, also over a year", async () => {
		const inThe = { at: Date.UTC(2031, 11, 31, 15, 59) };
		const owed = await owing({ year: 2032 });
		const id = await submit(payment([dues(owed)], { paidOn: "2031-12-31" }), owed);
		await close([...year(2031), "2032-01"]);
		await verify(id, cashier, { ...inThe, received: 1_500 });
		// What is posted on 1 February 2032 is income of that year; the receipt is of the day on which it was issued.
		expect(await voucherOf(id)).toMatchObject([
			{ date: "2032-02-01", roc_year: 121, lines: ["1130 Dr 1500", "4120 Cr 1000", "2120 Cr 500"] },
		]);
		expect((await receiptsOfPayment(id)).map(({ number }) => number.slice(0, 3))).toEqual(["120"]);
		const now = by({ id: second }, inThe.at);
		await correctDues(db, { ref: await duesRef(owed.itemId), base: 800, percent: 0, reason: "更正", by: now });
		const next = await item({ memberId: owed.memberId, year: 2033 });
		await applyCredit(db, {
			memberId: owed.memberId,
			duesItemIds: [next],
			key: crypto.randomUUID(),
			reviewer: alone(second),
			by: now,
		});
		const other = await owing({ year: 2031 });
		const reversed = await submit(payment([dues(other)], { paidOn: "2031-06-01" }), other);
		await verify(reversed, cashier, inThe);
		await reversePayment(db, { ref: await refOf(reversed), reason: "鍵錯", reviewer: alone(second), by: now });
		const posted = "SELECT DISTINCT date FROM vouchers WHERE state = 'posted' AND date >= '2031-01-01'";
		expect(await rows(posted)).toEqual([{ date: "2032-02-01" }]);
		expect(await broken()).toEqual([]);
	});

	test("31 December 23:59 in Taipei is the old year, and a minute later the new one", async () => {
		const at = Date.UTC(2033, 11, 31, 15, 59);
		for (const [minute, roc] of [
			[0, "122"],
			[1, "123"],
		] as const) {
			const owed = await owing({ year: 2033 });
			const id = await submit(payment([dues(owed)], { paidOn: "2033-12-31" }), owed);
			await verify(id, cashier, { at: at + minute * 60_000 });
			expect((await receiptsOfPayment(id)).map(({ number }) => number)).toEqual([`${roc}-000001`]);
			expect(await voucherOf(id)).toMatchObject([{ date: "2033-12-31", roc_year: 122 }]);
		}
	});
});

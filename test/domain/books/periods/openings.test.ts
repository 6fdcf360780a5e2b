import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { insertLines, post as postDraft } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { openYear } from "#domain/books/periods/actions.ts";
import { correctDues } from "#domain/money/dues/actions.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { db, dues, item, owing, payment, refOf, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const IN_2026 = Date.UTC(2026, 2, 5, 1, 30);
const inYear = (year: number) => Date.UTC(year, 0, 5, 1, 30);
let accountant: number;
let cashier: number;
beforeEach(async () => {
	before = new Map((await balances()).map(({ code, held }) => [code, held]));
	accountant = (await person({ name: "葉佳穎", roles: ["accountant"] })).id;
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
});

const as = (userId: number, at: number) => ({ reviewer: { userId, standsFor: [null] }, by: by({ id: userId }, at) });
const balances = () =>
	rows<{ code: string; held: number }>(
		`SELECT a.code, sum(m.credit - m.debit + m.closing_credit - m.closing_debit) AS held
		FROM account_months m JOIN accounts a ON a.id = m.account_id GROUP BY a.code`,
	);
let before = new Map<string, number>();
/** What an account holds, credit less debit, of what this test posted. */
const held = async (code: string) =>
	((await balances()).find((one) => one.code === code)?.held ?? 0) - (before.get(code) ?? 0);
const broken = () => brokenInvariants(env.DB);
/** A member who paid the annual fee of a year on 3 March 2026. */
async function paidFor(year: number, amount = 1_000) {
	const owed = await owing({ year });
	const id = await submit(payment([dues(owed, amount)]), owed);
	await verify(id, cashier, { at: IN_2026 });
	return { ...owed, paymentId: id };
}
/** A voucher, posted by the accountant. */
const post = (date: string, lines: readonly Entry[], turns = 0) => {
	const newest = sql`(SELECT max(id) FROM vouchers)`;
	return commit(db, [
		sql`INSERT INTO vouchers (date, description, turns_next_year, created_by, created_at, updated_at)
			VALUES (${date}, '記帳', ${turns}, ${accountant}, 1, 1)`,
		insertLines(newest, lines),
		postDraft(newest, by({ id: accountant }, IN_2026)),
	]);
};
const versionOf = async (id: number) =>
	Number((await rows<{ version: number }>("SELECT version FROM dues_items WHERE id = ?", id))[0]?.version);
const correct = async (id: number, base: number, at: number) =>
	correctDues(db, {
		ref: { id, version: await versionOf(id) },
		base,
		percent: 0,
		reason: "更正",
		by: by({ id: accountant }, at),
	});
const openings = (year: number) =>
	rows<{ date: string; seq: number; lines: string }>(
		`SELECT v.date, v.source_seq AS seq, (SELECT json_group_array(a.code || iif(l.debit > 0, ' Dr ' || l.debit, ' Cr ' || l.credit) ORDER BY l.line_no)
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS lines
		FROM vouchers v WHERE v.source = 'opening' AND v.source_id = ? AND v.state = 'posted' ORDER BY v.id`,
		year,
	);

describe("a year's opening", () => {
	test("makes income of what was paid for its items before, by member and kind, less what became credit", async () => {
		const [whole, less] = [await paidFor(2027), await paidFor(2027)];
		await item({ memberId: whole.memberId, year: 2026 });
		const joining = await item({ memberId: less.memberId, kind: "entrance", year: 2027, base: 500 });
		const more = await submit(payment([dues({ memberId: less.memberId, itemId: joining }, 500)]), less);
		await verify(more, cashier, { at: IN_2026 });
		await correct(less.itemId, 700, IN_2026);
		expect(await held("2120")).toBe(2_500);
		expect(await broken()).toEqual([]);
		expect(await openYear(db, { year: 2027, version: 0, ...as(accountant, IN_2026) }).catch(codeOf)).toBe(
			"ledger.not_ready",
		);
		await openYear(db, { year: 2027, version: 0, ...as(accountant, inYear(2027)) });
		expect(await openings(2027)).toEqual([
			{
				date: "2027-01-01",
				seq: 1,
				lines: JSON.stringify([
					"2120 Dr 1000",
					"4120 Cr 1000",
					"2120 Dr 700",
					"4120 Cr 700",
					"2120 Dr 500",
					"4110 Cr 500",
				]),
			},
		]);
		expect([await held("2120"), await held("4120"), await held("4110")]).toEqual([300, 1_700, 500]);
		expect(await broken()).toEqual([]);
		// A second time there is nothing to do.
		expect(await openYear(db, { year: 2027, version: 1, ...as(accountant, inYear(2027)) }).catch(codeOf)).toBe(
			"ledger.period_stale",
		);
		// And a second correction moves the difference alone, in either direction.
		await correct(less.itemId, 400, inYear(2027));
		expect([await held("2120"), await held("4120")]).toEqual([600, 1_400]);
		expect(await broken()).toEqual([]);
		await correct(less.itemId, 900, inYear(2027));
		expect([await held("2120"), await held("4120")]).toEqual([100, 1_900]);
		expect(await broken()).toEqual([]);
	});

	test("is made anew where a payment of before comes late or is reversed; until then the ties say so", async () => {
		const [stays, goes] = [await paidFor(2029), await paidFor(2029)];
		await openYear(db, { year: 2029, version: 0, ...as(accountant, inYear(2029)) });
		await reversePayment(db, { ref: await refOf(goes.paymentId), reason: "重複登錄", ...as(accountant, inYear(2029)) });
		const late = await paidFor(2029);
		expect((await broken()).map(({ code }) => code)).toEqual(["openings"]);
		await openYear(db, { year: 2029, version: 1, ...as(accountant, inYear(2029)) });
		expect((await openings(2029)).map(({ seq, lines }) => [seq, JSON.parse(lines).length])).toEqual([
			[1, 4],
			[2, 4],
		]);
		expect(
			await rows(
				`SELECT DISTINCT l.member_id AS id FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
				WHERE v.source = 'opening' AND v.source_id = 2029 AND v.source_seq = 2 ORDER BY 1`,
			),
		).toEqual([{ id: stays.memberId }, { id: late.memberId }]);
		expect([await held("2120"), await held("4120")]).toEqual([0, 2_000]);
		expect(await broken()).toEqual([]);
	});

	test("after a correction that came before it, late, takes the credit once", async () => {
		const one = await paidFor(2031);
		await correct(one.itemId, 600, inYear(2031));
		expect(await broken()).toEqual([]);
		await openYear(db, { year: 2031, version: 0, ...as(accountant, inYear(2031)) });
		expect([await held("2120"), await held("4120")]).toEqual([400, 600]);
		expect(await broken()).toEqual([]);
	});

	test("turns accruals of the year before back, once", async () => {
		await post("2032-12-31", [debit("5260", 9_000, ""), credit("2110", 9_000, "")], 1);
		const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM vouchers WHERE turns_next_year = 1");
		await openYear(db, { year: 2033, version: 0, ...as(accountant, inYear(2033)) });
		expect(await rows("SELECT date, reverses_id FROM vouchers WHERE reverses_id = ?", id)).toEqual([
			{ date: "2033-01-01", reverses_id: id },
		]);
		expect([await held("5260"), await held("2110")]).toEqual([0, 0]);
		expect(await openYear(db, { year: 2033, version: 0, ...as(accountant, inYear(2033)) }).catch(codeOf)).toBe(
			"ledger.period_stale",
		);
	});
});

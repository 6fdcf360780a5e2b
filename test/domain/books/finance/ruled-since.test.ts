/** A register is paid by the rules of the day of payment: where they changed since the decision, it goes back. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refuseOtherRules } from "#db/books/finance-shares.ts";
import { readDocument } from "#db/books/finance-steps.ts";
import { commit } from "#db/commit.ts";
import { submitDocument } from "#domain/books/finance/actions.ts";
import { returnDocument } from "#domain/books/finance/review-actions.ts";
import { type DecidedShare, ruledSince } from "#domain/books/finance/share-withholding.ts";
import { acting, as, bring, draft, fund, now, office, refOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, sharesIn, withhold } from "../../../support/registers.ts";
import { AT, rows } from "../../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
let speaker: number;
beforeAll(async () => {
	people = await office();
	await fund();
});
beforeEach(async () => {
	speaker = await payee({ name: "李講師" });
	await rate("premium_rate", 211);
	await rate("resident_rate", 1_000);
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);

/** An approved register of one talk of 30,000. */
async function approved(amounts: { tax?: number; premium?: number } = {}) {
	const id = await register(people.applicant, registerInput([share(speaker, { gross: 30_000 })]));
	await bring(id, people, "cashier");
	await withhold(id, people, amounts);
	return bring(id, people, "chair");
}
const rate = (kind: string, value: number) =>
	rows("INSERT INTO withholding_rates (kind, from_on, value, created_at) VALUES (?, '2021-01-01', ?, 1)", kind, value);
const exempt = () =>
	rows(
		"INSERT INTO payee_exemptions (payee_id, kind, paper, shown_on, created_at) VALUES (?, 'class5', '低收入戶證明', '2021-01-01', 1)",
		speaker,
	);

describe("what changed between the decision and the payment", () => {
	test.each([
		["a rate", () => rate("premium_rate", 300)],
		["a paper of exemption", exempt],
		["the residence", () => rows("UPDATE payees SET is_resident = 0 WHERE id = ?", speaker)],
	])("%s keeps the register from being paid, until it is returned and decided anew", async (_what, change) => {
		const id = await approved();
		await change();
		expect(await refusal(bring(id, people, "paid"))).toBe("finance.ruled_since");
		expect(await now(id)).toMatchObject({ state: "approved", paid_on: null });
		await returnDocument(db, { ref: await refOf(id), comment: "代扣要重算", ...as(people.cashier) });
		expect((await now(id)).state).toBe("returned");
		await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
		await bring(id, people, "cashier");
		await withhold(id, people);
		await bring(id, people, "paid");
		expect(await now(id)).toMatchObject({ state: "paid", revision: 2 });
	});

	test("what nobody is touched by changes nothing, nor what the accountant had decided in that very way", async () => {
		const id = await approved({ tax: 0, premium: 900 });
		await rate("premium_rate", 300);
		await rate("foreign_rate", 1_000);
		await bring(id, people, "paid");
		expect(await now(id)).toMatchObject({ state: "paid", income_tax: 0, nhi: 900 });
	});

	test("a rate, a paper or a residence that changes while it is being paid is not paid by", async () => {
		const id = await approved();
		const seen = await readDocument(env.DB, { id, today: "2026-11-20" });
		if (!seen) throw new Error("no document");
		const refused = () => refusal(commit(db, [refuseOtherRules(seen.shares, seen.rates)]));
		expect(await refused()).toBe("done");
		await rows("UPDATE payees SET is_resident = 0 WHERE id = ?", speaker);
		expect(await refused()).toBe("finance.moved");
		await rows("UPDATE payees SET is_resident = 1 WHERE id = ?", speaker);
		await exempt();
		expect(await refused()).toBe("finance.moved");
		const other = await approved();
		const again = await readDocument(env.DB, { id: other, today: "2026-11-20" });
		if (!again) throw new Error("no document");
		await rate("premium_rate", 211);
		expect(await refusal(commit(db, [refuseOtherRules(again.shares, again.rates)]))).toBe("finance.moved");
	});

	test("a decision against the rules holds as long as these say the same", async () => {
		const id = await approved({ tax: 0 });
		await rate("resident_rate", 1_200);
		expect(await refusal(bring(id, people, "paid"))).toBe("finance.ruled_since");
	});

	test("a new year whose tables are not set leaves the amount to the accountant again", () => {
		const rates = [
			{ kind: "salary_from", from_on: "2026-01-01", value: 88_501 },
			{ kind: "basic_wage", from_on: "2026-01-01", value: 29_500 },
			{ kind: "resident_salary_rate", from_on: "2021-01-01", value: 500 },
			{ kind: "premium_rate", from_on: "2021-01-01", value: 211 },
			{ kind: "premium_most", from_on: "2021-01-01", value: 10_000_000 },
		] as const;
		const decided: DecidedShare = {
			...{ id: 1, position: 1, payee_id: 1, payee_name: "王", mark: "A", is_resident: 1 as const },
			...{ exemptions: "[]", gross: 5_000, labour: 0, health: 0, pension: 0, category: "50", last_category: null },
			...{ tax: 0, premium: 0, ruled: '{"tax":0,"premium":0}', was_resident: 1 as const },
			payee_kind: "person",
		};
		expect(ruledSince([decided], { register: "fees", rates, on: "2026-12-31" })).toEqual([]);
		expect(ruledSince([decided], { register: "fees", rates, on: "2027-01-04" })).toEqual([
			"第 1 行王：所得稅決定扣 0 元，付款日要由會計決定；補充保費決定扣 0 元，付款日要由會計決定。",
		]);
		const typed = { ...decided, ruled: '{"tax":null,"premium":null}' };
		expect(ruledSince([typed], { register: "fees", rates, on: "2027-01-04" })).toEqual([]);
	});
});

describe("an approved request goes back", () => {
	test("only as a register, and only by whoever pays, also by bare SQL", async () => {
		const single = await bring(await draft(people.applicant), people, "chair");
		expect(
			await refusal(returnDocument(db, { ref: await refOf(single), comment: "退回", ...as(people.cashier) })),
		).toBe("finance.wrong_state");
		const id = await approved();
		expect(await refusal(returnDocument(db, { ref: await refOf(id), comment: "退回", ...as(people.chair) }))).toBe(
			"finance.not_your_step",
		);
		const event = (document: number, who: number) =>
			env.DB.batch([
				env.DB.prepare(
					`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, comment, at)
				SELECT id, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = finance_documents.id), revision, 'return', 'approved', 'returned', ?, '退回', ? FROM finance_documents WHERE id = ?`,
				).bind(who, AT, document),
				// What the triggers let through is refused by the guard behind it.
				env.DB.prepare("INSERT INTO guard (code) VALUES ('finance.moved')"),
			]).catch(String);
		expect(await event(single, people.cashier.id)).toContain("finance.wrong_state");
		expect(await event(id, people.chair.id)).toContain("finance.not_your_step");
		expect(await event(id, people.cashier.id)).toContain("finance.moved");
	});

	test("what was decided stays until it is sent again", async () => {
		const id = await approved();
		await returnDocument(db, { ref: await refOf(id), comment: "帳號錯了", ...as(people.cashier) });
		expect((await sharesIn(id))[0]).toMatchObject({ tax: 3_000, premium: 633 });
		await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
		expect((await sharesIn(id))[0]).toMatchObject({ tax: 0, premium: 0, ruled: null });
	});
});

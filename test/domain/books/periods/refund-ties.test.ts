import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { voidDocument } from "#domain/books/finance/review-actions.ts";
import { openYear } from "#domain/books/periods/actions.ts";
import { as, bring, draft, office, refOf } from "../../../support/finance.ts";
import { db, dues, owing, payment, submit, verify } from "../../../support/payments.ts";
import { by, person, rows } from "../../../support/users.ts";

/** What 預收款項 holds, while nothing is broken but the year's opening that waits. */
const advance = async (): Promise<number | undefined> => {
	expect((await broken()).filter(({ code }) => code !== "openings")).toEqual([]);
	const [now] = await rows<{ held: number }>(
		"SELECT sum(m.credit - m.debit) AS held FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE a.code = '2120'",
	);
	return now?.held;
};
const broken = () => brokenInvariants(env.DB);

test("預收款項 agrees with what is credited, refunded, given up, and made income of its year", async () => {
	const secretary = await person({ roles: ["secretary", "applicant"] });
	const people = { ...(await office()), applicant: { id: secretary.id, held: [] } };
	const owed = await owing({ year: 2027 });
	const paymentId = await submit(payment([dues(owed), { kind: "credit", memberId: owed.memberId, amount: 700 }]), owed);
	await verify(paymentId, people.cashier.id);
	expect(await advance()).toBe(1_700);
	const refund = (amount: number) =>
		draft(people.applicant, {
			kind: "refund",
			refundOf: "credit",
			paymentId,
			payeeMemberId: owed.memberId,
			payeeTaxId: null,
			lines: [{ summary: "退溢繳款", amount }],
		});
	const first = await refund(400);
	await bring(first, people, "accountant", { code: "2120" });
	expect(await advance()).toBe(1_700);
	await bring(first, people, "chair");
	expect(await advance()).toBe(1_300);
	await voidDocument(db, { ref: await refOf(first), comment: "帳號有誤", ...as(people.chair) });
	expect(await advance()).toBe(1_700);
	const second = await refund(500);
	await bring(second, people, "posted", { code: "2120" });
	expect(await advance()).toBe(1_200);
	await openYear(db, {
		year: 2027,
		version: 0,
		reviewer: { userId: people.accountant.id, standsFor: [null] },
		by: by(people.accountant, Date.UTC(2027, 0, 5)),
	});
	expect(await advance()).toBe(200);
	expect(await broken()).toEqual([]);
});

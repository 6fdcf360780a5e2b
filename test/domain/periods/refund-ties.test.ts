import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { ledgerTies } from "#db/dues-ties.ts";
import { voidDocument } from "#domain/finance-reviews/actions.ts";
import { openYear } from "#domain/periods/actions.ts";
import { as, bring, draft, office, refOf } from "../../support/finance.ts";
import { db, dues, owing, payment, submit, verify } from "../../support/payments.ts";
import { by, person, rows } from "../../support/users.ts";

const advance = async () => (await ledgerTies(env.DB)).find(({ code }) => code === "advance");
const broken = async () => (await ledgerTies(env.DB)).filter(({ holds }) => !holds);

test("預收款項 agrees with what is credited, refunded, given up, and made income of its year", async () => {
	const secretary = await person({ roles: ["secretary", "applicant"] });
	const people = { ...(await office()), applicant: { id: secretary.id, held: [] } };
	const owed = await owing({ year: 2027 });
	const paymentId = await submit(payment([dues(owed), { kind: "credit", memberId: owed.memberId, amount: 700 }]), owed);
	await verify(paymentId, people.cashier.id);
	expect(await advance()).toEqual({ code: "advance", expected: 1_700, found: 1_700, holds: true });
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
	expect(await advance()).toMatchObject({ expected: 1_700, found: 1_700 });
	await bring(first, people, "chair");
	expect(await advance()).toMatchObject({ expected: 1_300, found: 1_300 });
	await voidDocument(db, { ref: await refOf(first), comment: "帳號有誤", ...as(people.chair) });
	expect(await advance()).toMatchObject({ expected: 1_700, found: 1_700 });
	const second = await refund(500);
	await bring(second, people, "posted", { code: "2120" });
	expect(await advance()).toMatchObject({ expected: 1_200, found: 1_200 });
	await openYear(db, {
		year: 2027,
		version: 0,
		reviewer: { userId: people.accountant.id, standsFor: [null] },
		by: by(people.accountant, Date.UTC(2027, 0, 5)),
	});
	expect(await advance()).toMatchObject({ expected: 200, found: 200 });
	expect(await broken()).toEqual([]);
	expect(
		await rows(
			`SELECT sum(m.credit - m.debit) AS held FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE a.code = '2120'`,
		),
	).toEqual([{ held: 200 }]);
});

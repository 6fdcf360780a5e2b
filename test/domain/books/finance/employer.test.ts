/** What the association pays besides a register of salaries (雇主負擔): owed by a voucher of its own, beside the payment's. */

import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { accrualLines } from "#db/books/accruals.ts";
import { readRows } from "#db/read.ts";
import { postDocument, unpostDocument } from "#domain/books/finance/payment-actions.ts";
import { as, bring, draft, fund, now, office, refOf, vouchersOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, withhold } from "../../../support/registers.ts";
import { AT, rows } from "../../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
let staff: number;
beforeAll(async () => {
	people = await office();
	await fund();
	staff = await payee({ name: "專員" });
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const raw = (sql: string, ...values: (string | number | null)[]) => rows(sql, ...values).then(() => "done", String);

const EMPLOYER = { labour: 2_500, health: 1_600, pension: 2_160 };
const salaries = (employer: typeof EMPLOYER | null = EMPLOYER) =>
	registerInput([share(staff, { payeeName: "專員", reason: "11 月薪資", gross: 36_000, labour: 900, health: 560 })], {
		kind: "salary",
		...(employer && { employer }),
	});
async function paid(of = salaries()) {
	const id = await register(people.applicant, of);
	await bring(id, people, "cashier");
	await withhold(id, people, { category: "50", tax: 0, premium: null });
	return bring(id, people, "paid");
}
const PAYMENT = ["5320 Dr 36000", "2130 Cr 1460", "1130 Cr 34540"];
const OWED = ["5320 Dr 2500", "5320 Dr 1600", "5320 Dr 2160", "2110 Cr 2500", "2110 Cr 1600", "2110 Cr 2160"];
const linesOf = async (id: number) => (await vouchersOf(id)).map(({ lines }) => lines);

describe("what the association pays besides", () => {
	test("is owed by a second voucher, posted and reversed with the payment's, and again when it is posted anew", async () => {
		const id = await paid();
		expect(await linesOf(id)).toEqual([]);
		await bring(id, people, "posted");
		expect(await linesOf(id)).toEqual([PAYMENT, OWED]);
		expect((await vouchersOf(id)).map(({ kind }) => kind)).toEqual(["expense", "transfer"]);
		expect((await vouchersOf(id))[1]?.description).toContain("（雇主負擔）");
		await unpostDocument(db, { ref: await refOf(id), comment: "科目錯了", ...as(people.accountant) });
		expect((await vouchersOf(id)).filter(({ isReversal }) => isReversal)).toHaveLength(2);
		await postDocument(db, { ref: await refOf(id), ...as(people.accountant) });
		const all = await linesOf(id);
		expect(all).toHaveLength(6);
		expect(all.slice(4)).toEqual([PAYMENT, OWED]);
	});

	test("nothing besides makes no second voucher, and a register of fees or a request of one payee has none", async () => {
		const id = await paid(salaries(null));
		await bring(id, people, "posted");
		expect(await linesOf(id)).toEqual([PAYMENT]);
		const fees = registerInput([share(staff)], { employer: EMPLOYER });
		expect(await refusal(register(people.applicant, fees))).toBe("finance.register_refused");
		const minus = salaries({ ...EMPLOYER, labour: -1 });
		expect(await refusal(register(people.applicant, minus))).toBe("finance.amount_refused");
		const plain = await draft(people.applicant);
		expect(await raw("UPDATE finance_documents SET employer_labour = 1 WHERE id = ?", plain)).toContain(
			"finance.register_refused",
		);
	});

	test("is a part of what is approved: bare SQL does not change it once it was sent", async () => {
		const id = await paid();
		expect(await raw("UPDATE finance_documents SET employer_labour = 1 WHERE id = ?", id)).toContain(
			"finance.is_final",
		);
		const [kept] = await rows<{ content: string }>("SELECT content FROM finance_revisions WHERE document_id = ?", id);
		expect(kept?.content).toContain('"employer":{"labour":2500,"health":1600,"pension":2160}');
	});

	test("bare SQL posts no such register without that voucher", async () => {
		const id = await paid();
		const event = env.DB.prepare(
			`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, at)
			SELECT id, 6, revision, 'post', 'paid', 'posted', ?, ? FROM finance_documents WHERE id = ?`,
		).bind(people.accountant.id, AT, id);
		const state = env.DB.prepare("UPDATE finance_documents SET state = 'posted' WHERE id = ?").bind(id);
		expect(await env.DB.batch([event, state]).then(() => "done", String)).toContain("finance.wrong_state");
		expect((await now(id)).state).toBe("paid");
	});

	test("is counted by the budget with the first line, and listed at the year's end", async () => {
		const id = await register(people.applicant, salaries());
		const [row] = await rows("SELECT amount FROM finance_budgets WHERE document_id = ?", id);
		expect(row).toEqual({ amount: 36_000 + 6_260 });
		const december = { ...salaries(), title: "12 月薪資", wantedOn: "2026-12-31" };
		const owed = await register(people.applicant, december);
		await bring(owed, people, "cashier");
		await withhold(owed, people, { category: "50", tax: 0, premium: null });
		await bring(owed, people, "chair");
		const [lines] = await readRows(env.DB, accrualLines(2026));
		expect(lines.filter((line) => line.id === owed).map(({ summary, amount }) => [summary, amount])).toEqual([
			["11 月薪資", 36_000],
			["雇主負擔勞健保與勞退", 6_260],
		]);
	});
});

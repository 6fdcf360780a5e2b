import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { paidShares, periodSums, yearPayees } from "#db/books/remittances.ts";
import { readRows } from "#db/read.ts";
import { editDocument, removeDraft } from "#domain/books/finance/actions.ts";
import { askUnpay, confirmUnpay } from "#domain/books/finance/payment-actions.ts";
import { requestRemittance } from "#domain/books/remittances/actions.ts";
import { carriedTo, type DueKind, duesOf, type PeriodSum } from "#domain/books/remittances/due.ts";
import { paths } from "#http/paths.ts";
import { acting, as, bring, draft, fund, input, now, office, refOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { ask, signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, withhold } from "../../../support/registers.ts";
import { rows } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
	await fund();
});
/** 10:00 in Taipei of a day. */
const on = (day: string): number => Date.parse(`${day}T02:00:00Z`);
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const remit = (kind: DueKind, period: string, day: string) =>
	requestRemittance(db, {
		asked: { kind, period, insured: 0 },
		key: crypto.randomUUID(),
		by: acting(people.applicant, on(day)),
	});
/** A register of 30,000 for a talk, paid on a day: 3,000 of tax of a resident, 6,000 of a non-resident. */
async function pay(payeeId: number, day: string, state: "paid" | "posted" = "posted") {
	const id = await register(people.applicant, registerInput([share(payeeId, { gross: 30_000 })]));
	await bring(id, people, "cashier");
	await withhold(id, people);
	await bring(id, people, state, { at: on(day) });
	return id;
}
async function unpay(id: number, day: string) {
	const at = { at: on(day) };
	await askUnpay(db, { ref: await refOf(id), comment: "退匯", ...as(people.cashier, at) });
	await confirmUnpay(db, { ref: await refOf(id), ...as(people.accountant, at) });
}
describe("residents and non-residents", () => {
	test("are as they were when the accountant withheld: nothing is due twice, nor listed otherwise", async () => {
		const id = await payee({ name: "外籍講師", isResident: false });
		await pay(id, "2026-03-10");
		expect((await now(await remit("foreign_tax", "2026-03-10", "2026-03-11"))).gross).toBe(6_000);
		await rows("UPDATE payees SET is_resident = 1, version = version + 1 WHERE id = ?", id);
		expect(await refusal(remit("tax", "2026-03", "2026-04-01"))).toBe("withholding.nothing_due");
		await pay(id, "2026-03-20");
		const [year] = await readRows(env.DB, yearPayees(2026));
		expect(
			year.filter(({ payee_id }) => payee_id === id).map(({ is_resident, gross, tax }) => [is_resident, gross, tax]),
		).toEqual([
			[1, 30_000, 3_000],
			[0, 30_000, 6_000],
		]);
		await expect(
			rows("UPDATE finance_shares SET was_resident = 1 - was_resident WHERE payee_id = ?", id),
		).rejects.toThrow("finance.is_final");
	});
	test("are known of a request without a register by its payee", async () => {
		await payee({ name: "外籍單人", isResident: false });
		const id = await draft(people.applicant, { payeeName: "外籍單人", payeeTaxId: null, incomeTax: 2_000 });
		await bring(id, people, "posted", { at: on("2026-05-06") });
		const [shares] = await readRows(env.DB, paidShares("2026-05"));
		expect(shares.map(({ document_id, is_resident, tax }) => [document_id, is_resident, tax])).toEqual([
			[id, 0, 2_000],
		]);
		expect(await refusal(remit("tax", "2026-05", "2026-06-01"))).toBe("withholding.nothing_due");
		expect((await now(await remit("foreign_tax", "2026-05-06", "2026-05-07"))).gross).toBe(2_000);
	});
	test("are as the request without a register says, whatever becomes of the payee's record, and stay so", async () => {
		const record = await payee({ name: "後來是居住者", isResident: false });
		const of = { payeeTaxId: null, incomeTax: 4_000 };
		const known = await draft(people.applicant, { ...of, payeeName: "後來是居住者" });
		const said = await draft(people.applicant, { ...of, payeeName: "沒有資料的外國人", isForeign: true });
		const resident = await draft(people.applicant, { ...of, payeeName: "沒有資料的本國人", isForeign: false });
		for (const id of [known, said, resident]) await bring(id, people, "posted", { at: on("2026-08-06") });
		await rows("UPDATE payees SET is_resident = 1, version = version + 1 WHERE id = ?", record);
		const [shares] = await readRows(env.DB, paidShares("2026-08"));
		expect(shares.map(({ document_id, is_resident }) => [document_id, is_resident])).toEqual([
			[known, 0],
			[said, 0],
			[resident, 1],
		]);
		expect((await now(await remit("foreign_tax", "2026-08-06", "2026-08-07"))).gross).toBe(8_000);
		expect((await now(await remit("tax", "2026-08", "2026-09-01"))).gross).toBe(4_000);
		for (const id of [said, resident])
			await expect(
				rows("UPDATE finance_documents SET payee_is_foreign = 1 - payee_is_foreign WHERE id = ?", id),
			).rejects.toThrow("finance.is_final");
		const [kept] = await rows<{ content: string }>("SELECT content FROM finance_revisions WHERE document_id = ?", said);
		const [plain] = await rows<{ content: string }>(
			"SELECT content FROM finance_revisions WHERE document_id = ?",
			resident,
		);
		expect([kept?.content.includes('"isForeign":true'), plain?.content.includes("isForeign")]).toEqual([true, false]);
	});
	test("the tax of a day is asked for when the day is over, with all of its payments", async () => {
		const id = await payee({ name: "外籍甲", isResident: false });
		await pay(id, "2026-07-15");
		expect(await refusal(remit("foreign_tax", "2026-07-15", "2026-07-15"))).toBe("withholding.day_not_over");
		await pay(id, "2026-07-15");
		expect((await now(await remit("foreign_tax", "2026-07-15", "2026-07-16"))).gross).toBe(12_000);
	});
});

describe("a payment that is undone after its tax was asked for", () => {
	const page = async (month: string) => {
		const who = await signIn({ roles: ["accountant"] });
		const answer = await ask(`${paths.admin.withholding.month()}?month=${month}`, { as: who });
		return answer.text();
	};
	const words = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

	test("and made again in another month is not remitted twice; the page says from where it comes", async () => {
		const id = await payee({ name: "退匯講師" });
		const paid = await pay(id, "2026-09-10", "paid");
		expect((await now(await remit("tax", "2026-09", "2026-10-01"))).gross).toBe(3_000);
		await unpay(paid, "2026-10-02");
		await bring(paid, people, "posted", { at: on("2026-10-03") });
		expect(await refusal(remit("tax", "2026-10", "2026-11-01"))).toBe("withholding.nothing_due");
		// The premium was not asked for in September, and is of October now.
		expect((await now(await remit("premium", "2026-10", "2026-11-01"))).gross).toBe(633);
		const html = await page("2026-10");
		expect(words(html)).toContain("代扣 3,000 元，已減去115 年 9 月多申請的 3,000 元");
		expect(html).toContain(`${paths.admin.withholding.month()}?month=2026-09"`);
		expect(words(await page("2026-09"))).toContain(
			"這張是 3,000 元，和現在的數字差 3,000 元；多申請的從以後要繳的減去",
		);

		// More is withheld in October: only that is asked for, and the request says of what it is less.
		await pay(await payee({ name: "另一位講師" }), "2026-10-20");
		const more = await remit("tax", "2026-10", "2026-11-02");
		expect(await now(more)).toMatchObject({ gross: 3_000 });
		expect(await rows("SELECT purpose FROM finance_documents WHERE id = ?", more)).toEqual([
			{ purpose: expect.stringContaining("代扣 6,000 元，減去115 年 9 月多申請的 3,000 元。") },
		]);
		expect(words(await page("2026-10"))).not.toContain("和現在的數字差 3,000 元");
	});

	const sum = (period: string, withheld: number, asked: number): PeriodSum => ({
		kind: "tax",
		period,
		withheld,
		asked,
	});
	const carried = (period: string, sums: PeriodSum[]) => carriedTo({ kind: "tax", period }, sums);
	test("an excess is used up by the periods after it, and a month that nobody asked for uses it too", () => {
		const sums = [sum("2026-01", 0, 3_000), sum("2026-02", 1_000, 0), sum("2026-03", 5_000, 0)];
		expect(carried("2026-02", sums)).toEqual({ amount: 3_000, from: ["2026-01"] });
		expect(carried("2026-03", sums).amount).toBe(2_000);
		expect(carried("2026-04", sums)).toEqual({ amount: 0, from: [] });
		expect(carriedTo({ kind: "premium", period: "2026-02" }, sums).amount).toBe(0);
	});
	test("an excess that was used up is not named any more", () => {
		const sums = [sum("2026-01", 0, 3_000), sum("2026-02", 4_000, 0), sum("2026-03", 0, 2_000)];
		expect(carried("2026-04", sums)).toEqual({ amount: 2_000, from: ["2026-03"] });
	});
	test("what was withheld and not asked for is not carried to another month", () => {
		expect(carried("2026-03", [sum("2026-02", 4_000, 0), sum("2026-03", 5_000, 0)]).amount).toBe(0);
	});
	test("an excess of a later month counts where all would be more than was withheld", () => {
		expect(carried("2026-02", [sum("2026-02", 3_000, 0), sum("2026-03", 0, 3_000)])).toEqual({
			amount: 3_000,
			from: ["2026-03"],
		});
	});
	/** Asks for what is due of a month, and returns what was then asked for beyond what was withheld in all. */
	function askFor(one: PeriodSum, months: readonly PeriodSum[]): number {
		const share = { ...SHARE, paid_on: `${one.period}-05`, tax: one.withheld };
		one.asked = duesOf(one.period, [share], months).find(({ kind }) => kind === "tax")?.amount ?? 0;
		return one.asked === 0 ? 0 : months.reduce((all, { asked, withheld }) => all + asked - withheld, 0);
	}
	test("whatever is paid, undone and asked for, in any order, never more is asked for than was withheld then", () => {
		let seed = 7;
		const random = (most: number) => {
			seed = (seed * 16_807) % 2_147_483_647;
			return seed % most;
		};
		for (let run = 0; run < 300; run += 1) {
			const months = Array.from({ length: 6 }, (_, at) => sum(`2026-0${at + 1}`, 0, 0));
			for (let step = 0; step < 30; step += 1) {
				const [one] = months.slice(random(6));
				if (one && random(2) === 0) one.withheld = random(4) * 1_000;
				else if (one?.asked === 0) expect(askFor(one, months)).toBeLessThanOrEqual(0);
			}
		}
	});
	const SHARE = { document_id: 1, category: "9B", is_resident: 1, gross: 30_000, premium: 0 } as const;
	test("the sums are those of the payments and of the requests that stand", async () => {
		const [sums] = await readRows(env.DB, periodSums());
		expect(sums.filter(({ period }) => period.startsWith("2026-09") || period.startsWith("2026-10"))).toEqual([
			{ kind: "premium", period: "2026-10", withheld: 1_266, asked: 633 },
			{ kind: "tax", period: "2026-09", withheld: 0, asked: 3_000 },
			{ kind: "tax", period: "2026-10", withheld: 6_000, asked: 3_000 },
		]);
	});
});

describe("a request that pays what is due", () => {
	test("stays what it is: its papers and words may change, its subject and amount may not", async () => {
		await pay(await payee({ name: "被扣的人" }), "2026-06-13");
		const doc = await remit("tax", "2026-06", "2026-07-01");
		const edit = async (more: Parameters<typeof input>[0]) =>
			refusal(editDocument(env, db, { ref: await refOf(doc), input: input(more), by: acting(people.applicant) }));
		const title = "繳納 115 年 6 月代扣所得稅";
		const lines = [{ summary: title, amount: 3_000 }];
		expect(await edit({ title: "茶水", lines: [{ summary: "茶水", amount: 10 }] })).toBe("withholding.is_fixed");
		expect(await edit({ title, lines: [{ summary: title, amount: 2_999 }] })).toBe("withholding.is_fixed");
		expect(await edit({ title: "茶水", lines })).toBe("withholding.is_fixed");
		expect(await edit({ title, lines, incomeTax: 10 })).toBe("withholding.is_fixed");
		expect(await edit({ title, lines, payeeName: "財政部臺北國稅局", payeeTaxId: null })).toBe("done");
		expect(
			await rows(
				"SELECT l.amount, a.code FROM finance_lines l JOIN accounts a ON a.id = l.account_id WHERE l.document_id = ?",
				doc,
			),
		).toEqual([{ amount: 3_000, code: "2140" }]);
		await expect(rows("DELETE FROM withholding_payments WHERE document_id = ?", doc)).rejects.toThrow(
			"withholding.is_fixed",
		);
		expect(await refusal(remit("tax", "2026-06", "2026-07-01"))).toBe("withholding.requested");
		// Made anew: the draft is deleted, and what it noted goes with it.
		await removeDraft(env, db, { ref: await refOf(doc), by: acting(people.applicant) });
		expect(await rows("SELECT 1 FROM withholding_payments WHERE document_id = ?", doc)).toEqual([]);
		expect(await refusal(remit("tax", "2026-06", "2026-07-01"))).toBe("done");
	});
});

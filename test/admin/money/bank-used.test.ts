import { beforeAll, beforeEach, expect, test } from "vitest";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine } from "../../support/bank.ts";
import { drafted, incomeNow, recorded } from "../../support/income.ts";
import { db, dues, owing, payment, refOf, submit, voucherOf } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, by, person, rows } from "../../support/users.ts";

/* The other way round: money that is typed in after the line that shows it was used. */

const { bank, payments, income } = paths.admin;
let cashier: Person;
let accountant: Person;
let account: number;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
});
beforeEach(async () => {
	account = await bankAccount();
});

const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const post = (path: string, form: Record<string, string | string[]> = {}) => ask(path, { as: cashier, form });
const made = () =>
	rows("SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT count(*) FROM income_records) AS records");
const changesOf = async (action: string, id: number) =>
	(
		await rows<{ changes: string }>(
			"SELECT changes FROM audit_log WHERE action = ? AND auditable_id = ?",
			action,
			`${id}`,
		)
	).map(({ changes }) => JSON.parse(changes) as unknown);

/** A line that dues were made of; returns the payment with it. */
async function used(of: { last5?: string | null; amount?: number; accountId?: number } = {}) {
	const { amount = 1_000, accountId = account, last5 = null } = of;
	const owed = await owing({ base: amount });
	const line = await bankLine({ accountId, amount, last5, day: "2026-03-04" });
	const answer = await post(bank.match(line), {
		version: "1",
		payer: String(owed.memberId),
		items: [String(owed.itemId)],
	});
	expect(answer.status).toBe(303);
	const [row] = await rows<{ id: number }>("SELECT record_id AS id FROM bank_line_parts WHERE line_id = ?", line);
	return { line, paymentId: row?.id ?? 0 };
}

const typed = (more: Record<string, string> = {}) => ({
	donor: "",
	line: "",
	kind: "donation",
	payer_title: "",
	amount: "1,000",
	fee: "",
	method: "transfer",
	account: String(account),
	received_on: "2026/03/06",
	project: "",
	purpose: "病友急難救助",
	wants_receipt: "1",
	note: "",
	as: "record",
	...more,
});

test("a gift is not recorded until somebody says that it is another money; nothing is typed again", async () => {
	const { line, paymentId } = await used();
	const before = await made();
	const refused = await post(income.create(), typed());
	const page = await refused.text();
	expect(refused.status).toBe(422);
	for (const words of ["已經對上另一筆", "115年3月4日", "1,000", `收款 ${paymentId}`, "這是另一筆錢", "病友急難救助"])
		expect(page).toContain(words);
	for (const href of [bank.line(line), payments.show(paymentId)]) expect(page).toContain(`href="${href}"`);
	expect(page).toContain('name="again"');
	expect(await made()).toEqual(before);
	const done = await post(income.create(), typed({ again: "1" }));
	expect(done.status).toBe(303);
	const id = Number(done.headers.get("Location")?.split("/").at(-1));
	expect(await incomeNow(id)).toMatchObject({ state: "recorded", amount: 1_000 });
	expect(await changesOf("income.record", id)).toEqual([{ again: true }]);
});

test("so is a draft, on its page and where it is edited", async () => {
	await used();
	const id = await drafted(cashier.userId, { amount: 1_000, bankAccountId: account });
	const version = String((await incomeNow(id)).version);
	const page = await text(income.show(id));
	for (const words of ["這筆錢可能已經入帳", "這是另一筆錢"]) expect(page).toContain(words);
	const refused = await post(income.recording(id), { version });
	expect([refused.status, (await refused.text()).includes("這是另一筆錢")]).toEqual([422, true]);
	const edited = await post(income.edit(id), { ...typed(), version });
	expect([edited.status, (await edited.text()).includes("這是另一筆錢")]).toEqual([422, true]);
	expect((await incomeNow(id)).state).toBe("draft");
	expect((await post(income.recording(id), { version, again: "1" })).status).toBe(303);
	expect(await changesOf("income.record", id)).toEqual([{ again: true }]);
});

test("the fee that was kept is not of what arrived, and other money is not asked about", async () => {
	await used({ amount: 985 });
	const refused = await post(income.create(), typed({ fee: "15" }));
	expect([refused.status, (await refused.text()).includes("這是另一筆錢")]).toEqual([422, true]);
	const others = [
		{ amount: "1,001" },
		{ amount: "985", received_on: "2026/03/12" },
		{ amount: "985", account: String(await bankAccount()) },
		{ amount: "985", method: "cash", account: "" },
		{ amount: "985", as: "draft" },
	];
	for (const other of others) expect((await post(income.create(), typed(other))).status).toBe(303);
});

test("while an open line may show it nothing is asked, and its page names the line", async () => {
	await used();
	const open = await bankLine({ accountId: account, day: "2026-03-07" });
	const id = await recorded(cashier.userId, { amount: 1_000, bankAccountId: account });
	const page = await text(income.show(id));
	expect(page).toContain("銀行明細可能就是這一筆");
	expect(page).toContain(`href="${bank.line(open)}"`);
	expect((await post(bank.match(open), { version: "1", booked: `income.${id}` })).status).toBe(303);
	expect(await text(income.show(id))).not.toContain("銀行明細可能就是這一筆");
});

test("a payment without digits is verified by who says that it is another money; a reversal frees its line", async () => {
	const first = await used();
	const owed = await owing();
	const secretary = await person({ name: "秘書", roles: ["secretary"] });
	const said = payment([dues(owed)], { method: "other", last5: null, bankAccountId: account });
	const id = await submit(said, { userId: secretary.id, source: "staff" });
	expect(await text(payments.show(id))).toContain("這筆錢可能已經入帳");
	const form = { version: String((await refOf(id)).version), received: "1,000", payer_title: owed.name, line: "" };
	const refused = await post(payments.verification(id), form);
	expect([refused.status, (await refused.text()).includes("可能已經對上另一筆")]).toEqual([422, true]);
	expect(await voucherOf(id)).toEqual([]);
	await reversePayment(db, {
		ref: await refOf(first.paymentId),
		reason: "對錯人",
		reviewer: { userId: accountant.userId, standsFor: [null] },
		by: by({ id: accountant.userId }, AT),
	});
	expect(await text(payments.show(id))).not.toContain("這筆錢可能已經入帳");
	expect((await post(payments.verification(id), form)).status).toBe(303);
	expect(await text(payments.show(id))).toContain("銀行明細可能就是這一筆");
	expect(await changesOf("payment.verify", id)).toEqual([{ amount: 1_000 }]);
});

test("other digits are other money, also where only the payment of the line knows them", async () => {
	await used({ last5: "11111" });
	const owed = await owing();
	const other = await submit(payment([dues(owed)], { bankAccountId: account }), { userId: owed.userId });
	expect(await text(payments.show(other))).not.toContain("這筆錢可能已經入帳");
});

test("typed in and matched at the same moment, the money is booked once", async () => {
	for (const n of [1, 2, 3, 4, 5]) {
		const amount = 2_000 + n;
		const owed = await owing({ base: amount });
		const line = await bankLine({ accountId: account, amount });
		const match = { version: "1", payer: String(owed.memberId), items: [String(owed.itemId)] };
		const both = [post(bank.match(line), match), post(income.create(), typed({ amount: String(amount) }))];
		const answers = await Promise.all(n % 2 === 0 ? both : both.toReversed());
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
	}
});

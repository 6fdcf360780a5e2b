/** A register (清冊) pays many people by one request: what it holds, who has to do with it, and what is withheld. */

import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { CONCERNS } from "#db/books/finance-who.ts";
import { editDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { readShares } from "#domain/books/finance/register.ts";
import { returnDocument } from "#domain/books/finance/review-actions.ts";
import { foldName } from "#kernel/names.ts";
import { accountId, acting, as, bring, fund, now, office, refOf, staff, vouchersOf } from "../../../support/finance.ts";
import { member } from "../../../support/members.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, sharesIn, withhold } from "../../../support/registers.ts";
import { rows } from "../../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
let speaker: number;
let volunteer: number;
beforeAll(async () => {
	people = await office();
	await fund();
	speaker = await payee({ name: "李講師" });
	volunteer = await payee({ name: "陳志工" });
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const raw = (sql: string, ...values: (string | number | null)[]) =>
	rows(sql, ...values).then(
		() => "done",
		(error) => String(error),
	);

const talk = () =>
	registerInput([
		share(speaker, { payeeName: "李講師", gross: 30_000 }),
		share(volunteer, { payeeName: "陳志工", gross: 1_200, reason: "交通費" }),
	]);

describe("a register from draft to voucher", () => {
	test("its lines are the sums by reason, each payee's account is taken, and the accountant withholds by the rules", async () => {
		const id = await register(people.applicant, talk());
		await bring(id, people, "cashier");
		const before = await now(id);
		expect([before.payee_name, before.gross, before.income_tax, before.nhi]).toEqual(["李講師等 2 人", 31_200, 0, 0]);
		expect((await sharesIn(id)).map(({ account }) => account.length)).toEqual([12, 12]);
		await withhold(id, people);
		const [first, second] = await sharesIn(id);
		expect([first?.tax, first?.premium, first?.net]).toEqual([3_000, 633, 26_367]);
		expect([second?.tax, second?.premium, second?.net]).toEqual([0, 0, 1_200]);
		await bring(id, people, "posted");
		expect((await vouchersOf(id)).map(({ lines }) => lines)).toEqual([
			["5320 Dr 30000", "5320 Dr 1200", "2140 Cr 3000", "2130 Cr 633", "1130 Cr 27567"],
		]);
	});

	test("a salary deducts what the payee pays of the insurances, and the accountant types the month's tax", async () => {
		const of = share(speaker, {
			reason: "11 月薪資",
			gross: 36_000,
			allowance: 3_000,
			labour: 900,
			health: 560,
			pension: 2_160,
		});
		const id = await register(people.applicant, registerInput([of], { kind: "salary" }));
		await bring(id, people, "cashier");
		expect(await refusal(withhold(id, people, { category: "50" }))).toBe("finance.not_withheld");
		await withhold(id, people, { category: "50", tax: 250, premium: null });
		await bring(id, people, "posted");
		expect(await now(id)).toMatchObject({ net: 36_000 - 900 - 560 - 2_160 - 250, nhi: 3_620 });
		expect((await vouchersOf(id))[0]?.lines).toEqual(["5320 Dr 36000", "2140 Cr 250", "2130 Cr 3620", "1130 Cr 32130"]);
	});

	test("what the accountant decides otherwise stands beside what the rules say", async () => {
		const id = await register(people.applicant, registerInput([share(speaker, { gross: 30_000 })]));
		await bring(id, people, "cashier");
		await withhold(id, people, { tax: 0 });
		expect((await sharesIn(id))[0]).toMatchObject({ tax: 0, premium: 633, ruled: '{"tax":3000,"premium":633}' });
	});

	test("returned and sent again, nothing is withheld until the accountant decides anew", async () => {
		const id = await register(people.applicant, talk());
		await bring(id, people, "cashier");
		await withhold(id, people);
		await returnDocument(db, { ref: await refOf(id), comment: "請補領據", ...as(people.chair) });
		await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
		expect(await now(id)).toMatchObject({ income_tax: 0, nhi: 0, revision: 2 });
		expect((await sharesIn(id)).map(({ tax, category }) => [tax, category])).toEqual([
			[0, "9B"],
			[0, "9B"],
		]);
	});

	test("names that no payee has become payees, one for each name, and a changed register replaces its shares", async () => {
		const input = registerInput(
			["新志工", "新志工", "另一位"].map((payeeName) => share(null, { payeeName, reason: "交通費" })),
			{ payBy: "cash" },
		);
		const id = await register(people.applicant, input);
		const [one, two, other] = await sharesIn(id);
		expect([one?.payee_id === two?.payee_id, one?.payee_id === other?.payee_id]).toEqual([true, false]);
		await editDocument(env, db, {
			ref: await refOf(id),
			input: registerInput([share(speaker)], { payBy: "cash" }),
			by: acting(people.applicant),
		});
		expect((await sharesIn(id)).map(({ payee_id }) => payee_id)).toEqual([speaker]);
		expect((await now(id)).payee_name).toBe("講師");
	});
});

describe("what a register refuses", () => {
	test("a payee without an account by transfer, income of a payee without a number, and an inactive payee", async () => {
		const noAccount = await payee({ name: "沒有帳號", account: null });
		const id = await register(people.applicant, registerInput([share(noAccount)]));
		expect(await refusal(bring(id, people, "submitted"))).toBe("finance.share_without_account");
		const unknown = await payee({ name: "沒有證號", isKnown: false });
		const second = await register(people.applicant, registerInput([share(unknown)]));
		await bring(second, people, "cashier");
		expect(await refusal(withhold(second, people))).toBe("finance.not_withheld");
		await rows("UPDATE finance_shares SET category = '9B' WHERE document_id = ?", second);
		const step = env.DB.batch([
			env.DB.prepare(
				`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, content_hash, at)
				SELECT id, 3, revision, 'approve_accountant', 'pending_accountant', 'pending_chair', ?, content_hash, 1
				FROM finance_documents WHERE id = ?`,
			).bind(people.accountant.id, second),
			env.DB.prepare("UPDATE finance_lines SET account_id = ? WHERE document_id = ?").bind(
				await accountId("5320"),
				second,
			),
			env.DB.prepare("UPDATE finance_documents SET state = 'pending_chair' WHERE id = ?").bind(second),
		]);
		expect(await step.catch(String)).toContain("finance.payee_unknown");
		const gone = await payee({ name: "停用的人" });
		await rows("UPDATE payees SET is_active = 0 WHERE id = ?", gone);
		expect(await refusal(register(people.applicant, registerInput([share(gone)])))).toBe("finance.payee_refused");
	});

	test("another kind, a cheque, no share, sums that differ, and more deducted than the payee gets", async () => {
		const whole = talk();
		const wrong = [
			{ ...whole, kind: "reimbursement" as const },
			{ ...whole, payBy: "cheque" as const },
			{ ...whole, register: { kind: "fees" as const, shares: [] } },
			{ ...whole, lines: [{ summary: "講師費", amount: 31_200 }] },
		];
		for (const input of wrong)
			expect(await refusal(register(people.applicant, input))).toBe("finance.register_refused");
		const less = registerInput([share(speaker, { gross: 500, pension: 500 })], { kind: "salary" });
		expect(await refusal(register(people.applicant, less))).toBe("finance.amount_refused");
	});

	test("bare SQL neither changes what was sent nor withholds outside the accountant's step", async () => {
		const id = await register(people.applicant, talk());
		await bring(id, people, "submitted");
		const [first] = await sharesIn(id);
		for (const set of [
			"gross = gross + 1",
			"account = '1'",
			`payee_id = ${volunteer}`,
			"tax = 5",
			"category = '50'",
			"pension = 1",
		])
			expect(await raw(`UPDATE finance_shares SET ${set} WHERE id = ?`, first?.id ?? 0)).toContain("finance.is_final");
		expect(await raw("DELETE FROM finance_shares WHERE id = ?", first?.id ?? 0)).toContain("finance.is_final");
		expect(await raw("UPDATE finance_documents SET income_tax = 9 WHERE id = ?", id)).toContain("finance.is_final");
		expect(await raw("UPDATE finance_documents SET register = NULL WHERE id = ?", id)).toContain("finance.");
		await bring(id, people, "cashier");
		await withhold(id, people);
		expect(await raw("UPDATE finance_shares SET tax = 0 WHERE id = ?", first?.id ?? 0)).toContain("finance.is_final");
		expect(await raw("UPDATE finance_documents SET nhi = 0 WHERE id = ?", id)).toContain("finance.is_final");
	});
});

describe("whoever is paid by a register takes none of its steps", () => {
	const asPayee = async (
		name: string,
		of: (who: { id: number; held: Office["cashier"]["held"] }) => Promise<number>,
	) => {
		const cashier = await staff("cashier");
		const id = await register(
			people.applicant,
			registerInput([share(speaker), share(await of(cashier), { payeeName: name })]),
		);
		await bring(id, people, "submitted");
		return refusal(bring(id, { ...people, cashier }, "cashier"));
	};
	test("as the payee's user, by the same name, by the account, or as family", async () => {
		expect(await asPayee("同仁", ({ id }) => payee({ name: "同仁", userId: id }))).toBe("finance.own_document");
		expect(
			await asPayee("同名", async ({ id }) => {
				const [user] = await rows<{ name: string }>("SELECT name FROM users WHERE id = ?", id);
				return payee({ name: `${user?.name} 先生` });
			}),
		).toBe("finance.own_document");
		expect(
			await asPayee("帳號", async ({ id }) => {
				await payee({ name: "本人的資料", userId: id, account: "777-888-999" });
				return payee({ name: "別的名字", account: "777888999" });
			}),
		).toBe("finance.own_document");
		expect(
			await asPayee("家人", async ({ id }) => {
				const parent = await member({ userId: id });
				const child = await member({ guardianId: parent.id });
				return payee({ name: "小孩", memberId: child.id });
			}),
		).toBe("finance.own_document");
		expect(await asPayee("別人", () => payee({ name: "毫無關係的人" }))).toBe("done");
	});
});

describe("what an attacker found", () => {
	test("no income is never withheld from, by the action and by bare SQL", async () => {
		const id = await register(people.applicant, registerInput([share(speaker, { gross: 30_000 })]));
		await bring(id, people, "cashier");
		expect(await refusal(withhold(id, people, { category: "none", tax: 3_000, premium: 633 }))).toBe(
			"finance.not_withheld",
		);
	});

	test("two rows of one payee and category are one payment, which the larger bears", async () => {
		const id = await register(
			people.applicant,
			registerInput([share(speaker, { gross: 15_000 }), share(speaker, { gross: 15_001, reason: "第二場" })]),
		);
		await bring(id, people, "cashier");
		await withhold(id, people);
		expect((await sharesIn(id)).map(({ tax, premium }) => [tax, premium])).toEqual([
			[0, 0],
			[3_000, 633],
		]);
	});

	test("behind # the number counts together with the name alone", () => {
		const row = (payee: string) => ({
			number: 1,
			payee,
			reason: "r",
			gross: 1,
			allowance: 0,
			labour: 0,
			health: 0,
			pension: 0,
			payBy: "transfer" as const,
		});
		const named = (id: number, name: string) => ({ id, name, name_folded: foldName(name), mark: null });
		const { shares } = readShares([row("工作室 #5")], [named(5, "甲"), named(9, "工作室 #5")], foldName);
		expect(shares[0]?.payeeId).toBe(9);
		expect(readShares([row("王小明 #5")], [named(5, "甲")], foldName).problems).toEqual([
			"第 1 行：沒有叫「王小明」的受款人 #5。",
		]);
	});

	test("a payee or an account that was switched off before sending is not sent", async () => {
		const gone = await payee({ name: "會停用" });
		const id = await register(people.applicant, registerInput([share(gone)]));
		await rows("UPDATE payees SET is_active = 0 WHERE id = ?", gone);
		expect(await refusal(bring(id, people, "submitted"))).toBe("finance.share_stale");
		const moved = await payee({ name: "換帳號" });
		const second = await register(people.applicant, registerInput([share(moved)]));
		await rows("UPDATE payee_accounts SET is_active = 0 WHERE payee_id = ?", moved);
		expect(await refusal(bring(second, people, "submitted"))).toBe("finance.share_stale");
	});

	test("what the accountant decided otherwise goes with a return, and two spellings of a new name are one payee", async () => {
		const id = await register(people.applicant, registerInput([share(speaker, { gross: 30_000 })]));
		await bring(id, people, "cashier");
		await withhold(id, people, { tax: 0, premium: 0 });
		await returnDocument(db, { ref: await refOf(id), comment: "補", ...as(people.chair) });
		await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
		expect((await sharesIn(id))[0]?.ruled).toBe(null);
		const twice = ["新來的 人", "新來的人"].map((payeeName) => share(null, { payeeName }));
		const [a, b] = await sharesIn(await register(people.applicant, registerInput(twice, { payBy: "cash" })));
		expect(a?.payee_id).toBe(b?.payee_id);
		const noted = "SELECT action FROM audit_log WHERE auditable_type = 'payee' AND auditable_id = ?";
		expect(await rows(noted, String(a?.payee_id))).toHaveLength(1);
	});
});

test("lists say of the same people that a register is their own as the steps do", async () => {
	const apart = await rows(
		`SELECT d.id, h.user_id FROM finance_documents d CROSS JOIN (SELECT id AS user_id, NULL AS person FROM users) h
		WHERE coalesce((${CONCERNS}), 0) <> EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = d.id AND r.user_id = h.user_id)`,
	);
	expect(apart).toEqual([]);
	const own =
		"SELECT count(DISTINCT r.user_id) AS many FROM finance_related r JOIN finance_shares s ON s.document_id = r.document_id";
	expect((await rows<{ many: number }>(own))[0]?.many).toBeGreaterThan(3);
});

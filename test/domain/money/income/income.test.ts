import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { editDonor } from "#domain/money/donors/actions.ts";
import { createIncome, issueReceipt, postIncome, recordIncome, reverseIncome } from "#domain/money/income/actions.ts";
import { replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import {
	donor,
	donorInput,
	drafted,
	incomeInput,
	incomeNow,
	inKind,
	posted,
	recorded,
	refOf,
	reversed,
	reviewer,
} from "../../../support/income.ts";
import { member } from "../../../support/members.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, auditOf, by, mailsTo, person, rows } from "../../../support/users.ts";

let cashier: number;
let accountant: number;
let chair: number;
beforeEach(async () => {
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
	accountant = (await person({ name: "會計", roles: ["accountant"] })).id;
	chair = (await person({ name: "理事長", roles: ["chair"] })).id;
});

const receiptsOf = (id: number) =>
	rows(
		"SELECT series, payer_title, payer_id_mask, amount, method, paid_on, status FROM receipts WHERE income_id = ? ORDER BY id",
		id,
	);
const vouchersOf = (id: number) =>
	rows(
		`SELECT v.kind, v.date, v.source, (SELECT json_group_array(a.code || iif(l.debit > 0, ' Dr ' || l.debit, ' Cr ' || l.credit) ORDER BY l.line_no)
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS lines FROM vouchers v
		WHERE (v.source = 'income' AND v.source_id = ?1) OR v.reverses_id IN (SELECT id FROM vouchers WHERE source = 'income' AND source_id = ?1)
		ORDER BY v.id`,
		id,
	);
const lines = (row: Record<string, unknown> | undefined) => JSON.parse(String(row?.lines));
const acting = (userId: number) => ({ ...by({ id: userId }), userId });

describe("income that is recorded", () => {
	test("has a number, a receipt of its own series and a mail that thanks, in one batch", async () => {
		const donorId = await donor({ nationalId: "A123456789", email: "lin@example.org" });
		const [before] = await rows<{ n: number }>(
			"SELECT coalesce(max(seq), 0) AS n FROM income_records WHERE roc_year = 115",
		);
		const id = await recorded(cashier, { donorId, payerTitle: "林淑芬", purpose: "急難救助" });
		expect(await incomeNow(id)).toMatchObject({
			state: "recorded",
			roc_year: 115,
			seq: (before?.n ?? 0) + 1,
			recorded_by: cashier,
		});
		expect(await receiptsOf(id)).toEqual([
			{
				series: "donation",
				payer_title: "林淑芬",
				payer_id_mask: "A12****789",
				amount: 5_000,
				method: "transfer",
				paid_on: "2026-03-03",
				status: "issued",
			},
		]);
		const [receipt] = await rows<{ number: string }>(
			"SELECT mark || number AS number FROM receipts WHERE income_id = ?",
			id,
		);
		expect(await mailsTo("lin@example.org")).toEqual([
			{ template: "income_recorded", user_id: null, to_name: "林淑芬", data: { receipt: receipt?.number } },
		]);
		expect((await auditOf("income", id)).map(({ action }) => action)).toEqual(["income.create", "income.record"]);
		expect(JSON.stringify(await auditOf("income", id))).not.toContain("林淑芬");
	});

	test("by the same form twice is one, and by thirty at once has numbers without gaps", async () => {
		const key = crypto.randomUUID();
		const once = () => createIncome(db, { input: incomeInput(), record: true, key, by: acting(cashier) });
		expect(await once()).toBe(await once());
		const ids = await Promise.all(Array.from({ length: 30 }, () => recorded(cashier, { wantsReceipt: true })));
		expect(new Set(ids).size).toBe(30);
		const [numbers] = await rows(
			"SELECT max(seq) - min(seq) + 1 = count(*) AS gapless FROM income_records WHERE roc_year = 115",
		);
		expect(numbers).toEqual({ gapless: 1 });
	});

	test("in kind has neither amount nor receipt, but a thanks", async () => {
		const donorId = await donor({
			name: "好人公司",
			kind: "organisation",
			nationalId: "12345675",
			email: "good@example.org",
		});
		const id = await recorded(cashier, { ...inKind, donorId, payerTitle: "好人公司" });
		expect(await receiptsOf(id)).toEqual([]);
		expect(await mailsTo("good@example.org")).toMatchObject([{ data: { receipt: null } }]);
		await posted(id, accountant);
		expect(await incomeNow(id)).toMatchObject({ state: "posted" });
		expect(await vouchersOf(id)).toEqual([]);
	});

	test("is no receipt where none is wanted, until somebody wants one", async () => {
		const id = await recorded(cashier, { wantsReceipt: false });
		expect(await receiptsOf(id)).toEqual([]);
		await issueReceipt(db, { id, by: acting(cashier) });
		expect(await receiptsOf(id)).toMatchObject([{ status: "issued" }]);
		expect(await issueReceipt(db, { id, by: acting(cashier) }).catch(codeOf)).toBe("receipt.wrong_state");
		const other = await recorded(cashier, { kind: "other", method: "cash", payerTitle: "福田書店" });
		expect(await receiptsOf(other)).toEqual([]);
		await issueReceipt(db, { id: other, by: acting(cashier) });
		expect(await receiptsOf(other)).toMatchObject([{ series: "other", payer_title: "福田書店", amount: 5_000 }]);
		const [paper] = await rows<{ id: number; version: number }>(
			"SELECT id, version FROM receipts WHERE income_id = ?",
			other,
		);
		const retitle = (userId: number) =>
			voidReceipt(db, {
				ref: paper ?? { id: 0, version: 0 },
				reason: "抬頭錯誤",
				replacement: "title",
				payerTitle: "福田書局",
				by: acting(userId),
			});
		expect(await retitle(accountant).catch(codeOf)).toBe("receipt.second_person");
		await retitle(chair);
		expect(await rows("SELECT mark || seq AS number FROM receipts WHERE income_id = ? ORDER BY id", other)).toEqual([
			{ number: "其他1" },
			{ number: "其他2" },
		]);
		const unknown = await recorded(cashier, { kind: "other", payerTitle: "福田書店" });
		expect(await issueReceipt(db, { id: unknown, by: acting(cashier) }).catch(codeOf)).toBe("receipt.unknown_payer");
		const named = await recorded(cashier, { kind: "other", method: "cash", payerTitle: "許雅雯" });
		expect(await issueReceipt(db, { id: named, by: acting(cashier) }).catch(codeOf)).toBe("receipt.same_name");
		expect([await receiptsOf(unknown), await receiptsOf(named)]).toEqual([[], []]);
		await issueReceipt(db, { id: named, by: acting(accountant) });
		expect(await receiptsOf(named)).toMatchObject([{ series: "other", payer_title: "許雅雯" }]);
		const interest = await recorded(cashier, { kind: "interest", payerTitle: "存款利息" });
		expect(await issueReceipt(db, { id: interest, by: acting(cashier) }).catch(codeOf)).toBe("receipt.wrong_state");
	});

	test("refuses days that are not there yet, or long gone", async () => {
		const at = (receivedOn: string) => recorded(cashier, { receivedOn }).catch(codeOf);
		expect(await at("2026-03-06")).toBe("income.date_refused");
		expect(await at("2020-01-01")).toBe("income.date_refused");
	});
});

describe("income that is posted", () => {
	test("goes to the account of its kind, once, by another than who recorded it", async () => {
		const id = await recorded(cashier, { amount: 1_000, feeAmount: 15, method: "postal" });
		expect(await posted(id, cashier).catch(codeOf)).toBe("income.second_person");
		const ref = await refOf(id);
		const post = () =>
			postIncome(db, {
				ref,
				accountId: null,
				projectId: null,
				reviewer: reviewer(accountant),
				by: by({ id: accountant }),
			});
		const tries = await Promise.allSettled(Array.from({ length: 20 }, post));
		expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(new Set(tries.flatMap((one) => (one.status === "rejected" ? [codeOf(one.reason)] : [])))).toEqual(
			new Set(["income.moved"]),
		);
		const [voucher, ...more] = await vouchersOf(id);
		expect(more).toEqual([]);
		expect(voucher).toMatchObject({ kind: "income", date: "2026-03-03", source: "income" });
		expect(lines(voucher)).toEqual(["1140 Dr 985", "5270 Dr 15", "4220 Cr 1000"]);
	});

	test.each([
		["donation", "4220"],
		["grant", "4310"],
		["interest", "4410"],
		["other", "4910"],
	] as const)("of the kind %s to %s", async (kind, account) => {
		const id = await recorded(cashier, { kind, payerTitle: "某處", wantsReceipt: false });
		await posted(id, accountant);
		expect(lines((await vouchersOf(id))[0])).toEqual(["1130 Dr 5000", `${account} Cr 5000`]);
	});

	test("of a member to 4210, or where the accountant says; a foreign account is refused", async () => {
		const { id: memberId } = await member({ name: "林淑芬", member_no: "M7001" });
		const donorId = await donor({ memberNo: "M7001" });
		const own = await recorded(cashier, { donorId, payerTitle: "林淑芬" });
		await posted(own, accountant);
		expect(lines((await vouchersOf(own))[0])).toEqual(["1130 Dr 5000", "4210 Cr 5000"]);
		expect(
			await rows(
				"SELECT DISTINCT l.member_id FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.source = 'income' AND v.source_id = ? AND l.credit > 0",
				own,
			),
		).toEqual([{ member_id: memberId }]);
		const other = await recorded(cashier, { method: "cash" });
		const [project] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '4330'");
		const [cash] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1110'");
		expect(await posted(other, accountant, { accountId: cash?.id ?? 0 }).catch(codeOf)).toBe("income.account_refused");
		await posted(other, accountant, { accountId: project?.id ?? 0 });
		expect(lines((await vouchersOf(other))[0])).toEqual(["1110 Dr 5000", "4330 Cr 5000"]);
	});
});

describe("one's own donation", () => {
	test("nobody records, posts or reverses: by the member, the family, the same address or the same number", async () => {
		const own = await person({ name: "自己", email: "own@example.org", roles: ["cashier", "accountant"] });
		const { id: parent } = await member({ name: "家長", userId: own.id, member_no: "M7002" });
		await member({ name: "孩子", guardianId: parent, member_no: "M7003" });
		for (const donorId of [
			await donor({ memberNo: "M7002" }),
			await donor({ memberNo: "M7003" }),
			await donor({ email: "own@example.org" }),
		]) {
			expect(await recorded(own.id, { donorId }).catch(codeOf)).toBe("income.own");
			const draft = await drafted(own.id, { donorId });
			expect(await recordIncome(db, { ref: await refOf(draft), by: acting(own.id) }).catch(codeOf)).toBe("income.own");
			await recordIncome(db, { ref: await refOf(draft), by: acting(cashier) });
			expect(await posted(draft, own.id).catch(codeOf)).toBe("income.own");
			const deputy = { userId: accountant, standsFor: [own.id] };
			expect(
				await postIncome(db, {
					ref: await refOf(draft),
					accountId: null,
					projectId: null,
					reviewer: deputy,
					by: by({ id: accountant }),
				}).catch(codeOf),
			).toBe("income.own");
			await posted(draft, accountant);
			expect(await reversed(draft, own.id).catch(codeOf)).toBe("income.own");
		}
	});
});

describe("a reversal", () => {
	test("is by a second person, takes receipt and voucher along, and is the end", async () => {
		const donorId = await donor({ email: "again@example.org" });
		const id = await recorded(cashier, { donorId, payerTitle: "林淑芬" });
		await posted(id, accountant);
		expect(await reversed(id, accountant).catch(codeOf)).toBe("income.second_person");
		expect(await reversed(id, cashier).catch(codeOf)).toBe("income.second_person");
		const inPlaceOf = { userId: chair, standsFor: [accountant] };
		expect(
			await reverseIncome(db, { ref: await refOf(id), reason: "x", reviewer: inPlaceOf, by: by({ id: chair }) }).catch(
				codeOf,
			),
		).toBe("income.second_person");
		await reversed(id, chair);
		expect(await incomeNow(id)).toMatchObject({ state: "reversed" });
		expect(await receiptsOf(id)).toMatchObject([{ status: "voided" }]);
		const [first, second] = await vouchersOf(id);
		expect([lines(first), lines(second)]).toEqual([
			["1130 Dr 5000", "4220 Cr 5000"],
			["1130 Cr 5000", "4220 Dr 5000"],
		]);
		expect(second).toMatchObject({ kind: "transfer", date: "2026-03-05" });
		expect((await mailsTo("again@example.org")).map(({ template }) => template)).toEqual([
			"income_recorded",
			"income_reversed",
		]);
		expect(await reversed(id, chair).catch(codeOf)).toBe("income.wrong_state");
	});

	test("before it was posted has no voucher", async () => {
		const id = await recorded(cashier);
		await reversed(id, chair);
		expect(await vouchersOf(id)).toEqual([]);
		expect(await receiptsOf(id)).toMatchObject([{ status: "voided" }]);
	});
});

describe("a donation's receipt", () => {
	test("is void and made anew under another title, without the number of another person", async () => {
		const donorId = await donor({ nationalId: "F131104093" });
		const id = await recorded(cashier, { donorId, payerTitle: "林淑芬" });
		const [{ id: first = 0 } = {}] = await rows<{ id: number }>("SELECT id FROM receipts WHERE income_id = ?", id);
		const voiding = { ref: { id: first, version: 1 }, reason: "抬頭", by: by({ id: accountant }, AT + 1) };
		const titled = { ...voiding, replacement: "title", payerTitle: "林太太" } as const;
		expect(await voidReceipt(db, { ...titled, by: by({ id: cashier }) }).catch(codeOf)).toBe("receipt.second_person");
		const { replacedBy } = await voidReceipt(db, titled);
		expect(await receiptsOf(id)).toMatchObject([
			{ status: "voided", payer_id_mask: "F13****093" },
			{ status: "issued", payer_title: "林太太", payer_id_mask: null },
		]);
		const again = { ref: { id: replacedBy ?? 0, version: 1 }, reason: "又錯", by: by({ id: accountant }, AT + 2) };
		await voidReceipt(db, { ...again, replacement: "none", payerTitle: "" });
		const made = await replaceReceipt(db, {
			ref: { id: replacedBy ?? 0, version: 2 },
			payerTitle: "林淑芬",
			by: by({ id: accountant }, AT + 3),
		});
		expect(await rows("SELECT payer_id_mask, status FROM receipts WHERE id = ?", made)).toEqual([
			{ payer_id_mask: "F13****093", status: "issued" },
		]);
	});
});

describe("a donor", () => {
	test("lies sealed, is found by the number's hash alone, and keeps it where nothing is typed", async () => {
		const id = await donor({ nationalId: "A800000014", name: "外籍友人" });
		const [row] = await rows("SELECT national_id, national_id_mask FROM donors WHERE id = ?", id);
		expect(String(row?.national_id)).not.toContain("A800000014");
		expect(row?.national_id_mask).toBe("A80****014");
		expect(await donor({ nationalId: "A800000014" }).catch(codeOf)).toBe("donor.national_id_taken");
		await editDonor(env, db, {
			ref: { id, version: 1 },
			input: donorInput({ name: "改名", nationalId: undefined }),
			by: by({ id: cashier }),
		});
		expect(await rows("SELECT name, national_id_mask, version FROM donors WHERE id = ?", id)).toEqual([
			{ name: "改名", national_id_mask: "A80****014", version: 2 },
		]);
		const stale = { ref: { id, version: 1 }, input: donorInput(), by: by({ id: cashier }) };
		expect(await editDonor(env, db, stale).catch(codeOf)).toBe("donor.stale");
		const turned = {
			ref: { id, version: 2 },
			input: donorInput({ kind: "organisation", nationalId: undefined }),
			by: by({ id: cashier }),
		};
		expect(await editDonor(env, db, turned).catch(codeOf)).toBe("donor.kind_number");
		expect(await donor({ memberNo: "M9999" }).catch(codeOf)).toBe("donor.no_member");
		expect(JSON.stringify(await auditOf("donor", id))).not.toContain("外籍友人");
	});
});

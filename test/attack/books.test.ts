/** Money out, or books changed, by one person alone: across documents, income, receipts, deposits, bank lines and openings. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { mapAccounts } from "#domain/books/accounts/actions.ts";
import { askUnpay, confirmUnpay, postDocument } from "#domain/books/finance/payment-actions.ts";
import { voidDocument } from "#domain/books/finance/review-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { openBooks } from "#domain/books/vouchers/actions.ts";
import { setLineApart, suspendLine, unsuspendLine } from "#domain/money/bank/line-actions.ts";
import { createDeposit, nameDepositLine, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { issueReceipt } from "#domain/money/income/actions.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { accountId, as, bring, draft, now, office, refOf } from "../support/finance.ts";
import { incomeNow, posted, recorded, reversed } from "../support/income.ts";
import { member } from "../support/members.ts";
import { db, payment, refOf as paymentRef, submit, verify } from "../support/payments.ts";
import { codeOf } from "../support/refusal.ts";
import { by, person, rows, TODAY } from "../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let second: { id: number };
beforeAll(async () => {
	const secretary = await person({ name: "會務秘書", roles: ["secretary", "applicant"] });
	people = { ...(await office()), applicant: { id: secretary.id, held: [] } };
	second = await person({ name: "第二位出納", roles: ["cashier"] });
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const acting = ({ id }: { id: number }) => ({ ...by({ id }), userId: id });
const reviewer = ({ id }: { id: number }) => ({ userId: id, standsFor: [null] });
/** What accounts hold, by code: their sub-accounts too. */
const held = async (...codes: string[]) => {
	const found = await rows<{ code: string; held: number }>(
		`SELECT substr(a.code, 1, 4) AS code, sum(m.debit - m.credit) AS held FROM account_months m
		JOIN accounts a ON a.id = m.account_id GROUP BY 1`,
	);
	return codes.map((code) => found.find((one) => one.code === code)?.held ?? 0);
};
const receiptsOf = (paymentId: number) =>
	rows<{ id: number; version: number; status: string; payer_title: string }>(
		"SELECT id, version, status, payer_title FROM receipts WHERE payment_id = ? AND series = 'donation' ORDER BY id",
		paymentId,
	);
const lineRef = async (id: number) => {
	const [row] = await rows<{ id: number; version: number }>("SELECT id, version FROM bank_lines WHERE id = ?", id);
	return row ?? { id, version: 0 };
};

/** A verified payment of this by a member of their own. */
async function paid(kind: "donation" | "credit", amount: number) {
	const giver = await member({ name: `捐款人${crypto.randomUUID().slice(0, 6)}`, status: "active" });
	const paymentId = await submit(payment([{ kind, memberId: giver.id, amount }]), {
		userId: people.applicant.id,
		source: "staff",
	});
	await verify(paymentId, people.cashier.id);
	return { memberId: giver.id, paymentId };
}
const refund = (refundOf: "donation" | "credit", amount: number, of: { memberId: number; paymentId: number }) =>
	draft(people.applicant, {
		kind: "refund",
		refundOf,
		paymentId: of.paymentId,
		payeeMemberId: of.memberId,
		payeeTaxId: null,
		lines: [{ summary: "退費", amount }],
	});

describe("a donation that goes back", () => {
	test("takes its receipt along; none is issued anew while it stands, and it is not reversed besides", async () => {
		const given = await paid("donation", 2_000);
		const [receipt] = await receiptsOf(given.paymentId);
		const id = await bring(await refund("donation", 2_000, given), people, "chair");
		const [voided] = await receiptsOf(given.paymentId);
		expect([receipt?.status, voided?.status]).toEqual(["issued", "voided"]);
		expect(
			await rows(
				"SELECT user_id FROM audit_log WHERE action = 'receipt.void' AND auditable_id = ?",
				String(voided?.id),
			),
		).toEqual([{ user_id: people.chair.id }]);
		const anew = () =>
			replaceReceipt(db, {
				ref: { id: voided?.id ?? 0, version: voided?.version ?? 0 },
				payerTitle: receipt?.payer_title ?? "",
				by: by(second),
			});
		expect(await refusal(anew())).toBe("receipt.wrong_state");
		const back = async () =>
			reversePayment(db, {
				ref: await paymentRef(given.paymentId),
				reason: "登錄錯誤",
				reviewer: reviewer(second),
				by: by(second),
			});
		expect(await refusal(back())).toBe("finance.refunded_before");
		await voidDocument(db, { ref: await refOf(id), comment: "不退了", ...as(people.accountant) });
		expect(await refusal(anew())).toBe("done");
		expect((await receiptsOf(given.paymentId)).map(({ status }) => status)).toEqual(["voided", "issued"]);
	});

	test("in the other order: void first, refund, and the receipt again", async () => {
		const given = await paid("donation", 800);
		const [receipt] = await receiptsOf(given.paymentId);
		const ref = { id: receipt?.id ?? 0, version: receipt?.version ?? 0 };
		await voidReceipt(db, { ref, reason: "遺失", replacement: "none", payerTitle: "", by: by(second) });
		await bring(await refund("donation", 800, given), people, "posted");
		const again = replaceReceipt(db, {
			ref: { ...ref, version: ref.version + 1 },
			payerTitle: receipt?.payer_title ?? "",
			by: by(second),
		});
		expect(await refusal(again)).toBe("receipt.wrong_state");
	});

	test("is approved by nobody of the giver's family, whoever is named to receive it", async () => {
		const parent = { ...people.chair, id: (await person({ name: "家長", roles: ["chair"] })).id };
		const guardian = await member({ name: "家長", userId: parent.id });
		const giver = await member({ name: "子女捐款人", status: "active", guardianId: guardian.id });
		const given = { userId: people.applicant.id, source: "staff" } as const;
		const paymentId = await submit(payment([{ kind: "donation", memberId: giver.id, amount: 600 }]), given);
		await verify(paymentId, people.cashier.id);
		const id = await draft(people.applicant, {
			kind: "refund",
			refundOf: "donation",
			paymentId,
			payeeName: "不相干的人",
			payeeTaxId: null,
			lines: [{ summary: "退費", amount: 600 }],
		});
		await bring(id, people, "accountant");
		expect(await refusal(bring(id, { ...people, chair: parent }, "chair"))).toBe("finance.own_document");
	});

	test("is not a payment that was reversed while the refund waited", async () => {
		const given = await paid("donation", 700);
		const id = await bring(await refund("donation", 700, given), people, "accountant");
		await reversePayment(db, {
			ref: await paymentRef(given.paymentId),
			reason: "登錄錯誤",
			reviewer: reviewer(second),
			by: by(second),
		});
		expect(await refusal(bring(id, people, "chair"))).toBe("finance.refunded_before");
	});
});

test("溢繳款 goes back once, though its member was merged with another between", async () => {
	const mine = await paid("credit", 1_000);
	const other = await member({ name: "同一個人", status: "active" });
	const [first, again] = [await refund("credit", 1_000, mine), await refund("credit", 1_000, mine)];
	await bring(first, people, "accountant");
	await bring(again, people, "accountant");
	const ref = async (id: number) =>
		(await rows<{ id: number; version: number }>("SELECT id, version FROM members WHERE id = ?", id))[0] ?? {
			id,
			version: 0,
		};
	await bring(first, people, "chair");
	const secretary = { id: people.applicant.id };
	const merged = { kept: await ref(other.id), other: await ref(mine.memberId), picks: {}, by: by(secretary) };
	await mergeMembers(env, db, merged);
	expect((await now(first)).payee_member_id).toBe(other.id);
	expect(await refusal(bring(again, people, "chair"))).toBe("payment.credit_used");
	expect(await refusal(refund("credit", 1, { ...mine, memberId: other.id }))).toBe("payment.credit_used");
	await bring(first, people, "posted");
	expect(await held("2160", "2120")).toEqual([0, 0]);
	expect(await brokenInvariants(env.DB)).toEqual([]);
});

describe("accounts between two steps", () => {
	test("what is owed keeps its account until it is paid; an advance clears where it stands", async () => {
		const mapped = async (purpose: string, code: string) => {
			const [row] = await rows<{ version: number }>("SELECT version FROM posting_accounts WHERE purpose = ?", purpose);
			const wanted = [{ purpose, accountId: await accountId(code), version: row?.version ?? 0 }];
			return refusal(mapAccounts(db, wanted, by(people.accountant)));
		};
		for (const code of ["2160-01", "1250-01"])
			await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?, '另一個', 1, 1)", code);
		const owed = await bring(await refund("credit", 300, await paid("credit", 300)), people, "chair");
		expect(await mapped("refundable", "2160-01")).toBe("ledger.mapping_balance");
		const lines = [{ summary: "預支", amount: 5_000 }];
		const advance = await bring(await draft(people.applicant, { kind: "advance", lines }), people, "paid");
		expect(await mapped("advance", "1250-01")).toBe("done");
		await bring(advance, people, "posted");
		const settling = { kind: "settlement", advanceId: advance, lines } as const;
		await bring(await draft(people.applicant, settling), people, "posted");
		await bring(owed, people, "posted");
		expect(await held("1250", "2160")).toEqual([0, 0]);
	});

	test("an account that goes out of use stops the posting, and another is named", async () => {
		const id = await bring(await draft(people.applicant), people, "paid", { code: "5330" });
		await rows("UPDATE accounts SET is_active = 0 WHERE code = '5330'");
		expect(await refusal(postDocument(db, { ref: await refOf(id), ...as(people.accountant) }))).toBe(
			"ledger.account_inactive",
		);
		await rows("UPDATE accounts SET is_active = 1 WHERE code = '5330'");
	});
});

describe("payments and advances", () => {
	test("an advance is neither settled before it is paid, nor taken back while it is being settled", async () => {
		const lines = [{ summary: "預支", amount: 900 }];
		const advance = await bring(await draft(people.applicant, { kind: "advance", lines }), people, "paid");
		const settling = await draft(people.applicant, { kind: "settlement", advanceId: advance, lines });
		await askUnpay(db, { ref: await refOf(advance), comment: "退匯", ...as(people.cashier) });
		await confirmUnpay(db, { ref: await refOf(advance), ...as(people.chair) });
		expect(await refusal(bring(settling, people, "submitted"))).toBe("finance.no_advance");
		await bring(advance, people, "paid");
		await bring(settling, people, "submitted");
		await askUnpay(db, { ref: await refOf(advance), comment: "退匯", ...as(people.cashier) });
		expect(await refusal(confirmUnpay(db, { ref: await refOf(advance), ...as(people.chair) }))).toBe(
			"finance.settled_before",
		);
	});

	test("退匯 that is confirmed while it is posted changes nothing, and an old asking serves no second payment", async () => {
		const id = await bring(await draft(people.applicant), people, "paid");
		await askUnpay(db, { ref: await refOf(id), comment: "退匯", ...as(people.cashier) });
		const ref = await refOf(id);
		const both = await Promise.all([
			refusal(postDocument(db, { ref, ...as(people.accountant) })),
			refusal(confirmUnpay(db, { ref, ...as(people.chair) })),
		]);
		expect(both.filter((one) => one === "done").length).toBe(1);
		const other = await bring(await draft(people.applicant), people, "paid");
		await askUnpay(db, { ref: await refOf(other), comment: "退匯", ...as(people.cashier) });
		await confirmUnpay(db, { ref: await refOf(other), ...as(people.chair) });
		await bring(other, people, "paid");
		expect(await refusal(confirmUnpay(db, { ref: await refOf(other), ...as(people.chair) }))).toBe(
			"finance.second_person",
		);
	});
});

test("a receipt of a donation in one's own name is not one's own to issue", async () => {
	const cashier = await person({ name: "出納本人", roles: ["cashier"] });
	expect(await refusal(recorded(cashier.id, { payerTitle: "出納本人" }))).toBe("receipt.same_name");
	const own = await recorded(cashier.id, { payerTitle: "出納　本人 小姐", wantsReceipt: false });
	expect(await refusal(issueReceipt(db, { id: own, by: acting(cashier) }))).toBe("receipt.same_name");
	const id = await recorded(cashier.id, { payerTitle: "善心人士", wantsReceipt: false });
	await issueReceipt(db, { id, by: acting(cashier) });
	const [receipt] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM receipts WHERE income_id = ?",
		id,
	);
	const titled = { reason: "更名", replacement: "title", payerTitle: "出納本人", by: by(cashier) } as const;
	expect(await refusal(voidReceipt(db, { ref: receipt ?? { id: 0, version: 0 }, ...titled }))).toBe(
		"receipt.same_name",
	);
});

describe("one line of the bank, one piece of cash", () => {
	test("serves one of income, deposit, payment and 暫收款 at once", async () => {
		const account = await bankAccount();
		const line = await bankLine({ accountId: account, amount: 1_200 });
		const cash = await recorded(people.cashier.id, { method: "cash", amount: 1_200 });
		const input = { items: [{ kind: "income" as const, id: cash, amount: 1_200 }], account, amount: 1_200 };
		const deposit = await createDeposit(db, {
			input: { ...input, deposited_on: TODAY, note: "" },
			key: "one-line",
			by: by(second),
		});
		const name = async () =>
			nameDepositLine(db, { ref: { id: deposit, version: 1 }, line: await lineRef(line), by: by(second) });
		const suspend = async () => suspendLine(db, { ref: await lineRef(line), by: by(people.cashier) });
		expect(await refusal(suspend())).toBe("bank.booked");
		expect(await refusal(recorded(people.cashier.id, { amount: 1_200, bankLineId: line }))).toBe("bank.booked");
		await setLineApart(db, { ref: await lineRef(line), by: by(people.cashier) });
		await suspend();
		expect(await refusal(name())).toBe("deposit.line");
		const income = await recorded(people.cashier.id, { amount: 1_200, bankLineId: line });
		expect(await refusal(unsuspendLine(db, { ref: await lineRef(line), by: by(people.cashier) }))).not.toBe("done");
		await posted(income, people.accountant.id);
		expect(await held("2150")).toEqual([0]);
		expect(await refusal(name())).toBe("deposit.line");
		await reversed(income, people.chair.id);
		expect(await held("2150")).toEqual([-1_200]);
		await unsuspendLine(db, { ref: await lineRef(line), by: by(people.cashier) });
		await name();
		expect(await refusal(recorded(people.cashier.id, { amount: 1_200, bankLineId: line }))).toBe("bank.line_used");
		expect(await refusal(reversed(cash, people.chair.id))).toBe("deposit.holds");
		await reverseDeposit(db, { ref: { id: deposit, version: 1 }, reason: "沒存", by: by(second) });
		await reversed(cash, people.chair.id);
		expect((await incomeNow(cash)).state).toBe("reversed");
		const again = { input: { ...input, deposited_on: TODAY, note: "" }, key: "again", by: by(second) };
		expect(await refusal(createDeposit(db, again))).toBe("deposit.moved");
	});
});

test("開帳 is done anew by another, once there is more in the books", async () => {
	const opening = async (cash: number, who: { id: number }, seen: number, isSecond = false) =>
		openBooks(db, {
			date: "2026-01-01",
			lines: [debit("1110", cash, "開帳"), credit("3210", cash, "開帳")],
			seen,
			isSecond,
			by: by(who),
		});
	// 理事長 and 監事 correct one, and make none.
	expect(await refusal(opening(500_000, people.chair, 0, true))).toBe("voucher.opening_second_person");
	const first = await opening(500_000, people.accountant, 0);
	expect(await refusal(opening(400_000, people.accountant, first))).toBe("voucher.opening_second_person");
	const anew = await opening(400_000, second, first);
	expect(await refusal(opening(300_000, people.accountant, first))).toBe("voucher.stale");
	expect(await refusal(opening(300_000, second, anew))).toBe("voucher.opening_second_person");
	await opening(300_000, people.chair, anew, true);
});

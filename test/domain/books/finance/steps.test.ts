/**
 * A document through the office: states, events, numbers, hashes, mails, audit rows
 * (docs/workflows.md#expense-requests).
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { eventsOf, revisionsOf } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { commentDocument, editDocument, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { differences, hashOf, readContent } from "#domain/books/finance/content.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { askUnpay, confirmUnpay, unpostDocument } from "#domain/books/finance/payment-actions.ts";
import { rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { acting, as, bring, draft, input, mailsOf, now, office, refOf, vouchersOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { auditOf, rows } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
});
const events = async (id: number) => (await readRows(env.DB, eventsOf(id)))[0];

test("goes from draft to posted, each step by whose it is, with what it approved", async () => {
	const { applicant, cashier, accountant, chair } = people;
	const id = await draft(applicant);
	expect(financeNumber(await now(id))).toBe("草稿");
	await bring(id, people, "posted");
	const document = await now(id);
	expect(document).toMatchObject({ state: "posted", revision: 1, roc_year: 115, gross: 18_600, net: 18_600 });
	const [[kept]] = await readRows(env.DB, revisionsOf(id));
	expect(await hashOf(kept?.content ?? "")).toBe(document.content_hash);
	expect((await events(id)).map(({ step, user_id, content_hash }) => [step, user_id, content_hash])).toEqual([
		["submit", applicant.id, document.content_hash],
		["approve_cashier", cashier.id, document.content_hash],
		["approve_accountant", accountant.id, document.content_hash],
		["approve_chair", chair.id, document.content_hash],
		["pay", cashier.id, document.content_hash],
		["post", accountant.id, document.content_hash],
	]);
	expect(await vouchersOf(id)).toEqual([
		{
			kind: "expense",
			date: "2026-03-05",
			description: `${financeNumber(document)} 秋季病友聚會場地費`,
			isReversal: false,
			lines: ["5320 Dr 15000", "5320 Dr 3600", "1130 Cr 18600"],
		},
	]);
	expect(await mailsOf(id)).toEqual([
		`finance_turn approve_cashier → ${cashier.id}`,
		`finance_status approve_cashier → ${applicant.id}`,
		`finance_turn approve_accountant → ${accountant.id}`,
		`finance_status approve_accountant → ${applicant.id}`,
		`finance_turn approve_chair → ${chair.id}`,
		`finance_status approve_chair → ${applicant.id}`,
		`finance_turn pay → ${cashier.id}`,
		`finance_status pay → ${applicant.id}`,
		`finance_turn post → ${accountant.id}`,
		`finance_status post → ${applicant.id}`,
	]);
	const audited = await auditOf("finance_document", id);
	expect(audited.map(({ action }) => action)).toEqual([
		"finance.create",
		"finance.submit",
		"finance.approve_cashier",
		"finance.approve_accountant",
		"finance.approve_chair",
		"finance.pay",
		"finance.post",
	]);
	expect(audited.at(-1)?.description).toBe(financeNumber(document));
});

test("numbers documents in the order in which they are sent, without gaps", async () => {
	const ids = [await draft(people.applicant), await draft(people.applicant), await draft(people.applicant)];
	const before = (await rows<{ n: number }>("SELECT coalesce(max(seq), 0) AS n FROM finance_documents"))[0]?.n ?? 0;
	for (const id of ids.toReversed()) await bring(id, people, "submitted");
	expect(await Promise.all(ids.map(async (id) => (await now(id)).seq))).toEqual([before + 3, before + 2, before + 1]);
});

test("what was returned is sent again as a new revision, which nobody approved", async () => {
	const id = await bring(await draft(people.applicant), people, "accountant");
	const number = financeNumber(await now(id));
	await returnDocument(db, { ref: await refOf(id), comment: "發票抬頭有誤", ...as(people.chair) });
	expect((await now(id)).state).toBe("returned");
	await editDocument(env, db, {
		ref: await refOf(id),
		input: input({ title: "秋季聚會場地費", lines: [{ summary: "場地租金", amount: 14_000 }] }),
		by: acting(people.applicant),
	});
	await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
	const again = await now(id);
	expect(again).toMatchObject({ state: "pending_cashier", revision: 2, gross: 14_000, approvals: "[]" });
	expect(financeNumber(again)).toBe(number);
	const [kept] = await readRows(env.DB, revisionsOf(id));
	const [first, second] = kept.map(({ content }) => readContent(content));
	if (!first || !second) throw new Error("two revisions");
	expect(differences(first, second, { seesAccounts: true })).toEqual([
		{ label: "主旨", before: "秋季病友聚會場地費", after: "秋季聚會場地費" },
		{ label: "總額", before: "18,600", after: "14,000" },
		{ label: "明細第 1 行", before: "場地租金　15,000", after: "場地租金　14,000" },
		{ label: "明細第 2 行", before: "音響設備　3,600", after: "" },
	]);
	await bring(id, people, "posted");
	expect((await now(id)).state).toBe("posted");
});

test("is rejected, withdrawn and voided with a reason, for good", async () => {
	const rejected = await bring(await draft(people.applicant), people, "submitted");
	await rejectDocument(db, { ref: await refOf(rejected), comment: "不符規定", ...as(people.cashier) });
	const withdrawn = await bring(await draft(people.applicant), people, "accountant");
	await withdrawDocument(db, { ref: await refOf(withdrawn), by: acting(people.applicant) });
	const voided = await bring(await draft(people.applicant), people, "chair");
	await voidDocument(db, { ref: await refOf(voided), comment: "重複申請", ...as(people.accountant) });
	for (const [id, state] of [
		[rejected, "rejected"],
		[withdrawn, "withdrawn"],
		[voided, "voided"],
	] as const) {
		expect((await now(id)).state).toBe(state);
		await expect(submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) })).rejects.toMatchObject({
			code: "finance.wrong_state",
		});
	}
	expect((await mailsOf(voided)).at(-1)).toBe(`finance_status void → ${people.applicant.id}`);
});

test("a payment that came back waits again, by a second person; a posting is taken back by its reversal", async () => {
	const id = await bring(await draft(people.applicant), people, "posted");
	await unpostDocument(db, { ref: await refOf(id), comment: "科目有誤", ...as(people.accountant) });
	expect((await now(id)).state).toBe("paid");
	await askUnpay(db, { ref: await refOf(id), comment: "帳號錯誤退匯", ...as(people.cashier) });
	const asked = await now(id);
	expect(asked.state).toBe("paid");
	await expect(confirmUnpay(db, { ref: await refOf(id), ...as(people.cashier) })).rejects.toMatchObject({
		code: "finance.second_person",
	});
	await confirmUnpay(db, { ref: await refOf(id), ...as(people.accountant) });
	expect(await now(id)).toMatchObject({ state: "approved", paid_on: null, paid_from: null, paid_reference: null });
	await bring(id, people, "posted", { paidFrom: "1110" });
	expect((await vouchersOf(id)).map(({ kind, isReversal, lines }) => [kind, isReversal, lines.at(-1)])).toEqual([
		["expense", false, "1130 Cr 18600"],
		["transfer", true, "1130 Dr 18600"],
		["expense", false, "1110 Cr 18600"],
	]);
});

test("comments are heard of, and change nothing", async () => {
	const id = await bring(await draft(people.applicant), people, "submitted");
	const before = await refOf(id);
	await commentDocument(db, { ref: { id }, comment: "請補契約", seesAll: true, by: acting(people.chair) });
	expect(await refOf(id)).toEqual(before);
	expect((await mailsOf(id)).at(-1)).toBe(`finance_status comment → ${people.applicant.id}`);
	await expect(
		commentDocument(db, { ref: { id }, comment: "?", seesAll: false, by: acting(people.chair) }),
	).rejects.toMatchObject({ code: "finance.wrong_state" });
});

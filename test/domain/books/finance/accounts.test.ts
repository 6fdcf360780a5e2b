/** What the accountant and the cashier name: accounts, budget items, days; and copies of what came to nothing. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { attachmentsOf, linesOf } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { createDocument, editDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import {
	accountId,
	accounts,
	acting,
	as,
	bring,
	draft,
	input,
	now,
	office,
	refOf,
	vouchersOf,
} from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, rows, TODAY } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const DAY = 86_400_000;

test("every line has an account in use, and a budget item of that account", async () => {
	const id = await bring(await draft(people.applicant), people, "cashier");
	const all = await accounts(id);
	await rows("UPDATE accounts SET is_active = 0 WHERE code = '5820'");
	const [travel, meeting, closed] = await Promise.all([accountId("5240"), accountId("5310"), accountId("5820")]);
	const [item] = await rows<{ id: number }>(
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, ?, '會議', 50000, 1, 1) RETURNING id",
		meeting,
	);
	const budgetItemId = item?.id ?? 0;
	const said = async (chosen: typeof all) =>
		refusal(approveDocument(db, { ref: await refOf(id), accounts: chosen, ...as(people.accountant) }));
	expect(await said([])).toBe("finance.no_account");
	expect(await said(all.slice(1))).toBe("finance.no_account");
	expect(await said(all.map((one) => ({ ...one, accountId: closed })))).toBe("finance.no_account");
	expect(await said(all.map((one) => ({ ...one, accountId: 99_999 })))).toBe("finance.no_account");
	expect(await said(all.map((one) => ({ ...one, accountId: travel, budgetItemId })))).toBe("finance.budget_refused");
	expect(await said(all.map((one) => ({ ...one, budgetItemId: 99_999 })))).toBe("finance.budget_refused");
	expect(await said(all.map((one) => ({ ...one, accountId: meeting, budgetItemId })))).toBe("done");
	const [named] = await readRows(env.DB, linesOf(id));
	expect(named.map(({ account_code, budget_name }) => [account_code, budget_name])).toEqual([
		["5310", "會議"],
		["5310", "會議"],
	]);
	await bring(id, people, "posted");
	const budgeted = await rows<{ spent: number }>(
		"SELECT sum(debit) AS spent FROM voucher_lines WHERE budget_item_id = ?",
		budgetItemId,
	);
	expect(budgeted).toEqual([{ spent: 18_600 }]);
});

test("no line is booked on cash or money in banks, but 零用金 on its own account", async () => {
	const id = await bring(await draft(people.applicant), people, "cashier");
	const said = async (document: number, code: string) =>
		refusal(
			approveDocument(db, {
				ref: await refOf(document),
				accounts: await accounts(document, code),
				...as(people.accountant),
			}),
		);
	await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('1130-88', '合作金庫', 0, 0)");
	for (const code of ["1110", "1120", "1140", "1310", "1130-88"])
		expect([code, await said(id, code)]).toEqual([code, "finance.cash_account"]);
	const petty = { kind: "petty_cash", lines: [{ summary: "三月撥補", amount: 4_200 }] } as const;
	const filled = await bring(await draft(people.applicant, petty), people, "cashier");
	expect([await said(filled, "1110"), await said(filled, "1120")]).toEqual(["finance.cash_account", "done"]);
	await rows("DELETE FROM accounts WHERE code = '1130-88'");
	const paid = await bring(await draft(people.applicant), people, "paid");
	const post = { accounts: await accounts(paid, "1130"), ...as(people.accountant) };
	expect(await refusal(postDocument(db, { ref: await refOf(paid), ...post }))).toBe("finance.cash_account");
	expect((await now(paid)).state).toBe("paid");
});

test("the accountant may post on other accounts than were named", async () => {
	const id = await bring(await draft(people.applicant), people, "paid");
	await postDocument(db, { ref: await refOf(id), accounts: await accounts(id, "5310"), ...as(people.accountant) });
	expect((await vouchersOf(id))[0]?.lines).toEqual(["5310 Dr 15000", "5310 Dr 3600", "1130 Cr 18600"]);
});

test("money leaves an account of cash class that is in use, on a day between its sending and today", async () => {
	const id = await bring(await draft(people.applicant), people, "chair", { at: AT - DAY });
	const pay = async (code: string, paidOn = TODAY) =>
		refusal(
			payDocument(db, {
				ref: await refOf(id),
				paidOn,
				paidFrom: await accountId(code),
				reference: null,
				...as(people.cashier),
			}),
		);
	for (const code of ["2110", "5320", "1250", "1430"]) expect(await pay(code), code).toBe("finance.no_account");
	await rows("UPDATE accounts SET is_active = 0 WHERE code = '1150'");
	expect(
		await refusal(
			payDocument(db, { ref: await refOf(id), paidOn: TODAY, paidFrom: null, reference: null, ...as(people.cashier) }),
		),
	).toBe("finance.no_account");
	expect(await pay("1130", "2026-03-06")).toBe("finance.date_refused");
	expect(await pay("1130", "2026-03-03")).toBe("finance.date_refused");
	expect(await pay("1130", "2026-03-04")).toBe("done");
});

const PDF = new TextEncoder().encode("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF");
const upload = { filename: "發票.pdf", declaredType: "application/pdf", bytes: PDF };

test("the copy of what was voided has its attachments, and the file stays while one of them has it", async () => {
	const by = acting(people.applicant);
	const of = { input: input({ noAttachmentReason: null }), uploads: [upload], key: "first", by };
	const id = await createDocument(env, db, of);
	await bring(id, people, "chair");
	const early = await createDocument(env, db, { input: input(), copyOf: id, key: "early", by });
	expect((await readRows(env.DB, attachmentsOf(early)))[0]).toEqual([]);
	await voidDocument(db, { ref: await refOf(id), comment: "戶名有誤", ...as(people.chair) });
	const copy = await createDocument(env, db, { input: of.input, copyOf: id, key: "copy", by });
	const [files] = await readRows(env.DB, attachmentsOf(copy));
	expect(files.map(({ filename }) => filename)).toEqual(["發票.pdf"]);
	expect(await now(copy)).toMatchObject({ copied_from_id: id, copied_from_seq: (await now(id)).seq });
	await editDocument(env, db, {
		ref: await refOf(copy),
		input: input(),
		removeFiles: files.map(({ file_id }) => file_id),
		by,
	});
	expect(await rows("SELECT deleted_at FROM files WHERE id = ?", files[0]?.file_id ?? 0)).toEqual([
		{ deleted_at: null },
	]);
});

test("what was taken off a returned document stays in the store: an earlier revision names it", async () => {
	const by = acting(people.applicant);
	const id = await createDocument(env, db, {
		input: input({ noAttachmentReason: null }),
		uploads: [upload],
		key: "kept",
		by,
	});
	await bring(id, people, "submitted");
	const [files] = await readRows(env.DB, attachmentsOf(id));
	await returnDocument(db, { ref: await refOf(id), comment: "發票不清楚", ...as(people.cashier) });
	await editDocument(env, db, {
		ref: await refOf(id),
		input: input({ noAttachmentReason: null }),
		removeFiles: files.map(({ file_id }) => file_id),
		by,
	});
	expect(await refusal(submitDocument(db, { ref: await refOf(id), by }))).toBe("finance.no_attachment");
	expect(await rows("SELECT deleted_at FROM files WHERE id = ?", files[0]?.file_id ?? 0)).toEqual([
		{ deleted_at: null },
	]);
});

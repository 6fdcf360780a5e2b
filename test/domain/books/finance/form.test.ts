/** What a form of a finance document means, and what it may not say. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { createDocument, editDocument, removeDraft, submitDocument } from "#domain/books/finance/actions.ts";
import { financeForm } from "#domain/books/finance/document-form.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { unsendable } from "#domain/books/finance/sending.ts";
import { acting, draft, input, now, refOf, staff } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { rows } from "../../../support/users.ts";

const FORM = {
	kind: "vendor",
	title: "　秋季聚會場地費 ",
	payee: "other",
	payee_name: "青禾文化空間有限公司",
	payee_tax_id: "１２３４５６７５",
	pay_by: "transfer",
	payee_bank: "臺灣銀行",
	payee_account: "001-234-555120",
	wanted_on: "115年11月27日",
	income_tax: "５００",
	summary: ["場地租金", "", "音響"],
	amount: ["15,000", "", "NT$ 3,600 元"],
};
const parsed = (more: Record<string, unknown> = {}) => financeForm(null).safeParse({ ...FORM, ...more });
const problems = (more: Record<string, unknown>) =>
	parsed(more).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

test("a form is read as people write: full-width digits, thousands, years of the Republic, empty rows", () => {
	expect(parsed().data).toEqual({
		kind: "vendor",
		title: "秋季聚會場地費",
		purpose: "",
		payeeName: "青禾文化空間有限公司",
		payeeTaxId: "12345675",
		payeeUserId: null,
		payeeMemberId: null,
		payBy: "transfer",
		payeeBank: "臺灣銀行",
		payeeAccount: "001-234-555120",
		wantedOn: "2026-11-27",
		projectId: null,
		incomeTax: 500,
		nhi: 0,
		isForeign: false,
		noAttachmentReason: null,
		advanceId: null,
		refundOf: null,
		paymentId: null,
		bankLineId: null,
		lines: [
			{ summary: "場地租金", amount: 15_000 },
			{ summary: "音響", amount: 3_600 },
		],
	} satisfies FinanceInput);
});

test.each([
	["0", "一"],
	["-100", "一"],
	["1.5", "一"],
	["一百", "一"],
	["1,00", "一"],
])("an amount of %s is refused beside its row", (amount) => {
	expect(problems({ summary: ["好", "壞"], amount: ["1", amount] })).toEqual([
		["lines", "第 2 行的金額要是大於 0 的整數，例如 1,200。"],
	]);
});

test.each([
	["115/2/30", "沒有這個日期，或看不懂，請寫成 2026/11/20 或 115/11/20。"],
	["2026-02-30", "沒有這個日期，或看不懂，請寫成 2026/11/20 或 115/11/20。"],
	["12/3/5", "「12/3/5」可能是民國12年3月5日，也可能是2012年3月5日，請把年份寫完整，例如 115/11/20 或 2026/11/20。"],
])("a day of %s is refused", (day, message) => {
	expect(problems({ wanted_on: day })).toEqual([["wanted_on", message]]);
});

test("what is missing is told beside its field", () => {
	expect(
		problems({ title: " ", payee_tax_id: "12345678", summary: [""], amount: [""] }).map(([field]) => field),
	).toEqual(["title", "payee_tax_id", "lines"]);
	expect(problems({ summary: [""], amount: [""] })).toEqual([["lines", "請至少填寫一行明細。"]]);
	expect(problems({ payee: "staff" })).toEqual([["payee_user", "請選擇受款的工作人員。"]]);
	expect(problems({ kind: "settlement", payee_name: "" })).toEqual([["advance", "請選擇要核銷的預支。"]]);
	expect(problems({ kind: "refund" })).toEqual([["refund_of", "請選擇要退的是什麼。"]]);
	expect(problems({ applicant_id: "1" }).length).toBe(1);
});

test("what is sent names where a transfer goes, and no day that is over; a draft may lack it", () => {
	const said = (more: Record<string, unknown>, sentOn: string | null = "2026-11-27") =>
		financeForm(sentOn)
			.safeParse({ ...FORM, ...more })
			.error?.issues.map(({ path }) => path.join(".")) ?? [];
	const empty = { payee_bank: " ", payee_account: "", wanted_on: "115/11/26" };
	expect(said(empty, null)).toEqual([]);
	expect(said({ ...empty, title: "" })).toEqual(["title", "payee_bank", "payee_account", "wanted_on"]);
	expect(said({ ...empty, pay_by: "cash" })).toEqual(["wanted_on"]);
	expect(said({ wanted_on: "115/11/27" })).toEqual([]);
	for (const account of ["012-abc", "帳號", "-", "001.2"])
		expect([account, said({ payee_account: account })]).toEqual([account, ["payee_account"]]);
	const folded = financeForm("2026-11-27").parse({ ...FORM, payee_account: "００１－２３４ 555–120" });
	expect(folded.payeeAccount).toBe("001-234555-120");
});

test("what a draft lacks is refused when it is sent; money that comes back needs no account", async () => {
	const applicant = await staff("applicant");
	const by = acting(applicant);
	const said = async (more: Partial<FinanceInput>) =>
		submitDocument(db, { ref: await refOf(await draft(applicant, more)), by }).then(() => "sent", codeOf);
	expect(await said({ payeeBank: "" })).toBe("finance.no_payee_bank");
	expect(await said({ payeeAccount: "012-abc" })).toBe("finance.payee_account_refused");
	expect(await said({ wantedOn: "2026-03-04" })).toBe("finance.wanted_refused");
	expect(await said({ wantedOn: "2026-03-05" })).toBe("sent");
	expect(await said({ payBy: "cash", payeeBank: "", payeeAccount: "" })).toBe("sent");
	const transfer = { payBy: "transfer", payeeBank: "", payeeAccount: "", wantedOn: null, today: "2026-03-05" } as const;
	expect([unsendable({ ...transfer, net: -800 }), unsendable({ ...transfer, net: 600 })]).toEqual([
		[],
		["payee_bank", "payee_account"],
	]);
});

test("what no form says is refused by the action", async () => {
	const applicant = await staff("applicant");
	const said = (more: Partial<FinanceInput>) => draft(applicant, more).then(() => "made", codeOf);
	const line = (amount: number) => ({ lines: [{ summary: "一", amount }] });
	for (const more of [
		{ lines: [] },
		line(0),
		line(-1),
		line(1.5),
		line(100_000_001),
		{ ...line(100), incomeTax: 60, nhi: 40 },
		{ ...line(100), incomeTax: -1 },
		{ kind: "advance", incomeTax: 1 } as const,
	])
		expect(await said(more), JSON.stringify(more)).toBe("finance.amount_refused");
	expect(await said({ kind: "settlement" })).toBe("finance.no_advance");
	expect(await said({ advanceId: 1 })).toBe("finance.no_advance");
	expect(await said({ kind: "refund" })).toBe("finance.payee_refused");
	expect(await said({ payeeUserId: 999 })).toBe("finance.payee_refused");
	expect(await said({ projectId: 999 })).toBe("finance.payee_refused");
	expect(await said({ payeeName: "" })).toBe("finance.payee_refused");
});

const PDF = new TextEncoder().encode("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF");
const upload = (filename: string) => ({ filename, declaredType: "application/pdf", bytes: PDF });

test("sent twice, a form makes one document; its files go with a draft, and stay once it was sent", async () => {
	const applicant = await staff("applicant");
	const of = { input: input(), uploads: [upload("發票.pdf"), upload("契約.pdf")], key: "once", by: acting(applicant) };
	const id = await createDocument(env, db, of);
	expect(await createDocument(env, db, of)).toBe(id);
	const files = () =>
		rows<{ id: number; filename: string; is_deleted: number }>(
			`SELECT f.id, f.filename, f.deleted_at IS NOT NULL AS is_deleted FROM files f
			WHERE f.subject_type = 'finance_document' AND f.subject_id = ? ORDER BY f.id`,
			String(id),
		);
	expect((await files()).map(({ filename }) => filename)).toEqual(["發票.pdf", "契約.pdf"]);
	const [first] = await files();
	await editDocument(env, db, {
		ref: await refOf(id),
		input: input({ title: "改" }),
		removeFiles: [first?.id ?? 0],
		uploads: [upload("新發票.pdf")],
		by: acting(applicant),
	});
	expect((await files()).map(({ is_deleted }) => is_deleted)).toEqual([1, 0, 0]);
	expect(await now(id)).toMatchObject({ title: "改", version: 2 });
	await removeDraft(env, db, { ref: await refOf(id), by: acting(applicant) });
	expect((await files()).map(({ is_deleted }) => is_deleted)).toEqual([1, 1, 1]);
	expect(await rows("SELECT id FROM finance_documents WHERE id = ?", id)).toEqual([]);
});

test("twenty files are the most", async () => {
	const applicant = await staff("applicant");
	const uploads = Array.from({ length: 21 }, (_, at) => upload(`${at}.pdf`));
	const making = createDocument(env, db, { input: input(), uploads, key: "many", by: acting(applicant) });
	expect(await making.catch(codeOf)).toBe("finance.too_many_files");
});

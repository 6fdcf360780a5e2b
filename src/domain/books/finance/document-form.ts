import * as z from "zod";
import { readAmount } from "#kernel/amounts.ts";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, orNull, Version } from "#kernel/form.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { AmountText, amountOrNothing, ChosenId, dayOrNone, plainAccount } from "#kernel/typed.ts";
import { type FinanceInput, MOST_FILES, MOST_LINES } from "./form.ts";
import { FINANCE_KINDS, PAY_BY, REFUNDS_OF, WITHHOLDING } from "./labels.ts";
import { UNSENDABLE, unsendable } from "./sending.ts";

const UNKNOWN_DAY = () => "沒有這個日期，或看不懂，請寫成 2026/11/20 或 115/11/20。";
/** The schema of a required day: the day of a payment. */
export const FinanceDay = dayOrNone(UNKNOWN_DAY).transform((day, context) => {
	if (day !== null) return day;
	context.addIssue({ code: "custom", message: "請填寫日期。" });
	return z.NEVER;
});
/** The amount that is withheld; 0 when empty. */
const Withheld = amountOrNothing("請填寫整數的金額，例如 500；沒有代扣請留空白。");

/** The schema of a text that may be empty, which becomes null; at most 1,000 characters. */
export const Words = lines(1000)
	.default("")
	.transform((text) => text || null);
/** The schema of a reason, which must not be empty; at most 1,000 characters. */
export const Reason = lines(1000)
	.default("")
	.refine((text) => text !== "", { error: "請寫下原因。" });
/** The fields of the resolution (理事會決議) by which the chair approves from an amount of the settings on. */
export const BOARD_FIELDS = { resolution_no: line(80).default(""), resolution_on: dayOrNone(UNKNOWN_DAY) };
/** The form that records the payment of a document (付款). */
export const PaymentForm = z.strictObject({
	version: Version,
	paid_on: FinanceDay,
	paid_from: ChosenId,
	/** Of a register that pays by transfer and in cash. */
	paid_cash_from: ChosenId,
	reference: line(60).default("").transform(orNull),
});

/** The form of a comment (留言). */
export const CommentForm = z.strictObject({
	comment: lines(1000).refine((text) => text !== "", { error: "請寫下留言。" }),
});

/**
 * The fields of a document's form. `payee` says whether a staff user, a member or somebody else is paid. Each line of
 * the document has the two fields `summary` and `amount`, which the form repeats.
 */
export const FINANCE_FIELDS = {
	kind: z.enum(FINANCE_KINDS, "請選擇類別。"),
	title: line(80).refine((text) => text !== "", { error: "請填寫主旨。" }),
	purpose: lines(1000).default(""),
	payee: z.enum(["staff", "member", "other"], "請選擇受款人的身分。").default("other"),
	payee_user: ChosenId,
	payee_member: ChosenId,
	payee_name: line(80).default(""),
	payee_tax_id: z
		.string()
		.register(MOST, { characters: 12 })
		.default("")
		.transform((text) => text.normalize("NFKC").replaceAll(/\s/g, ""))
		.refine((text) => text === "" || isTaxId(text), { error: "統一編號不正確，請檢查 8 個數字。" })
		.transform(orNull),
	pay_by: z.enum(PAY_BY, "請選擇付款方式。"),
	payee_bank: line(60).default(""),
	payee_account: line(40).default("").transform(plainAccount),
	wanted_on: dayOrNone(UNKNOWN_DAY),
	project: ChosenId,
	income_tax: Withheld,
	nhi: Withheld,
	is_foreign: Checked,
	no_attachment_reason: lines(200).default("").transform(orNull),
	advance: ChosenId,
	refund_of: z.enum([...REFUNDS_OF, ""]).default(""),
	payment: ChosenId,
	bank_line: ChosenId,
	summary: z.array(line(120)).max(MOST_LINES),
	amount: z.array(AmountText).max(MOST_LINES),
};
/** The names of the fields that may occur more than once in a document's form. */
export const FINANCE_MANY = ["summary", "amount", "remove_file"] as const;

type Fields = z.infer<z.ZodObject<typeof FINANCE_FIELDS>>;

/**
 * Returns the form of a new document. The payee's name may be omitted for staff or a member, since the action fills it
 * in. With `sentOn`, the day (in Taipei) on which the document is sent, fields that a draft may lack are required.
 */
export const financeForm = (sentOn: string | null) =>
	z.strictObject(FINANCE_FIELDS).superRefine(lacking(sentOn)).transform(inputOf);

/** Returns the form of a changed document, with the ids of the files of attachments to be removed. */
export const financeEditForm = (sentOn: string | null) =>
	z
		.strictObject({
			...FINANCE_FIELDS,
			version: Version,
			remove_file: z.array(z.coerce.number().int().positive()).max(MOST_FILES).default([]),
		})
		.superRefine(lacking(sentOn))
		.transform(({ version, remove_file, ...form }) => ({
			version,
			removeFiles: remove_file,
			input: inputOf(form),
		}));

/**
 * Returns a refinement that reports what `missing` reports and, with the day `today` of sending, the fields that keep
 * the document from being sent.
 */
const lacking =
	(today: string | null) =>
	(form: Fields, context: z.RefinementCtx): void => {
		missing(form, context);
		if (today === null) return;
		// The net amount of a settlement depends on its advance: it is checked when it is sent.
		const net = form.kind === "settlement" ? 0 : 1;
		for (const field of unsendable({ ...inputOf(form), net, today }))
			context.addIssue({ code: "custom", path: [field], message: UNSENDABLE[field].words });
	};

/**
 * Reports errors that the schemas of single fields do not report, together with those of the fields, in the order of
 * the form.
 */
function missing(form: Fields, context: z.RefinementCtx): void {
	const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
	const rows = rowsOf(form);
	if (rows.length === 0) issue("lines", "請至少填寫一行明細。");
	for (const row of rows) {
		if (row.summary === "") issue("lines", `第 ${row.number} 行沒有摘要。`);
		if (readAmount(row.typed) === null) issue("lines", `第 ${row.number} 行的金額要是大於 0 的整數，例如 1,200。`);
	}
	if (form.payee === "staff" && form.payee_user === null) issue("payee_user", "請選擇受款的工作人員。");
	if (form.payee === "member" && form.payee_member === null) issue("payee_member", "請選擇受款的會員。");
	if (form.payee === "other" && form.payee_name === "" && form.kind !== "settlement")
		issue("payee_name", "請填寫受款人。");
	if (form.kind === "settlement" && form.advance === null) issue("advance", "請選擇要核銷的預支。");
	if (form.kind === "refund" && form.refund_of === "") issue("refund_of", "請選擇要退的是什麼。");
}

function inputOf(form: Fields): FinanceInput {
	return {
		kind: form.kind,
		title: form.title,
		purpose: form.purpose,
		payeeName: form.payee_name,
		payeeTaxId: form.payee === "other" ? form.payee_tax_id : null,
		payeeUserId: form.payee === "staff" ? form.payee_user : null,
		payeeMemberId: form.payee === "member" ? form.payee_member : null,
		payBy: form.pay_by,
		payeeBank: form.pay_by === "transfer" ? form.payee_bank : "",
		payeeAccount: form.pay_by === "transfer" ? form.payee_account : "",
		wantedOn: form.wanted_on,
		projectId: form.project,
		incomeTax: form.income_tax,
		nhi: form.nhi,
		isForeign: form.is_foreign && WITHHOLDING.includes(form.kind),
		noAttachmentReason: form.no_attachment_reason,
		advanceId: form.kind === "settlement" ? form.advance : null,
		...refundOf(form),
		lines: rowsOf(form).map(({ summary, typed }) => ({ summary, amount: readAmount(typed) ?? 0 })),
	};
}

function refundOf({
	kind,
	refund_of,
	payment,
	bank_line,
}: Fields): Pick<FinanceInput, "refundOf" | "paymentId" | "bankLineId"> {
	if (kind !== "refund" || refund_of === "") return { refundOf: null, paymentId: null, bankLineId: null };
	return refund_of === "suspense"
		? { refundOf: refund_of, paymentId: null, bankLineId: bank_line }
		: { refundOf: refund_of, paymentId: payment, bankLineId: null };
}

/** Returns the typed lines of the form that are not empty, numbered from 1. */
const rowsOf = ({ summary, amount }: Fields) =>
	Array.from({ length: Math.max(summary.length, amount.length) }, (_, at) => ({
		number: at + 1,
		summary: summary[at] ?? "",
		typed: amount[at] ?? "",
	})).filter((row) => row.summary !== "" || row.typed !== "");

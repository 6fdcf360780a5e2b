import * as z from "zod";
import { AccountText } from "#domain/books/index.ts";
import { readAmount } from "#kernel/amounts.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { AmountText, ChosenId, dayField } from "#kernel/typed.ts";
import { ANONYMOUS, INCOME_KINDS, INCOME_METHODS, type IncomeKind, type IncomeMethod } from "./labels.ts";

/** The fields of an income record. Amounts are whole NT$; `receivedOn` is YYYY-MM-DD in Taipei. */
export type IncomeInput = {
	kind: IncomeKind;
	receivedOn: string;
	donorId: number | null;
	payerTitle: string;
	isInKind: boolean;
	items: string;
	amount: number | null;
	feeAmount: number;
	method: IncomeMethod | null;
	bankAccountId: number | null;
	bankLineId: number | null;
	projectId: number | null;
	purpose: string;
	wantsReceipt: boolean;
	note: string;
};

const Typed = AmountText.default("");
const FIELDS = {
	kind: z.enum(INCOME_KINDS, "請選擇收入種類。"),
	donor: ChosenId,
	line: ChosenId,
	payer_title: line(80).default(""),
	is_in_kind: Checked,
	items: lines(500).default(""),
	amount: Typed,
	fee: Typed,
	method: z.enum(INCOME_METHODS).or(z.literal("")).default(""),
	account: ChosenId,
	received_on: dayField({
		missing: "請填寫收到的日期。",
		unknown: () => "看不懂這個日期，請寫成 2026/11/20 或 115/11/20。",
	}),
	project: ChosenId,
	purpose: line(200).default(""),
	wants_receipt: Checked,
	note: lines(500).default(""),
	/**
	 * Checked when the user declares that this money is not that of the already used bank line which the page showed.
	 */
	again: Checked,
	/** Whether the record is kept as a draft or recorded at once. */
	as: z.enum(["draft", "record"]).default("draft"),
};
type Fields = z.infer<z.ZodObject<typeof FIELDS>>;

const WRONG_AMOUNT = "請填寫大於 0 的整數金額，例如 1,000。";

/** Yields the errors of fields that depend on each other, each with its field. */
function* problems(form: Fields): Generator<[keyof Fields, string]> {
	if (form.payer_title === "" && (form.kind === "grant" || form.kind === "other"))
		yield ["payer_title", "請填寫從哪裡來的，例如補助機關的全名。"];
	if (form.is_in_kind) {
		if (form.kind !== "donation") yield ["is_in_kind", "只有捐款可以是實物。"];
		if (form.items === "") yield ["items", "請寫明捐贈的物品與數量，例如：輪椅 2 台。"];
		return;
	}
	const amount = readAmount(form.amount);
	if (amount === null) yield ["amount", form.amount === "" ? "請填寫金額。" : WRONG_AMOUNT];
	if (form.method === "") yield ["method", "請選擇收款方式。"];
	if (form.fee === "") return;
	const fee = readAmount(form.fee);
	if (fee === null) yield ["fee", "請填寫整數的手續費，例如 15；沒有請留空白。"];
	else if (amount !== null && fee >= amount) yield ["fee", "手續費要比金額少。"];
}

const inputOf = (form: Fields): IncomeInput => ({
	kind: form.kind,
	receivedOn: form.received_on,
	donorId: form.kind === "interest" ? null : form.donor,
	payerTitle: form.payer_title || (form.kind === "interest" ? "存款利息" : ANONYMOUS),
	isInKind: form.is_in_kind,
	items: form.is_in_kind ? form.items : "",
	amount: form.is_in_kind ? null : readAmount(form.amount),
	feeAmount: form.is_in_kind ? 0 : (readAmount(form.fee) ?? 0),
	method: form.is_in_kind || form.method === "" ? null : form.method,
	bankAccountId: form.is_in_kind || form.method === "cash" ? null : form.account,
	bankLineId: form.is_in_kind ? null : form.line,
	projectId: form.project,
	purpose: form.purpose,
	wantsReceipt: form.kind === "donation" && !form.is_in_kind && form.wants_receipt,
	note: form.note,
});

function read<F extends Fields>(form: F, context: z.RefinementCtx) {
	const found = [...problems(form)];
	for (const [field, message] of found) context.addIssue({ code: "custom", path: [field], message });
	return found.length > 0 ? z.NEVER : { input: inputOf(form), record: form.as === "record", again: form.again };
}

/** The form of a new income record; it yields the record, and whether it is recorded at once. */
export const IncomeForm = z.strictObject(FIELDS).transform(read);
export const IncomeEdit = z.strictObject({ ...FIELDS, version: Version }).transform((form, context) => {
	const made = read(form, context);
	return { ...made, version: form.version };
});

/** The form of a button that acts on a record: it holds the version alone. */
export const VersionForm = z.strictObject({ version: Version });

/**
 * The form that records a draft (登錄). `again` is checked when the money is not that of the bank line already used for
 * something else.
 */
export const RecordForm = VersionForm.extend({ again: Checked });

/** The form that posts a record (入帳): the income account, when not the kind's own, and the project. */
export const PostingForm = z.strictObject({ version: Version, account: AccountText.optional(), project: ChosenId });

export const ReversalForm = z.strictObject({
	version: Version,
	reason: lines(480).refine((text) => text !== "", { error: "請說明沖銷的原因。" }),
});

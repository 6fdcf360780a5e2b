import * as z from "zod";
import { TypeCode, type TypeFee } from "#domain/people/index.ts";
import { Checked, line } from "#kernel/form.ts";
import { amountOrNothing, dayField } from "#kernel/typed.ts";

const MOST = 1_000_000;
const fee = amountOrNothing("請填寫整數的金額，例如 1,000；不收就填 0。").refine((amount) => amount <= MOST, {
	error: "金額太大，最多 1,000,000 元。",
});

/** The fields of a fee of a membership type from a day on, with what it goes by, which may be filled in later. */
export const FEE_FIELDS = {
	membership_type: TypeCode,
	from_on: dayField({
		missing: "請填寫從哪一天起，例如 116/1/1。",
		unknown: () => "請填寫正確的日期，例如 116/1/1 或 2027/1/1。",
	}),
	entrance_fee: fee,
	annual_fee: fee,
	has_discount: Checked,
	resolution: line(80),
	approval_no: line(40),
	article: line(40),
};

/** The fee in one text: the form sends it along with its second press, so that nobody sets another fee than the one shown. */
export const seenWords = (fee: TypeFee): string =>
	[fee.membership_type, fee.from_on, fee.entrance_fee, fee.annual_fee, fee.has_discount].join(" ");

/** The form of a fee; `step` is the button, which first shows what the fee meets (not `isSeen`) and then sets it. */
export const FeeForm = z
	.strictObject({ ...FEE_FIELDS, step: z.enum(["look", "set"]).default("look"), seen: z.string().max(80).default("") })
	.transform(({ step, seen, has_discount, ...fields }) => {
		const fee = { ...fields, has_discount: has_discount ? (1 as const) : (0 as const) };
		return { fee, isSeen: step === "set" && seen === seenWords(fee) };
	});

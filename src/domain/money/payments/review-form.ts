import * as z from "zod";
import { readAmount } from "#kernel/amounts.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { AmountText, ChosenId } from "#kernel/typed.ts";

const LONGEST = 500;
const LONGEST_TITLE = 80;

/** A bank line as the user saw it, "12.3" (id and version); "" for none. */
const Line = z
	.string()
	.regex(/^(?:[1-9]\d{0,14}\.\d{1,9})?$/, "請從選項中選擇。")
	.default("")
	.transform((text) => {
		const [id, version] = text.split(".").map(Number);
		return id === undefined || version === undefined ? null : { id, version };
	});

/**
 * The form that verifies a payment (核對無誤): the amount that came in, the bank line that shows it, and the title and
 * split of the receipts.
 */
export const VerificationForm = z.strictObject({
	version: Version,
	received: AmountText.transform((text, context) => {
		const amount = readAmount(text);
		if (amount !== null) return amount;
		context.addIssue({ code: "custom", message: "請填寫大於 0 的整數金額，例如 1,000。" });
		return z.NEVER;
	}),
	line: Line,
	/** The bank account that the money came into, where the payment names none. */
	account: ChosenId,
	/**
	 * Set when the page has told the user that items of the payment are not owed as before, and how the money then
	 * divides.
	 */
	anew: Checked,
	/**
	 * Checked when the user declares that this money is not that of the bank line which was used for something else.
	 */
	again: Checked,
	payer_title: line(LONGEST_TITLE).refine((text) => text !== "", { error: "請填寫收據抬頭。" }),
	receipt_split: z.enum(["one", "per_member"]).default("one"),
});

/** Usual reasons for a rejection, offered by the form. */
export const REJECT_REASONS = [
	"匯款證明看不清楚，請重新上傳",
	"帳戶還沒有收到這筆款項",
	"金額與實際匯入的不同",
	"帳號末五碼與匯款紀錄不同",
	"繳費日期不正確",
	"這筆已經核對過，重複送出",
] as const;

/** The form that rejects a payment (退回): usual reasons, typed words, or both. */
export const RejectionForm = z
	.strictObject({
		version: Version,
		reasons: z.array(z.enum(REJECT_REASONS)).max(REJECT_REASONS.length),
		detail: lines(LONGEST - 150).default(""),
	})
	.transform(({ version, reasons, detail }, context) => {
		const words = [...reasons.map((reason) => `${reason}。`), ...(detail === "" ? [] : [detail])];
		if (words.length > 0) return { version, reason: words.join("\n").slice(0, LONGEST) };
		context.addIssue({ code: "custom", path: ["reasons"], message: "請選擇或填寫原因，繳款人才知道怎麼補正。" });
		return z.NEVER;
	});

export const CancellationForm = z.strictObject({ version: Version });

/** The form that reverses a payment (沖銷); the reason is required. */
export const ReversalForm = z.strictObject({
	version: Version,
	reason: lines(LONGEST - 20).refine((text) => text !== "", { error: "請說明沖銷的原因。" }),
});

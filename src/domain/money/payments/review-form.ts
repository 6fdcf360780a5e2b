import * as z from "zod";
import { readAmount } from "#kernel/amounts.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { ChosenId } from "#kernel/typed.ts";

const LONGEST = 500;
const LONGEST_TITLE = 80;

/** A bank line as it was seen, "12.3" (id and version); "" for none. */
const Line = z
	.string()
	.regex(/^(?:[1-9]\d{0,14}\.\d{1,9})?$/, "請從選項中選擇。")
	.default("")
	.transform((text) => {
		const [id, version] = text.split(".").map(Number);
		return id === undefined || version === undefined ? null : { id, version };
	});

/** 核對無誤: what came in, the line of the statement that shows it, and what the receipts say. */
export const VerificationForm = z.strictObject({
	version: Version,
	received: z.string().transform((text, context) => {
		const amount = readAmount(text);
		if (amount !== null) return amount;
		context.addIssue({ code: "custom", message: "請填寫大於 0 的整數金額，例如 1,000。" });
		return z.NEVER;
	}),
	line: Line,
	/** The account that it came into, where the payment names none. */
	account: ChosenId,
	/** The page said that items of it are not owed as they were, and what comes of that. */
	anew: Checked,
	/** The page said that its line was used by something else: it is another money. */
	again: Checked,
	payer_title: line(LONGEST_TITLE).refine((text) => text !== "", { error: "請填寫收據抬頭。" }),
	receipt_split: z.enum(["one", "per_member"]).default("one"),
});

/** Reasons that come up again and again, offered to whoever rejects. */
export const REJECT_REASONS = [
	"匯款證明看不清楚，請重新上傳",
	"帳戶還沒有收到這筆款項",
	"金額與實際匯入的不同",
	"帳號末五碼與匯款紀錄不同",
	"繳費日期不正確",
	"這筆已經核對過，重複送出",
] as const;

/** 退回: usual reasons, words of one's own, or both. */
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

/** 沖銷: never without a reason. */
export const ReversalForm = z.strictObject({
	version: Version,
	reason: lines(LONGEST - 20).refine((text) => text !== "", { error: "請說明沖銷的原因。" }),
});

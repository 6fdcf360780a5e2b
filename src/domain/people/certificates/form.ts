import * as z from "zod";
import { readDate, rocWords } from "#kernel/calendar.ts";
import { lines, Version } from "#kernel/form.ts";

/** What a member, or staff from paper, sends beside the file: the waiting application that it takes the place of. */
export const UploadForm = z.strictObject({
	replaces: z
		.string()
		.regex(/^(?:\d{1,15}\.\d{1,9})?$/)
		.default("")
		.transform((text) => {
			const [id, version] = text.split(".").map(Number);
			return id === undefined || version === undefined ? null : { id, version };
		}),
});

/**
 * What whoever sends a certificate of their own agrees to with it (個資法 6, 8): health data, of their free will. The log
 * of the upload keeps the version; a text that changes gets a new one.
 */
export const NOTICE = {
	version: "certificate-2026-1",
	text: "送出表示您同意協會為了核對會費減免，蒐集並保存這份證明。不送出不影響會員資格；審核前可以自己撤回，之後可以請協會刪除。",
};

/** The same from the member, or who acts for them, who read the notice. */
export const OwnUploadForm = UploadForm.extend({
	notice: z.literal(NOTICE.version, "告知事項有更新，請再看一次後送出。"),
});

export const WithdrawalForm = z.strictObject({ version: Version });

/** An approval: its last day as the card prints it, in any style of a date, or none. */
export const ApprovalForm = z
	.strictObject({
		version: Version,
		expiry: z.enum(["date", "none"], "請選擇有沒有到期日。"),
		valid_until: z.string().trim().max(40).default(""),
	})
	.transform(({ version, expiry, valid_until }, context) => {
		if (expiry === "none") return { version, until: null };
		const read = readDate(valid_until);
		if (read && !read.ambiguous) return { version, until: read.date };
		context.addIssue({ code: "custom", path: ["valid_until"], message: dateProblem(valid_until, read) });
		return z.NEVER;
	});

function dateProblem(text: string, read: ReturnType<typeof readDate>): string {
	if (text === "") return "請填寫證明上的有效期限，或選擇「沒有到期日」。";
	if (!read) return "看不懂這個日期，請照證明上的寫法，例如 116/5/31。";
	return `「${text}」會讀成民國${rocWords(read.date)}，請把年份寫完整，例如 116/5/31 或 2027/5/31。`;
}

/** Reasons that come up again and again, offered to whoever rejects. */
export const REJECT_REASONS = [
	"照片模糊或反光，看不清楚",
	"照片不完整，請拍到整張證明的正反面",
	"證明已經過期",
	"姓名或身分證字號與會員資料不同",
	"這不是身心障礙證明",
] as const;
/** None of them: then the words are needed. */
export const OTHER_REASON = "other";
const LONGEST = 500;

/** A rejection: a common reason, words of one's own, or both. */
export const RejectionForm = z
	.strictObject({
		version: Version,
		reason: z.enum([...REJECT_REASONS, OTHER_REASON], "請選擇原因。"),
		detail: lines(LONGEST).default(""),
	})
	.transform(({ version, reason, detail }, context) => {
		const words = [reason === OTHER_REASON ? "" : `${reason}。`, detail].filter((one) => one !== "");
		if (words.length > 0) return { version, reason: words.join("\n") };
		context.addIssue({ code: "custom", path: ["detail"], message: "請說明原因，會員才知道怎麼補正。" });
		return z.NEVER;
	});

export const RevocationForm = z.strictObject({
	version: Version,
	reason: lines(LONGEST).refine((text) => text !== "", { error: "請說明撤銷的原因。" }),
});

/** The tabs of the queue: what waits, what holds, what ends within 90 days, what was refused or revoked. */
export const QUEUES = ["waiting", "approved", "expiring", "rejected"] as const;
export type Queue = (typeof QUEUES)[number];

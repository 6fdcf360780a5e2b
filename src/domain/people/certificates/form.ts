import * as z from "zod";
import { Checked, lines, Version } from "#kernel/form.ts";
import { readDay } from "#kernel/typed.ts";

/** The form beside an uploaded file: the waiting application that the file replaces ("12.3": id and version), or "". */
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
 * The notice that the member or the guardian agrees to when sending a certificate (個資法 6, 8): consent to the use of
 * health data, given freely. The audit row of the upload stores the version; a changed text gets a new version.
 */
export const NOTICE = {
	version: "certificate-2026-1",
	text: "送出表示您同意協會為了核對會費減免，蒐集並保存這份證明。不送出不影響會員資格；審核前可以自己撤回，之後可以請協會刪除。",
};

/** The form of an upload by the member or the member's guardian, who read the notice. */
export const OwnUploadForm = UploadForm.extend({
	notice: z.literal(NOTICE.version, "告知事項有更新，請再看一次後送出。"),
});

export const CertificateWithdrawal = z.strictObject({ version: Version });

/**
 * The form of an approval: the last day as printed on the card, in any style of a date, or none; with 展延註記 the day
 * until which it is extended (身權法 §15), which then counts. `far_known`: a day more than 5 years away is right.
 */
export const ApprovalForm = z
	.strictObject({
		version: Version,
		expiry: z.enum(["date", "none"], "請選擇有沒有到期日。"),
		valid_until: z.string().trim().max(40).default(""),
		extended_until: z.string().trim().max(40).default(""),
		far_known: Checked,
	})
	.transform(({ version, expiry, valid_until, extended_until, far_known: isFarKnown }, context) => {
		if (expiry === "none") return { version, until: null, printed: null, isFarKnown };
		const day = (path: "valid_until" | "extended_until", text: string): string => {
			const read = readDay(text, PRINTED);
			if ("day" in read) return read.day;
			context.addIssue({ code: "custom", path: [path], message: read.problem });
			return "";
		};
		const until = day("valid_until", valid_until);
		if (extended_until === "") return { version, until, printed: null, isFarKnown };
		const extended = day("extended_until", extended_until);
		if (until !== "" && extended !== "" && extended <= until)
			context.addIssue({
				code: "custom",
				path: ["extended_until"],
				message: "展延的日期要在證明的到期日以後；沒有展延註記請留空。",
			});
		return { version, until: extended, printed: until, isFarKnown };
	});

/** What is said about the days of a certificate. */
const PRINTED = {
	missing: "請填寫證明上的有效期限，或選擇「沒有到期日」。",
	unknown: () => "看不懂這個日期，請照證明上的寫法，例如 116/5/31。",
};

/** Usual reasons for a rejection, offered by the form. */
export const REJECT_REASONS = [
	"照片模糊或反光，看不清楚",
	"照片不完整，請拍到整張證明的正反面",
	"證明已經過期",
	"姓名或身分證字號與會員資料不同",
	"這不是身心障礙證明",
] as const;
/** The choice of none of the usual reasons: then typed words are required. */
export const OTHER_REASON = "other";
const LONGEST = 500;

/** The form of a rejection: a usual reason, typed words, or both. */
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

/**
 * The tabs of the queue: waiting applications, valid approvals, approvals that end within 90 days, and refused or
 * revoked applications.
 */
export const QUEUES = ["waiting", "approved", "expiring", "rejected"] as const;
export type Queue = (typeof QUEUES)[number];

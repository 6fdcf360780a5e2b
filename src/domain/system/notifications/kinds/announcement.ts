import * as z from "zod";
import { button, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

const data = z.strictObject({
	announcement: z.int(),
	title: z.string(),
	lines: z.array(z.string()),
	/** Whether `lines` are the whole announcement: it has no file, picture or link besides. */
	isWhole: z.boolean(),
	isForStaff: z.boolean(),
	/** Whether the recipient has a login to read the announcement with. */
	signsIn: z.boolean(),
	/** The recipient and kind of mail, as the unsubscribe link carries them. */
	listed: z.string(),
	/** Until when the announcement is shown (UTC milliseconds). */
	until: z.int().nullish(),
});
type Data = z.infer<typeof data>;

const ending = ({ isWhole, signsIn, isForStaff }: Data): string => {
	if (!isWhole)
		return signsIn
			? "以上只有文字，完整的內容與附件請登入閱讀。"
			: "完整的內容與附件要登入才看得到；還沒有帳號的話，請與協會聯絡。";
	return isForStaff ? "這封信寄給相關的工作人員。" : "您也可以登入會員專區，隨時再看這則公告。";
};

/** The notice of an announcement (公告) to its audience: its text, and how to unsubscribe. */
export const announcement = notification({
	data,
	expiresAt: ({ until }) => until ?? Number.POSITIVE_INFINITY,
	unsubscribe: ({ listed }) => listed,
	write: (of, { links }) => ({
		subject: of.title,
		blocks: [
			paragraph(of.title),
			...of.lines.map(paragraph),
			...(of.signsIn ? [button("登入閱讀", links.announcement(of.announcement, of.isForStaff))] : []),
			note(ending(of)),
		],
	}),
});

import * as z from "zod";
import { button, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

const data = z.strictObject({
	announcement: z.int(),
	title: z.string(),
	lines: z.array(z.string()),
	/** Whether the lines are all of it: no file, picture or link stands besides. */
	isWhole: z.boolean(),
	isForStaff: z.boolean(),
	/** Whether whoever gets it has a login to read it with. */
	signsIn: z.boolean(),
	/** Who gets it and of which kind, as the link to be taken off the list says it. */
	listed: z.string(),
	/** Until when it is shown (UTC milliseconds). */
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

/** 公告 to its audience: its words, and how to get no more of them. */
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

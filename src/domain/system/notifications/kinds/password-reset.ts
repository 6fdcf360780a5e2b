import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The mail with the link to set a new password (重設密碼), after somebody asked for it. The link is valid for 30
 * minutes.
 */
export const passwordReset = notification({
	data: z.strictObject({ linkId: z.string(), expiresAt: z.int() }),
	expiresAt: (data) => data.expiresAt,
	write: ({ linkId, expiresAt }, { links }) => ({
		subject: "重設您的密碼",
		blocks: [
			paragraph("我們收到重設密碼的要求。請按下面的按鈕，設定新的密碼。"),
			button("設定新密碼", links.once("password_reset", linkId)),
			note(`連結只能使用一次，有效至 ${inWords(expiresAt)}。設定之後，您在所有裝置上都要重新登入。`),
			note("如果不是您提出的，請不必理會這封信，您的密碼不會改變。如果一再收到，請與協會聯絡。"),
		],
	}),
});

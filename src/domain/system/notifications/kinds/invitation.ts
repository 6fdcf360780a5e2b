import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The invitation (邀請) of a user whom staff created, to set a password. The link is valid for seven days. */
export const invitation = notification({
	data: z.strictObject({ linkId: z.string(), expiresAt: z.int() }),
	expiresAt: (data) => data.expiresAt,
	write: ({ linkId, expiresAt }, { association, links }) => ({
		subject: "邀請您開通帳號",
		blocks: [
			paragraph(`${association.name}已為您建立會務系統的帳號。請設定密碼，完成後就可以登入。`),
			button("設定密碼並開通", links.once("invitation", linkId)),
			note(`連結只能使用一次，有效至 ${inWords(expiresAt)}。逾期請與協會聯絡，我們會再寄一次。`),
			note("如果您不認識我們，或不知道為什麼收到這封信，請不必理會，帳號不會開通。"),
		],
	}),
});

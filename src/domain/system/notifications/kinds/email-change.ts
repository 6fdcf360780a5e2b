import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The mail to a new address (確認新信箱), which becomes valid only when its owner follows the link. */
export const emailChange = notification({
	data: z.strictObject({ linkId: z.string(), expiresAt: z.int() }),
	expiresAt: (data) => data.expiresAt,
	write: ({ linkId, expiresAt }, { association, links }) => ({
		subject: "請確認您的新信箱",
		blocks: [
			paragraph(`您要求把${association.name}帳號的電子郵件改成這個信箱。確認之後，就用這個信箱登入和收信。`),
			button("確認這個信箱", links.once("email_change", linkId)),
			note(`連結只能使用一次，有效至 ${inWords(expiresAt)}。`),
			note("如果不是您提出的，請不必理會這封信，什麼都不會改變。"),
		],
	}),
});

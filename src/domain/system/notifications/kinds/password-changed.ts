import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The notice that the password was changed (密碼已變更); the account's owner gets it, whoever made the change. */
export const passwordChanged = notification({
	data: z.strictObject({ changedAt: z.int() }),
	goesToDisabled: true,
	write: ({ changedAt }, { links }) => ({
		subject: "您的密碼已變更",
		blocks: [
			paragraph(`您的帳號密碼已在 ${inWords(changedAt)} 變更。`),
			paragraph("如果是您本人變更的，不需要再做任何事。"),
			note("如果不是您，請立刻重設密碼，並與協會聯絡。"),
			button("重設密碼", links.forgot()),
		],
	}),
});

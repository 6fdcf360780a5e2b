import * as z from "zod";
import { inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The notice that the user's account was disabled (帳號已停用). */
export const accountDisabled = notification({
	data: z.strictObject({ disabledAt: z.int() }),
	goesToDisabled: true,
	write: ({ disabledAt }, { association }) => ({
		subject: "您的帳號已停用",
		blocks: [
			paragraph(`您在${association.name}的帳號已在 ${inWords(disabledAt)} 停用，目前無法登入。`),
			note("如果您有疑問，請與協會聯絡。"),
		],
	}),
});

import * as z from "zod";
import { inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The notice that the phone number to sign in with was changed (登入手機已變更). */
export const phoneChanged = notification({
	data: z.strictObject({ changedAt: z.int() }),
	goesToDisabled: true,
	write: ({ changedAt }, { association }) => ({
		subject: "您的登入手機號碼已變更",
		blocks: [
			paragraph(`您在${association.name}的帳號已在 ${inWords(changedAt)} 改用另一個手機號碼登入。`),
			paragraph("如果是您本人變更的，不需要再做任何事。"),
			note("如果不是您，請立刻重設密碼，並與協會聯絡。"),
		],
	}),
});

import * as z from "zod";
import { inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The notice to the old address that the e-mail address was changed (信箱已變更). */
export const emailChanged = notification({
	data: z.strictObject({ changedAt: z.int() }),
	goesToDisabled: true,
	write: ({ changedAt }, { association }) => ({
		subject: "您的登入信箱已變更",
		blocks: [
			paragraph(
				`您在${association.name}的帳號已在 ${inWords(changedAt)} 改用另一個電子郵件，之後的通知不會再寄到這裡。`,
			),
			paragraph("如果是您本人變更的，不需要再做任何事。"),
			note("如果不是您，請立刻與協會聯絡。"),
		],
	}),
});

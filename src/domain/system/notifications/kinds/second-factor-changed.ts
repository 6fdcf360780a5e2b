import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

const CHANGES = {
	enabled: { subject: "兩步驟驗證已開啟", text: "開啟。之後登入時，除了密碼，還要輸入驗證碼" },
	disabled: { subject: "兩步驟驗證已關閉", text: "關閉。之後登入只需要密碼" },
	reset: { subject: "兩步驟驗證已由協會重設", text: "由協會的管理人員重設。請登入後重新設定" },
	recovery_codes: { subject: "備用碼已重新產生", text: "換了一組新的備用碼，舊的備用碼不能再使用" },
} as const;

/**
 * The notice that the second factor changed (兩步驟驗證有變更): switched on or off, reset by staff, or new recovery
 * codes.
 */
export const secondFactorChanged = notification({
	data: z.strictObject({ change: z.enum(["enabled", "disabled", "reset", "recovery_codes"]), changedAt: z.int() }),
	goesToDisabled: true,
	write: ({ change, changedAt }, { links }) => ({
		subject: CHANGES[change].subject,
		blocks: [
			paragraph(`您帳號的兩步驟驗證在 ${inWords(changedAt)} ${CHANGES[change].text}。`),
			note("如果您不知道這件事，請立刻變更密碼，並與協會聯絡。"),
			button("查看我的帳號", links.account()),
		],
	}),
});

import * as z from "zod";
import { button, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The notice that an activation code was issued for the user's account (有人為您的帳號申請了啟用碼), sent before the
 * code works, with how to stop it.
 */
export const activationCodeIssued = notification({
	data: z.strictObject({ worksFrom: z.int() }),
	write: ({ worksFrom }, { links, association }) => ({
		subject: "有人為您的帳號申請了啟用碼",
		blocks: [
			paragraph(`${association.name}為您的帳號核發了一組啟用碼，${inWords(worksFrom)} 起可以用來重新設定密碼。`),
			paragraph("如果是您本人申請的，不需要再做任何事。"),
			paragraph("如果不是您，請在那之前登入一次，這組啟用碼就會失效；或打電話給協會。"),
			button("登入", links.member()),
			note("協會不會打電話問您的密碼或啟用碼。"),
		],
	}),
});

import * as z from "zod";
import { button, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The notice to the owner of an account about many failed sign-ins (有人一直在試您的密碼). The sign-in page tells
 * strangers nothing; this mail says how the owner gets in.
 */
export const signInFailures = notification({
	data: z.strictObject({ failed: z.int(), at: z.int() }),
	write: ({ failed }, { links }) => ({
		subject: "有人一直在試您的登入密碼",
		blocks: [
			paragraph(`最近 24 小時內，有人用您的帳號登入，失敗了 ${failed} 次以上。密碼沒有被猜中，您的資料是安全的。`),
			paragraph(
				"為了保護您的帳號，沒登入過的瀏覽器暫時都不能登入，就算密碼正確也一樣。您登入過的瀏覽器不受影響，照常使用就可以。",
			),
			paragraph("如果要在新的手機或電腦登入，請在那個裝置上重設密碼，設好就能登入。沒有辦法收信時，請與協會聯絡。"),
			button("重設密碼", links.forgot()),
			note("登入後，可以在「我的帳號」的「登入失敗紀錄」看到時間與大略的來源。這封信一天最多寄一次。"),
		],
	}),
});

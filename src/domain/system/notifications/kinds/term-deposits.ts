import * as z from "zod";
import { button, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The notice to cashiers and accountants that a 定期存款 ends soon. It names no sum, because mails are read in shared mailboxes. */
export const termDepositEnding = notification({
	data: z.strictObject({ id: z.int(), until: z.string(), renews: z.literal([0, 1]) }),
	write: ({ id, until, renews }, { links }) => ({
		subject: `定期存款即將到期：${until}`,
		blocks: [
			paragraph(
				renews === 1
					? `第 ${id} 號帳戶的定期存款在 ${until} 到期，約定自動轉期。不續存的，請在到期日前向銀行辦理；續存的，到期後請在系統填新的期間與利率。`
					: `第 ${id} 號帳戶的定期存款在 ${until} 到期，不自動轉期。請決定續存或解約，到期後在系統更新。`,
			),
			button("登入查看", links.home()),
		],
	}),
});

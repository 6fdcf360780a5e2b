import * as z from "zod";
import { button, notification, paragraph } from "#domain/system/notifications/letter.ts";
import { yearText } from "#kernel/written.ts";

/**
 * The notice to 監事 after a month in which one person was both 會計 and 出納. It links to the month's list, which can
 * only be read after sign-in.
 */
export const concurrentMonth = notification({
	/** The month that the notice is about: the western year and the month from 1 to 12. */
	data: z.strictObject({ year: z.int(), month: z.int() }),
	write: ({ year, month }, { links }) => {
		const words = `${yearText(year)} 年 ${month} 月`;
		return {
			subject: `${words}會計、出納兼辦的單據清單`,
			blocks: [
				paragraph(
					`${words}會計與出納由同一人兼辦（本會決議的例外）。這個月以兼辦審核、付款與入帳的單據已列成清單，請登入查閱。`,
				),
				button("查看清單", links.concurrentMonth(`${year}-${String(month).padStart(2, "0")}`)),
			],
		};
	},
});

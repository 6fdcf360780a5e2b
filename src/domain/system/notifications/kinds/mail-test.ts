import * as z from "zod";
import { facts, inWords, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The test mail (測試信) from the settings page. */
export const mailTest = notification({
	data: z.strictObject({ askedAt: z.int() }),
	write: ({ askedAt }) => ({
		subject: "測試信",
		blocks: [paragraph("您收到這封信，表示寄信設定可以使用。"), facts(["測試時間", inWords(askedAt)])],
	}),
});

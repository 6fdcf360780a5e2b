import * as z from "zod";
import { note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/** The data of notices about income: only the receipt's number, because a mailbox may be shared. */
const data = z.strictObject({ receipt: z.string().nullable() });

/** The notice that a donation was recorded (捐款已登錄). */
export const incomeRecorded = notification({
	data,
	write: ({ receipt }) => ({
		subject: "謝謝您的捐款",
		blocks: [
			paragraph("協會已經收到您的捐款，謝謝您的支持。"),
			receipt === null
				? paragraph("如需收據，請與協會聯絡。")
				: paragraph(`收據已經開立，收據編號 ${receipt}，協會會依您留下的方式交付。`),
			note("收據可作為申報所得稅列舉扣除的證明。有任何疑問，請與協會聯絡。"),
		],
	}),
});

/** The notice that a donation's record was reversed (捐款紀錄更正). */
export const incomeReversed = notification({
	data,
	write: ({ receipt }) => ({
		subject: "您的一筆捐款紀錄已更正",
		blocks: [
			paragraph("協會更正了您的一筆捐款紀錄。"),
			...(receipt === null
				? []
				: [paragraph(`收據 ${receipt} 已經作廢，請勿用於申報；需要新的收據時，協會會另外開立。`)]),
			note("原因請與協會聯絡。"),
		],
	}),
});

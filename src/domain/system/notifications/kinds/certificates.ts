import * as z from "zod";
import { button, type Links, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The data of notices about 身心障礙證明. The mails say neither what the certificate is nor whose, because they are
 * read on locked screens and in shared mailboxes. `dependentId` is the member for whom a guardian acts; null for the
 * member personally.
 */
const about = { dependentId: z.int().nullable() };

const look = ({ dependentId }: { dependentId: number | null }, links: Links) => [
	button("登入查看", links.certificate(dependentId)),
	note("還沒有帳號，或有任何疑問，請與協會聯絡。"),
];

/** The notice of an approved certificate (已核准). */
export const certificateApproved = notification({
	data: z.strictObject(about),
	write: (data, { links }) => ({
		subject: "您送出的證明已核准",
		blocks: [paragraph("您送出的證明已經核對完成並核准，會費減免隨之生效。有效期限請登入查看。"), ...look(data, links)],
	}),
});

/** The notice of a rejected certificate (未通過). */
export const certificateRejected = notification({
	data: z.strictObject(about),
	write: (data, { links }) => ({
		subject: "您送出的證明需要補正",
		blocks: [paragraph("您送出的證明這次沒有通過。原因請登入查看，補正後可以重新上傳。"), ...look(data, links)],
	}),
});

/** The notice of a revoked approval (已撤銷). */
export const certificateRevoked = notification({
	data: z.strictObject(about),
	write: (data, { links }) => ({
		subject: "證明的核准已撤銷",
		blocks: [paragraph("先前核准的證明已由協會撤銷，會費減免隨之停止。原因請登入查看。"), ...look(data, links)],
	}),
});

/** The notice that an approval will end (即將到期), 90 and 60 days before. */
export const certificateExpiring = notification({
	data: z.strictObject({ ...about, days: z.int() }),
	write: ({ days, ...data }, { links }) => ({
		subject: "證明即將到期，請更新",
		blocks: [
			paragraph(`您先前核准的證明將在 ${days} 天內到期。換發新的證明後，請登入上傳，會費減免才不會中斷。`),
			...look(data, links),
		],
	}),
});

/** The notice that an approval has ended (已到期). */
export const certificateExpired = notification({
	data: z.strictObject(about),
	write: (data, { links }) => ({
		subject: "證明已到期",
		blocks: [paragraph("您先前核准的證明已經到期，會費減免已停止。換發新的證明後，請登入上傳。"), ...look(data, links)],
	}),
});
